// The controller on a simulated arm, at 1 kHz: a second of gravity compensation, in which the arm must stay where it is, then a motion.
#include "computed_torque_controller.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace {

using namespace std::chrono_literals;
using ur5_control::CallbackReturn;
using ur5_control::ComputedTorqueController;
using ur5_control::Reference;
using ur5_control::ReturnType;

constexpr auto period = 1ms;
constexpr double step = 1e-3; // s
constexpr std::array<double, ur5::nq> start = {0.0, -1.2, 1.0, -0.8, 0.3, 0.2};

// Where the hardware of ros2_control would be: states and commands as flat arrays, forward dynamics as the arm.
struct Arm {
    std::array<double, ur5::nq + ur5::nv> states{};
    std::array<double, ur5::nv> commands{};

    // One step of the symplectic Euler method.
    void advance() noexcept
    {
        const std::span<double, ur5::nq + ur5::nv> all{states};
        const auto q = all.first<ur5::nq>();
        const auto qd = all.last<ur5::nv>();
        const auto qdd = ur5::forward_dynamics(q, qd, commands);
        for (std::size_t joint = 0; joint < ur5::nv; joint++) {
            qd[joint] += step * qdd[joint];
            q[joint] += step * qd[joint];
        }
    }
};

// A swing of every joint about the start, at 0.5 Hz, that begins at rest: 0.3 rad (1 - cos).
Reference reference(double time)
{
    constexpr double rate = 3.14159265358979, size = 0.3;
    Reference now;
    for (std::size_t joint = 0; joint < ur5::nq; joint++) {
        now.q[joint] = start[joint] + size * (1.0 - std::cos(rate * time));
        now.qd[joint] = size * rate * std::sin(rate * time);
        now.qdd[joint] = size * rate * rate * std::cos(rate * time);
    }
    return now;
}

// The largest distance of a joint from where it should be, rad.
double distance(const Arm &arm, const std::array<double, ur5::nq> &target)
{
    double largest = 0.0;
    for (std::size_t joint = 0; joint < ur5::nq; joint++) {
        largest = std::max(largest, std::abs(arm.states[joint] - target[joint]));
    }
    return largest;
}

int failed(const char *what)
{
    std::fprintf(stderr, "%s\n", what);
    return 1;
}

} // namespace

int main()
{
    ComputedTorqueController controller;
    Arm arm;
    std::ranges::copy(start, arm.states.begin());
    for (const std::string &name : ComputedTorqueController::command_interface_configuration()) {
        std::printf("commands %s\n", name.c_str());
    }

    // What is wrong is refused before anything moves.
    if (controller.on_activate(arm.commands, arm.states) != CallbackReturn::failure
        || controller.on_configure({.stiffness = -1.0}) != CallbackReturn::failure) {
        return failed("the controller took what it should refuse");
    }
    if (controller.on_configure({}) != CallbackReturn::success
        || controller.on_activate(arm.commands, arm.states) != CallbackReturn::success) {
        return failed("the controller did not start");
    }

    std::printf("time, s  distance, rad\n");
    double worst = 0.0;
    for (int cycle = 0; cycle <= 5000; cycle++) {
        const double moving = step * (cycle - 1000);
        const bool follows = moving >= 0.0;
        const Reference now = reference(follows ? moving : 0.0);
        if (follows) {
            controller.follow(now);
        }
        const double off = distance(arm, now.q);
        worst = std::max(worst, off);
        if (cycle % 500 == 0) {
            std::printf("%7.2f  %13.6f\n", cycle * step, off);
        }
        if (controller.update(cycle * period, period) != ReturnType::ok) {
            return failed("the controller failed");
        }
        arm.advance();
    }
    if (!(worst < 5e-3)) {
        return failed("the arm did not follow");
    }

    // A broken sensor must not move the arm.
    arm.states[ur5::index(ur5::Q::forearm)] = std::numeric_limits<double>::quiet_NaN();
    if (controller.update(5001 * period, period) != ReturnType::error || arm.commands != std::array<double, ur5::nv>{}) {
        return failed("the controller used what is not a number");
    }
    return controller.on_deactivate() == CallbackReturn::success ? 0 : failed("the controller did not stop");
}
