// Set-point control of the arm, once for every tick of the hardware: its weight is carried, springs and dampers do the rest.
#include "hardware.hpp"
#include "robot.hpp"

namespace {

using robot::Scalar;
using Torques = std::array<Scalar, robot::nv>;

constexpr Scalar stiffness = 20; // Nm/rad
constexpr Scalar damping = 3;    // Nm s/rad

Torques controller(const hardware::State &state, const std::array<Scalar, robot::nq> &target) noexcept
{
    Torques tau = robot::gravity(state.q);
    for (std::size_t joint = 0; joint < robot::nv; joint++) {
        tau[joint] += stiffness * (target[joint] - state.q[joint]) - damping * state.qd[joint];
    }
    return tau;
}

} // namespace

int main()
{
    hardware::start();
    while (hardware::wait_for_tick()) {
        hardware::write(controller(hardware::read(), hardware::target()));
    }
    return hardware::stop();
}
