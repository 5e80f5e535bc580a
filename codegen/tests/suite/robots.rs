//! Models of real robots against golden data: `models/ur5.toml`, `models/panda.toml`, and the URDFs of
//! `tests/golden/urdf`.

use std::path::PathBuf;

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, reference, scale};
use denoc_codegen::rounding::terms_of;
use denoc_codegen::transform::elementary;
use serde_json::Value;

use crate::common::upper_triangle;

/// Least relative tolerance, of the largest element, or of the terms where these cancel.
const TOLERANCE: f64 = 1e-12;

fn root(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(path)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(root(&format!("models/{name}.toml"))).expect(name)
}

fn mechanism(text: &str) -> Mechanism {
    elementary(&model::parse("robot.toml", text).expect("a model").mechanism)
}

/// The UR5 of the golden data, whose quarter turns are those of its source: written with twelve digits, and taken as written.
fn ur5_of_the_source() -> Mechanism {
    let text = text("ur5");
    assert!(text.contains("\"pi/2\""));
    let text = text.replace("\"pi/2\"", "1.57079632679");
    let text = text.replace("\"-pi/2\"", "-1.57079632679");
    mechanism(&text.replacen("\ngravity", "\nsnap = 1e-12\ngravity", 1))
}

/// The Panda of the golden data, whose fingers move.
fn panda_with_fingers() -> Mechanism {
    let mut text = text("panda");
    for axis in ["[0, 1, 0]", "[0, -1, 0]"] {
        let locked =
            format!("joint = {{ type = \"fixed\" }}           # there prismatic, axis {axis}");
        assert!(text.contains(&locked), "{locked}");
        let moving = format!("joint = {{ type = \"prismatic\", axis = {axis} }}");
        text = text.replace(&locked, &moving);
    }
    mechanism(&text)
}

fn numbers(value: &Value) -> Vec<f64> {
    match value.as_array() {
        Some(list) => list.iter().flat_map(numbers).collect(),
        None => vec![value.as_f64().expect("a number")],
    }
}

fn assert_close(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= tolerance, "{what}: {a} and {b}");
    }
}

/// The largest of the terms that the elements of a quantity are sums of.
fn terms(mechanism: &Mechanism, quantity: Quantity, state: &State) -> f64 {
    let terms = terms_of(mechanism, quantity, quantity.literal(mechanism), state);
    terms.into_iter().fold(0.0, f64::max)
}

fn value(mechanism: &Mechanism, quantity: Quantity, state: &State) -> Vec<f64> {
    reference(mechanism, quantity, quantity.literal(mechanism), state).concat()
}

fn golden(name: &str) -> Value {
    let path = root(&format!("tests/golden/urdf/{name}.json"));
    let text = std::fs::read_to_string(path).expect("golden data");
    serde_json::from_str(&text).expect("JSON")
}

/// Compares with all states, to max(1e-12, 100 times the noise of the data).
fn meets_golden(mechanism: &Mechanism, name: &str) {
    for state in golden(name)["states"].as_array().expect("states") {
        meets_state(mechanism, name, state);
    }
}

fn meets_state(mechanism: &Mechanism, name: &str, golden: &Value) {
    let array = |key: &str| numbers(&golden[key]);
    let state = State::default()
        .with(Argument::Q, array("q"))
        .with(Argument::Qd, array("qd"))
        .with(Argument::Qdd, array("qdd"))
        .with(Argument::Tau, array("tau"));
    let compare = |found: &[f64], expected: &[f64], key: &str, quantity: Quantity| {
        let noise = golden["noise"][key].as_f64().unwrap_or_default();
        let what = format!("{name}, {quantity:?}");
        let scale = scale(expected, terms(mechanism, quantity, &state));
        assert_close(found, expected, TOLERANCE.max(100.0 * noise) * scale, &what);
    };
    for (quantity, key, expected) in [
        (Quantity::InverseDynamics, "id_tau", array("id_tau")),
        (Quantity::Gravity, "gravity_tau", array("gravity_tau")),
        (Quantity::MassMatrix, "mass_matrix", array("mass_matrix")),
        (
            Quantity::MassMatrixUpper,
            "mass_matrix",
            upper_triangle(&array("mass_matrix")),
        ),
        (Quantity::ForwardDynamics, "fd_qdd", array("fd_qdd_ld")),
        (Quantity::KineticEnergy, "", array("kinetic_energy")),
        (Quantity::PotentialEnergy, "", array("potential_energy")),
        (
            Quantity::TipPose(0),
            "tip_p",
            [array("tip_R"), array("tip_p")].concat(),
        ),
    ] {
        compare(
            &value(mechanism, quantity, &state),
            &expected,
            key,
            quantity,
        );
    }
    if golden["joint_wrench"].is_null() {
        return;
    }
    // [moment; force] here, [force; moment] there.
    let wrenches = value(mechanism, Quantity::JointWrenches, &state);
    let swapped: Vec<f64> = wrenches
        .chunks(6)
        .flat_map(|w| [&w[3..], &w[..3]].concat())
        .collect();
    let expected = array("joint_wrench");
    compare(&swapped, &expected, "joint_wrench", Quantity::JointWrenches);
}

#[test]
fn ur5_meets_its_golden_data() {
    meets_golden(&ur5_of_the_source(), "ur5");
}

#[test]
fn panda_with_moving_fingers_meets_its_golden_data() {
    meets_golden(&panda_with_fingers(), "panda");
}

#[test]
fn panda_is_the_one_with_its_fingers_at_rest() {
    let (locked, moving) = (mechanism(&text("panda")), panda_with_fingers());
    assert_eq!((locked.nv(), moving.nv()), (7, 9));
    let array = |seed: f64, n: usize| -> Vec<f64> {
        let draw = |k| {
            if k < 7 {
                (seed * (1.0 + f64::from(k))).sin()
            } else {
                0.0
            }
        };
        (0..9_u8).map(draw).take(n).collect()
    };
    for seed in [0.7, 1.3, 2.9] {
        let state = |n| {
            State::default()
                .with(Argument::Q, array(seed, n))
                .with(Argument::Qd, array(seed + 0.1, n))
                .with(Argument::Qdd, array(seed + 0.2, n))
        };
        let expected = value(&moving, Quantity::InverseDynamics, &state(9));
        let found = value(&locked, Quantity::InverseDynamics, &state(7));
        let scale = scale(&found, terms(&locked, Quantity::InverseDynamics, &state(7)));
        assert_close(&found, &expected[..7], TOLERANCE * scale, "torques");
    }
}

macro_rules! urdf {
    ($($robot:ident)*) => {
        $(#[test]
        fn $robot() {
            let name = stringify!($robot);
            let path = root(&format!("tests/models/urdf/{name}.toml"));
            let reading = model::Reading {
                allowed: vec![root("tests/golden")],
                ..model::Reading::default()
            };
            let loaded = reading.load(&path).unwrap_or_else(|error| panic!("{error}"));
            meets_golden(&elementary(&loaded.mechanism), name);
        })*
    };
}

mod robot_of_a_urdf_meets_its_golden_data {
    use super::*;
    urdf! { allegro_right_hand anymal_b double_pendulum_continuous panda panda_mimic skew_arm skew_arm_coupled solo12 tiago_no_hand ur5 }
}
