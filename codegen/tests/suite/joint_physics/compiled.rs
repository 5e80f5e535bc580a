//! Every function of every model, at every level: proved, and equal to the reference.

use denoc_codegen::compile::{Options, compile, find};
use denoc_codegen::function::Part;
use denoc_codegen::leaves::Argument;
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

/// Dry friction is smooth at rest, and so are its second derivatives there.
#[test]
fn second_derivatives_of_friction_are_finite_at_rest() {
    let text = "name = \"rub\"\n[[body]]\nname = \"arm\"\nparent = \"base\"\n\
                joint = { type = \"revolute\", axis = [0, 1, 0], friction = 1.0 }\nmass = 1.0\ncom = [0.2, 0, 0]\n\
                inertia = { xx = 0.01, yy = 0.02, zz = 0.02 }\n";
    let model = model::parse("rub.toml", text).expect("a model").mechanism;
    let functions = [
        "inverse_dynamics_second_derivatives",
        "forward_dynamics_second_derivatives",
        "inverse_dynamics_hessian_product",
        "forward_dynamics_hessian_product",
    ];
    for opt in 0..=2 {
        let options = Options {
            functions: Some(functions.map(str::to_owned).to_vec()),
            opt,
            ..Options::default()
        };
        let compiled = compile(&model, &options).expect("it compiles");
        let state = State::sample(&model, 3).with(Argument::Qd, vec![0.0]);
        for function in &compiled.functions {
            let outputs = function.program.evaluate(|input| state.get(input));
            let all = outputs.concat();
            assert!(
                all.iter().all(|x: &f64| x.is_finite()),
                "{}: {all:?}",
                function.name
            );
        }
        // Friction is odd in the rate.
        let twice = &compiled.functions[0];
        let place = twice
            .outputs()
            .iter()
            .position(|one| one.name == "d2tau_dqddqd");
        let outputs = twice.program.evaluate(|input| state.get(input));
        assert_eq!(outputs[place.expect("an output")], [0.0]);
    }
}
