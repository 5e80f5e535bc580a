//! Andrews' squeezer.

use denoc_codegen::leaves::Argument;
use denoc_codegen::reference::State;

use super::closed::assert_closed;
use super::plane::{forces, wrenches};
use super::tools::{
    assert_within, golden, largest, mechanism, moving, numbers, programs, rows, tolerance,
};

/// Places of β, Θ, γ, Φ, δ, Ω, ε, as the test set orders them, in the order of the tree: β, Θ, γ, δ, Φ, ε, Ω.
const PLACES: [usize; 7] = [0, 1, 2, 4, 3, 6, 5];

/// Of the numbers from the published state, which has fourteen digits of q and ten of q̇.
const PUBLISHED: f64 = 3e-6;

fn in_tree_order(values: &[f64]) -> Vec<f64> {
    PLACES.iter().map(|&place| values[place]).collect()
}

/// The torque of the spring between C and the point D of k3, in the joint of k3.
fn spring(gamma: f64) -> f64 {
    let (stiffness, rest) = (4530.0, 0.07785);
    let ([sc, sd], [xb, yb], [xc, yc]) = ([0.018, 0.02], [-0.03635, 0.03273], [0.014, 0.072]);
    let (sin, cos) = gamma.sin_cos();
    // D − B and D − C.
    let arm = [sd * cos + sc * sin, sd * sin - sc * cos];
    let [x, y] = [xb + arm[0] - xc, yb + arm[1] - yc];
    let length = x.hypot(y);
    let force = -stiffness * (length - rest) / length;
    force * (arm[0] * y - arm[1] * x)
}

/// A state with the crank's torque and the spring's.
fn state(q: &[f64], qd: &[f64], qdd: &[f64]) -> State {
    let motor = 0.033;
    moving(in_tree_order(q), in_tree_order(qd))
        .with(Argument::Qdd, in_tree_order(qdd))
        .with(Argument::Tau, vec![motor, spring(q[2])])
}

/// Every number is off by at most `tolerance` of itself.
fn assert_digits(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        assert_within(&[*found], &[*expected], tolerance * expected.abs(), what);
    }
}

#[test]
fn accelerations_and_multipliers_meet_the_published_digits() {
    let mechanism = mechanism("andrews");
    let published = numbers(&golden("andrews")["published_at_0_03"]);
    let (q, qd, qdd) = (&published[..7], &published[7..14], &published[14..21]);
    let (state, lambda) = (state(q, qd, qdd), &published[21..]);
    for program in programs(&mechanism, "forward_dynamics") {
        let found = program.run(&state);
        let qdd = state.array(Argument::Qdd);
        assert_digits(&found[0], qdd, PUBLISHED, &program.what);
    }
    for program in programs(&mechanism, "constraint_forces") {
        let found = program.run(&state);
        // Cut joints are given in base axes.
        let found = forces(&found[0], &[0.0; 3]);
        assert_digits(&found, lambda, PUBLISHED, &program.what);
    }
}

#[test]
fn accelerations_and_multipliers_meet_golden() {
    let (mechanism, golden) = (mechanism("andrews"), golden("andrews"));
    let tolerance = tolerance(&golden);
    let [q, qd, qdd] = ["q", "qd", "qdd"].map(|key| rows(&golden[key]));
    let multipliers = rows(&golden["lambda_bari_sign"]);
    let states: Vec<State> = (0..q.len())
        .map(|k| state(&q[k], &qd[k], &qdd[k]))
        .collect();
    for program in programs(&mechanism, "forward_dynamics") {
        for state in &states {
            let (found, qdd) = (program.run(state), state.array(Argument::Qdd));
            assert_within(&found[0], qdd, tolerance * largest(qdd), &program.what);
        }
    }
    for program in programs(&mechanism, "constraint_forces") {
        for (state, lambda) in states.iter().zip(&multipliers) {
            let (found, expected) = (program.run(state), wrenches(lambda));
            assert_within(
                &found[0],
                &expected,
                tolerance * largest(lambda),
                &program.what,
            );
        }
    }
    assert_closed(&mechanism, &states, 1e-12);
}
