//! What every lane's outputs must be: those of the golden data within a tolerance, those of the evaluator bit for bit.

use crate::golden::{Row, Sample};
use crate::subject::Outputs;

/// Least relative tolerance, of max|array|.
pub const TOLERANCE: f64 = 1e-12;

/// Quantities that the data of a model has nothing of: joint wrenches of coupled joints (Pinocchio has none).
const MISSING: [(&str, &str); 1] = [("urdf/panda_mimic", "joint_wrenches")];

/// Asserts that the outputs of a lane at every sample agree with the golden data.
///
/// # Panics
/// When they do not, or when there is less than two samples of data.
pub fn agrees_with_golden(
    model: &str,
    row: &Row,
    samples: &[Sample],
    found: &[Outputs],
    tolerance: f64,
) {
    let mut compared = 0;
    for (sample, outputs) in samples.iter().zip(found) {
        for comparison in 0..row.compare.len() {
            if let Some((found, expected)) = sample.compare(row, comparison, outputs) {
                let difference = expected.difference(&found, tolerance);
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
    assert!(
        compared >= 2 * row.compare.len() || MISSING.contains(&(model, row.quantity)),
        "the golden data of {model} has too little of {}",
        row.quantity
    );
}

/// Asserts that the outputs of a lane (`title`) at every sample have the bits of the evaluator's.
///
/// # Panics
/// When they do not.
pub fn same_bits(
    model: &str,
    title: &str,
    samples: &[Sample],
    found: &[Outputs],
    expected: &[Outputs],
) {
    assert_eq!(found.len(), expected.len());
    for ((sample, found), expected) in samples.iter().zip(found).zip(expected) {
        assert_eq!(
            bits(found),
            bits(expected),
            "{title} differs from the evaluator at {} of {model}: {found:?} and {expected:?}",
            sample.label,
        );
    }
}

fn bits(outputs: &Outputs) -> Vec<Vec<u64>> {
    outputs
        .iter()
        .map(|output| output.iter().map(|value| value.to_bits()).collect())
        .collect()
}
