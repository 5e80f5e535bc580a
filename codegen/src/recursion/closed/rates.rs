//! All velocities from the independent ones: G_d q̇_d = −G_i q̇_i.

use super::ClosedSystem;
use super::dense::{at, dot, scattered};
use super::solving::Equations;
use crate::leaves::{Argument, Leaves};

impl<L: Leaves> ClosedSystem<'_, L> {
    /// q̇ by a route from the independent rates.
    pub(in crate::recursion) fn dependent_rates(
        &self,
        route: fn(&Self, &[L::S]) -> Vec<L::S>,
    ) -> Vec<Vec<L::S>> {
        vec![route(self, &self.inputs.array(Argument::Independent))]
    }

    pub(in crate::recursion) fn rates_over_tree(&self, rates: &[L::S]) -> Vec<L::S> {
        let (independent, dependent) = (self.independent(), self.dependent());
        let rows = self.at_rest().jacobian();
        self.mark("G_d q̇_d = −G_i q̇_i");
        let right = rows.iter().map(|row| -dot(&at(row, independent), rates));
        let solved = self.solve(&Equations {
            matrix: rows.iter().map(|row| at(row, &dependent)).collect(),
            right: right.collect(),
        });
        let parts = [(independent, rates), (&dependent, &solved)];
        scattered(self.nv(), &parts)
    }
}
