//! Mechanisms with loops: M q̈ + h = τ + Gᵀ λ with G q̈ + γ = 0, in the user's coordinates. They are those of the spanning tree,
//! but for frames on flexible bodies, which follow the modes: M = G_cᵀ M_t G_c and G = G_t G_c as in [`Coupling`].
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
mod saddle;
mod second_order;
mod secondary;
mod solving;
mod spatial_operator;
mod subsystem;
mod variation;

use crate::leaves::{Leaves, Origin};
use crate::mechanism::{Loops, Mechanism};
use crate::recursion::coupling::Coupling;
use crate::recursion::inputs::{Inputs, Motion};
use crate::recursion::joint_physics::JointPhysics;
use crate::recursion::{System, composite, u_form, zeros};
use crate::scalar::Scalar;

use constraint::Constraints;

/// A closed mechanism being computed.
pub(super) struct ClosedSystem<'a, L: Leaves> {
    pub mechanism: &'a Mechanism,
    pub system: &'a System<L::S>,
    pub joints: &'a JointPhysics<L::S>,
    pub inputs: &'a Inputs<'a, L>,
    pub coupling: &'a Coupling<'a, L>,
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
        self.moving().biases()
    }

    fn loops(&self) -> Option<&Loops> {
        self.mechanism.loops.as_ref()
    }

    /// Number of the user's velocities.
    fn nv(&self) -> usize {
        self.coupling.nv
    }

    /// Φ and G.
    fn at_rest(&self) -> Constraints<L::S> {
        self.constraints(&self.inputs.rest())
    }

    /// Φ, G and γ.
    fn moving(&self) -> Constraints<L::S> {
        self.constraints(&self.inputs.bias_motion())
    }

    /// M by composite bodies.
    fn mass_matrix(&self) -> Vec<Vec<L::S>> {
        let tree = composite::mass_matrix(&self.system.in_group_axes().system, self.leaves);
        self.coupling.square(tree)
    }

    /// h = C q̇ + g with what resists in the joints.
    fn bias(&self) -> Vec<L::S> {
        let motion = self.inputs.bias_motion();
        self.coupling.forces(self.resisted_by_tree(&motion))
    }

    /// M q̈ + h.
    fn resisted(&self) -> Vec<L::S> {
        let motion = self.inputs.motion();
        let τ = self.resisted_by_tree(&motion);
        let τ = self.joints.with_rotors(τ, &motion.accelerations);
        self.coupling.forces(τ)
    }

    /// What a motion needs of the tree's joints, without their rotors.
    fn resisted_by_tree(&self, motion: &Motion<L::S>) -> Vec<L::S> {
        let h = u_form::inverse_dynamics(self.system, motion, self.leaves);
        self.joints.with_resistance(h, &motion.rates)
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
