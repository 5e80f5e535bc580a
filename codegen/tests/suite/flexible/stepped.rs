//! Beams of several sections, and with a body at the tip: against the exact modes of `tests/golden/flex/stepped.json`, and equal sections against the
//! uniform beam.

use std::fmt::Write as _;

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, reference};
use denoc_codegen::transform::elementary;
use serde_json::Value;

use crate::flexible::models::{golden, numbers};

/// A beam that turns about y and z, with these keys of `flexible`.
fn turning(flexible: &str) -> Mechanism {
    let text = format!(
        "name = \"beam\"\ngravity = [0, 0, -9.81]\n[[body]]\nname = \"hub\"\nparent = \"base\"\nmass = 1\n\
         joint = {{ type = \"revolute\", axis = [0, 0, 1] }}\n[[body]]\nname = \"beam\"\nparent = \"hub\"\n\
         joint = {{ type = \"revolute\", axis = [0, 1, 0] }}\nflexible = {{ {flexible} }}\n\
         [[frame]]\nname = \"tip\"\nbody = \"beam/tip\"\n[[frame]]\nname = \"middle\"\nbody = \"beam/middle\"\n"
    );
    let parsed = model::parse("beam.toml", &text);
    parsed.expect("a sound model").mechanism
}

fn value(mechanism: &Mechanism, quantity: Quantity, at: &State) -> Vec<f64> {
    let split = elementary(mechanism);
    reference(&split, quantity, quantity.literal(&split), at).concat()
}

fn state(mechanism: &Mechanism, sample: bool) -> State {
    let n = mechanism.nv();
    let list = |size: f64| match sample {
        true => (0..n)
            .map(|k| size * (1.3 * k as f64 + size).sin())
            .collect(),
        false => vec![0.0; n],
    };
    State::default()
        .with(Argument::Q, list(0.02))
        .with(Argument::Qd, list(0.8))
        .with(Argument::Qdd, list(2.0))
        .with(Argument::Tau, list(1.0))
}

fn assert_close(found: f64, expected: f64, size: f64, what: &str) {
    let off = (found - expected).abs();
    assert!(off <= size, "{what}: {found} and {expected}, {off:e}");
}

/// The `flexible` of a case of the data.
fn case(data: &Value, case: &Value) -> String {
    let number = |value: &Value| format!("{:?}", value.as_f64().expect("a number"));
    let mut text = format!(
        "beam = {{ E = {}, G = {}, sections = [",
        data["E"], data["G"]
    );
    for section in case["sections"].as_array().expect("sections") {
        text.push('{');
        for (key, value) in section.as_object().expect("a section") {
            let _ = write!(text, " {key} = {},", number(value));
        }
        text.push_str("},");
    }
    let _ = write!(
        text,
        "] }}, modes = {{ bending_y = 3, bending_z = 3, torsion = 3, axial = 3 }}, boundary = {}, geometry = \"undeformed\", \
         frames = {{ middle = 0.2 }}",
        case["boundary"]
    );
    let tip = numbers(&case["tip"]);
    if let [mass, arm, x, y, z] = tip[..] {
        let inertia = format!("xx = {x:?}, yy = {y:?}, zz = {z:?}");
        let _ = write!(
            text,
            ", tip = {{ mass = {mass:?}, com = [{arm:?}, 0, 0], inertia = {{ {inertia} }} }}"
        );
    }
    text
}

/// What the body at the tip adds to the inertia that couples a bending mode to the joint, for displacement and slope of the end.
fn tip_coupling(case: &Value, axis: usize, end: &[f64]) -> f64 {
    let tip = numbers(&case["tip"]);
    let [mass, arm, inertias @ ..] = &tip[..] else {
        return 0.0;
    };
    let sections = case["sections"].as_array().expect("sections");
    let lengths = sections.iter().filter_map(|one| one["length"].as_f64());
    let length: f64 = lengths.sum();
    mass * (length + arm) * (end[0] + arm * end[1]) + inertias[axis] * end[1]
}

