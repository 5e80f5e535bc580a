//! The text of small models in every language: what a change of the printers changes, to be read.

use denoc_codegen::compile::{Options, Sincos, compile};
use denoc_codegen::emit::{EMITTERS, Printing};
use denoc_codegen::model::parse;

/// One joint.
const PENDULUM: &str = r#"
name = "pendulum"
gravity = [0, -9.81, 0]
[[body]]
name = "rod"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
mass = 2
com = [0.5, 0, 0]
inertia = { xx = 0, yy = 0.25, zz = 0.25 }
"#;

/// The same with its mass and its length open.
pub(crate) const OPEN: &str = include_str!("../models/open.toml");

/// A crank and a slider: three joints, a loop with two equations.
pub(crate) const CRANK: &str = r#"
name = "crank"
gravity = [0, 0, 0]
actuated = ["crank"]
[assembly]
crank = "60deg"
rod = "-120deg"
slider = 1
[[body]]
name = "crank"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
mass = 1
com = [0.5, 0, 0]
inertia = { xx = 0, yy = 0.1, zz = 0.1 }
[[body]]
name = "rod"
parent = "crank"
joint = { type = "revolute", axis = [0, 0, 1] }
placement = { xyz = [1, 0, 0] }
mass = 1
com = [0.5, 0, 0]
inertia = { xx = 0, yy = 0.1, zz = 0.1 }
[[body]]
name = "slider"
parent = "base"
joint = { type = "prismatic", axis = [1, 0, 0] }
mass = 1
com = [0, 0, 0]
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
[[loop]]
name = "pin"
joint = { type = "revolute", axis = [0, 0, 1] }
from = { body = "rod", placement = { xyz = [1, 0, 0] } }
to = { body = "slider", placement = { xyz = [0, 0, 0] } }
"#;

/// A carriage on a carriage, along x and along y.
const GANTRY: &str = include_str!("../../../tests/models/gantry.toml");

/// One snapshot for every file of every language. Kernels of sine and cosine are those of the platform, so that the files are
/// short.
fn snapshots(model: &str, functions: &[&str]) {
    snapshots_with(model, functions, Options::default());
}

fn snapshots_with(model: &str, functions: &[&str], options: Options) {
    let loaded = parse("model.toml", model).expect("a sound model");
    let options = Options {
        functions: Some(functions.iter().map(ToString::to_string).collect()),
        sincos: Sincos::Libm,
        ..options
    };
    let compiled = compile(&loaded.mechanism, &options).expect("a sound mechanism");
    let version = format!("denoc {},", env!("CARGO_PKG_VERSION"));
    for emitter in EMITTERS {
        for file in emitter
            .print(&compiled, Printing::default())
            .expect("it reads back")
        {
            let text = file.text.replace(&version, "denoc VERSION,");
            insta::assert_snapshot!(file.name, text);
        }
    }
}

#[test]
fn one_joint() {
    snapshots(PENDULUM, &["inverse_dynamics", "mass_matrix"]);
}

#[test]
fn parameters() {
    snapshots(OPEN, &["inverse_dynamics", "mass_matrix"]);
}

#[test]
fn equations_of_a_loop() {
    snapshots(CRANK, &["dependent_rates", "closure"]);
}

/// Packed: a diagonal matrix, and one of zeros.
#[test]
fn structural_zeros() {
    let options = Options {
        sparse: true,
        ..Options::default()
    };
    snapshots_with(
        GANTRY,
        &["mass_matrix", "coriolis_matrix", "gravity"],
        options,
    );
}

/// Its functions have the prefix of the kernels.
#[test]
fn a_model_may_have_the_name_of_the_program() {
    for name in ["denoc", "denoc_solve", "denoc_sincos"] {
        let text = CRANK.replace(
            "name = \"crank\"\ngravity",
            &format!("name = \"{name}\"\ngravity"),
        );
        let mechanism = parse("crank.toml", &text).expect("a model").mechanism;
        let compiled = compile(&mechanism, &Options::default()).expect("functions");
        for emitter in EMITTERS {
            let printed = emitter.print(&compiled, Printing::default());
            printed.unwrap_or_else(|error| panic!("{name} in {}: {error}", emitter.name));
        }
    }
}
