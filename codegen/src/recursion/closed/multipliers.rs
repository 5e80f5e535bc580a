//! Forward dynamics by multipliers over the whole tree, the general route.
//!
//! With M = U D Uᵀ (18), b = U⁻¹ Gᵀ and φ̂ = U⁻¹ φ: S λ = −γ − bᵀ D⁻¹ φ̂ with S = bᵀ D⁻¹ b = G M⁻¹ Gᵀ, and
//! q̈ = U⁻ᵀ D⁻¹ (φ̂ + b λ), which is SOA (3.13). The same b comes from articulated bodies, wrench by wrench, in
//! [`spatial_operator`](super::spatial_operator).

use super::Closing;
use super::constraint::Constraints;
use super::dense::{columns, combined, congruent, diagonal, dot};
use super::forces::Solved;
use crate::closed::Step;
use crate::formulation::Formulation;
use crate::leaves::{Argument, Leaves};
use crate::recursion::articulated::Elimination;
use crate::recursion::composite;
use crate::recursion::factor::{self, Factors};
use crate::recursion::inputs::Inputs;
use crate::scalar::Scalar;

/// S λ = r.
#[derive(Clone)]
pub(super) struct Equations<S> {
    /// S, rows first.
    pub matrix: Vec<Vec<S>>,
    /// r.
    pub right: Vec<S>,
}

impl<L: Leaves> Closing<'_, L> {
    /// A step of forward dynamics, or of the forces that go with it.
    pub(super) fn forward(&self, step: Step, inputs: &Inputs<'_, L>) -> Vec<Vec<L::S>> {
        let motion = inputs.bias_motion();
        let constraints = self.moving(&motion.rates);
        let least_norm = step.solves_with_least_norm(self.mechanism);
        match (least_norm, step.index) {
            (true, 0) => match step.formulation {
                Formulation::SpatialOperator => {
                    self.spatial_operator_of_least_norm(inputs, &constraints)
                }
                Formulation::Secondary => self.grasp_of_least_norm(inputs, &constraints),
                Formulation::Parallel => self.meeting_forward(inputs, &constraints),
                _ => self.equations_of_least_norm(step, inputs, &constraints),
            },
            (true, _) => {
                let solved = match step.formulation {
                    Formulation::Secondary => self.grasped_with_least_norm(constraints.rows.len()),
                    Formulation::Parallel => self.met(step),
                    _ => self.solved_with_least_norm(&constraints),
                };
                self.results(step.function, inputs, &constraints, solved)
            }
            (false, _) => {
                let (solved, margins) = match step.formulation {
                    Formulation::SpatialOperator => self.spatial_operator(inputs, &constraints),
                    Formulation::Secondary => self.secondary(inputs, &constraints),
                    Formulation::Parallel => self.parallel_forward(inputs, &constraints),
                    _ => self.multipliers(step.formulation, inputs, &constraints),
                };
                let mut outputs = self.results(step.function, inputs, &constraints, solved);
                outputs.push(margins);
                outputs
            }
        }
    }

    /// φ = τ − h.
    pub(super) fn φ(&self, inputs: &Inputs<'_, L>) -> Vec<L::S> {
        let τ = self.on_tree(&self.given(Argument::Tau, self.actuated().len()));
        let h = self.bias(&inputs.bias_motion());
        τ.into_iter().zip(h).map(|(τ, h)| τ - h).collect()
    }

    /// γ with Baumgarte's terms 2α Φ̇ + β² Φ.
    pub(super) fn stabilised(&self, constraints: &Constraints<L::S>, rates: &[L::S]) -> Vec<L::S> {
        let gains = self.loops().and_then(|loops| loops.stabilisation.as_ref());
        let Some([alpha, beta]) = gains else {
            return constraints.biases();
        };
        self.mark("Baumgarte");
        let (α, β) = (self.leaves.constant(alpha), self.leaves.constant(beta));
        let (twice, square) = (α + α, β * β);
        let rows = constraints.rows.iter();
        rows.map(|row| row.bias() + twice * dot(&row.jacobian(), rates) + square * row.residual)
            .collect()
    }

    /// M = U D Uᵀ of the tree from composite bodies.
    pub(super) fn tree_factors(&self) -> (Factors<L::S>, Vec<Vec<usize>>) {
        let matrix = composite::mass_matrix(&self.system.in_group_axes().system, self.leaves);
        self.mark("Saha (18)");
        let ancestry = factor::ancestry(self.system);
        (factor::factorise(matrix, &ancestry), ancestry)
    }

    fn multipliers(
        &self,
        formulation: Formulation,
        inputs: &Inputs<'_, L>,
        constraints: &Constraints<L::S>,
    ) -> (Solved<L::S>, Vec<L::S>) {
        let halves = match formulation {
            Formulation::SpatialOperatorExplicit => self.articulated_halves(inputs, constraints),
            _ => self.composite_halves(inputs, constraints),
        };
        let γ = self.stabilised(constraints, &inputs.rates());
        self.mark("S λ = −γ − G M⁻¹ φ");
        let equations = halves.equations(&γ);
        let (λ, margins) = self.solved(&equations);
        self.mark("SOA (3.13)");
        let scaled = halves.combined(&λ);
        let qdd = self.finished(&halves, scaled);
        (Solved { qdd, λ }, margins)
    }

    /// λ with the margins of the pivots, by U D Uᵀ without pivoting: S is symmetric and positive.
    pub(super) fn solved(&self, equations: &Equations<L::S>) -> (Vec<L::S>, Vec<L::S>) {
        let (λ, pivots) = definite(&equations.matrix, &equations.right);
        let margins = self.margins(&pivots, &diagonal(&equations.matrix));
        (λ, margins)
    }

    fn composite_halves(
        &self,
        inputs: &Inputs<'_, L>,
        constraints: &Constraints<L::S>,
    ) -> Halves<L::S> {
        let φ = self.φ(inputs);
        let (factors, ancestry) = self.tree_factors();
        self.mark("b = U⁻¹ Gᵀ");
        let half = |vector| factor::half_solve(&factors, vector, &ancestry);
        let scaled = |b: &Vec<L::S>| {
            let pairs = b.iter().zip(&factors.inverse);
            pairs.map(|(&b, &inverse)| b * inverse).collect()
        };
        let b: Vec<Vec<L::S>> = constraints.jacobian().into_iter().map(half).collect();
        Halves {
            scaled: b.iter().map(scaled).collect(),
            b,
            φ_tilde: scaled(&half(φ)),
            back: Back::Factors(factors, ancestry),
        }
    }

    /// U⁻ᵀ x.
    fn finished(&self, halves: &Halves<L::S>, x: Vec<L::S>) -> Vec<L::S> {
        match &halves.back {
            Back::Factors(factors, ancestry) => factor::finish(factors, &x, ancestry),
            Back::Articulated(eliminations) => self.resolved(eliminations, &x),
        }
    }

    /// The first step with least norm: S, r, and what the second needs of the tree.
    fn equations_of_least_norm(
        &self,
        step: Step,
        inputs: &Inputs<'_, L>,
        constraints: &Constraints<L::S>,
    ) -> Vec<Vec<L::S>> {
        let γ = self.stabilised(constraints, &inputs.rates());
        let halves = match step.formulation {
            Formulation::SpatialOperatorExplicit => self.articulated_halves(inputs, constraints),
            _ => self.composite_halves(inputs, constraints),
        };
        let Equations { matrix, right } = halves.equations(&γ);
        let mut carried = self.finished(&halves, halves.φ_tilde.clone());
        for scaled in &halves.scaled {
            carried.extend(self.finished(&halves, scaled.clone()));
        }
        vec![carried, matrix.concat(), right]
    }

    /// The second: q̈ = M⁻¹ φ + M⁻¹ Gᵀ λ.
    fn solved_with_least_norm(&self, constraints: &Constraints<L::S>) -> Solved<L::S> {
        let (n, m) = (self.system.nv, constraints.rows.len());
        let carried = self.given(Argument::Carried, n * (m + 1));
        let λ = self.given(Argument::Solved, m);
        let qdd = combined(&carried[..n], columns(&carried[n..], n), &λ);
        Solved { qdd, λ }
    }
}

