//! Every function of every model, at every level: proved, and equal to the reference.

use denoc_codegen::compile::{Options, compile, find};
use denoc_codegen::function::Part;
use denoc_codegen::model;
use denoc_codegen::pass::search::{Settings, search};
use denoc_codegen::prove::{prove, prove_equal};
use denoc_codegen::reference::State;

use super::models;
use super::tools::{assert_close, by, mechanism};

fn compiles(text: &str, opt: u8) {
    let model = model::parse("model.toml", text).expect("a model").mechanism;
    let options = Options {
        opt,
        ..Options::default()
    };
    let compiled = compile(&model, &options).map_err(|error| error.to_string());
    let split = mechanism(text);
    let state = State::sample(&split, 11);
    for function in compiled.expect("a program").functions {
        let quantity = find(&model, &function.name).expect("its own name");
        let literal = quantity.literal(&split);
        let parts: Vec<Part> = function.parts().collect();
        let proof = prove(&parts, &function.literal, quantity, literal, 2);
        assert!(proof.is_ok(), "{} --opt {opt}: {proof:?}", function.name);
        let expected = by(&split, quantity, literal, &state).concat();
        let found = function.program.evaluate(|input| state.get(input)).concat();
        if !quantity.depends_on_frames() {
            let what = format!("{} --opt {opt}", function.name);
            assert_close(&found, &expected, 1e-8, &what);
        }
    }
}

#[test]
fn a_tree_with_everything_on() {
    for opt in 0..=2 {
        compiles(&models::tree(), opt);
    }
}

#[test]
fn a_floating_base() {
    for opt in 0..=2 {
        compiles(&models::floating(), opt);
    }
}

#[test]
fn joints_that_follow_others() {
    for opt in 0..=2 {
        compiles(&models::hand(false), opt);
    }
}

#[test]
fn a_transmission() {
    for opt in 0..=2 {
        compiles(&models::wrist(true), opt);
    }
}

/// The rewriting search takes saturations as they are.
#[test]
fn searched_programs_keep_their_values() {
    let model = model::parse("model.toml", &models::hand(false)).expect("a model");
    let options = Options {
        functions: Some(vec!["inverse_dynamics".into()]),
        ..Options::default()
    };
    let compiled = compile(&model.mechanism, &options).expect("a program");
    let program = &compiled.functions[0].program;
    let settings = Settings {
        proposals: 60_000,
        ..Settings::default()
    };
    let found = search(program, settings, &|_| ());
    assert!(found.counts().total() <= program.counts().total());
    assert_eq!(found.counts().sqrt, program.counts().sqrt);
    assert!(prove_equal(&found, program, &model.mechanism, 3).is_ok());
}

#[test]
fn another_order() {
    let order = "order = [\"f\", \"c\", \"e\", \"a\", \"d\", \"b\"]\n";
    for opt in [0, 2] {
        compiles(&format!("{order}{}", models::tree()), opt);
    }
}
