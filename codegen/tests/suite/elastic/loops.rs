//! An elastic joint in a loop: a slider-crank whose crank hangs on a spring.

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, reference};
use denoc_codegen::transform::elementary;
use denoc_sincos::linear::double::solve;

use crate::elastic::models;

const SLIDER_CRANK: &str = r#"name = "slider_crank"
gravity = [0, -9.81, 0]
actuated = ["crank"]
[[body]]
name = "crank"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1], elastic = { stiffness = 200, damping = 0.5, motor_inertia = 1e-5, gear_ratio = 30 } }
mass = 0.5
com = [0.05, 0, 0]
inertia = { xx = 0.0001, yy = 0.002, zz = 0.002 }
[[body]]
name = "rod"
parent = "crank"
joint = { type = "revolute", axis = [0, 0, 1] }
placement = { xyz = [0.15, 0, 0] }
mass = 0.1
com = [0.2, 0, 0]
inertia = { xx = 0.0001, yy = 0.002, zz = 0.002 }
[[body]]
name = "slider"
parent = "base"
joint = { type = "prismatic", axis = [1, 0, 0] }
mass = 0.3
[assembly]
crank = 0.5
rod = -0.68
slider = 0.53
"#;

const PIN: &str = r#"[[loop]]
name = "pin"
joint = { type = "revolute", axis = [0, 0, 1] }
from = { body = "rod", placement = { xyz = [0.4, 0, 0] } }
to = { body = "slider" }
"#;

fn closed() -> Mechanism {
    models::mechanism(&format!("{SLIDER_CRANK}{PIN}"))
}

fn open() -> Mechanism {
    let end = SLIDER_CRANK.find("[assembly]").expect("its assembly");
    let text = SLIDER_CRANK[..end].replace("actuated = [\"crank\"]\n", "");
    models::mechanism(&text)
}

fn value(mechanism: &Mechanism, quantity: Quantity, at: &State) -> Vec<f64> {
    reference(mechanism, quantity, quantity.literal(mechanism), at).concat()
}

#[test]
fn no_spring_is_stretched_where_the_loop_is_assembled() {
    let mechanism = closed();
    let loops = mechanism.loops.as_ref().expect("a loop");
    assert_eq!(loops.mobility.q[3], loops.mobility.q[0]);
    assert_eq!(loops.actuated, [0, 3]);
    assert_eq!(loops.mobility.independent, [0, 3]);
}

/// [M, −Gᵀ; G, 0] [q̈; λ] = [τ − h; −γ] with M and h of the model without its loop.
fn by_lagrange(split: &Mechanism, at: &State, τ: [f64; 2]) -> Vec<f64> {
    let tree = elementary(&open());
    let (mass, h) = (
        value(&tree, Quantity::MassMatrix, at),
        value(&tree, Quantity::Bias, at),
    );
    let (jacobian, γ) = (
        value(split, Quantity::ClosureJacobian, at),
        value(split, Quantity::ClosureBias, at),
    );
    let (n, m) = (h.len(), γ.len());
    let mut matrix = vec![0.0; (n + m) * (n + m)];
    for i in 0..n {
        for j in 0..n {
            matrix[i * (n + m) + j] = mass[i * n + j];
        }
        for k in 0..m {
            matrix[i * (n + m) + n + k] = -jacobian[k * n + i];
            matrix[(n + k) * (n + m) + i] = jacobian[k * n + i];
        }
    }
    let mut right: Vec<f64> = h.iter().map(|h| -h).collect();
    right[0] += τ[0];
    right[3] += τ[1];
    right.extend(γ.iter().map(|γ| -γ));
    assert!(solve(n + m, 1, &mut matrix, &mut right));
    right.truncate(n);
    right
}

#[test]
fn accelerations_are_those_of_lagranges_equations() {
    let mechanism = closed();
    let split = elementary(&mechanism);
    let τ = [0.3, -1.2];
    let at = State::sample(&mechanism, 4).with(Argument::Tau, τ.to_vec());
    let expected = by_lagrange(&split, &at, τ);
    let largest = expected.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    for formulation in Quantity::ForwardDynamics.formulations_on(&split) {
        let found = reference(&split, Quantity::ForwardDynamics, formulation, &at);
        for (found, expected) in found[0].iter().zip(&expected) {
            let off = (found - expected).abs() / largest;
            assert!(off < 1e-12, "{formulation:?}: {off:e}");
        }
    }
}

#[test]
fn a_held_spring_leaves_the_rotor_on_the_crank() {
    let text = format!("{SLIDER_CRANK}{PIN}");
    let held = text.replacen("gravity", "lock = [\"crank/spring\"]\ngravity", 1);
    let rigid = text.replace(
        "elastic = { stiffness = 200, damping = 0.5, motor_inertia = 1e-5, gear_ratio = 30 }",
        "rotor_inertia = 1e-5, gear = 30",
    );
    let [held, rigid] = [held, rigid].map(|text| elementary(&models::mechanism(&text)));
    let at = State::sample(&rigid, 2);
    let τ = at.array(Argument::Tau)[..1].to_vec();
    let at = at.with(Argument::Tau, τ);
    for quantity in [Quantity::ForwardDynamics, Quantity::InverseDynamics] {
        assert_eq!(value(&held, quantity, &at), value(&rigid, quantity, &at));
    }
}
