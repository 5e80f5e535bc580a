//! The reference and the evaluator against the golden data, or, of models that have none, against each other.

use std::sync::Arc;

use denoc_codegen::compile::Precision;
use denoc_codegen::reference::reference;
use denoc_tests::compare::{self, Judged, TOLERANCE};
use denoc_tests::lane::{Answer, Outputs};
use denoc_tests::subject::Subject;

use crate::subject_with;

/// The tolerance in single precision, whose unit is 6e-8 and whose inputs are rounded before they are used.
const SINGLE_TOLERANCE: f64 = 1e-4;

pub(super) fn the_reference_agrees(model: &str, function: &str) {
    let (subject, index) = at(model, function);
    let Some(variant) = subject.origins.get(index) else {
        let found = &subject.verified()[index];
        assert!(found.holds(), "{function} of {model}: {found:?}");
        return;
    };
    let literal = subject.literal(variant.quantity);
    let found: Vec<Outputs> = (subject.samples.iter())
        .map(|sample| {
            reference(
                &literal,
                variant.quantity,
                variant.formulation,
                &sample.state(),
            )
        })
        .collect();
    agrees_with_golden(&subject, index, &found, TOLERANCE);
}

pub(super) fn the_evaluator_agrees(model: &str, function: &str) {
    let (subject, index) = at(model, function);
    let answers = subject.double.evaluated(index);
    if subject.origins.is_empty() {
        // `the_reference_agrees` compares the numbers.
        let answered = answers.iter().any(|answer| {
            let arrays = answer.as_ref().map_or(&[][..], Vec::as_slice);
            !arrays.is_empty() && arrays.iter().flatten().all(|value| value.is_finite())
        });
        assert!(answered, "{function} of {model}: {answers:?}");
        return;
    }
    agrees_with_golden(&subject, index, &outputs(&subject, answers), TOLERANCE);
}

pub(super) fn single_precision_agrees(model: &str, function: &str) {
    let (subject, index) = at(model, function);
    let programs = subject.programs(Precision::F32);
    let answers = programs.evaluated(programs.function(function));
    let found = outputs(&subject, answers);
    agrees_with_golden(&subject, index, &found, SINGLE_TOLERANCE);
}

fn at(model: &str, function: &str) -> (Arc<Subject>, usize) {
    let subject = subject_with(model, function);
    let index = subject.double.function(function);
    (subject, index)
}

/// The answers at the samples of the golden data, which come first.
fn outputs(subject: &Subject, answers: &[Answer]) -> Vec<Outputs> {
    let answers = answers.iter().take(subject.samples.len()).cloned();
    let outputs: Result<Vec<Outputs>, u32> = answers.collect();
    outputs.expect("no function fails at the states of the golden data")
}

fn agrees_with_golden(subject: &Subject, index: usize, found: &[Outputs], tolerance: f64) {
    let quantity = subject.origins[index].quantity;
    let literal = subject.literal(quantity);
    let judged = Judged {
        model: &subject.model,
        mechanism: &literal,
        quantity,
        samples: &subject.samples,
    };
    compare::agrees_with_golden(judged, found, tolerance);
}
