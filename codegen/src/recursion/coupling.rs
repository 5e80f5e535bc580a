//! Between the user's coordinates and those of the tree: q̇_t = G q̇, τ = Gᵀ τ_t, M = Gᵀ M_t G.

use super::zeros;
use crate::leaves::Leaves;
use crate::mechanism::{Combination, Coordinates, Mechanism};
use crate::scalar::Scalar;

/// G, and what is mapped by it; the identity for most mechanisms.
pub(super) struct Coupling<'a, L> {
    coordinates: Option<&'a Coordinates>,
    leaves: &'a L,
    /// Number of the user's velocities.
    pub nv: usize,
}

impl<'a, L: Leaves> Coupling<'a, L> {
    pub(super) fn new(mechanism: &'a Mechanism, leaves: &'a L) -> Self {
        Self {
            coordinates: mechanism.coordinates.as_ref(),
            leaves,
            nv: mechanism.nv(),
        }
    }

    /// The rows of G; none for the identity.
    fn rows(&self) -> Option<&'a [Combination]> {
        self.coordinates.map(|one| &one.velocities[..])
    }

    /// G x: rates or accelerations of the tree.
    pub(super) fn rates(&self, x: Vec<L::S>) -> Vec<L::S> {
        let Some(rows) = self.rows() else { return x };
        let combined = |row: &Combination| {
            let terms = row.terms.iter();
            terms.fold(L::S::zero(), |sum, (index, factor)| {
                sum + self.leaves.times(factor, x[*index])
            })
        };
        rows.iter().map(combined).collect()
    }

    /// Gᵀ y: forces or momenta of the user.
    pub(super) fn forces(&self, y: Vec<L::S>) -> Vec<L::S> {
        let Some(rows) = self.rows() else { return y };
        let mut forces = zeros(self.nv);
        for (row, y) in rows.iter().zip(y) {
            for (index, factor) in &row.terms {
                forces[*index] = forces[*index] + self.leaves.times(factor, y);
            }
        }
        forces
    }

    /// A G: columns of the user, such as those of a Jacobian.
    pub(super) fn columns(&self, rows: Vec<Vec<L::S>>) -> Vec<Vec<L::S>> {
        rows.into_iter().map(|row| self.forces(row)).collect()
    }

    /// Gᵀ A G.
    pub(super) fn square(&self, matrix: Vec<Vec<L::S>>) -> Vec<Vec<L::S>> {
        if self.coordinates.is_none() {
            return matrix;
        }
        transposed(
            self.columns(transposed(self.columns(matrix), self.nv)),
            self.nv,
        )
    }
}

/// The transpose of a matrix of `columns` columns.
fn transposed<S: Scalar>(matrix: Vec<Vec<S>>, columns: usize) -> Vec<Vec<S>> {
    let column = |j: usize| matrix.iter().map(|row| row[j]).collect();
    (0..columns).map(column).collect()
}
