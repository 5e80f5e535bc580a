//! What every function is proved equal to: its recursion, and a partner that shares nothing with the recursions.

use std::path::Path;

use denoc_codegen::compile::{Functions, Options, compile};

/// Functions with formulation, recursion and partner.
fn evidence(model: &str, functions: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../models")
        .join(model);
    let mechanism = denoc_codegen::load(&path).expect("a sound model").mechanism;
    let options = Options {
        opt: 1,
        functions: Functions::named([functions]).of(&mechanism),
        ..Options::default()
    };
    let compiled = compile(&mechanism, &options).expect("it compiles");
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
fn of_flexible_bodies() {
    insta::assert_snapshot!(evidence("flexible/two_link_arm.toml", "all"));
}

#[test]
fn of_derivatives() {
    insta::assert_snapshot!(evidence("puma.toml", "derivatives"));
}

#[test]
fn of_products() {
    insta::assert_snapshot!(evidence("puma.toml", "products"));
}
