// What the control loop needs of a board. hardware.cpp simulates the arm; on a robot its functions read encoders and write currents, and
// wait_for_tick sleeps until a timer interrupts.
#pragma once

#include "robot.hpp"

namespace hardware {

struct State {
    std::array<robot::Scalar, robot::nq> q;  // rad
    std::array<robot::Scalar, robot::nv> qd; // rad/s
};

void start() noexcept;
// Whether to go on.
bool wait_for_tick() noexcept;
State read() noexcept;
void write(const std::array<robot::Scalar, robot::nv> &tau) noexcept; // Nm
// Where the arm should be, rad.
std::array<robot::Scalar, robot::nq> target() noexcept;
// The status of the program: 0 when all went well.
int stop() noexcept;

} // namespace hardware
