//! All velocities from the independent ones: G_d q̇_d = −G_i q̇_i.

use super::Closing;
use super::dense::{at, dot, scattered};
use super::solving::Equations;
use crate::formulation::Formulation;
use crate::leaves::{Argument, Leaves};
use crate::recursion::inputs::Inputs;

impl<L: Leaves> Closing<'_, L> {
    pub(super) fn dependent_rates(
        &self,
        formulation: Formulation,
        inputs: &Inputs<'_, L>,
    ) -> Vec<L::S> {
        let rates = inputs.array(Argument::Independent);
        match formulation {
            Formulation::Parallel => self.parallel_rates(&rates),
            _ => self.rates_over_tree(&rates),
        }
    }

    fn rates_over_tree(&self, rates: &[L::S]) -> Vec<L::S> {
        let (independent, dependent) = (self.independent(), self.dependent());
        let rows = self.at_rest().jacobian();
        self.mark("G_d q̇_d = −G_i q̇_i");
        let right = rows.iter().map(|row| -dot(&at(row, independent), rates));
        let solved = self.solve(&Equations {
            matrix: rows.iter().map(|row| at(row, &dependent)).collect(),
            right: right.collect(),
        });
        let parts = [(independent, rates), (&dependent, &solved)];
        scattered(self.system.nv, &parts)
    }
}
