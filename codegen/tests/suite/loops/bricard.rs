//! Bricard's mechanism: one redundant equation, reactions not unique.

use denoc_codegen::leaves::Argument;
use denoc_codegen::reference::State;

use super::closed::{assert_closed, assert_determined_by};
use super::tools::{
    assert_close, assert_within, golden, largest, mechanism, program, programs, rows, samples,
    tolerance,
};

fn states() -> Vec<State> {
    let golden = golden("bricard");
    let states = samples(&golden, ["joint_angle", "joint_rate", "joint_acc"]);
    let idle = |state: State| state.with(Argument::Tau, vec![0.0]);
    states.into_iter().map(idle).collect()
}

#[test]
fn accelerations_meet_golden() {
    let (mechanism, tolerance) = (mechanism("bricard"), tolerance(&golden("bricard")));
    for program in programs(&mechanism, "forward_dynamics") {
        for state in states() {
            let (found, qdd) = (program.run(&state), state.array(Argument::Qdd));
            let within = tolerance * largest(qdd);
            assert_within(&found[0], qdd, within, &program.what);
            assert_within(&found[1], &qdd[..1], within, &program.what);
        }
    }
}

#[test]
fn the_loop_stays_closed_with_a_redundant_equation() {
    let mechanism = mechanism("bricard");
    let states = states();
    assert_closed(&mechanism, &states, 1e-10);
    assert_determined_by(&mechanism, &[0], &states, 1e-9);
}

#[test]
fn the_corner_moves_as_in_golden() {
    let pose = program(&mechanism("bricard"), "tip_pose_p3");
    let golden = golden("bricard");
    let (positions, tolerance) = (rows(&golden["P3"]), tolerance(&golden));
    for (state, position) in states().iter().zip(&positions) {
        assert_close(&pose.run(state)[1], position, tolerance, &pose.what);
    }
}