/// U⁻¹ of φ and of the rows of G.
pub(super) struct Halves<S> {
    /// b = U⁻¹ Gᵀ, by columns.
    pub b: Vec<Vec<S>>,
    /// D⁻¹ b.
    pub scaled: Vec<Vec<S>>,
    /// D⁻¹ U⁻¹ φ.
    pub φ_tilde: Vec<S>,
    pub back: Back<S>,
}

/// What takes D⁻¹ U⁻¹ x to M⁻¹ x.
pub(super) enum Back<S> {
    Factors(Factors<S>, Vec<Vec<usize>>),
    Articulated(Vec<Vec<Elimination<S>>>),
}

impl<S: Scalar> Halves<S> {
    /// S = bᵀ D⁻¹ b and r = −γ − bᵀ D⁻¹ φ̂.
    fn equations(&self, γ: &[S]) -> Equations<S> {
        let matrix = congruent(&self.b, &self.scaled);
        let right = γ.iter().zip(&self.b);
        let right = right.map(|(&γ, b)| -γ - dot(b, &self.φ_tilde)).collect();
        Equations { matrix, right }
    }

    /// D⁻¹ (φ̂ + b λ).
    fn combined(&self, λ: &[S]) -> Vec<S> {
        let total = |k: usize| {
            let columns = self.scaled.iter().zip(λ);
            columns.fold(self.φ_tilde[k], |sum, (b, &λ)| sum + b[k] * λ)
        };
        (0..self.φ_tilde.len()).map(total).collect()
    }
}

/// x of a symmetric positive matrix, with the pivots.
pub(super) fn definite<S: Scalar>(matrix: &[Vec<S>], right: &[S]) -> (Vec<S>, Vec<S>) {
    let ancestry = factor::dense(right.len());
    let factors = factor::factorise(matrix.to_vec(), &ancestry);
    let x = factor::solve(&factors, right.to_vec(), &ancestry);
    (x, factors.diagonal)
}
