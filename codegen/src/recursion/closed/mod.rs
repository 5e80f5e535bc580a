//! Mechanisms with loops, in the coordinates of the spanning tree: M q̈ + h = τ + Gᵀ λ with G q̈ + γ = 0.
//!
//! ```text
//!  Closure ──constraint──► Φ, G, γ ─┐
//!  tree ──factors, bias──► U D Uᵀ, φ ┴► multipliers │ spatial_operator │ secondary │ parallel ──► q̈, λ
//!  tree ──inverse dynamics──► h(q, q̇, q̈) ──► whole_tree │ subsystem │ parallel ──► τ, λ
//! ```
//!
//! λ are the multipliers of the rows, such that Gᵀ λ are generalised forces on the tree: a multiplier acts on `to` along
//! its row, and against it on `from`.
//!
//! Each formulation is written straight through: equations are solved where they are ([`solving`]), and what computes before and
//! after them in generated code is found from the graph.

mod actuation;
mod constraint;
mod dense;
mod five_bar;
mod forces;
mod inverse;
mod joined_legs;
mod leg;
mod leg_order;
mod multipliers;
mod parallel;
mod rates;
mod relative;
mod second_order;
mod secondary;
mod solving;
mod spatial_operator;
mod subsystem;

use crate::leaves::{Leaves, Origin};
use crate::mechanism::{Loops, Mechanism};
use crate::recursion::inputs::{Inputs, Motion};
use crate::recursion::joint_physics::JointPhysics;
use crate::recursion::{System, u_form, zeros};
use crate::scalar::Scalar;

use constraint::{Constraints, constraints};

/// A closed mechanism being computed.
pub(super) struct ClosedSystem<'a, L: Leaves> {
    pub mechanism: &'a Mechanism,
    pub system: &'a System<L::S>,
    pub joints: &'a JointPhysics<L::S>,
    pub inputs: &'a Inputs<'a, L>,
    pub leaves: &'a L,
}

impl<L: Leaves> ClosedSystem<'_, L> {
    /// Φ.
    pub(super) fn residuals(&self) -> Vec<L::S> {
        self.at_rest().residuals()
    }

    /// G, rows first.
    pub(super) fn jacobian(&self) -> Vec<L::S> {
        self.at_rest().jacobian().concat()
    }

    /// γ.
    pub(super) fn biases(&self) -> Vec<L::S> {
        self.moving(&self.inputs.rates()).biases()
    }

    fn loops(&self) -> Option<&Loops> {
        self.mechanism.loops.as_ref()
    }

    /// Φ and G.
    fn at_rest(&self) -> Constraints<L::S> {
        let nv = self.system.nv + self.system.driven;
        self.moving(&zeros(nv))
    }

    /// Φ, G and γ.
    fn moving(&self, rates: &[L::S]) -> Constraints<L::S> {
        constraints(self.mechanism, self.system, rates, self.leaves)
    }

    /// h = C q̇ + g with what resists in the joints.
    fn bias(&self, motion: &Motion<L::S>) -> Vec<L::S> {
        let h = u_form::inverse_dynamics(self.system, motion, self.leaves);
        self.joints.with_resistance(h, &motion.rates)
    }

    /// M q̈ + h.
    fn resisted(&self, motion: &Motion<L::S>) -> Vec<L::S> {
        let τ = self.bias(motion);
        self.joints.with_rotors(τ, &motion.accelerations)
    }

    fn mark(&self, equation: &'static str) {
        self.leaves.mark(Origin {
            body: None,
            equation,
        });
    }
}

impl<S: Scalar> Constraints<S> {
    fn residuals(&self) -> Vec<S> {
        self.rows.iter().map(|row| row.residual).collect()
    }

    /// G, rows first.
    fn jacobian(&self) -> Vec<Vec<S>> {
        self.rows
            .iter()
            .map(constraint::Constraint::jacobian)
            .collect()
    }

    /// γ.
    fn biases(&self) -> Vec<S> {
        self.rows.iter().map(constraint::Constraint::bias).collect()
    }

    /// Gᵀ λ.
    fn forces(&self, λ: &[S]) -> Vec<S> {
        let mut forces = zeros(self.nv);
        for (row, &λ) in self.jacobian().iter().zip(λ) {
            for (force, &entry) in forces.iter_mut().zip(row) {
                *force = *force + entry * λ;
            }
        }
        forces
    }
}
