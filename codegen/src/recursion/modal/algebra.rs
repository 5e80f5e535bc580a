//! Sums and products of a few vectors and matrices.

use crate::exact::number::Number;
use crate::leaves::Leaves;
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Vec3};

/// Σ a_i b_i.
pub(super) fn sum<S: Scalar>(a: &[S], b: &[S]) -> S {
    let pairs = a.iter().zip(b);
    pairs.fold(S::zero(), |sum, (&a, &b)| sum + a * b)
}

/// A + Σ A_i x_i.
pub(super) fn weighted<S: Scalar>(matrices: &[Mat3<S>], x: &[S], first: Mat3<S>) -> Mat3<S> {
    matrices.iter().zip(x).fold(first, |sum, (matrix, &x)| {
        Mat3::from_fn(|i, j| sum[i][j] + matrix[i][j] * x)
    })
}

/// ε_ijk A_kj: ∫ r × v dm of A = ∫ v rᵀ dm.
pub(super) fn axial<S: Scalar>(a: Mat3<S>) -> Vec3<S> {
    Vec3([a[2][1] - a[1][2], a[0][2] - a[2][0], a[1][0] - a[0][1]])
}

/// The entries above the diagonal that are not 0.
pub(super) fn above_diagonal<L: Leaves>(
    matrix: &[Vec<Number>],
    leaves: &L,
) -> Vec<(usize, usize, L::S)> {
    let mut entries = Vec::new();
    for (i, row) in matrix.iter().enumerate() {
        for (j, value) in row.iter().enumerate().skip(i + 1) {
            if !value.is_zero() {
                entries.push((i, j, leaves.constant(value)));
            }
        }
    }
    entries
}