/// Frequencies, displacement and slope of the end, ∫ φ dm and ∫ x φ dm of three modes of each family.
fn agrees(case: &Value, flexible: &str) {
    /// Of ω², then of shapes; exact but for rounding, as the elements are for three modes.
    const TOLERANCES: [f64; 2] = [1e-12, 1e-11];
    let beam = turning(flexible);
    let still = state(&beam, false);
    let (n, modes) = (beam.nv(), beam.vibrations());
    let jacobian = value(&beam, Quantity::TipJacobian(0), &still);
    let mass = value(&beam, Quantity::MassMatrix, &still);
    let mut index = 0;
    // The row of the displacement of the end, that of its slope with its sign, the row of M, and the axis of ∫ φ dm.
    let families = [
        ("bending_y", (4, 1.0), (2, 1.0), (0, 1.0), 1),
        ("bending_z", (5, 1.0), (1, -1.0), (1, -1.0), 2),
        ("torsion", (0, 1.0), (0, 0.0), (0, 0.0), 0),
        ("axial", (3, 1.0), (0, 0.0), (0, 0.0), 0),
    ];
    for (family, shift, turn, arm, axis) in families {
        for (number, expected) in case["modes"][family]
            .as_array()
            .expect("modes")
            .iter()
            .enumerate()
        {
            let what = format!(
                "{} {} {family}_{}",
                case["name"],
                case["boundary"],
                number + 1
            );
            let square = expected["square"].as_f64().expect("a number");
            let mode = &modes[index];
            assert_close(mode.stiffness, square, TOLERANCES[0] * square, &what);
            let end = numbers(&expected["end"]);
            let column = |(row, sign): (usize, f64)| sign * jacobian[row * n + 2 + index];
            let size = TOLERANCES[1] * end[0].abs().max(1.0);
            assert_close(column(shift), end[0], size, &what);
            if turn.1 != 0.0 {
                let size = TOLERANCES[1] * end[1].abs().max(1.0);
                assert_close(column(turn), end[1], size, &what);
                let moments = numbers(&expected["moments"]);
                assert_close(mode.participation[axis], moments[0], TOLERANCES[1], &what);
                let coupled = arm.1 * mass[arm.0 * n + 2 + index];
                let expected = moments[1] + tip_coupling(case, 3 - axis, &end);
                assert_close(coupled, expected, TOLERANCES[1], &what);
            }
            assert_close(
                mode.mass,
                expected["mass"].as_f64().expect("a number"),
                TOLERANCES[1],
                &what,
            );
            index += 1;
        }
    }
    // With the body at the tip modes are of unit mass and orthogonal.
    for i in 2..n {
        for j in 2..n {
            let expected = f64::from(u8::from(i == j));
            assert_close(mass[i * n + j], expected, TOLERANCES[1], "M of the modes");
        }
    }
}

#[test]
fn beams_of_sections_and_with_a_tip_have_their_exact_modes() {
    let data = golden("stepped");
    let cases = data["cases"].as_array().expect("cases");
    for one in cases {
        agrees(one, &case(&data, one));
    }
}

/// Quantities of the state alone.
const QUANTITIES: [Quantity; 9] = [
    Quantity::InverseDynamics,
    Quantity::ForwardDynamics,
    Quantity::MassMatrix,
    Quantity::Bias,
    Quantity::CoriolisMatrix,
    Quantity::KineticEnergy,
    Quantity::PotentialEnergy,
    Quantity::TipPose(1),
    Quantity::TipJacobian(0),
];

/// The uniform beam, and the same divided into four, with the same modes.
#[test]
fn a_beam_of_equal_sections_is_the_uniform_beam() {
    let properties =
        "E = 70e9, G = 27e9, density = 2700, area = 2.4e-4, Iy = 7e-9, Iz = 3.2e-9, J = 5e-9";
    let sections =
        "sections = [{ length = 0.1 }, { length = 0.4 }, { length = 0.2 }, { length = 0.3 }]";
    for boundary in ["clamped-free", "clamped-clamped", "pinned-pinned"] {
        let rest = format!(
            "modes = {{ bending_y = 4, bending_z = 2, torsion = 2, axial = 2 }}, boundary = \"{boundary}\", \
             damping = 0.01, frames = {{ middle = 0.27 }}"
        );
        let uniform = turning(&format!("beam = {{ length = 1, {properties} }}, {rest}"));
        let stepped = turning(&format!("beam = {{ {properties}, {sections} }}, {rest}"));
        let at = state(&uniform, true);
        for quantity in QUANTITIES {
            let [found, expected] = [&stepped, &uniform].map(|one| value(one, quantity, &at));
            let size = expected
                .iter()
                .fold(1e-6_f64, |size, one| size.max(one.abs()));
            for (found, expected) in found.iter().zip(expected) {
                assert_close(
                    *found,
                    expected,
                    1e-8 * size,
                    &format!("{boundary} {quantity:?}"),
                );
            }
        }
    }
}

/// Twelve modes of each family: the elements follow the waves.
#[test]
fn high_modes_of_equal_sections_are_those_of_the_uniform_beam() {
    let properties =
        "E = 70e9, G = 27e9, density = 2700, area = 2.4e-4, Iy = 7e-9, Iz = 3.2e-9, J = 5e-9";
    for boundary in ["clamped-free", "clamped-clamped", "pinned-pinned"] {
        let rest = format!(
            "modes = {{ bending_y = 12, axial = 12 }}, boundary = \"{boundary}\", frames = {{ middle = 0.5 }}"
        );
        let uniform = turning(&format!("beam = {{ length = 1, {properties} }}, {rest}"));
        let sections = "sections = [{ length = 0.5 }, { length = 0.5 }]";
        let stepped = turning(&format!("beam = {{ {properties}, {sections} }}, {rest}"));
        let (found, expected) = (stepped.vibrations(), uniform.vibrations());
        for (found, expected) in found.iter().zip(expected) {
            let what = format!("{boundary} {}", expected.name());
            assert_close(
                found.stiffness,
                expected.stiffness,
                1e-11 * expected.stiffness,
                &what,
            );
        }
    }
}

