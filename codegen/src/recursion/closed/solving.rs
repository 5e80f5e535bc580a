//! Equations, and the two ways to solve them.
//!
//! In general values decide: pivots are chosen, or the solution is that of least norm where the model asks for it. A symmetric
//! matrix that is positive unless it is singular is eliminated as U D Uᵀ in a fixed order instead, behind the *margins* of its
//! pivots.

use super::ClosedSystem;
use super::dense::{diagonal, unit};
use crate::exact::number::Number;
use crate::leaves::Leaves;
use crate::leaves::Solve;
use crate::recursion::factor;
use crate::scalar::Scalar;

/// A x = b.
#[derive(Clone)]
pub(super) struct Equations<S> {
    /// A, rows first.
    pub matrix: Vec<Vec<S>>,
    /// b.
    pub right: Vec<S>,
}

impl<L: Leaves> ClosedSystem<'_, L> {
    /// The relative cut-off of solutions of least norm, where the model asks for them.
    pub(super) fn least_norm(&self) -> Option<f64> {
        let cutoff = self.loops()?.minimum_norm.as_ref();
        cutoff.map(Number::to_f64)
    }

    /// x.
    pub(super) fn solve(&self, equations: &Equations<L::S>) -> Vec<L::S> {
        let Equations { matrix, right } = equations;
        let solve = Solve {
            rows: right.len(),
            columns: matrix.first().map_or(0, Vec::len),
            sides: 1,
            least_norm: self.least_norm(),
        };
        self.leaves.solve(solve, matrix, right)
    }

    /// A⁻¹ by rows, of a square matrix.
    pub(super) fn inverse_of(&self, matrix: &[Vec<L::S>]) -> Vec<Vec<L::S>> {
        let n = matrix.len();
        let solve = Solve {
            rows: n,
            columns: n,
            sides: n,
            least_norm: None,
        };
        let identity: Vec<L::S> = (0..n).flat_map(|i| unit(n, i)).collect();
        let elements = self.leaves.solve(solve, matrix, &identity);
        elements.chunks(n.max(1)).map(<[L::S]>::to_vec).collect()
    }

    /// x of a symmetric positive matrix.
    pub(super) fn solve_definite(&self, equations: &Equations<L::S>) -> Vec<L::S> {
        if self.least_norm().is_some() {
            return self.solve(equations);
        }
        let (x, pivots) = definite(equations);
        self.guard(&pivots, &diagonal(&equations.matrix));
        x
    }

    /// Pivots must be above the least, which is relative to what they were before the elimination: 2⁻⁴⁰.
    pub(super) fn guard(&self, pivots: &[L::S], diagonal: &[L::S]) {
        self.mark("margins of pivots");
        let least = self.leaves.constant(&Number::dyadic(1.into(), 40));
        let margin = |(&pivot, &entry): (&L::S, &L::S)| pivot - least * entry;
        let margins: Vec<L::S> = pivots.iter().zip(diagonal).map(margin).collect();
        self.leaves.guard(&margins);
    }
}

/// x of a symmetric positive matrix by U D Uᵀ, with the pivots.
pub(super) fn definite<S: Scalar>(equations: &Equations<S>) -> (Vec<S>, Vec<S>) {
    let Equations { matrix, right } = equations;
    let ancestry = factor::dense(right.len());
    let factors = factor::factorise(matrix.clone(), &ancestry);
    let x = factor::solve(&factors, right.clone(), &ancestry);
    (x, factors.diagonal)
}
