//! Huang, section 12: the three-leg Stewart platform.

use std::f64::consts::FRAC_PI_2;

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::reference::State;
use serde_json::Value;

use super::closed::assert_closed;
use super::rotation::{about, conjugate, product, unit};
use super::tools::{
    apply, assert_close, assert_within, golden, largest, mechanism, minus, numbers, plus, program,
    programs, rows, tolerance, weightless,
};

/// Places of the motors' velocities; of the hinges' behind them; of the platform's in between.
const MOTORS: [usize; 3] = [0, 5, 7];

/// Place of the platform among bodies.
const PLATFORM: usize = 2;

/// Golden data with the mechanism that goes with them.
fn parts() -> [(Value, Mechanism); 3] {
    let as_printed = mechanism("three_leg_platform");
    [
        (golden("three_leg_platform"), as_printed.clone()),
        (
            golden("three_leg_platform_zero_gravity"),
            weightless(as_printed),
        ),
        (
            golden("three_leg_platform_symmetric"),
            mechanism("three_leg_platform_symmetric"),
        ),
    ]
}

/// The coordinates of a sample: motor and hinge of leg 1, the platform against leg 1, motors and hinges of legs 2 and 3.
///
/// The golden platform has its normal for second axis, ours is parallel to the base at first: a quarter turn about x.
fn coordinates(motors: &[f64], hinges: &[f64], wxyz: &[f64]) -> Vec<f64> {
    let shaft = about([0.0, -0.97, 0.26], motors[0]);
    let leg = product(shaft, about([1.0, 0.0, 0.0], hinges[0]));
    let platform = [wxyz[1], wxyz[2], wxyz[3], wxyz[0]];
    let platform = product(platform, about([1.0, 0.0, 0.0], -FRAC_PI_2));
    let [x, y, z, w] = unit(product(conjugate(leg), platform));
    vec![
        motors[0], hinges[0], x, y, z, w, motors[1], hinges[1], motors[2], hinges[2],
    ]
}

/// All samples, their rates from those of the motors.
fn states(golden: &Value, mechanism: &Mechanism) -> Vec<State> {
    let keys = ["motor_angle", "hinge_angle", "platform_quaternion_wxyz"];
    let [motors, hinges, platforms] = keys.map(|key| rows(&golden[key]));
    let rates = rows(&golden["motor_rate"]);
    let dependent = program(mechanism, "dependent_rates");
    (0..motors.len())
        .map(|k| {
            let q = coordinates(&motors[k], &hinges[k], &platforms[k]);
            let state = State::default()
                .with(Argument::Q, q)
                .with(Argument::Independent, rates[k].clone());
            let qd = dependent.run(&state).swap_remove(0);
            state
                .with(Argument::Qd, qd)
                .with(Argument::Tau, numbers(&golden["motor_torque"]))
        })
        .collect()
}

#[test]
fn rates_that_follow_from_the_motors_meet_golden() {
    for (golden, mechanism) in parts() {
        let (states, tolerance) = (states(&golden, &mechanism), tolerance(&golden));
        let rates = rows(&golden["motor_rate"]);
        let keys = ["platform_angular_velocity_world", "platform_velocity"];
        let [omega, velocity] = keys.map(|key| rows(&golden[key]));
        let twist = program(&mechanism, "tip_twist_centre");
        for dependent in programs(&mechanism, "dependent_rates") {
            for (k, state) in states.iter().enumerate() {
                let qd = dependent.run(state).swap_remove(0);
                let motors = MOTORS.map(|place| qd[place]);
                assert_close(&motors, &rates[k], tolerance, &dependent.what);
                let found = twist.run(&state.clone().with(Argument::Qd, qd));
                let expected = [&omega[k][..], &velocity[k]].concat();
                assert_close(&found[0], &expected, tolerance, &dependent.what);
            }
        }
    }
}

#[test]
fn accelerations_of_motors_and_platform_meet_golden() {
    for (golden, mechanism) in parts() {
        let (states, tolerance) = (states(&golden, &mechanism), tolerance(&golden));
        let [motors, platform] = ["motor_acc", "platform_acc"].map(|key| rows(&golden[key]));
        let jacobian = program(&mechanism, "tip_jacobian_centre");
        let bias = program(&mechanism, "tip_bias_acceleration_centre");
        for program in programs(&mechanism, "forward_dynamics") {
            for (k, state) in states.iter().enumerate() {
                let (found, what) = (program.run(state), &program.what);
                let within = tolerance * largest(&motors[k]);
                let of_motors = MOTORS.map(|place| found[0][place]);
                assert_within(&of_motors, &motors[k], within, what);
                assert_within(&found[1], &motors[k], within, what);
                let moved = apply(&jacobian.run(state)[0], &found[0]);
                let acceleration = plus(&moved, &bias.run(state)[0]);
                let within = tolerance * largest(&platform[k]).max(1.0);
                assert_within(&acceleration[3..], &platform[k], within, what);
            }
        }
    }
}

/// The golden forces are those of the platform on the legs.
#[test]
fn forces_at_the_ball_joints_meet_golden() {
    for (golden, mechanism) in parts() {
        let (states, tolerance) = (states(&golden, &mechanism), tolerance(&golden));
        let forces = rows(&golden["lambda_S_joints"]);
        for program in programs(&mechanism, "constraint_forces") {
            for (state, force) in states.iter().zip(&forces) {
                let found = program.run(state).swap_remove(0);
                let wrench = |force: &[f64]| [&[0.0; 3][..], &minus(force)].concat();
                let expected = [wrench(&force[3..6]), wrench(&force[6..])].concat();
                assert_within(&found, &expected, tolerance * largest(force), &program.what);
            }
        }
        let pose = program(&mechanism, "tip_pose_centre");
        for program in programs(&mechanism, "joint_wrenches") {
            for (state, force) in states.iter().zip(&forces) {
                let found = program.run(state).swap_remove(0);
                let wrench = &found[6 * PLATFORM..6 * PLATFORM + 6];
                let (what, within) = (&program.what, tolerance * largest(force));
                assert_within(&wrench[..3], &[0.0; 3], within, what);
                // R takes the axes of the platform to those of the base.
                let on_platform = apply(&pose.run(state)[0], &wrench[3..]);
                assert_within(&on_platform, &minus(&force[..3]), within, what);
            }
        }
    }
}

#[test]
fn energies_are_those_of_the_tree() {
    for (golden, mechanism) in parts() {
        let (states, tolerance) = (states(&golden, &mechanism), tolerance(&golden));
        for (key, function) in [
            ("kinetic", "kinetic_energy"),
            ("potential", "potential_energy"),
        ] {
            let (energies, program) = (numbers(&golden[key]), program(&mechanism, function));
            let within = tolerance * largest(&energies);
            for (state, energy) in states.iter().zip(&energies) {
                assert_within(&program.run(state)[0], &[*energy], within, &program.what);
            }
        }
    }
}

#[test]
fn the_legs_stay_joined_to_the_platform() {
    for (golden, mechanism) in parts() {
        let forward = program(&mechanism, "forward_dynamics");
        let accelerated = |state: State| {
            let qdd = forward.run(&state).swap_remove(0);
            state.with(Argument::Qdd, qdd)
        };
        let states = states(&golden, &mechanism).into_iter();
        let states: Vec<State> = states.map(accelerated).collect();
        assert_closed(&mechanism, &states, 1e-11);
    }
}
