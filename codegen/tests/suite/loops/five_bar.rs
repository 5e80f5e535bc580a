//! Saha, section 3.5: the five-bar manipulator.

use denoc_codegen::leaves::Argument;
use denoc_codegen::model;
use denoc_codegen::recursion::{Formulation, Quantity};
use denoc_codegen::reference::{State, reference};
use denoc_codegen::transform::elementary;
use serde_json::Value;

use super::closed::{assert_closed, assert_determined_by};
use super::plane::{absolute, forces, moments, wrenches};
use super::tools::{
    assert_close, assert_within, golden, largest, mechanism, minus, programs, rows, samples, text,
    tolerance,
};

/// Models and golden data of one name.
const ALL: [&str; 2] = ["five_bar", "five_bar_narrow"];

/// Of crank1, coupler1, crank2, coupler2. Golden angles are those of the joints already.
const PARENTS: [Option<usize>; 4] = [None, Some(0), None, Some(2)];

/// Places of the actuated joints.
const ACTUATED: [usize; 2] = [0, 2];

fn states(part: &Value) -> Vec<State> {
    samples(part, ["joint_angle", "joint_rate", "joint_acc"])
}

/// The same with torques.
fn driven(part: &Value) -> Vec<State> {
    let torques = rows(&part["tau"]);
    let both = states(part).into_iter().zip(torques);
    both.map(|(state, tau)| state.with(Argument::Tau, tau))
        .collect()
}

/// Falling: without torques.
fn falling(part: &Value) -> Vec<State> {
    let idle = |state: State| state.with(Argument::Tau, vec![0.0; 2]);
    states(part).into_iter().map(idle).collect()
}

/// The wrench on coupler2; the golden multiplier is the force of coupler2 on coupler1.
fn at_the_end_point(lambda: &[f64]) -> Vec<f64> {
    wrenches(&minus(lambda))
}

#[test]
fn torques_along_the_cycloid_meet_golden() {
    for name in ALL {
        let (mechanism, golden) = (mechanism(name), golden(name));
        let tolerance = tolerance(&golden);
        let part = &golden["inverse_dynamics"];
        for program in programs(&mechanism, "inverse_dynamics") {
            for (state, tau) in states(part).iter().zip(rows(&part["tau"])) {
                let found = program.run(state);
                assert_close(&found[0], &tau, tolerance, &program.what);
            }
        }
    }
}

#[test]
fn torques_and_the_force_at_the_end_point_along_the_cycloid_meet_golden() {
    for name in ALL {
        let (mechanism, golden) = (mechanism(name), golden(name));
        let tolerance = tolerance(&golden);
        let part = &golden["inverse_dynamics"];
        let expected = || rows(&part["tau"]).into_iter().zip(rows(&part["lambda_E"]));
        for program in programs(&mechanism, "inverse_dynamics_with_forces") {
            for (state, (tau, lambda)) in states(part).iter().zip(expected()) {
                let found = program.run(state);
                assert_close(&found[0], &tau, tolerance, &program.what);
                let force = at_the_end_point(&lambda);
                assert_close(&found[1], &force, tolerance, &program.what);
            }
        }
        for program in programs(&mechanism, "constraint_forces") {
            for (state, (_, lambda)) in driven(part).iter().zip(expected()) {
                let found = program.run(state);
                let force = at_the_end_point(&lambda);
                assert_close(&found[0], &force, tolerance, &program.what);
            }
        }
    }
}

#[test]
fn reactions_along_the_cycloid_meet_golden() {
    for name in ALL {
        let (mechanism, golden) = (mechanism(name), golden(name));
        let tolerance = tolerance(&golden);
        let part = &golden["inverse_dynamics"];
        let keys = ["reaction_O1", "reaction_A1", "reaction_O2", "reaction_A2"];
        let reactions = keys.map(|key| rows(&part[key]));
        for program in programs(&mechanism, "joint_wrenches") {
            for (k, state) in driven(part).iter().enumerate() {
                let angles = absolute(state.array(Argument::Q), &PARENTS);
                let found = program.run(state).swap_remove(0);
                let expected = [0, 1, 2, 3].map(|body| &reactions[body][k][..]).concat();
                let what = &program.what;
                let within = tolerance * largest(&expected);
                assert_within(&forces(&found, &angles), &expected, within, what);
                let tau = state.array(Argument::Tau);
                assert_within(&moments(&found), &[tau[0], 0.0, tau[1], 0.0], within, what);
            }
        }
    }
}

/// Also at 1.36 s and 1.37 s, on both sides of the singular configuration of the actuated angles.
#[test]
fn accelerations_of_the_free_fall_meet_golden() {
    for name in ALL {
        let (mechanism, golden) = (mechanism(name), golden(name));
        let tolerance = tolerance(&golden);
        for program in programs(&mechanism, "forward_dynamics") {
            for state in falling(&golden["free_fall"]) {
                let (found, qdd) = (program.run(&state), state.array(Argument::Qdd));
                assert_close(&found[0], qdd, tolerance, &program.what);
                let independent = ACTUATED.map(|place| qdd[place]);
                let within = tolerance * largest(qdd);
                assert_within(&found[1], &independent, within, &program.what);
            }
        }
    }
}

#[test]
fn the_force_at_the_end_point_in_free_fall_meets_golden() {
    for name in ALL {
        let (mechanism, golden) = (mechanism(name), golden(name));
        let tolerance = tolerance(&golden);
        let part = &golden["free_fall"];
        for program in programs(&mechanism, "constraint_forces") {
            for (state, lambda) in falling(part).iter().zip(rows(&part["lambda_E"])) {
                let found = program.run(state);
                let force = at_the_end_point(&lambda);
                assert_close(&found[0], &force, tolerance, &program.what);
            }
        }
    }
}

#[test]
fn the_loop_stays_closed() {
    for name in ALL {
        let (mechanism, golden) = (mechanism(name), golden(name));
        for part in ["inverse_dynamics", "free_fall"] {
            assert_closed(&mechanism, &states(&golden[part]), 1e-12);
        }
        let states = states(&golden["inverse_dynamics"]);
        assert_determined_by(&mechanism, &ACTUATED, &states, 1e-9);
    }
}

/// The axes of a crank need not be along it.
#[test]
fn a_crank_may_have_any_axes() {
    let straight = "placement = { xyz = [0.6, 0, 0] }";
    let own = text("five_bar");
    assert!(own.contains(straight));
    let turned = own.replacen(straight, "placement = { xyz = [0.59, 0.1, 0] }", 1);
    let loaded = model::parse("five_bar.toml", &turned).unwrap_or_else(|error| panic!("{error}"));
    let mechanism = elementary(&loaded.mechanism);
    let q = mechanism.loops.as_ref().expect("loops").mobility.q.clone();
    let state = State::default()
        .with(Argument::Q, q)
        .with(Argument::Independent, vec![0.7, -0.4]);
    let [whole_tree, parallel] = [Formulation::WholeTree, Formulation::Parallel].map(|by| {
        let mut arrays = reference(&mechanism, Quantity::DependentRates, by, &state);
        arrays.swap_remove(0)
    });
    assert_close(&parallel, &whole_tree, 1e-12, "dependent rates");
}
