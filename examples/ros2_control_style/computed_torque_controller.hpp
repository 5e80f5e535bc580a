// Computed torque and gravity compensation of the UR5, in the shape of a controller of ros2_control: lifecycle, names of interfaces, and an
// `update` for the real-time thread that neither allocates nor throws nor waits.
#pragma once

#include "ur5.hpp"

#include <array>
#include <chrono>
#include <span>
#include <string>
#include <vector>

namespace ur5_control {

// As controller_interface::CallbackReturn and controller_interface::return_type.
enum class CallbackReturn { success, failure };
enum class ReturnType { ok, error };

// What the controller follows; written between two updates.
struct Reference {
    std::array<double, ur5::nq> q{};   // rad
    std::array<double, ur5::nv> qd{};  // rad/s
    std::array<double, ur5::nv> qdd{}; // rad/s^2
};

// Gains of the closed loop, whose joints are decoupled: qdd = qdd_d + damping (qd_d - qd) + stiffness (q_d - q).
struct Parameters {
    double stiffness = 100.0;  // 1/s^2
    double damping = 20.0;     // 1/s
    double effort_limit = 150; // Nm
};

class ComputedTorqueController {
public:
    // What the controller claims and reads: one effort for every joint; all positions, then all velocities.
    [[nodiscard]] static std::vector<std::string> command_interface_configuration();
    [[nodiscard]] static std::vector<std::string> state_interface_configuration();

    // Not real-time. Fails on gains that are no numbers or negative.
    [[nodiscard]] CallbackReturn on_configure(const Parameters &parameters);
    // Takes the interfaces, in the order of the configurations. Fails where there are not as many, or the controller is not configured.
    [[nodiscard]] CallbackReturn on_activate(std::span<double> commands, std::span<const double> states);
    CallbackReturn on_deactivate() noexcept;

    // Without a reference the arm is free: its weight is carried and nothing else.
    void follow(const Reference &reference) noexcept;
    void release() noexcept;

    // Real-time. Reads the states and writes efforts; an error, and no effort, when a result is not a number.
    [[nodiscard]] ReturnType update(std::chrono::nanoseconds time, std::chrono::nanoseconds period) noexcept;

private:
    [[nodiscard]] std::array<double, ur5::nv> effort() const noexcept;

    Parameters parameters_;
    Reference reference_;
    bool configured_ = false;
    bool follows_ = false;
    std::span<double> commands_;
    std::span<const double> states_;
};

} // namespace ur5_control
