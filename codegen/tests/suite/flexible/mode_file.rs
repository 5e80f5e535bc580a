//! The mode file of `examples/mode_file`, which comes from finite elements: what its modes are known to do, and that the script still writes it.

use std::path::{Path, PathBuf};
use std::process::Command;

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::load;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, reference};
use denoc_codegen::transform::elementary;
use serde_json::Value;

use crate::flexible::models::numbers;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/mode_file")
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file of the example")
}

/// The model in a folder.
fn arm(folder: &Path) -> Mechanism {
    let loaded = load(&folder.join("arm.toml")).expect("a sound model");
    assert_eq!(loaded.warnings, []);
    loaded.mechanism
}

/// What the finite elements have.
fn elements() -> Value {
    serde_json::from_str(&text(&folder().join("bar.json"))).expect("JSON")
}

fn value(mechanism: &Mechanism, quantity: Quantity) -> Vec<f64> {
    let n = mechanism.nv();
    let split = elementary(mechanism);
    let still = State::default()
        .with(Argument::Q, vec![0.0; n])
        .with(Argument::Qd, vec![0.0; n]);
    reference(&split, quantity, quantity.literal(&split), &still).concat()
}

fn assert_close(found: f64, expected: f64, size: f64, what: &str) {
    let off = (found - expected).abs();
    assert!(off <= size, "{what}: {found} and {expected}, {off:e}");
}

/// Two sets of boundary nodes, the first of which is the root: the six static modes are unit motions of the other, which is the frame, either way, and the others hold it.
#[test]
fn static_modes_are_the_motions_of_the_frame() {
    let arm = arm(&folder());
    let n = arm.nv();
    assert_eq!(n, 9);
    let jacobian = value(&arm, Quantity::TipJacobian(0));
    for mode in 0..8 {
        let column: Vec<f64> = (0..6).map(|row| jacobian[n * row + 1 + mode]).collect();
        // Translations first in the modes, rotations first in the Jacobian.
        let own = (mode + 3) % 6;
        for (row, found) in column.iter().enumerate() {
            let unit = f64::from(u8::from(mode < 6 && row == own));
            assert_close(found.abs(), unit, 1e-9, "the motion of the frame");
        }
    }
}

/// Mass and first moment are kept; inertias and modal masses are above those of the consistent mass matrix, as row sums make them.
#[test]
fn lumping_keeps_mass_and_first_moment() {
    let (arm, data) = (arm(&folder()), elements());
    let rigid = numbers(&data["rigid_mass"]);
    let body = &arm.bodies[0].inertia;
    assert_close(body.mass.to_f64(), rigid[0], 1e-14, "mass");
    let torque = value(&arm, Quantity::Gravity);
    // −g m x about y, of weight along −z.
    assert_close(torque[0], -9.81 * rigid[6 + 5], 1e-13, "first moment");
    let mass = value(&arm, Quantity::MassMatrix);
    let consistent = numbers(&data["modal_mass"]);
    for mode in 0..8 {
        let (found, least) = (mass[10 * (mode + 1)], consistent[9 * mode]);
        assert!(found > least && found < 3.1 * least, "{found} {least}");
    }
    assert!(mass[0] > rigid[6 * 4 + 4] && mass[0] < 1.03 * rigid[6 * 4 + 4]);
}

/// A folder where the script has written the mode file of some elements, and what it said; `None` where there is no Python.
fn written(name: &str, elements: &str) -> Option<(PathBuf, String)> {
    let folder = std::env::temp_dir().join(format!("denoc-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let [json, out] = ["bar.json", "bar.modes.toml"].map(|file| folder.join(file));
    std::fs::write(&json, elements).expect("a temporary file");
    let mut python = Command::new("python3");
    let script = self::folder().join("mode_file.py");
    let Ok(run) = python.arg(script).args([&json, &out]).arg("0.01").output() else {
        println!("python3 is not installed: the script is not run");
        return None;
    };
    let failed = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{failed}");
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    Some((folder, said))
}

#[test]
fn the_script_writes_the_stored_file() {
    let Some((made, said)) = written("stored", &text(&folder().join("bar.json"))) else {
        return;
    };
    let [found, stored] = [&made, &folder()].map(|one| text(&one.join("bar.modes.toml")));
    assert_eq!(found, stored);
    let first = "mass: 0.72 lumped, 0.72 consistent\n";
    assert!(said.starts_with(first), "{said}");
    std::fs::remove_dir_all(&made).expect("it is there");
}

/// What of modes moves the body as a whole is the joint's: modes that move the root, too, come to the same.
#[test]
fn modes_are_counted_from_the_root() {
    let mut moved = elements();
    let nodes: Vec<Vec<f64>> = (elements()["nodes"].as_array().expect("nodes").iter())
        .map(numbers)
        .collect();
    for mode in moved["modes"].as_array_mut().expect("modes") {
        for (shift, place) in mode.as_array_mut().expect("nodes").iter_mut().zip(&nodes) {
            let own = numbers(shift);
            // A translation, and a rotation by 0.5 about z.
            let rigid = [0.3 - 0.5 * place[1], 0.5 * place[0] - 0.2, 0.1];
            *shift = own.iter().zip(rigid).map(|(a, b)| a + b).collect();
        }
    }
    let Some((made, _)) = written("moved", &moved.to_string()) else {
        return;
    };
    std::fs::copy(folder().join("arm.toml"), made.join("arm.toml")).expect("a file");
    for quantity in [
        Quantity::TipJacobian(0),
        Quantity::MassMatrix,
        Quantity::Gravity,
    ] {
        let [found, expected] = [&made, &folder()].map(|one| value(&arm(one), quantity));
        for (found, expected) in found.iter().zip(&expected) {
            assert_close(*found, *expected, 1e-11, "without the motion of the root");
        }
    }
    std::fs::remove_dir_all(&made).expect("it is there");
}
