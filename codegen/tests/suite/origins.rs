//! Which equations the statements of every formulation name, as comments of generated code and tables have them.

use std::path::Path;

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::recursion::Quantity;
use denoc_codegen::signature::Family;

/// For every function and formulation of a model, the equations of its program in their order.
fn equations(model: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(model);
    let mechanism = denoc_codegen::load(&path).expect("a sound model").mechanism;
    let mut text = String::new();
    let families = [Family::Dynamics, Family::Derivatives, Family::Regressors];
    let all = families.map(|family| Quantity::of_family(&mechanism, family));
    for quantity in all.concat() {
        let name = quantity.name(&mechanism);
        for formulation in quantity.formulations_on(&mechanism) {
            let options = Options {
                opt: 0,
                functions: Some(vec![name.clone()]),
                formulations: vec![(name.clone(), formulation.name().into())],
                ..Options::default()
            };
            let compiled = match compile(&mechanism, &options) {
                Ok(compiled) => compiled,
                Err(error) => panic!("{name}, {}: {error}", formulation.name()),
            };
            let mut found: Vec<&str> = Vec::new();
            for program in compiled.functions.iter().flat_map(|one| one.programs()) {
                for statement in &program.statements {
                    let equation = statement.origin.equation;
                    if !found.contains(&equation) {
                        found.push(equation);
                    }
                }
            }
            text += &format!("{name}, {}: {}\n", formulation.name(), found.join("; "));
        }
    }
    text
}

#[test]
fn of_an_open_chain() {
    insta::assert_snapshot!(equations("models/stanford.toml"));
}

#[test]
fn of_a_mechanism_with_loops() {
    insta::assert_snapshot!(equations("models/loops/five_bar.toml"));
}

#[test]
fn of_solutions_of_least_norm() {
    insta::assert_snapshot!(equations("models/loops/parallelogram.toml"));
}

#[test]
fn of_flexible_bodies() {
    insta::assert_snapshot!(equations("models/flexible/two_link_arm.toml"));
}
