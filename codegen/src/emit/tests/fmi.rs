//! What an FMU evaluates.

use std::collections::BTreeSet;

use super::casadi::{ARM, ROD};
use super::samples;
use super::text::part;
use crate::compile::{Options, compile};
use crate::emit::Printing;
use crate::emit::fmi::{EMITTER, quantities};
use crate::mechanism::Mechanism;
use crate::model::parse;
use crate::recursion::Quantity;

#[test]
fn the_poses_of_all_frames_are_evaluated() {
    let model = format!("{ARM}[[frame]]\nname = \"elbow\"\nbody = \"lower\"\n");
    let mechanism = parse("arm.toml", &model).expect("a sound model").mechanism;
    let quantities = quantities(&mechanism);
    assert_eq!(quantities[0], Quantity::ForwardDynamics);
    for frame in [0, 1] {
        assert!(quantities.contains(&Quantity::TipPose(frame)), "{frame}");
    }
}

fn text(mechanism: &Mechanism) -> String {
    let names = quantities(mechanism).into_iter();
    let options = Options {
        functions: Some(names.map(|one| one.name(mechanism)).collect()),
        ..Options::default()
    };
    let compiled = compile(mechanism, &options).expect("it compiles");
    let files = EMITTER.print(&compiled, Printing::default());
    let files = files.expect("it reads back").into_iter();
    files.map(|file| file.text).collect()
}

fn tree() -> String {
    let model = parse("rod.toml", ROD).expect("a sound model");
    text(&model.mechanism)
}

fn with_loop() -> String {
    text(&samples::redundant().mechanism)
}

/// The functions whose names a line calls or defines.
fn functions(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let names = words.filter_map(|word| word.strip_suffix('('));
    names.filter(|name| name.starts_with("fmu_"))
}

/// Compilers warn of functions that nobody calls, and refuse calls of none.
#[test]
fn functions_are_called_and_what_is_called_is_there() {
    for text in [tree(), with_loop()] {
        let (mut defined, mut called) = (BTreeSet::new(), BTreeSet::new());
        for line in text.lines() {
            let mut found = functions(line);
            if line.starts_with("static ") {
                defined.extend(found.next());
            }
            called.extend(found);
        }
        assert_eq!(defined, called);
        assert!(defined.contains("fmu_outputs"));
    }
}

#[test]
fn directional_derivatives_are_those_of_trees() {
    for (text, has_derivatives) in [(tree(), true), (with_loop(), false)] {
        let lacks = text.contains("FMU_LACKS(fmi3GetDirectionalDerivative,");
        let defines = text.contains("FMU_DEFINE(fmi3Status, fmi3GetDirectionalDerivative,");
        assert_eq!((defines, lacks), (has_derivatives, !has_derivatives));
        assert_eq!(text.contains("static int fmu_along("), has_derivatives);
    }
}

#[test]
fn coordinates_without_quaternions_follow_velocities() {
    assert_eq!(
        part(&with_loop(), "static void fmu_integrate(", "\n}\n"),
        "\
static void fmu_integrate(const double *q, const double *v, double dt, double *next) {
    int k;
    for (k = 0; k < FMU_NQ; k++) {
        next[k] = q[k] + (v[k] * dt);
    }
}
"
    );
}
