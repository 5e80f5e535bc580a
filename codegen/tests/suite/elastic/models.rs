//! Models with elastic joints, and the data of `tests/golden/elastic`.

use std::path::PathBuf;

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;
use denoc_codegen::recursion::{Formulation, Quantity};
use denoc_codegen::reference::{State, reference};
use denoc_codegen::transform::elementary;
use serde_json::Value;

/// The mechanism of a model that must be sound.
#[track_caller]
pub(crate) fn mechanism(text: &str) -> Mechanism {
    let parsed = model::parse("elastic.toml", text);
    parsed.expect("a sound model").mechanism
}

/// A file of the tests.
pub(crate) fn text(path: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests");
    std::fs::read_to_string(folder.join(path)).expect("a file of the tests")
}

/// A model with data.
pub(crate) fn model(name: &str) -> String {
    text(&format!("models/elastic/{name}.toml"))
}

/// The states of its data.
pub(crate) fn states(name: &str) -> Vec<Value> {
    let text = text(&format!("golden/elastic/{name}.json"));
    let data: Value = serde_json::from_str(&text).expect("JSON");
    data["states"].as_array().cloned().expect("states")
}

/// The numbers of nested arrays.
pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    match value.as_array() {
        Some(list) => list.iter().flat_map(numbers).collect(),
        None => vec![value.as_f64().expect("a number")],
    }
}

/// A state of the data.
pub(crate) fn state(golden: &Value) -> State {
    let array = |key: &str| numbers(&golden[key]);
    State::default()
        .with(Argument::Q, array("q"))
        .with(Argument::Qd, array("qd"))
        .with(Argument::Qdd, array("qdd"))
        .with(Argument::Tau, array("tau"))
        .with(Argument::P, array("momentum"))
}

/// A sliding carriage and an arm, in a table of Denavit-Hartenberg; both joints are elastic.
pub(crate) const TABLE: &str = r#"name = "table"
convention = "craig"

[[link]]
joint = "prismatic"
a = 0
alpha = "pi/2"
theta = 0
mass = 4.0
com = [0.02, 0.01, 0.1]
inertia = { xx = 0.02, yy = 0.03, zz = 0.02 }
elastic = { stiffness = 5e4, damping = 30, motor_inertia = 2e-5, gear_ratio = 400, motor_damping = 12 }

[[link]]
joint = "revolute"
a = 0.1
alpha = 0.3
b = 0.2
mass = 2.0
com = [0.2, 0.03, 0.0]
inertia = { xx = 0.01, yy = 0.02, zz = 0.02 }
elastic = { stiffness = 700, motor_inertia = 3e-5, gear_ratio = 60 }
"#;

/// A floating body with an arm: an elastic joint, and behind it one that follows it and is elastic itself; coordinates in an
/// order of their own.
pub(crate) const FLOATING: &str = r#"name = "floating"
order = ["swing", "arm/motor", "hand/motor", "arm"]

[[body]]
name = "ship"
parent = "base"
joint = { name = "swing", type = "free" }
mass = 8.0
com = [0.02, 0.01, 0.1]
inertia = { xx = 0.2, yy = 0.3, zz = 0.2 }

[[body]]
name = "arm"
parent = "ship"
joint = { type = "revolute", axis = [0, 1, 0], elastic = { stiffness = 400, damping = 1, motor_inertia = 3e-5, gear_ratio = 60 } }
placement = { xyz = [0.2, 0, 0.1] }
mass = 2.0
com = [0.2, 0.03, 0.0]
inertia = { xx = 0.01, yy = 0.02, zz = 0.02 }

[[body]]
name = "hand"
parent = "arm"
joint = { type = "helical", axis = [1, 0, 0], pitch = 0.01, mimic = { joint = "arm", factor = -0.5, offset = 0.1 }, elastic = { stiffness = 90, damping = 0.5, motor_inertia = 1e-5, gear_ratio = 30 } }
placement = { xyz = [0.4, 0, 0] }
mass = 0.7
com = [0.05, 0.02, 0.01]
inertia = { xx = 0.001, yy = 0.002, zz = 0.002 }
"#;

