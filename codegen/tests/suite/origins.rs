//! Which equations the statements of every formulation name, as comments of generated code and tables have them.

use std::path::Path;

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::generic::generic;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::parse;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::signature::Family;

/// Of a shipped model.
fn equations(model: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(model);
    let mechanism = denoc_codegen::load(&path).expect("a sound model").mechanism;
    equations_of(&mechanism, |_| true)
}

/// For every function and those of its formulations that are kept, by their names, the equations of its program in their order.
fn equations_of(mechanism: &Mechanism, keep: impl Fn(&str) -> bool) -> String {
    let mut text = String::new();
    let families = [Family::Dynamics, Family::Derivatives, Family::Regressors];
    let all = families.map(|family| Quantity::of_family(mechanism, family));
    for quantity in all.concat() {
        let name = quantity.name(mechanism);
        let formulations = quantity.formulations_on(mechanism).into_iter();
        for formulation in formulations.filter(|one| keep(one.name())) {
            let options = Options {
                opt: 0,
                functions: Some(vec![name.clone()]),
                formulations: vec![(name.clone(), formulation.name().into())],
                ..Options::default()
            };
            let compiled = match compile(mechanism, &options) {
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

#[test]
fn of_scaled_coordinates() {
    let scaled = |name: &str| name.contains("scaled");
    insta::assert_snapshot!(equations_of(&generic(3), scaled));
}

#[test]
fn of_a_joint_that_follows_another() {
    const TEXT: &str = r#"name = "finger"
gravity = [0, 0, -9.81]
[[body]]
name = "proximal"
parent = "base"
joint = { type = "revolute", axis = [0, 1, 0] }
mass = 0.2
com = [0.1, 0, 0]
inertia = { xx = 0.001, yy = 0.002, zz = 0.003 }
[[body]]
name = "distal"
parent = "proximal"
placement = { xyz = [0.3, 0, 0] }
joint = { type = "revolute", axis = [0, 1, 0], mimic = { joint = "proximal", factor = 0.5 } }
mass = 0.1
com = [0.1, 0, 0]
inertia = { xx = 0.001, yy = 0.002, zz = 0.003 }
"#;
    let finger = parse("finger.toml", TEXT).expect("a sound model").mechanism;
    insta::assert_snapshot!(equations_of(&finger, |_| true));
}
