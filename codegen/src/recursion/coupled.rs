//! Recursions that end with equations to be solved, for mechanisms whose joints follow others or motors: q_t = G q.
//!
//! The tree gives M_t and what it resists with; M = Gᵀ M_t G is factorised as a whole, for G leaves few of its zeros.
//! Quantities that are computed, not solved for, are mapped by [`Coupling`] outside of the recursions.

use super::coupling::Coupling;
use super::factor::{self, Factors};
use super::hamiltonian::momentum_rates;
use super::inputs::Inputs;
use super::joint_physics::JointPhysics;
use super::{System, composite, coriolis, flexible, momentum, operational, u_form, zeros};
use crate::leaves::{Argument, Leaves, Origin};

/// A mechanism in the user's coordinates.
pub(super) struct Coupled<'a, L: Leaves> {
    pub system: &'a System<L::S>,
    pub coupling: &'a Coupling<'a, L>,
    /// Of the tree's joints.
    pub joints: &'a JointPhysics<L::S>,
    /// Of motors.
    pub motors: &'a JointPhysics<L::S>,
    pub leaves: &'a L,
}

impl<L: Leaves> Coupled<'_, L> {
    /// M = Gᵀ M_t G and the rotors of motors.
    pub(super) fn mass_matrix(&self) -> Vec<Vec<L::S>> {
        let tree = composite::mass_matrix(&self.system.in_group_axes().system, self.leaves);
        self.mark("Gᵀ M G");
        self.motors.on_diagonal(self.coupling.square(tree))
    }

    /// C = Gᵀ (C_t G + M_t Ġ), so that Ṁ − 2C stays skew-symmetric.
    pub(super) fn coriolis_matrix(&self, inputs: &Inputs<'_, L>) -> Vec<Vec<L::S>> {
        let tree = coriolis::matrix(self.system, &inputs.rates(), self.leaves);
        self.mark("Gᵀ (C G + M Ġ)");
        let own = self.coupling.square(tree);
        let Some(rate) = self.coupling.matrix_rate(&inputs.array(Argument::Qd)) else {
            return own;
        };
        let mass = composite::mass_matrix(self.system, self.leaves);
        let bent = self.coupling.times(&mass, &rate);
        let rows = own.into_iter().zip(bent);
        let sum = |(own, bent): (Vec<L::S>, Vec<L::S>)| {
            own.into_iter().zip(bent).map(|(a, b)| a + b).collect()
        };
        rows.map(sum).collect()
    }

    /// The pivots of M, by velocity.
    pub(super) fn pivots(&self) -> Vec<L::S> {
        self.factors().diagonal
    }

    pub(super) fn factors(&self) -> Factors<L::S> {
        let matrix = self.mass_matrix();
        self.mark("Saha (18)");
        factor::factorise(matrix, &self.ancestry())
    }

    /// Every velocity has all before it as ancestors.
    fn ancestry(&self) -> Vec<Vec<usize>> {
        factor::dense(self.coupling.nv)
    }

    /// M⁻¹ φ.
    pub(super) fn solved(&self, φ: Vec<L::S>) -> Vec<L::S> {
        factor::solve(&self.factors(), φ, &self.ancestry())
    }

    pub(super) fn forward_dynamics(&self, inputs: &Inputs<'_, L>) -> Vec<L::S> {
        self.solved(self.driving_forces(inputs))
    }

    /// The same in O(n), for trees with flexible bodies.
    pub(super) fn forward_dynamics_by_modes(&self, inputs: &Inputs<'_, L>) -> Vec<L::S> {
        let φ = self.driving_forces(inputs);
        let system = &self.system.in_group_axes().system;
        flexible::solve(system, self.coupling, &φ, self.leaves)
    }

    /// φ = τ − h.
    pub(super) fn driving_forces(&self, inputs: &Inputs<'_, L>) -> Vec<L::S> {
        let motion = inputs.bias_motion();
        let h = u_form::inverse_dynamics(self.system, &motion, self.leaves);
        let τ = inputs.array(Argument::Tau);
        self.mark("joint physics");
        let h = self
            .coupling
            .forces(self.joints.with_resistance(h, &motion.rates));
        let τ = self.motors.less_resistance(τ, &inputs.array(Argument::Qd));
        τ.into_iter().zip(h).map(|(τ, h)| τ - h).collect()
    }

    pub(super) fn inverse(&self) -> Vec<Vec<L::S>> {
        let matrix = self.mass_matrix();
        self.mark("Saha (18)");
        operational::inverted(matrix)
    }

    /// J M⁻¹ Jᵀ.
    pub(super) fn admittance(&self, inputs: &Inputs<'_, L>) -> Vec<Vec<L::S>> {
        let rows = operational::jacobians(self.system, &inputs.tips(), self.leaves);
        let rows = self.coupling.columns(rows);
        operational::compliance(&rows, &self.factors(), &self.ancestry(), self.leaves)
    }

    /// q̇ = M⁻¹ (p − what driven joints contribute); ṗ = τ + Gᵀ ∂L/∂q_t, less what resists.
    pub(super) fn hamiltonian_rates(&self, inputs: &Inputs<'_, L>) -> [Vec<L::S>; 2] {
        let system = &self.system.in_group_axes().system;
        let mut p = inputs.array(Argument::P);
        let driven = inputs.driven_rates();
        if system.driven > 0 {
            let imposed = momentum::canonical(system, &driven, self.leaves);
            let imposed = self.coupling.forces(imposed);
            p = p
                .into_iter()
                .zip(imposed)
                .map(|(p, imposed)| p - imposed)
                .collect();
        }
        let q_dot = self.solved(p);
        let rates = [
            self.coupling.rates(q_dot.clone()),
            driven[system.nv..].to_vec(),
        ]
        .concat();
        let twists = momentum::twists(system, &rates, self.leaves);
        let at_rest = zeros(system.nv);
        let slopes = momentum_rates(system, (&twists, &rates), None, &at_rest, self.leaves);
        self.mark("Gᵀ ∂L/∂q");
        let slopes = self
            .coupling
            .forces(self.joints.less_resistance(slopes, &rates));
        let τ = self
            .motors
            .less_resistance(inputs.array(Argument::Tau), &q_dot);
        let momenta = || momentum::canonical(system, &rates, self.leaves);
        let bent = self.coupling.momentum_slopes(momenta, &q_dot);
        let slopes = slopes.into_iter().zip(bent).map(|(own, bent)| own + bent);
        let p_dot = τ.into_iter().zip(slopes).map(|(τ, slope)| τ + slope);
        [q_dot, p_dot.collect()]
    }

    fn mark(&self, equation: &'static str) {
        self.leaves.mark(Origin {
            body: None,
            equation,
        });
    }
}
