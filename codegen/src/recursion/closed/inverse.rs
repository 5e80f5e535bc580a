//! Inverse dynamics over the whole spanning tree, Saha (44): Nᵀ w* = τᴱ + τ^λ.
//!
//! The joints that are not actuated have no force of their own: their equations give the multipliers, G_pᵀ λ = w_p, and those of
//! the actuated joints the forces, τ = w_a − G_aᵀ λ. With least norm, forces and multipliers of the
//! whole tree are solved for together.

use super::ClosedSystem;
use super::constraint::Constraints;
use super::dense::{at, dot, unit};
use super::solving::Equations;
use crate::leaves::Leaves;
use crate::recursion::zeros;

/// From M q̈ + h and G to τ and λ.
type Route<C, L> = fn(&C, &[S<L>], &Constraints<S<L>>) -> (Vec<S<L>>, Vec<S<L>>);

type S<L> = <L as Leaves>::S;

impl<L: Leaves> ClosedSystem<'_, L> {
    /// τ by a route from M q̈ + h to forces and multipliers.
    pub(in crate::recursion) fn inverse(&self, route: Route<Self, L>) -> Vec<Vec<L::S>> {
        let needed = self.resisted();
        let (τ, _) = route(self, &needed, &self.at_rest());
        vec![τ]
    }

    /// The same with the wrenches of the cut joints.
    pub(in crate::recursion) fn inverse_with_forces(
        &self,
        route: Route<Self, L>,
    ) -> Vec<Vec<L::S>> {
        let needed = self.resisted();
        let constraints = self.at_rest();
        let (τ, λ) = route(self, &needed, &constraints);
        vec![τ, self.wrenches(&constraints, &λ)]
    }

    /// τ and λ.
    pub(in crate::recursion) fn whole_tree(
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
                matrix: (0..self.nv()).map(row).collect(),
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
