//! Between the user's coordinates and those of the tree: q̇_t = G q̇, τ = Gᵀ τ_t, M = Gᵀ M_t G.
//!
//! G is constant but for frames on foreshortened beams: where q_t has squares c q_i q_j, G has the slopes c q_j and c q_i, and
//! q̈_t = G q̈ + Ġ q̇.

mod matrix;
mod row;

use self::row::Row;
use super::zeros;
use crate::leaves::Leaves;
use crate::mechanism::Mechanism;
use crate::scalar::Scalar;

/// G, and what is mapped by it; the identity for most mechanisms.
pub(super) struct Coupling<'a, L: Leaves> {
    /// The rows of G; none for the identity.
    rows: Option<Vec<Row<'a, L::S>>>,
    leaves: &'a L,
    /// Number of the user's velocities.
    pub nv: usize,
    tree_nv: usize,
}

impl<'a, L: Leaves> Coupling<'a, L> {
    pub(super) fn new(mechanism: &'a Mechanism, leaves: &'a L) -> Self {
        let coordinates = mechanism.coordinates.as_ref();
        let rows = coordinates.map(|one| {
            let rows = one.velocities.iter();
            rows.map(|row| Row::lift(row, one, leaves)).collect()
        });
        Self {
            rows,
            leaves,
            nv: mechanism.nv(),
            tree_nv: mechanism.tree_nv(),
        }
    }

    /// The user's velocity that a velocity of the tree is, if it is one as it stands.
    pub(super) fn user_velocity(&self, v: usize) -> Option<usize> {
        let Some(rows) = &self.rows else {
            return Some(v);
        };
        match rows[v].terms {
            [(index, factor)] if factor.is_one() && rows[v].slopes.is_empty() => Some(*index),
            _ => None,
        }
    }

    /// The row of G of a velocity of the tree: the user's velocities, and their factors.
    pub(super) fn row(&self, v: usize) -> Vec<(usize, L::S)> {
        let Some(row) = self.rows.as_ref().map(|rows| &rows[v]) else {
            return vec![(v, L::S::one())];
        };
        let terms = row.terms.iter();
        let mut entries: Vec<(usize, L::S)> = terms
            .map(|(index, factor)| (*index, self.leaves.constant(factor)))
            .collect();
        for &(index, slope) in &row.slopes {
            match entries.iter_mut().find(|(known, _)| *known == index) {
                Some((_, sum)) => *sum = *sum + slope,
                None => entries.push((index, slope)),
            }
        }
        entries
    }

    /// G x: rates of the tree, or accelerations at rest.
    pub(super) fn rates(&self, x: Vec<L::S>) -> Vec<L::S> {
        let Some(rows) = &self.rows else { return x };
        let combined = |row: &Row<L::S>| {
            let terms = row.terms.iter();
            let fixed = terms.fold(L::S::zero(), |sum, (index, factor)| {
                sum + self.leaves.times(factor, x[*index])
            });
            let slopes = row.slopes.iter();
            slopes.fold(fixed, |sum, &(index, slope)| sum + slope * x[index])
        };
        rows.iter().map(combined).collect()
    }

    /// Ġ q̇: accelerations of the tree for q̈ = 0.
    pub(super) fn bias(&self, rates: impl FnOnce() -> Vec<L::S>) -> Vec<L::S> {
        let bent = |rows: &&Vec<Row<L::S>>| rows.iter().any(|row| !row.curvature.is_empty());
        let Some(rows) = self.rows.as_ref().filter(bent) else {
            return zeros(self.tree_nv);
        };
        let rates = rates();
        let bias = |row: &Row<L::S>| {
            let curvature = row.curvature.iter();
            curvature.fold(L::S::zero(), |sum, &(i, j, factor)| {
                let bent = factor * (rates[i] * rates[j]);
                sum + if i == j { bent } else { bent + bent }
            })
        };
        rows.iter().map(bias).collect()
    }

    /// G q̈ + Ġ q̇: accelerations of the tree.
    pub(super) fn accelerations(
        &self,
        x: Vec<L::S>,
        rates: impl FnOnce() -> Vec<L::S>,
    ) -> Vec<L::S> {
        let bias = self.bias(rates);
        let pairs = self.rates(x).into_iter().zip(bias);
        pairs.map(|(own, bias)| own + bias).collect()
    }

    /// Gᵀ y: forces or momenta of the user.
    pub(super) fn forces(&self, y: Vec<L::S>) -> Vec<L::S> {
        let Some(rows) = &self.rows else { return y };
        let mut forces = zeros(self.nv);
        for (row, y) in rows.iter().zip(y) {
            for (index, factor) in row.terms {
                forces[*index] = forces[*index] + self.leaves.times(factor, y);
            }
            for &(index, slope) in &row.slopes {
                forces[index] = forces[index] + slope * y;
            }
        }
        forces
    }

    /// (∂q̇_t/∂q)ᵀ p: what the rates of the tree change with the user's coordinates, by its momenta.
    pub(super) fn momentum_slopes(
        &self,
        p: impl FnOnce() -> Vec<L::S>,
        rates: &[L::S],
    ) -> Vec<L::S> {
        let mut slopes = zeros(self.nv);
        let bent = |rows: &&Vec<Row<L::S>>| rows.iter().any(|row| !row.curvature.is_empty());
        let Some(rows) = self.rows.as_ref().filter(bent) else {
            return slopes;
        };
        for (row, p) in rows.iter().zip(p()) {
            for &(i, j, factor) in &row.curvature {
                slopes[i] = slopes[i] + factor * (rates[j] * p);
                if i != j {
                    slopes[j] = slopes[j] + factor * (rates[i] * p);
                }
            }
        }
        slopes
    }
}
