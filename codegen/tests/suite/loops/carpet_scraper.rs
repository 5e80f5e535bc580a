//! Saha, section 4.4: the carpet scraping machine.

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::reference::State;
use serde_json::Value;

use super::closed::{assert_closed, assert_determined_by};
use super::plane::{absolute, forces, moments, relative, wrenches};
use super::tools::{
    assert_close, assert_within, golden, largest, mechanism, moving, numbers, programs, rows,
    tolerance, weightless,
};

/// Of I-1, I-2, II-1, III-1⁰, III-2⁰, III-3⁰, III-1¹: bodies stand in the order of the golden data.
const PARENTS: [Option<usize>; 7] = [None, Some(0), None, None, Some(3), Some(4), Some(3)];

/// Place of the crank, II-1.
const CRANK: usize = 2;

/// The whole turn, with the torque of one of the parts.
fn turn(golden: &Value, part: &str) -> Vec<State> {
    let moved = &golden["kinematics"];
    let [q, qd, qdd] = ["body_angle", "body_rate", "body_acc"].map(|key| rows(&moved[key]));
    let tau = numbers(&golden[part]["tau"]);
    assert_eq!(q.len(), tau.len());
    let of = |rows: &[Vec<f64>], k: usize| relative(&rows[k], &PARENTS);
    (0..q.len())
        .map(|k| {
            moving(of(&q, k), of(&qd, k))
                .with(Argument::Qdd, of(&qdd, k))
                .with(Argument::Tau, vec![tau[k]])
        })
        .collect()
}

/// Both parts of the golden data, with the mechanism that goes with each.
fn parts() -> [(&'static str, Mechanism); 2] {
    let machine = mechanism("carpet_scraper");
    [
        ("gravity_on", machine.clone()),
        ("gravity_off", weightless(machine)),
    ]
}

#[test]
fn the_driving_torque_over_a_turn_meets_golden() {
    let golden = golden("carpet_scraper");
    let tolerance = tolerance(&golden);
    for (part, mechanism) in parts() {
        let scale = largest(&numbers(&golden[part]["tau"]));
        for program in programs(&mechanism, "inverse_dynamics") {
            for state in turn(&golden, part) {
                let (found, tau) = (program.run(&state), state.array(Argument::Tau));
                assert_within(&found[0], tau, tolerance * scale, &program.what);
            }
        }
    }
}

#[test]
fn the_multipliers_over_a_turn_meet_golden() {
    let golden = golden("carpet_scraper");
    let tolerance = tolerance(&golden);
    for (part, mechanism) in parts() {
        let multipliers = rows(&golden[part]["lambda_cut"]);
        for program in programs(&mechanism, "inverse_dynamics_with_forces") {
            for (state, lambda) in turn(&golden, part).iter().zip(&multipliers) {
                let (found, tau) = (program.run(state), state.array(Argument::Tau));
                let within = tolerance * largest(lambda);
                assert_within(&found[0], tau, within, &program.what);
                assert_within(&found[1], &wrenches(lambda), within, &program.what);
            }
        }
        for program in programs(&mechanism, "constraint_forces") {
            for (state, lambda) in turn(&golden, part).iter().zip(&multipliers) {
                let found = program.run(state);
                assert_close(&found[0], &wrenches(lambda), tolerance, &program.what);
            }
        }
    }
}

#[test]
fn the_reactions_at_uncut_joints_over_a_turn_meet_golden() {
    let golden = golden("carpet_scraper");
    let tolerance = tolerance(&golden);
    for (part, mechanism) in parts() {
        let reactions = rows(&golden[part]["reactions_uncut"]);
        for program in programs(&mechanism, "joint_wrenches") {
            for (state, reaction) in turn(&golden, part).iter().zip(&reactions) {
                let angles = absolute(state.array(Argument::Q), &PARENTS);
                let found = program.run(state).swap_remove(0);
                let within = tolerance * largest(reaction);
                assert_within(&forces(&found, &angles), reaction, within, &program.what);
                let mut motors = [0.0; 7];
                motors[CRANK] = state.array(Argument::Tau)[0];
                assert_within(&moments(&found), &motors, within, &program.what);
            }
        }
    }
}

/// Random states of the golden data: state and multipliers.
fn random_states(golden: &Value) -> Vec<(State, Vec<f64>)> {
    let states = golden["forward_dynamics_states"]
        .as_array()
        .expect("states");
    let read = |state: &Value| {
        let of = |key: &str| relative(&numbers(&state[key]), &PARENTS);
        let read = moving(of("body_angle"), of("body_rate"))
            .with(Argument::Qdd, of("body_acc"))
            .with(Argument::Tau, numbers(&state["tau_crank"]));
        (read, numbers(&state["lambda_cut"]))
    };
    states.iter().map(read).collect()
}

#[test]
fn forward_dynamics_of_random_states_meets_golden() {
    let (mechanism, golden) = (mechanism("carpet_scraper"), golden("carpet_scraper"));
    let tolerance = tolerance(&golden);
    for program in programs(&mechanism, "forward_dynamics") {
        for (state, _) in random_states(&golden) {
            let (found, qdd) = (program.run(&state), state.array(Argument::Qdd));
            let within = tolerance * largest(qdd);
            assert_within(&found[0], qdd, within, &program.what);
            assert_within(&found[1], &[qdd[CRANK]], within, &program.what);
        }
    }
    for program in programs(&mechanism, "constraint_forces") {
        for (state, lambda) in random_states(&golden) {
            let found = program.run(&state);
            assert_close(&found[0], &wrenches(&lambda), tolerance, &program.what);
        }
    }
}

#[test]
fn the_loops_stay_closed() {
    let (mechanism, golden) = (mechanism("carpet_scraper"), golden("carpet_scraper"));
    let mut states = turn(&golden, "gravity_on");
    states.extend(random_states(&golden).into_iter().map(|(state, _)| state));
    assert_closed(&mechanism, &states, 1e-11);
    assert_determined_by(&mechanism, &[CRANK], &states, 1e-9);
}
