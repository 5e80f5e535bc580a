// A simulated arm: four seconds of ticks at 1 kHz, after which it must be where it should.
#include "hardware.hpp"

namespace hardware {

namespace {

constexpr robot::Scalar step = robot::Scalar(1e-3); // s
constexpr int ticks = 4000;
constexpr robot::Scalar near = robot::Scalar(1e-2); // rad

State state{};
int tick = 0;

} // namespace

void start() noexcept
{
    state = {};
    tick = 0;
}

bool wait_for_tick() noexcept
{
    return tick++ < ticks;
}

State read() noexcept
{
    return state;
}

// One step of the symplectic Euler method.
void write(const std::array<robot::Scalar, robot::nv> &tau) noexcept
{
    const auto qdd = robot::forward_dynamics(state.q, state.qd, tau);
    for (std::size_t joint = 0; joint < robot::nv; joint++) {
        state.qd[joint] += step * qdd[joint];
        state.q[joint] += step * state.qd[joint];
    }
}

std::array<robot::Scalar, robot::nq> target() noexcept
{
    std::array<robot::Scalar, robot::nq> q{};
    q.fill(robot::Scalar(0.4));
    return q;
}

int stop() noexcept
{
    const auto wanted = target();
    for (std::size_t joint = 0; joint < robot::nq; joint++) {
        const robot::Scalar off = wanted[joint] - state.q[joint];
        if (!(off < near && off > -near)) {
            return 1;
        }
    }
    return 0;
}

} // namespace hardware
