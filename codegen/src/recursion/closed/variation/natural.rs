//! N: all rates from some of them.

use super::super::ClosedSystem;
use super::super::dense::{at, combined, diagonal, dot, scattered, unit};
use super::super::saddle::Saddle;
use crate::leaves::Leaves;
use crate::recursion::{factor, zeros};
use crate::scalar::Scalar;

/// All rates from some of them.
pub(super) struct Natural<S> {
    /// Their places.
    pub(super) given: Vec<usize>,
    pub(super) others: Vec<usize>,
    /// The inverse of the columns of G of the others.
    pub(super) inverse: Vec<Vec<S>>,
    /// N by columns.
    pub(super) columns: Vec<Vec<S>>,
}

impl<S: Scalar> Natural<S> {
    /// The vector with 0 in the places given of which G makes −c.
    pub(super) fn follows(&self, c: &[S], nv: usize) -> Vec<S> {
        let others: Vec<S> = self.inverse.iter().map(|row| -dot(row, c)).collect();
        scattered(nv, &[(&self.others, &others)])
    }

    /// z with G_dᵀ z = −g_d: what g makes of a vector that [follows](Self::follows) c is z · c.
    pub(super) fn followed(&self, g: &[S]) -> Vec<S> {
        let g = at(g, &self.others);
        let z = combined(&zeros(g.len()), &self.inverse, &g);
        z.into_iter().map(|x| -x).collect()
    }
}

/// All rates from the independent ones, and from those of the actuated joints.
pub(super) struct Naturals<S> {
    pub(super) free: Natural<S>,
    /// Where the actuated joints are not the independent ones.
    of_actuated: Option<Natural<S>>,
}

impl<S> Naturals<S> {
    pub(super) fn actuated(&self) -> &Natural<S> {
        self.of_actuated.as_ref().unwrap_or(&self.free)
    }
}

impl<L: Leaves> ClosedSystem<'_, L> {
    /// N from the independent rates.
    pub(super) fn free(&self) -> Natural<L::S> {
        self.natural_from(&self.at_rest().jacobian(), self.independent())
    }

    /// N from either.
    pub(super) fn naturals(&self) -> Naturals<L::S> {
        let jacobian = self.at_rest().jacobian();
        let from = |given: &[usize]| self.natural_from(&jacobian, given);
        Naturals {
            free: from(self.independent()),
            of_actuated: (self.actuated() != self.independent()).then(|| from(self.actuated())),
        }
    }

    /// N from G by rows.
    fn natural_from(&self, jacobian: &[Vec<L::S>], given: &[usize]) -> Natural<L::S> {
        let others: Vec<usize> = (0..self.nv()).filter(|v| !given.contains(v)).collect();
        let matrix: Vec<Vec<L::S>> = jacobian.iter().map(|row| at(row, &others)).collect();
        self.mark("G_d⁻¹");
        let inverse = self.inverse_of(&matrix);
        self.mark("N = [1; −G_d⁻¹ G_u]");
        let column = |(place, &v): (usize, &usize)| {
            let own: Vec<L::S> = jacobian.iter().map(|row| row[v]).collect();
            let others_move: Vec<L::S> = inverse.iter().map(|row| -dot(row, &own)).collect();
            let unit = unit(given.len(), place);
            scattered(self.nv(), &[(given, &unit), (&others, &others_move)])
        };
        Natural {
            columns: given.iter().enumerate().map(column).collect(),
            given: given.to_vec(),
            others,
            inverse,
        }
    }

    /// N = A_u (A_uu)⁻¹ by columns, with A the accelerations from forces: what forces on the independent joints move.
    pub(super) fn natural_by_inertia(&self, saddle: &Saddle<L::S>) -> Vec<Vec<L::S>> {
        let independent = self.independent();
        let moved = self.moved_by(saddle, independent);
        let matrix: Vec<Vec<L::S>> = moved.iter().map(|column| at(column, independent)).collect();
        let ancestry = factor::dense(matrix.len());
        let factors = factor::factorise(matrix.clone(), &ancestry);
        self.mark("N");
        self.guard(&factors.diagonal, &diagonal(&matrix));
        let column = |j: usize| {
            let of_forces = factor::solve(&factors, unit(matrix.len(), j), &ancestry);
            let mut column = combined(&zeros(self.nv()), &moved, &of_forces);
            for (k, &v) in independent.iter().enumerate() {
                column[v] = L::S::literal(i8::from(k == j));
            }
            column
        };
        (0..matrix.len()).map(column).collect()
    }

    /// The accelerations from unit forces on some joints, by columns.
    pub(super) fn moved_by(&self, saddle: &Saddle<L::S>, joints: &[usize]) -> Vec<Vec<L::S>> {
        let still = zeros(saddle.rows());
        let moved = |&v: &usize| saddle.solve(unit(self.nv(), v), &still).0;
        joints.iter().map(moved).collect()
    }
}
