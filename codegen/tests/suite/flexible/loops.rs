//! Loops through flexible bodies: `tests/models/flex/slider_crank.toml`. The values of its functions are those of the data in
//! [`golden`](crate::flexible::golden), its motion in [`motion`](crate::flexible::motion).

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::reference;
use denoc_codegen::transform::elementary;

use crate::flexible::models;

fn slider_crank(level: &str, head: &str) -> Mechanism {
    let text = models::model("slider_crank", level);
    let text = text.replacen("gravity =", &format!("{head}\ngravity ="), 1);
    model::parse("flexible.toml", &text)
        .expect("a sound model")
        .mechanism
}

#[test]
fn rods_are_straight_where_the_loop_is_assembled() {
    let mechanism = slider_crank("stiffened", "");
    let loops = mechanism.loops.as_ref().expect("a loop");
    let q = &loops.mobility.q;
    assert_eq!(q[2..4], [0.0, 0.0]);
    assert!((q[0] - 0.5).abs() < 1e-6, "{q:?}");
}

#[test]
fn modes_are_actuated_and_independent() {
    let mechanism = slider_crank("stiffened", "actuated = [\"crank\"]");
    let loops = mechanism.loops.as_ref().expect("a loop");
    assert_eq!(loops.actuated, [0, 2, 3]);
    assert_eq!(loops.mobility.independent, [0, 2, 3]);
    assert!(Quantity::InverseDynamics.exists_on(&mechanism));
}

/// τ → q̈ → τ by every formulation.
#[test]
fn inverse_dynamics_undo_forward_dynamics() {
    for level in ["exact", "stiffened"] {
        let mechanism = slider_crank(level, "actuated = [\"crank\"]");
        let split = elementary(&mechanism);
        let golden = models::golden("slider_crank");
        for one in golden["states"].as_array().expect("states") {
            let at = models::state(one, &one["levels"][level]);
            let all = models::numbers(&one["tau"]);
            let τ = [all[0], all[2], all[3]];
            let at = at.with(Argument::Tau, τ.to_vec());
            for forward in Quantity::ForwardDynamics.formulations_on(&split) {
                let qdd = reference(&split, Quantity::ForwardDynamics, forward, &at).remove(0);
                let moving = at.clone().with(Argument::Qdd, qdd);
                for inverse in Quantity::InverseDynamics.formulations_on(&split) {
                    let found = reference(&split, Quantity::InverseDynamics, inverse, &moving);
                    let scale = τ.iter().fold(1.0_f64, |scale, x| scale.max(x.abs()));
                    for (found, τ) in found[0].iter().zip(τ) {
                        let off = (found - τ).abs() / scale;
                        assert!(off < 1e-10, "{level} {forward:?} {inverse:?}: {off:e}");
                    }
                }
            }
        }
    }
}

#[test]
fn motions_of_loops_through_undeformed_frames_are_refused() {
    use denoc_codegen::compile::Options;
    use denoc_codegen::simulate::{Dynamics, Inverse, StateVariables};

    let mechanism = slider_crank("undeformed", "actuated = [\"crank\"]");
    let options = Options::default();
    let moved = Dynamics::compile(&mechanism, StateVariables::Lagrangian, &options).err();
    let held = Inverse::compile(&mechanism, &options).err();
    for error in [moved, held] {
        let message = error.expect("an error").to_string();
        assert!(message.contains("level `undeformed`"), "{message}");
    }
}
