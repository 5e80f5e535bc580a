//! Vectors and matrices of nalgebra, in and out of generated functions (feature `nalgebra`).
//!
//! | | |
//! |---|---|
//! | [`array`](fn@array)`(&v)` | a vector as an input: the same memory, nothing is copied |
//! | [`vector`]`(tau)` | a vector from an output: nothing is rearranged |
//! | [`matrix`]`(m)` | a matrix from an output: rows of arrays become columns in memory |
//! | [`rows`]`(&m)` | back: what prepares a matrix for plain arrays |
//!
//! Generated matrices are row-major, `m[row][column]`, those of nalgebra column-major: its own
//! `SMatrix::from(m)` takes rows for columns and so gives the transpose, [`matrix`] gives `M[(row, column)]`.
//!
//! ```
//! use denoc::nalgebra::{array, matrix, vector};
//! use nalgebra::{Rotation3, SMatrix, SVector, Vector3};
//!
//! # #[denoc::multibody(
//! #     model = "../models/puma.toml",
//! #     functions = ["inverse_dynamics", "mass_matrix", "tip_jacobian_tip", "tip_pose_tip"]
//! # )]
//! # struct Puma;
//! let q = SVector::from([0.1, -0.4, 0.3, 0.0, 0.5, 0.0]); // rad
//! let qd = SVector::from([0.2; Puma::NV]); // rad/s
//! let qdd = SVector::zeros(); // rad/s²
//!
//! let tau: SVector<f64, 6> = vector(Puma::inverse_dynamics(array(&q), array(&qd), array(&qdd)));
//! let inertia: SMatrix<f64, 6, 6> = matrix(Puma::mass_matrix(array(&q)));
//! let jacobian: SMatrix<f64, 6, 6> = matrix(Puma::tip_jacobian_tip(array(&q))); // [angular; linear]
//!
//! // The kinetic energy, the twist of the tip, and the pose as nalgebra has it.
//! assert!(qd.dot(&(inertia * qd)) > 0.0 && tau.norm() > 0.0);
//! let twist = jacobian * qd;
//! let (rotation, position) = Puma::tip_pose_tip(array(&q));
//! let rotation = Rotation3::from_matrix_unchecked(matrix(rotation));
//! let tool: Vector3<f64> = rotation * Vector3::z() + vector(position);
//! # assert!(twist.norm() > 0.0 && tool.norm() > 0.0);
//! ```
//!
//! Functions that can fail: `FiveBar::forward_dynamics(…).map(|(qdd, _)| vector(qdd))`.

use ::nalgebra::{SMatrix, SVector, Scalar};

/// The elements of a vector, as generated functions take them; nothing is copied.
#[must_use]
pub fn array<T, const N: usize>(vector: &SVector<T, N>) -> &[T; N] {
    let [column] = &vector.data.0;
    column
}

/// An output of N elements.
#[must_use]
pub fn vector<T: Scalar, const N: usize>(elements: [T; N]) -> SVector<T, N> {
    SVector::from(elements)
}

/// An output of R rows and C columns; element (i, j) is `rows[i][j]`.
#[must_use]
pub fn matrix<T: Scalar + Copy, const R: usize, const C: usize>(
    rows: [[T; C]; R],
) -> SMatrix<T, R, C> {
    SMatrix::from_fn(|row, column| rows[row][column])
}

/// The rows of a matrix; `rows[i][j]` is element (i, j).
#[must_use]
pub fn rows<T: Scalar + Copy, const R: usize, const C: usize>(
    matrix: &SMatrix<T, R, C>,
) -> [[T; C]; R] {
    let columns = &matrix.data.0;
    core::array::from_fn(|row| core::array::from_fn(|column| columns[column][row]))
}
