//! Inverse dynamics over the whole spanning tree, Saha (44): Nᵀ w* = τᴱ + τ^λ.
//!
//! The joints that are not actuated have no force of their own: their equations give the multipliers, G_pᵀ λ = w_p, and those of
//! the actuated joints the forces, τ = w_a − G_aᵀ λ. With least norm, forces and multipliers of the
//! whole tree are solved for together.

use super::Closing;
use super::constraint::Constraints;
use super::dense::{at, dot};
use crate::closed::{Closed, Step};
use crate::formulation::Formulation;
use crate::leaves::{Argument, Leaves};
use crate::recursion::inputs::Inputs;
use crate::recursion::zeros;
use crate::scalar::Scalar;

impl<L: Leaves> Closing<'_, L> {
    /// A step of inverse dynamics.
    pub(super) fn inverse(&self, step: Step, inputs: &Inputs<'_, L>) -> Vec<Vec<L::S>> {
        let least_norm = step.solves_with_least_norm(self.mechanism);
        match step.formulation {
            Formulation::Parallel if least_norm => self.meeting_inverse(step, inputs),
            Formulation::Parallel => self.parallel_inverse(inputs),
            Formulation::Subsystems => self.subsystems(step, inputs),
            _ if least_norm => self.inverse_of_least_norm(step, inputs),
            _ => self.whole_tree(step, inputs),
        }
    }

    fn whole_tree(&self, step: Step, inputs: &Inputs<'_, L>) -> Vec<Vec<L::S>> {
        let (actuated, passive) = (self.actuated(), self.passive());
        let constraints = self.at_rest();
        let (na, m) = (actuated.len(), constraints.rows.len());
        if step.index == 0 {
            let needed = self.resisted(&inputs.motion());
            self.mark("Saha (44)");
            let rows = constraints.jacobian();
            let mut carried = at(&needed, actuated);
            carried.extend(rows.iter().flat_map(|row| at(row, actuated)));
            let column = |&v: &usize| rows.iter().map(|row| row[v]).collect::<Vec<_>>();
            let matrix: Vec<Vec<L::S>> = passive.iter().map(column).collect();
            return vec![carried, matrix.concat(), at(&needed, &passive)];
        }
        let carried = self.given(Argument::Carried, na * (m + 1));
        let λ = self.given(Argument::Solved, m);
        self.mark("Saha (42)");
        let τ = (0..na).map(|k| {
            let own = (0..m).map(|row| carried[na + row * na + k]);
            carried[k] - dot(&own.collect::<Vec<_>>(), &λ)
        });
        self.forces(step.function, τ.collect(), &constraints, &λ)
    }

    fn inverse_of_least_norm(&self, step: Step, inputs: &Inputs<'_, L>) -> Vec<Vec<L::S>> {
        let constraints = self.at_rest();
        let (actuated, m) = (self.actuated(), constraints.rows.len());
        if step.index == 0 {
            let needed = self.resisted(&inputs.motion());
            self.mark("Saha (44)");
            let rows = constraints.jacobian();
            let row = |velocity: usize| {
                let own = actuated
                    .iter()
                    .map(|&one| L::S::literal(i8::from(one == velocity)));
                own.chain(rows.iter().map(move |row| row[velocity]))
                    .collect::<Vec<_>>()
            };
            let matrix: Vec<Vec<L::S>> = (0..self.system.nv).map(row).collect();
            return vec![zeros(0), matrix.concat(), needed];
        }
        let solved = self.given(Argument::Solved, actuated.len() + m);
        let (τ, λ) = solved.split_at(actuated.len());
        self.forces(step.function, τ.to_vec(), &constraints, λ)
    }

    /// τ, and the wrenches of the cut joints where they are asked for.
    pub(super) fn forces(
        &self,
        function: Closed,
        τ: Vec<L::S>,
        constraints: &Constraints<L::S>,
        λ: &[L::S],
    ) -> Vec<Vec<L::S>> {
        match function {
            Closed::InverseDynamicsWithForces => vec![τ, self.wrenches(constraints, λ)],
            _ => vec![τ],
        }
    }
}
