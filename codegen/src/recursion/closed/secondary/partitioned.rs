//! The equations of the primary and the secondary system.

use crate::recursion::closed::solving::Equations;
use crate::scalar::Scalar;

/// The primary and the secondary system, the primary one eliminated.
pub(super) struct PartitionedSystem<S> {
    /// M_P⁻¹ φ_P.
    pub(super) free: Vec<S>,
    /// M_P⁻¹ G_Pᵀ, by columns.
    pub(super) columns: Vec<Vec<S>>,
    /// S_P and r.
    pub(super) primary: Equations<S>,
    /// G_S, rows first.
    pub(super) rows: Vec<Vec<S>>,
    /// M_S and φ_S.
    pub(super) secondary: Equations<S>,
}

impl<S: Scalar> PartitionedSystem<S> {
    /// A column of G_S.
    pub(super) fn column(&self, k: usize) -> Vec<S> {
        self.rows.iter().map(|row| row[k]).collect()
    }

    /// [S_P, G_S; −G_Sᵀ, M_S] and [r; φ_S].
    pub(super) fn both(&self) -> Equations<S> {
        let upper = self.primary.matrix.iter().zip(&self.rows);
        let upper = upper.map(|(own, secondary)| [&own[..], secondary].concat());
        let lower = self.secondary.matrix.iter().enumerate().map(|(k, own)| {
            let reaction = self.column(k).into_iter().map(|entry| -entry);
            reaction.chain(own.iter().copied()).collect()
        });
        Equations {
            matrix: upper.chain(lower).collect(),
            right: [&self.primary.right[..], &self.secondary.right].concat(),
        }
    }
}
