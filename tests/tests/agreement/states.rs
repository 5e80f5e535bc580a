//! What fails: the status is the evaluator's in every lane, and there is one where there must be.

use denoc_codegen::function::Function;
use denoc_tests::case::{Norm, cases};
use denoc_tests::lane::{Lane, Request};
use denoc_tests::states::ZERO;

use crate::subject;

#[test]
fn mechanisms_with_loops_have_functions_that_can_fail() {
    let loops = cases().filter(|case| case.name.starts_with("loops/"));
    for case in loops {
        let subject = subject(case.name);
        let mut functions = subject.double.compiled.functions.iter();
        assert!(functions.any(Function::can_fail), "{}", case.name);
    }
}

/// At zero, the bars of a parallelogram lie on one line: its equations are singular, and have no solution but one of least norm.
#[test]
fn a_flat_parallelogram_is_a_status() {
    let flat = cases().find(|case| case.norm == Norm::None);
    let subject = subject(flat.expect("a case").name);
    let steps = subject.steps.iter();
    let zero = steps.enumerate().find(|(_, step)| step.label == ZERO);
    let (zero, _) = zero.expect("a step");
    let programs = &subject.double;
    let mut failed = 0;
    for (index, function) in programs.compiled.functions.iter().enumerate() {
        if function.can_fail() {
            assert_eq!(programs.evaluated(index)[zero], Err(1), "{}", function.name);
            failed += 1;
        }
    }
    assert!(failed >= 8, "{failed}");
}

/// A negative mass is refused, by its place among the conditions; the other values are not.
#[test]
fn parameters_that_make_no_sense_are_a_status() {
    let subject = subject("parameters/arm");
    let conditions = &subject.mechanism.conditions;
    let place = (1..).zip(conditions);
    let mut place = place.filter(|(_, condition)| condition.what == "the mass of body \"b\"");
    let (status, _) = place.next().expect("a condition");
    let answers = subject.double.evaluated(0).iter().zip(&subject.steps);
    let prepared = answers.filter(|(_, step)| matches!(step.request, Request::Prepare(_)));
    let found: Vec<_> = prepared.map(|(answer, _)| answer.clone()).collect();
    assert_eq!(found, [Err(status), Ok(Vec::new())]);
}

/// What is asked of a program is answered by it: where a tool is installed there are answers to compare.
#[test]
fn rust_and_c_are_always_run() {
    let subject = subject("parameters/arm");
    for lane in [Lane::Rust, Lane::C] {
        assert!(!subject.double.ran(lane).is_empty(), "{lane:?}");
    }
}
