//! What every lane's outputs must be: those of the golden data within a tolerance, those of the evaluator bit for bit.

use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::rounding::terms_of;
use denoc_codegen::signature::Family;

use crate::golden::{Sample, row};
use crate::lane::{Answer, Outputs, Step};

/// Least relative tolerance, of max|array|.
pub const TOLERANCE: f64 = 1e-12;

/// Quantities that the data of a model has nothing of: joint wrenches of coupled joints (Pinocchio has none), base parameters of bodies
/// between the parts of a joint.
const MISSING: [(&str, &str); 2] = [
    ("urdf/panda_mimic", "joint_wrenches"),
    ("mech/one_cylindrical", "base_regressor"),
];

/// A quantity of a model with golden data.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    /// `urdf/ur5`.
    pub model: &'a str,
    /// With elementary joints.
    pub mechanism: &'a Mechanism,
    /// What is compared.
    pub quantity: Quantity,
    /// The golden data.
    pub samples: &'a [Sample],
}

/// Asserts that the outputs of a lane at every sample agree with the golden data.
///
/// # Panics
/// When they do not, or when there is less than two samples of data.
pub fn agrees_with_golden(judged: Judged<'_>, found: &[Outputs], tolerance: f64) {
    let Judged {
        model,
        mechanism,
        quantity,
        samples,
    } = judged;
    let row = row(&quantity.name(mechanism)).expect("every quantity has a row in golden::ROWS");
    let literal = quantity.literal(mechanism);
    let mut compared = 0;
    for (sample, outputs) in samples.iter().zip(found) {
        let terms = terms_of(mechanism, quantity, literal, &sample.state());
        for comparison in 0..row.compare.len() {
            if let Some((found, expected)) = sample.compare(row, comparison, outputs) {
                let terms = sample.terms(row, comparison, (outputs, &terms));
                let difference = expected.difference(&found, (tolerance, terms));
                assert!(
                    difference.is_none(),
                    "{}, {} of {model}: {}",
                    row.quantity,
                    sample.label,
                    difference.unwrap_or_default()
                );
                compared += 1;
            }
        }
    }
    // Of some models there is one state with derivatives or regressors.
    let least = if quantity.signature().family == Family::Dynamics {
        2
    } else {
        1
    };
    assert!(
        compared >= least * row.compare.len() || MISSING.contains(&(model, row.quantity)),
        "the golden data of {model} has too little of {}",
        row.quantity
    );
}

/// Asserts that the answers of a lane (`title`) to every step are those of the evaluator, bit for bit.
///
/// # Panics
/// When they are not.
pub fn same_bits(model: &str, title: &str, steps: &[Step], found: &[Answer], expected: &[Answer]) {
    assert_eq!(found.len(), expected.len());
    for ((step, found), expected) in steps.iter().zip(found).zip(expected) {
        assert_eq!(
            bits(found),
            bits(expected),
            "{title} differs from the evaluator at {} of {model}: {found:?} and {expected:?}",
            step.label,
        );
    }
}

/// The bits of an answer; all NaN are alike, for no language defines theirs.
///
/// # Errors
/// The status of a function that failed.
pub fn bits(answer: &Answer) -> Result<Vec<Vec<u64>>, u32> {
    let word = |value: &f64| match value.is_nan() {
        true => f64::NAN.to_bits(),
        false => value.to_bits(),
    };
    let arrays = answer.as_ref().map_err(|status| *status)?.iter();
    Ok(arrays
        .map(|array| array.iter().map(word).collect())
        .collect())
}
