//! The lanes run what is printed: a wrong program has wrong answers, and what has no lane is refused by name.

use denoc_codegen::compile::{Compiled, Precision};
use denoc_codegen::program::{Operation, Program};
use denoc_tests::case::Case;
use denoc_tests::compare::same_bits;
use denoc_tests::lane::c::Build;
use denoc_tests::lane::{Answer, Executable, Step, c, evaluator, is_installed, javascript, rust};
use denoc_tests::reason::{Aspect, Lane, reason};
use denoc_tests::states;

/// Inverse dynamics of the arm with parameters, and what it is asked.
fn arm(precision: Precision) -> (Compiled, Vec<Step>) {
    let case = Case::of("parameters/arm").expect("a case");
    let mechanism = case.mechanism();
    let mut compiled = case.compile(&mechanism, precision);
    compiled
        .functions
        .retain(|function| function.name == "inverse_dynamics");
    let steps = states::steps(case, &mechanism, &compiled);
    (compiled, steps)
}

/// Takes the last sum for a difference.
fn spoil(program: &mut Program) {
    let mut statements = program.statements.iter_mut();
    let sum = statements.rfind(|statement| statement.operation == Operation::Add);
    sum.expect("a sum").operation = Operation::Sub;
}

fn answers(compiled: &Compiled, steps: &[Step]) -> Vec<Answer> {
    evaluator::answers(compiled, &compiled.functions[0], steps)
}

#[test]
fn a_wrong_program_has_wrong_answers_in_every_lane() {
    let (right, steps) = arm(Precision::F64);
    let mut wrong = right.clone();
    spoil(&mut wrong.functions[0].program);
    let (expected, spoilt) = (answers(&right, &steps), answers(&wrong, &steps));
    assert_ne!(expected, spoilt);
    let mut lanes: Vec<(&str, Result<Executable, String>)> = vec![
        ("Rust", rust::build(&wrong, "wrong", rust::QUICK)),
        ("C", c::build(&wrong, "wrong", &Build::quick())),
    ];
    if is_installed("node") {
        lanes.push(("JavaScript", javascript::build(&wrong, "wrong")));
    }
    for (lane, program) in lanes {
        let found = program.and_then(|program| program.run(&steps));
        let found = found.expect("the program builds and runs");
        same_bits("wrong", lane, &steps, &found[0], &spoilt);
    }
}

#[test]
fn javascript_refuses_single_precision_by_name() {
    let (single, _) = arm(Precision::F32);
    let refused = javascript::build(&single, "single").map(|_| ());
    let reason = reason(Lane::JavaScript, Aspect::Single).expect("a reason");
    assert_eq!(refused, Err(reason.into()));
}
