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
//! A function is one program where its equations are solved in a fixed order, the *margins* of the pivots behind its
//! outputs. Where pivots are chosen or ranks decided, it is several *steps* ([`Step`]): one program forms a matrix and a right
//! side, a solver of fixed size solves, the next goes on with the solution.

mod actuation;
mod constraint;
mod dense;
mod five_bar;
mod forces;
mod inverse;
mod meeting;
mod multipliers;
mod parallel;
mod rates;
mod relative;
mod second_order;
mod secondary;
mod spatial_operator;
mod subsystem;

use crate::closed::{Closed, Step};
use crate::exact::number::Number;
use crate::leaves::{Argument, Leaves, Origin};
use crate::mechanism::{Loops, Mechanism};
use crate::quantity::Quantity;
use crate::recursion::inputs::{Inputs, Motion};
use crate::recursion::joint_physics::JointPhysics;
use crate::recursion::{System, u_form, zeros};
use crate::scalar::Scalar;

use constraint::{Constraints, constraints};

/// A closed mechanism being computed.
pub(super) struct Closing<'a, L: Leaves> {
    pub mechanism: &'a Mechanism,
    pub system: &'a System<L::S>,
    pub joints: &'a JointPhysics<L::S>,
    pub leaves: &'a L,
}

impl<L: Leaves> Closing<'_, L> {
    /// The elements of the output arrays of a quantity that is of loops alone; `None` for any other.
    pub(super) fn run(&self, quantity: Quantity, inputs: &Inputs<'_, L>) -> Option<Vec<Vec<L::S>>> {
        Some(match quantity {
            Quantity::Closure => vec![self.at_rest().residuals()],
            Quantity::ClosureJacobian => vec![self.at_rest().jacobian().concat()],
            Quantity::ClosureBias => vec![self.moving(&inputs.rates()).biases()],
            Quantity::Step(step) => self.step(step, inputs),
            _ => return None,
        })
    }

    fn step(&self, step: Step, inputs: &Inputs<'_, L>) -> Vec<Vec<L::S>> {
        let mut arrays = self.step_with_carried(step, inputs);
        let solves = usize::from(step.index) < step.solves(self.mechanism).len();
        if step.index == 0 && solves && step.carried(self.mechanism) == 0 {
            arrays.remove(0);
        }
        arrays
    }

    /// The same; a first step that solves starts with what it carries over, if only nothing.
    fn step_with_carried(&self, step: Step, inputs: &Inputs<'_, L>) -> Vec<Vec<L::S>> {
        match step.function {
            Closed::ForwardDynamics | Closed::ConstraintForces | Closed::JointWrenches => {
                self.forward(step, inputs)
            }
            Closed::InverseDynamics | Closed::InverseDynamicsWithForces => {
                self.inverse(step, inputs)
            }
            Closed::ForwardDynamicsOverStep | Closed::ConstraintForcesOverStep => {
                self.over_step(step, inputs)
            }
            Closed::DependentRates => self.dependent_rates(step),
        }
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

    /// An input array of a step: carried over, or solved for.
    fn given(&self, argument: Argument, len: usize) -> Vec<L::S> {
        let input = |index| self.leaves.input(crate::leaves::Input { argument, index });
        (0..len).map(input).collect()
    }

    /// Below this, relative to what it was before the elimination, a pivot counts as 0: 2⁻⁴⁰.
    fn least_pivot(&self) -> L::S {
        self.leaves.constant(&Number::dyadic(1.into(), 40))
    }

    /// How far pivots are above the least: each must be positive.
    fn margins(&self, pivots: &[L::S], diagonal: &[L::S]) -> Vec<L::S> {
        self.mark("margins of pivots");
        let least = self.least_pivot();
        let margin = |(&pivot, &entry): (&L::S, &L::S)| pivot - least * entry;
        pivots.iter().zip(diagonal).map(margin).collect()
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
