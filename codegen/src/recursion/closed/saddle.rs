//! Equations of motion with their constraints, for any right-hand side: factorised once.
//!
//! ```text
//!  M x − Gᵀ μ = f,  G x = c:      M = U D Uᵀ (18),  Z = M⁻¹ Gᵀ,  S = G Z
//!  w = M⁻¹ f,  S μ = c − G w,  x = w + Z μ
//! ```

use super::ClosedSystem;
use super::constraint::Constraints;
use super::dense::{combined, congruent, diagonal, dot};
use crate::leaves::Leaves;
use crate::recursion::factor::{self, Factors};
use crate::scalar::Scalar;

/// The factors of the equations.
pub(super) struct Saddle<S> {
    inertia: (Factors<S>, Vec<Vec<usize>>),
    /// G, by rows.
    jacobian: Vec<Vec<S>>,
    /// Z, by columns.
    moved: Vec<Vec<S>>,
    /// Factors of S.
    inner: (Factors<S>, Vec<Vec<usize>>),
}

impl<L: Leaves> ClosedSystem<'_, L> {
    /// The factors, S behind the margins of its pivots.
    pub(super) fn saddle(&self, constraints: &Constraints<L::S>) -> Saddle<L::S> {
        let (factors, ancestry) = self.factors();
        let jacobian = constraints.jacobian();
        self.mark("Z = M⁻¹ Gᵀ");
        let solve = |row: &Vec<L::S>| factor::solve(&factors, row.clone(), &ancestry);
        let moved: Vec<Vec<L::S>> = jacobian.iter().map(solve).collect();
        self.mark("S = G M⁻¹ Gᵀ");
        let matrix = congruent(&jacobian, &moved);
        let dense = factor::dense(matrix.len());
        let inner = factor::factorise(matrix.clone(), &dense);
        self.guard(&inner.diagonal, &diagonal(&matrix));
        Saddle {
            inertia: (factors, ancestry),
            jacobian,
            moved,
            inner: (inner, dense),
        }
    }
}

impl<S: Scalar> Saddle<S> {
    /// Number of constraints.
    pub(super) fn rows(&self) -> usize {
        self.jacobian.len()
    }

    /// x and μ.
    pub(super) fn solve(&self, f: Vec<S>, c: &[S]) -> (Vec<S>, Vec<S>) {
        let (factors, ancestry) = &self.inertia;
        let free = factor::solve(factors, f, ancestry);
        let rows = self.jacobian.iter().zip(c);
        let missing = rows.map(|(row, &c)| c - dot(row, &free)).collect();
        let (factors, dense) = &self.inner;
        let μ = factor::solve(factors, missing, dense);
        (combined(&free, &self.moved, &μ), μ)
    }
}
