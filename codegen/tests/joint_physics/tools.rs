//! Quantities of mechanisms as plain arrays of f64.

use denoc_codegen::formulation::Formulation;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;
use denoc_codegen::prove::quaternion_places;
use denoc_codegen::quantity::Quantity;
use denoc_codegen::reference::{State, reference};
use denoc_codegen::scalar::Argument;
use denoc_codegen::transform::elementary;

/// The mechanism of a model, with elementary joints.
pub(crate) fn mechanism(text: &str) -> Mechanism {
    let loaded = model::parse("model.toml", text).map_err(|faults| faults.to_string());
    elementary(&loaded.expect("a sound model").mechanism)
}

/// A state of moderate size with unit quaternions: all arrays.
pub(crate) fn sample(mechanism: &Mechanism, seed: u64) -> State {
    let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut array = |len: usize| -> Vec<f64> {
        let mut draw = || {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            (x >> 11) as f64 / (1_u64 << 53) as f64 * 3.0 - 1.5
        };
        (0..len).map(|_| draw()).collect()
    };
    let mut q = array(mechanism.nq());
    for start in quaternion_places(mechanism) {
        let quaternion = &mut q[start..start + 4];
        let norm = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
        quaternion.iter_mut().for_each(|x| *x /= norm);
    }
    let nv = mechanism.nv();
    let wrenches = 6 * mechanism.model_bodies().count();
    State::default()
        .with(Argument::Q, q)
        .with(Argument::Qd, array(nv))
        .with(Argument::Qdd, array(nv))
        .with(Argument::Tau, array(nv))
        .with(Argument::P, array(nv))
        .with(Argument::Wrenches, array(wrenches))
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
