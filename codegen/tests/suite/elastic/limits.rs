//! Limits in which an elastic joint is known: a stiff spring, and the counts beside the rigid arm.

use std::fmt::Write as _;

use denoc_codegen::compile::{Compiled, Options, compile};
use denoc_codegen::leaves::Argument;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::State;

use crate::elastic::models::{mechanism, model, value};

/// The planar arm without springs, rotors of N² J in its joints where `rotors` says so.
fn rigid(rotors: bool) -> String {
    let mut text = String::new();
    for line in model("planar_2r").lines() {
        let Some((before, elastic)) = line.split_once(", elastic") else {
            let _ = writeln!(text, "{line}");
            continue;
        };
        let rotor = match (rotors, elastic.contains("4e-5")) {
            (false, _) => "",
            (true, true) => ", rotor_inertia = 4e-5, gear = 80",
            (true, false) => ", rotor_inertia = 2.5e-5, gear = 60",
        };
        let _ = writeln!(text, "{before}{rotor} }}");
    }
    text
}

/// Where the spring carries what the rigid arm with the rotor in its joint would, and motor and link have one rate, both accelerate as
/// that arm does. The stretch is the force over k, so that for k → ∞ the motion is that of the rigid arm, θ = q.
#[test]
fn a_stiff_spring_is_a_rigid_joint_with_a_rotor() {
    let rigid = mechanism(&rigid(true));
    let state = State::sample(&rigid, 5);
    let [q, qd, tau] =
        [Argument::Q, Argument::Qd, Argument::Tau].map(|one| state.array(one).to_vec());
    let expected = value(&rigid, Quantity::ForwardDynamics, &state);
    let inertia = [4e-5 * 80.0 * 80.0, 2.5e-5 * 60.0 * 60.0];
    let off = |scale: f64| -> f64 {
        let stiffness = [1500.0 * scale, 900.0 * scale];
        let text = model("planar_2r")
            .replace(
                "stiffness = 1500, damping = 0.8",
                &format!("stiffness = {}", stiffness[0]),
            )
            .replace("stiffness = 900", &format!("stiffness = {}", stiffness[1]))
            .replace(", motor_damping = 0.35", "");
        let elastic = mechanism(&text);
        // The spring carries τ − N² J q̈ of the rigid arm.
        let stretch = |k: usize| (tau[k] - inertia[k] * expected[k]) / stiffness[k];
        let both = |own: &[f64], motor: Vec<f64>| [own, &motor].concat();
        let at = State::default()
            .with(
                Argument::Q,
                both(&q, (0..2).map(|k| q[k] + stretch(k)).collect()),
            )
            .with(Argument::Qd, both(&qd, qd.clone()))
            .with(Argument::Tau, [vec![0.0; 2], tau.clone()].concat());
        let found = value(&elastic, Quantity::ForwardDynamics, &at);
        let pairs = found.iter().zip(expected.iter().chain(&expected));
        pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    // The stretch is rounded with q and θ, and k makes a force of that.
    for scale in [1.0, 1e2, 1e4] {
        let off = off(scale);
        assert!(off < 1e-10 * scale, "{scale}: {off:e}");
    }
}

fn counts(text: &str) -> Compiled {
    compile(&mechanism(text), &Options::default()).expect("it compiles")
}

/// Operations of the planar arm: rigid, with rotors in its joints, elastic.
#[test]
fn an_elastic_joint_costs_a_few_operations() {
    let compiled = [rigid(false), rigid(true), model("planar_2r")].map(|text| counts(&text));
    let total = |index: usize, name: &str| -> usize {
        let mut functions = compiled[index].functions.iter();
        let found = functions.find(|one| one.name == name);
        found.map_or(0, |one| one.counts().total())
    };
    let mut shown = String::new();
    for function in &compiled[2].functions {
        let [bare, rotors, elastic] = [0, 1, 2].map(|index| total(index, &function.name));
        let _ = writeln!(shown, "{:31}{bare:4}{rotors:4}{elastic:4}", function.name);
        if ![
            "inverse_dynamics_with_wrenches",
            "inverse_dynamics",
            "forward_dynamics",
        ]
        .contains(&&*function.name)
        {
            // A spring and a damper: 3 additions and 2 products; 2 additions and 1 product for each rotor.
            assert!(elastic <= bare + 2 * 10, "{shown}");
        }
    }
    insta::assert_snapshot!(shown);
    for name in [
        "mass_matrix",
        "gravity",
        "coriolis_matrix",
        "tip_pose_tip",
        "tip_jacobian_tip",
        "joint_wrenches",
    ] {
        assert_eq!(total(0, name), total(2, name), "{name}");
    }
}
