//! Search results of a function that solves equations: one for each of its programs.

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::leaves::Argument;
use denoc_codegen::optimize::{Effort, optimize};
use denoc_codegen::reference::{State, distance};
use denoc_codegen::searched::{Entry, Results, Searched};

use super::tools::{mechanism, program};

const FUNCTION: &str = "forward_dynamics_over_step";

#[test]
fn every_program_is_searched_and_taken() {
    let mechanism = mechanism("five_bar");
    let options = Options {
        functions: Some(vec![FUNCTION.to_owned()]),
        ..Options::default()
    };
    let effort = Effort {
        proposals: Some(50_000),
        ..Effort::default()
    };
    let found = optimize(&mechanism, &options, effort, &|_| ()).expect("it compiles");
    let read = Results::parse(&found.to_text()).expect("its own text");
    let names = |entry: &Entry| entry.function.clone();
    let names: Vec<String> = read.entries.iter().map(names).collect();
    assert_eq!(names, [0, 1].map(|k| format!("{FUNCTION}_step{k}")));
    let searched = Searched {
        path: "five_bar.toml.opt3".into(),
        asked: true,
        results: Ok(read.clone()),
    };
    let options = Options {
        opt: 3,
        searched: Some(searched),
        ..options
    };
    let compiled = compile(&mechanism, &options).expect("it compiles");
    assert_eq!(compiled.warnings, Vec::<String>::new());
    let function = &compiled.functions[0];
    assert!(function.searched);
    for (program, entry) in function.programs().zip(&read.entries) {
        let (mul, add) = entry.after;
        assert_eq!(program.counts().total(), mul + add);
    }
    let state = State::sample(&mechanism, 1).with(Argument::StepSize, vec![0.01]);
    let found = function.run(|input| state.get(input)).expect("regular");
    let expected = program(&mechanism, FUNCTION).run(&state);
    for (expected, found) in expected.iter().zip(&found) {
        assert!(
            distance(expected, found, 1.0) < 1e-9,
            "{expected:?} {found:?}"
        );
    }
}
