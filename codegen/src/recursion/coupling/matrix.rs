//! Matrices between the user's coordinates and those of the tree.

use super::Coupling;
use super::row::Row;
use crate::leaves::Leaves;
use crate::recursion::{transposed, zeros};
use crate::scalar::Scalar;

impl<L: Leaves> Coupling<'_, L> {
    /// A G: columns of the user, such as those of a Jacobian.
    pub(in crate::recursion) fn columns(&self, rows: Vec<Vec<L::S>>) -> Vec<Vec<L::S>> {
        rows.into_iter().map(|row| self.forces(row)).collect()
    }

    /// Gᵀ A, A row-major with `rows` rows.
    pub(in crate::recursion) fn rows_of(&self, array: Vec<L::S>, rows: usize) -> Vec<L::S> {
        if self.rows.is_none() || rows == 0 {
            return array;
        }
        let columns = array.len() / rows;
        let column = |j: usize| (0..rows).map(|i| array[columns * i + j]).collect();
        let columns: Vec<Vec<L::S>> = (0..columns).map(|j| self.forces(column(j))).collect();
        transposed(&columns, self.nv).concat()
    }

    /// Ġ, rows first; `None` where G is constant.
    pub(in crate::recursion) fn matrix_rate(&self, rates: &[L::S]) -> Option<Vec<Vec<L::S>>> {
        let bent = |row: &Row<L::S>| !row.curvature.is_empty();
        let rows = self.rows.as_ref().filter(|rows| rows.iter().any(bent))?;
        let rate = |row: &Row<L::S>| {
            let mut entries = zeros(self.nv);
            for &(i, j, factor) in &row.curvature {
                entries[i] = entries[i] + factor * rates[j];
                if i != j {
                    entries[j] = entries[j] + factor * rates[i];
                }
            }
            entries
        };
        Some(rows.iter().map(rate).collect())
    }

    /// Gᵀ A B.
    pub(in crate::recursion) fn times(&self, a: &[Vec<L::S>], b: &[Vec<L::S>]) -> Vec<Vec<L::S>> {
        let product = |row: &Vec<L::S>, j: usize| {
            let pairs = row.iter().zip(b);
            pairs.fold(L::S::zero(), |sum, (&x, column)| sum + x * column[j])
        };
        let columns =
            (0..self.nv).map(|j| self.forces(a.iter().map(|row| product(row, j)).collect()));
        transposed(&columns.collect::<Vec<_>>(), self.nv)
    }

    /// Gᵀ A G.
    pub(in crate::recursion) fn square(&self, matrix: Vec<Vec<L::S>>) -> Vec<Vec<L::S>> {
        if self.rows.is_none() {
            return matrix;
        }
        let turned = transposed(&self.columns(matrix), self.nv);
        transposed(&self.columns(turned), self.nv)
    }
}
