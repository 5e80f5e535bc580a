//! What every function is proved equal to: its recursion, and a partner that shares nothing with the recursions.

use std::path::{Path, PathBuf};

use denoc_codegen::compile::{Functions, Options, compile};
use denoc_codegen::mechanism::Mechanism;

fn model(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Functions of a shipped model with formulation, recursion and partner.
fn evidence(name: &str, functions: &str) -> String {
    let path = model("models").join(name);
    let loaded = denoc_codegen::load(&path).expect("a sound model");
    evidence_of(&loaded.mechanism, functions)
}

fn evidence_of(mechanism: &Mechanism, functions: &str) -> String {
    let options = Options {
        opt: 1,
        functions: Functions::named([functions]).of(mechanism),
        ..Options::default()
    };
    let compiled = compile(mechanism, &options).expect("it compiles");
    let lines = compiled.functions.iter().map(|function| {
        let evidence = function.evidence.as_ref().expect("proved");
        let partner = evidence.partner_name();
        format!("{}: {}; {partner}\n", function.name, evidence.literal)
    });
    lines.collect()
}

#[test]
fn of_an_open_chain() {
    insta::assert_snapshot!(evidence("puma.toml", "all"));
}

#[test]
fn of_a_mechanism_with_loops() {
    insta::assert_snapshot!(evidence("loops/five_bar.toml", "all"));
}

#[test]
fn of_derivatives_of_a_mechanism_with_loops() {
    let functions = [
        "dependent_rates_derivatives",
        "dependent_rates_jvp",
        "forward_dynamics_jvp",
    ];
    let lines = functions.map(|one| evidence("loops/five_bar.toml", one));
    insta::assert_snapshot!(lines.concat(), @r"
    dependent_rates_derivatives: whole_tree; all equations of the loops at once, over dual numbers
    dependent_rates_jvp: whole_tree; all equations of the loops at once, over dual numbers
    forward_dynamics_jvp: multipliers; Jourdain's principle with multipliers, over dual numbers
    ");
}

#[test]
fn of_solutions_of_least_norm() {
    insta::assert_snapshot!(evidence("loops/parallelogram.toml", "all"));
}

/// A formulation that solves for other unknowns has another least norm, and says so.
#[test]
fn of_a_least_norm_of_its_own() {
    let path = model("models/loops/five_bar.toml");
    let text = std::fs::read_to_string(path).expect("a model");
    let text = text.replacen("gravity =", "minimum_norm = true\ngravity =", 1);
    let parsed = denoc_codegen::parse("norm.toml", &text).map_err(|faults| faults.to_string());
    let function = "forward_dynamics".to_owned();
    let options = Options {
        opt: 0,
        functions: Some(vec![function.clone()]),
        formulations: vec![(function, "parallel".into())],
        ..Options::default()
    };
    let mechanism = parsed.expect("a sound model").mechanism;
    let compiled = compile(&mechanism, &options).expect("it compiles");
    let evidence = compiled.functions[0].evidence.as_ref().expect("proved");
    assert_eq!(
        evidence.partner_name(),
        "none: the least norm is that of unknowns of its own"
    );
}

#[test]
fn of_flexible_bodies() {
    insta::assert_snapshot!(evidence("flexible/two_link_arm.toml", "all"));
}

#[test]
fn of_flexible_bodies_with_a_loop() {
    insta::assert_snapshot!(evidence("flexible/slider_crank.toml", "all"));
}

/// At every level of geometry every function has a partner.
#[test]
fn of_levels_of_geometry() {
    let path = model("tests/models/flex/spatial_3r.toml");
    let text = std::fs::read_to_string(path).expect("a model");
    for level in ["undeformed", "exact", "stiffened"] {
        let written = format!("geometry = \"{level}\"");
        let text = text.replace("geometry = \"exact\"", &written);
        assert!(text.contains(&written));
        let parsed =
            denoc_codegen::parse("levels.toml", &text).map_err(|faults| faults.to_string());
        let evidence = evidence_of(&parsed.expect("a sound model").mechanism, "all");
        assert!(!evidence.contains("none"), "{level}: {evidence}");
    }
}

#[test]
fn of_derivatives() {
    insta::assert_snapshot!(evidence("puma.toml", "derivatives"));
}

#[test]
fn of_products() {
    insta::assert_snapshot!(evidence("puma.toml", "products"));
}