/// A wrist whose joints are moved by motors through a matrix; the first is elastic besides, with a motor of its own.
pub(crate) const WRIST: &str = r#"name = "wrist"

[[body]]
name = "pitch"
parent = "base"
joint = { type = "revolute", axis = [0, 1, 0], elastic = { stiffness = 300, damping = 0.2, motor_inertia = 1e-5, gear_ratio = 40 } }
mass = 1.0
com = [0.1, 0, 0.02]
inertia = { xx = 0.001, yy = 0.002, zz = 0.002 }

[[body]]
name = "roll"
parent = "pitch"
joint = { type = "revolute", axis = [1, 0, 0] }
mass = 1.0
com = [0.1, 0.05, 0]
inertia = { xx = 0.001, yy = 0.002, zz = 0.002 }

[[transmission]]
joints = ["pitch", "roll"]
motors = ["m1", "m2"]
matrix = [[0.5, 0.5], [-1.0, 1.0]]
rotor_inertia = 1e-4
"#;

/// A flexible beam on an elastic joint, with open stiffness and rotor.
pub(crate) const BEAM: &str = r#"name = "beam"
gravity = [0, -9.81, 0]

[parameters]
k = 900.0
rotor = 2e-5

[[body]]
name = "boom"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1], elastic = { stiffness = "k", damping = 0.3, motor_inertia = "rotor", gear_ratio = 80 } }
flexible = { beam = { length = 1.0, E = 70e9, density = 2700, area = 2.4e-4, Iz = 3.2e-10 }, modes = { bending_y = 2 }, damping = 0.01 }

[[body]]
name = "tool"
parent = "boom/tip"
joint = { type = "revolute", axis = [0, 0, 1], elastic = { stiffness = 60, motor_inertia = 1e-5, gear_ratio = 50 } }
mass = 0.3
com = [0.1, 0, 0]
inertia = { xx = 0.001, yy = 0.002, zz = 0.002 }
"#;

/// The mechanisms of all these models, without parameters.
pub(crate) fn all() -> Vec<Mechanism> {
    let data = ["planar_2r", "spatial_3r"].map(model);
    let texts = data.iter().map(String::as_str);
    let texts = texts.chain([TABLE, FLOATING, WRIST, BEAM]);
    texts.map(|text| mechanism(text).at_defaults()).collect()
}

/// The outputs of a quantity by a formulation.
pub(crate) fn by(
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    at: &State,
) -> Vec<f64> {
    reference(&elementary(mechanism), quantity, formulation, at).concat()
}

/// The outputs of a quantity by the literal formulation.
pub(crate) fn value(mechanism: &Mechanism, quantity: Quantity, at: &State) -> Vec<f64> {
    by(mechanism, quantity, quantity.literal(mechanism), at)
}

/// The largest difference, as a part of the largest expected number.
pub(crate) fn worst(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let scale = expected
        .iter()
        .fold(1e-9_f64, |scale, x| scale.max(x.abs()));
    let pairs = found.iter().zip(expected);
    let differences = pairs.map(|(a, b)| (a - b).abs() / scale);
    // NaN is the worst.
    differences.fold(0.0, |worst, one| if one <= worst { worst } else { one })
}

/// Asserts that numbers are close to others.
#[track_caller]
pub(crate) fn assert_close(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    let off = worst(found, expected);
    assert!(off <= tolerance, "{what}: off by {off:e}");
}

/// A square matrix times a vector.
pub(crate) fn times(matrix: &[f64], x: &[f64]) -> Vec<f64> {
    let dot = |row: &[f64]| row.iter().zip(x).map(|(a, b)| a * b).sum();
    matrix.chunks(x.len()).map(dot).collect()
}
