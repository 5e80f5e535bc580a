//! Inverse dynamics over the whole spanning tree, Saha (44): Nᵀ w* = τᴱ + τ^λ.
//!
//! The joints that are not actuated have no force of their own: their equations give the multipliers, G_pᵀ λ = w_p, and those of
//! the actuated joints the forces, τ = w_a − G_aᵀ λ. With least norm, forces and multipliers of the
//! whole tree are solved for together.

use super::Closing;
use super::constraint::Constraints;
use super::dense::{at, dot, unit};
use super::solving::Equations;
use crate::formulation::Formulation;
use crate::leaves::Leaves;
use crate::quantity::Quantity;
use crate::recursion::inputs::Inputs;
use crate::recursion::zeros;

impl<L: Leaves> Closing<'_, L> {
    /// τ, and the wrenches of the cut joints where they are asked for.
    pub(super) fn inverse(
        &self,
        quantity: Quantity,
        formulation: Formulation,
        inputs: &Inputs<'_, L>,
    ) -> Vec<Vec<L::S>> {
        let needed = self.resisted(&inputs.motion());
        if formulation == Formulation::Parallel {
            return vec![self.parallel_inverse(&needed)];
        }
        let constraints = self.at_rest();
        let (τ, λ) = match formulation {
            Formulation::Subsystems => self.subsystems(&needed, &constraints),
            _ => self.whole_tree(&needed, &constraints),
        };
        match quantity {
            Quantity::InverseDynamicsWithForces => vec![τ, self.wrenches(&constraints, &λ)],
            _ => vec![τ],
        }
    }

    /// τ and λ.
    fn whole_tree(
        &self,
        needed: &[L::S],
        constraints: &Constraints<L::S>,
    ) -> (Vec<L::S>, Vec<L::S>) {
        let (actuated, passive) = (self.actuated(), self.passive());
        let rows = constraints.jacobian();
        let column = |v: usize| rows.iter().map(|row| row[v]).collect::<Vec<_>>();
        self.mark("Saha (44)");
        if self.least_norm().is_some() {
            let forced = |v: usize| actuated.iter().position(|&one| one == v);
            let own = |v| match forced(v) {
                Some(place) => unit(actuated.len(), place),
                None => zeros(actuated.len()),
            };
            let row = |v| [own(v), column(v)].concat();
            let mut τ = self.solve(&Equations {
                matrix: (0..self.system.nv).map(row).collect(),
                right: needed.to_vec(),
            });
            let λ = τ.split_off(actuated.len());
            return (τ, λ);
        }
        let λ = self.solve(&Equations {
            matrix: passive.iter().map(|&v| column(v)).collect(),
            right: at(needed, &passive),
        });
        self.mark("Saha (42)");
        let τ = actuated.iter().map(|&v| needed[v] - dot(&column(v), &λ));
        (τ.collect(), λ)
    }
}
