//! All velocities from the independent ones: G_d q̇_d = −G_i q̇_i.

use super::{Closing, at, dot};
use crate::closed::Step;
use crate::formulation::Formulation;
use crate::recursion::inputs::Inputs;
use crate::recursion::zeros;
use crate::scalar::{Argument, Leaves};

impl<L: Leaves> Closing<'_, L> {
    /// A step of the dependent rates.
    pub(super) fn dependent_rates(&self, step: Step, _: &Inputs<'_, L>) -> Vec<Vec<L::S>> {
        let (independent, dependent) = (self.independent(), self.dependent());
        let rates = self.given(Argument::Independent, independent.len());
        match step.formulation {
            Formulation::Parallel if step.solves_with_least_norm(self.mechanism) => {
                return self.meeting_rates(step, &rates);
            }
            Formulation::Parallel => return self.parallel_rates(&rates),
            _ => {}
        }
        if step.index == 0 {
            let rows = self.at_rest().jacobian();
            self.mark("G_d q̇_d = −G_i q̇_i");
            let matrix: Vec<L::S> = rows.iter().flat_map(|row| at(row, &dependent)).collect();
            let right = rows.iter().map(|row| -dot(&at(row, independent), &rates));
            return vec![zeros(0), matrix, right.collect()];
        }
        let solved = self.given(Argument::Solved, dependent.len());
        let mut all = zeros(self.system.nv);
        for (&velocity, &rate) in independent.iter().zip(&rates) {
            all[velocity] = rate;
        }
        for (&velocity, &rate) in dependent.iter().zip(&solved) {
            all[velocity] = rate;
        }
        vec![all]
    }
}
