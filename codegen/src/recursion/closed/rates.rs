//! All velocities from the independent ones: G_d q̇_d = −G_i q̇_i.

use super::Closing;
use super::dense::{at, dot, scattered};
use crate::closed::Step;
use crate::formulation::Formulation;
use crate::leaves::{Argument, Leaves};
use crate::recursion::zeros;

impl<L: Leaves> Closing<'_, L> {
    /// A step of the dependent rates.
    pub(super) fn dependent_rates(&self, step: Step) -> Vec<Vec<L::S>> {
        let rates = self.given(Argument::Independent, self.independent().len());
        let least_norm = step.solves_with_least_norm(self.mechanism);
        match step.formulation {
            Formulation::Parallel if least_norm => self.meeting_rates(step, &rates),
            Formulation::Parallel => self.parallel_rates(&rates),
            _ => self.rates_over_tree(step, &rates),
        }
    }

    fn rates_over_tree(&self, step: Step, rates: &[L::S]) -> Vec<Vec<L::S>> {
        let (independent, dependent) = (self.independent(), self.dependent());
        if step.index == 0 {
            let rows = self.at_rest().jacobian();
            self.mark("G_d q̇_d = −G_i q̇_i");
            let matrix: Vec<L::S> = rows.iter().flat_map(|row| at(row, &dependent)).collect();
            let right = rows.iter().map(|row| -dot(&at(row, independent), rates));
            return vec![zeros(0), matrix, right.collect()];
        }
        let solved = self.given(Argument::Solved, dependent.len());
        let parts = [(independent, rates), (&dependent, &solved)];
        vec![scattered(self.system.nv, &parts)]
    }
}
