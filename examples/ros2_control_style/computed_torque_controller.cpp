#include "computed_torque_controller.hpp"

#include <algorithm>
#include <cmath>

namespace ur5_control {

namespace {

std::vector<std::string> interfaces(std::initializer_list<const char *> kinds)
{
    std::vector<std::string> names;
    for (const char *kind : kinds) {
        for (const char *joint : ur5::joint_names) {
            names.push_back(std::string(joint) + "/" + kind);
        }
    }
    return names;
}

} // namespace

std::vector<std::string> ComputedTorqueController::command_interface_configuration()
{
    return interfaces({"effort"});
}

std::vector<std::string> ComputedTorqueController::state_interface_configuration()
{
    return interfaces({"position", "velocity"});
}

CallbackReturn ComputedTorqueController::on_configure(const Parameters &parameters)
{
    const auto valid = [](double value) { return value >= 0.0 && std::isfinite(value); };
    if (!valid(parameters.stiffness) || !valid(parameters.damping) || !valid(parameters.effort_limit)) {
        return CallbackReturn::failure;
    }
    parameters_ = parameters;
    configured_ = true;
    return CallbackReturn::success;
}

CallbackReturn ComputedTorqueController::on_activate(std::span<double> commands, std::span<const double> states)
{
    if (!configured_ || commands.size() != ur5::nv || states.size() != ur5::nq + ur5::nv) {
        return CallbackReturn::failure;
    }
    commands_ = commands;
    states_ = states;
    follows_ = false;
    return CallbackReturn::success;
}

CallbackReturn ComputedTorqueController::on_deactivate() noexcept
{
    std::ranges::fill(commands_, 0.0);
    commands_ = {};
    states_ = {};
    return CallbackReturn::success;
}

void ComputedTorqueController::follow(const Reference &reference) noexcept
{
    reference_ = reference;
    follows_ = true;
}

void ComputedTorqueController::release() noexcept
{
    follows_ = false;
}

std::array<double, ur5::nv> ComputedTorqueController::effort() const noexcept
{
    const auto q = states_.first<ur5::nq>();
    const auto qd = states_.last<ur5::nv>();
    if (!follows_) {
        return ur5::gravity(q);
    }
    std::array<double, ur5::nv> qdd{};
    for (std::size_t joint = 0; joint < ur5::nv; joint++) {
        qdd[joint] = reference_.qdd[joint] + parameters_.damping * (reference_.qd[joint] - qd[joint])
            + parameters_.stiffness * (reference_.q[joint] - q[joint]);
    }
    return ur5::inverse_dynamics(q, qd, qdd);
}

ReturnType ComputedTorqueController::update(std::chrono::nanoseconds, std::chrono::nanoseconds) noexcept
{
    if (states_.empty()) {
        return ReturnType::error;
    }
    const std::array<double, ur5::nv> tau = effort();
    if (!std::ranges::all_of(tau, [](double value) { return std::isfinite(value); })) {
        std::ranges::fill(commands_, 0.0);
        return ReturnType::error;
    }
    const double limit = parameters_.effort_limit;
    std::ranges::transform(tau, commands_.begin(), [limit](double value) { return std::clamp(value, -limit, limit); });
    return ReturnType::ok;
}

} // namespace ur5_control
