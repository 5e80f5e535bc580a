//! Quantities of mechanisms as plain arrays of f64.

use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;
use denoc_codegen::recursion::Formulation;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, reference};
use denoc_codegen::transform::elementary;

/// The mechanism of a model, with elementary joints.
pub(crate) fn mechanism(text: &str) -> Mechanism {
    let loaded = model::parse("model.toml", text).map_err(|faults| faults.to_string());
    elementary(&loaded.expect("a sound model").mechanism)
}

/// The output arrays of a quantity by one formulation.
pub(crate) fn by(
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    state: &State,
) -> Vec<Vec<f64>> {
    reference(mechanism, quantity, formulation, state)
}

/// The first output array of a quantity, literally.
pub(crate) fn value(mechanism: &Mechanism, quantity: Quantity, state: &State) -> Vec<f64> {
    by(mechanism, quantity, quantity.literal(mechanism), state).swap_remove(0)
}

/// A x of a matrix by rows.
pub(crate) fn apply(matrix: &[f64], x: &[f64]) -> Vec<f64> {
    let row = |row: &[f64]| row.iter().zip(x).map(|(a, x)| a * x).sum();
    matrix.chunks(x.len()).map(row).collect()
}

/// Aᵀ y of a matrix by rows.
pub(crate) fn apply_transposed(matrix: &[f64], y: &[f64]) -> Vec<f64> {
    let columns = matrix.len() / y.len();
    let column = |j: usize| {
        y.iter()
            .enumerate()
            .map(|(i, y)| matrix[i * columns + j] * y)
            .sum()
    };
    (0..columns).map(column).collect()
}

pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// a + h b.
pub(crate) fn plus(a: &[f64], h: f64, b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + h * b).collect()
}

/// Fails when the arrays differ by more than `tolerance` of the largest element.
pub(crate) fn assert_close(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let scale = expected.iter().fold(1e-3_f64, |most, x| most.max(x.abs()));
    for (a, b) in found.iter().zip(expected) {
        let difference = (a - b).abs();
        assert!(
            difference <= tolerance * scale,
            "{what}: {found:?} and {expected:?}"
        );
    }
}
