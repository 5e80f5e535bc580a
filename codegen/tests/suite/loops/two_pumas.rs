//! SOA, section 2: two PUMAs that hold a box.

use denoc_codegen::leaves::Argument;
use denoc_codegen::reference::State;
use serde_json::Value;

use super::closed::assert_closed;
use super::rotation::{cross, of_matrix, turned_back};
use super::tools::{
    assert_close, golden, mechanism, minus, moving, numbers, plus, programs, tolerance,
};

/// Position and quaternion of the box behind the twelve angles; its velocities, first linear, are in its own axes.
fn state(golden: &Value) -> State {
    let of = |key: &str| numbers(&golden[key]);
    let (r, omega, velocity) = (of("object_R"), of("object_omega"), of("object_velocity"));
    let own = |v: &[f64]| turned_back(&r, v);
    // d/dt Rᵀ v = Rᵀ (v̇ − ω × v)
    let change = plus(
        &of("object_acceleration"),
        &minus(&cross(&omega, &velocity)),
    );
    let q = [of("q"), of("object_position"), of_matrix(&r).to_vec()].concat();
    let qd = [of("qd"), own(&velocity), own(&omega)].concat();
    let qdd = [of("qdd"), own(&change), own(&of("object_alpha"))].concat();
    moving(q, qd)
        .with(Argument::Qdd, qdd)
        .with(Argument::Tau, of("tau"))
}

/// States, and the wrenches of the arms on the box.
fn states() -> Vec<(State, Vec<f64>)> {
    let golden = golden("two_pumas");
    let wrenches = |golden: &Value| {
        let keys = ["wrench_object_on_arm1", "wrench_object_on_arm2"];
        minus(&keys.map(|key| numbers(&golden[key])).concat())
    };
    let states = golden["states"].as_array().expect("states").iter();
    states
        .map(|golden| (state(golden), wrenches(golden)))
        .collect()
}

#[test]
fn accelerations_of_arms_and_box_meet_golden() {
    let tolerance = tolerance(&golden("two_pumas"));
    for program in programs(&mechanism("two_pumas"), "forward_dynamics") {
        for (state, _) in states() {
            let (found, qdd) = (program.run(&state), state.array(Argument::Qdd));
            assert_close(&found[0], qdd, tolerance, &program.what);
            let (arms, of_box) = found[0].split_at(12);
            assert_close(arms, &qdd[..12], tolerance, &program.what);
            assert_close(of_box, &qdd[12..], tolerance, &program.what);
        }
    }
}

#[test]
fn wrenches_of_the_grasps_meet_golden() {
    let tolerance = tolerance(&golden("two_pumas"));
    for program in programs(&mechanism("two_pumas"), "constraint_forces") {
        for (state, wrenches) in states() {
            let found = program.run(&state).swap_remove(0);
            for (found, expected) in found.chunks(6).zip(wrenches.chunks(6)) {
                assert_close(found, expected, tolerance, &program.what);
            }
        }
    }
}

#[test]
fn the_grasps_hold() {
    let states: Vec<State> = states().into_iter().map(|(state, _)| state).collect();
    assert_closed(&mechanism("two_pumas"), &states, 1e-11);
}
