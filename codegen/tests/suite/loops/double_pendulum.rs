//! Huang, section 11: the double pendulum of two free links, both joints cut.

use denoc_codegen::leaves::Argument;
use denoc_codegen::reference::State;

use super::closed::assert_closed;
use super::plane::wrenches;
use super::tools::{assert_close, golden, mechanism, moving, programs, rows, tolerance};

/// From a mass centre to a joint, m.
const HALF: f64 = 0.61;

/// Coordinates (x, y, θ) of both links from their angles, with rates and accelerations.
pub(crate) fn state(theta: &[f64], omega: &[f64], alpha: &[f64]) -> State {
    let (mut q, mut qd, mut qdd) = (Vec::new(), Vec::new(), Vec::new());
    // Joint, its velocity and its acceleration.
    let [mut joint, mut velocity, mut acceleration] = [[0.0; 2]; 3];
    for ((θ, ω), α) in theta.iter().zip(omega).zip(alpha) {
        let (sin, cos) = θ.sin_cos();
        let arm = [HALF * cos, HALF * sin];
        let rate = [-ω * arm[1], ω * arm[0]];
        let change = [-α * arm[1] - ω * ω * arm[0], α * arm[0] - ω * ω * arm[1]];
        q.extend([joint[0] + arm[0], joint[1] + arm[1], *θ]);
        qd.extend([velocity[0] + rate[0], velocity[1] + rate[1], *ω]);
        qdd.extend([acceleration[0] + change[0], acceleration[1] + change[1], *α]);
        for k in 0..2 {
            joint[k] += 2.0 * arm[k];
            velocity[k] += 2.0 * rate[k];
            acceleration[k] += 2.0 * change[k];
        }
    }
    moving(q, qd).with(Argument::Qdd, qdd)
}

/// States, and the forces of the base on link 1 and of link 1 on link 2.
fn states(name: &str) -> Vec<(State, Vec<f64>)> {
    let golden = golden(name);
    let [theta, omega, alpha] = ["theta", "omega", "alpha"].map(|key| rows(&golden[key]));
    let forces = rows(&golden["joint_force"]).into_iter().enumerate();
    forces
        .map(|(k, force)| (state(&theta[k], &omega[k], &alpha[k]), force))
        .collect()
}

#[test]
fn accelerations_and_joint_forces_meet_golden() {
    let mechanism = mechanism("double_pendulum_loops");
    for name in ["double_pendulum", "double_pendulum_b"] {
        let tolerance = tolerance(&golden(name));
        for program in programs(&mechanism, "forward_dynamics") {
            for (state, _) in states(name) {
                let found = program.run(&state);
                let qdd = state.array(Argument::Qdd);
                assert_close(&found[0], qdd, tolerance, &program.what);
            }
        }
        for program in programs(&mechanism, "constraint_forces") {
            for (state, force) in states(name) {
                let found = program.run(&state);
                assert_close(&found[0], &wrenches(&force), tolerance, &program.what);
            }
        }
    }
}

#[test]
fn the_joints_stay_closed() {
    let mechanism = mechanism("double_pendulum_loops");
    for name in ["double_pendulum", "double_pendulum_b"] {
        let states: Vec<State> = states(name).into_iter().map(|(state, _)| state).collect();
        assert_closed(&mechanism, &states, 1e-12);
    }
}
