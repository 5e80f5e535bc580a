//! The 3×3 matrix, rows first.

use core::ops::{Add, Index, Mul, Sub};

use super::Vec3;
use crate::scalar::Scalar;

/// A 3×3 matrix; `m[i][j]` is row i, column j.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mat3<S>(pub [[S; 3]; 3]);

impl<S: Scalar> Mat3<S> {
    /// The matrix with entries `f(i, j)`.
    pub fn from_fn(mut f: impl FnMut(usize, usize) -> S) -> Self {
        Self(core::array::from_fn(|i| core::array::from_fn(|j| f(i, j))))
    }

    /// The symmetric matrix with entries `f(i, j)`, i ≤ j.
    pub fn symmetric(f: impl Fn(usize, usize) -> S) -> Self {
        let (xy, xz, yz) = (f(0, 1), f(0, 2), f(1, 2));
        Self([[f(0, 0), xy, xz], [xy, f(1, 1), yz], [xz, yz, f(2, 2)]])
    }

    /// All zeros.
    #[must_use]
    pub fn zero() -> Self {
        Self([[S::zero(); 3]; 3])
    }

    /// The unit matrix.
    #[must_use]
    pub fn identity() -> Self {
        Self::from_fn(|i, j| S::literal(i8::from(i == j)))
    }

    /// The cross-product tensor: `skew(v) x = v × x`.
    #[must_use]
    pub fn skew(v: Vec3<S>) -> Self {
        let ([x, y, z], o) = (v.0, S::zero());
        Self([[o, -z, y], [z, o, -x], [-y, x, o]])
    }

    /// The transpose.
    #[must_use]
    pub fn transposed(self) -> Self {
        Self::from_fn(|i, j| self[j][i])
    }

    /// Column j.
    #[must_use]
    pub fn column(self, j: usize) -> Vec3<S> {
        Vec3(core::array::from_fn(|i| self[i][j]))
    }
}

impl<S: Scalar> Mul<Vec3<S>> for Mat3<S> {
    type Output = Vec3<S>;
    fn mul(self, v: Vec3<S>) -> Vec3<S> {
        Vec3(self.0.map(|row| Vec3(row).dot(v)))
    }
}

impl<S: Scalar> Mul for Mat3<S> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::from_fn(|i, j| Vec3(self[i]).dot(other.column(j)))
    }
}

impl<S: Scalar> Add for Mat3<S> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::from_fn(|i, j| self[i][j] + other[i][j])
    }
}

impl<S: Scalar> Sub for Mat3<S> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::from_fn(|i, j| self[i][j] - other[i][j])
    }
}

impl<S> Index<usize> for Mat3<S> {
    type Output = [S; 3];
    fn index(&self, row: usize) -> &[S; 3] {
        &self.0[row]
    }
}