/// What is 0 by symmetry is 0 exactly, so that it costs nothing.
#[test]
fn constants_that_vanish_by_symmetry_are_zeros() {
    let beam = turning(
        "beam = { E = 70e9, density = 2700, area = 1e-4, sections = [{ length = 0.3, Iz = 1e-10 }, { length = 0.4, Iz = 4e-10 }, \
         { length = 0.3, Iz = 1e-10 }] }, modes = { bending_y = 4 }, boundary = \"pinned-pinned\", frames = { middle = 0.5 }",
    );
    let means: Vec<bool> = (beam.vibrations().iter())
        .map(|mode| mode.participation[1] == 0.0)
        .collect();
    assert_eq!(means, [false, true, false, true]);
    let jacobian = value(&beam, Quantity::TipJacobian(1), &state(&beam, false));
    let middle: Vec<bool> = (0..4)
        .map(|mode| jacobian[4 * beam.nv() + 2 + mode] == 0.0)
        .collect();
    assert_eq!(middle, [false, true, false, true]);
}

/// The tip is a body welded to the frame: the same equations as with a payload there, beside the shapes.
#[test]
fn a_tip_is_attached_to_its_frame() {
    let properties = "length = 1, E = 70e9, G = 27e9, density = 2700, area = 2.4e-4, Iy = 7e-9, Iz = 3.2e-9, J = 5e-9";
    let tip = "mass = 0.4, com = [0.02, 0.01, -0.03], inertia = { xx = 4e-4, yy = 6e-4, zz = 7e-4, xy = 1e-5 }";
    // With both ends held neither moves: the tip acts as on a rigid body, and has no part in the shapes.
    let beam = |more: &str| {
        format!(
            "name = \"beam\"\n[[body]]\nname = \"beam\"\nparent = \"base\"\njoint = {{ type = \"revolute\", axis = [0, 1, 0] }}\n\
             flexible = {{ beam = {{ {properties} }}, modes = {{ bending_y = 2, axial = 1 }}, boundary = \"clamped-clamped\"{more} }}\n"
        )
    };
    let payload = "[[payload]]\nbody = \"beam/tip\"\n".to_owned()
        + &tip
            .replace(", com", "\ncom")
            .replace(", inertia", "\ninertia");
    let [with_tip, with_payload] = [beam(&format!(", tip = {{ {tip} }}")), beam("") + &payload]
        .map(|text| {
            model::parse("beam.toml", &text)
                .expect("a sound model")
                .mechanism
        });
    let at = state(&with_tip, true);
    for quantity in [
        Quantity::InverseDynamics,
        Quantity::MassMatrix,
        Quantity::PotentialEnergy,
    ] {
        let [found, expected] = [&with_tip, &with_payload].map(|one| value(one, quantity, &at));
        let size = expected
            .iter()
            .fold(1e-6_f64, |size, one| size.max(one.abs()));
        for (found, expected) in found.iter().zip(expected) {
            assert_close(*found, expected, 1e-10 * size, &format!("{quantity:?}"));
        }
    }
}

/// One loaded mode yields to a force at the tip as four bare ones do not.
#[test]
fn loaded_shapes_converge_faster() {
    let text = |modes: usize, more: &str| {
        turning(&format!(
            "beam = {{ length = 1, E = 70e9, density = 2700, area = 1e-4, Iz = 1e-10 }}, modes = {{ bending_y = {modes} }}, \
             frames = {{ middle = 0.5 }}{more}"
        ))
    };
    let compliance = |beam: &Mechanism| {
        let jacobian = value(beam, Quantity::TipJacobian(0), &state(beam, false));
        let shapes = &jacobian[4 * beam.nv() + 2..5 * beam.nv()];
        let modes = beam.vibrations();
        let sum: f64 = shapes
            .iter()
            .zip(modes)
            .map(|(one, mode)| one * one / mode.stiffness)
            .sum();
        // Of L³/3EI.
        3.0 * 7.0 * sum
    };
    let bare = compliance(&text(4, ""));
    let loaded = compliance(&text(1, ", tip = { mass = 30 }"));
    assert!(
        bare < 0.9994 && loaded > 0.9999 && loaded < 1.0,
        "{bare} {loaded}"
    );
}
