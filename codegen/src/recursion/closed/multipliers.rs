//! Forward dynamics by multipliers over the whole tree, the general route.
//!
//! With M = U D Uᵀ (18), b = U⁻¹ Gᵀ and φ̂ = U⁻¹ φ: S λ = −γ − bᵀ D⁻¹ φ̂ with S = bᵀ D⁻¹ b = G M⁻¹ Gᵀ, and
//! q̈ = U⁻ᵀ D⁻¹ (φ̂ + b λ), which is SOA (3.13). The same b comes from articulated bodies, wrench by wrench, in
//! [`spatial_operator`](super::spatial_operator).

use super::ClosedSystem;
use super::constraint::Constraints;
use super::dense::{combined, congruent, dot};
use super::forces::Solved;
use super::solving::Equations;
use crate::leaves::{Argument, Leaves};
use crate::recursion::articulated::Elimination;
use crate::recursion::factor::{self, Factors};
use crate::scalar::Scalar;

impl<L: Leaves> ClosedSystem<'_, L> {
    /// φ = τ − h.
    pub(super) fn φ(&self) -> Vec<L::S> {
        let τ = self.on_all(&self.inputs.array(Argument::Tau));
        let h = self.bias();
        τ.into_iter().zip(h).map(|(τ, h)| τ - h).collect()
    }

    /// γ with Baumgarte's terms 2α Φ̇ + β² Φ.
    pub(super) fn stabilised(&self, constraints: &Constraints<L::S>) -> Vec<L::S> {
        let gains = self.loops().and_then(|loops| loops.stabilisation.as_ref());
        let Some([alpha, beta]) = gains else {
            return constraints.biases();
        };
        self.mark("Baumgarte");
        let rates = self.inputs.array(Argument::Qd);
        let (α, β) = (self.leaves.constant(alpha), self.leaves.constant(beta));
        let (twice, square) = (α + α, β * β);
        let rows = constraints.rows.iter();
        rows.map(|row| row.bias() + twice * dot(&row.jacobian(), &rates) + square * row.residual)
            .collect()
    }

    /// M = U D Uᵀ from composite bodies.
    pub(super) fn factors(&self) -> (Factors<L::S>, Vec<Vec<usize>>) {
        let matrix = self.mass_matrix();
        self.mark("Saha (18)");
        let ancestry = if self.mechanism.coordinates.is_some() || self.mechanism.is_flexible() {
            factor::dense(self.nv())
        } else {
            factor::ancestry(self.system)
        };
        (factor::factorise(matrix, &ancestry), ancestry)
    }

    /// b from composite bodies.
    pub(in crate::recursion) fn multipliers(
        &self,
        constraints: &Constraints<L::S>,
    ) -> Solved<L::S> {
        self.solve_by_half_solutions(self.composite_half_solutions(constraints), constraints)
    }

    /// b from articulated bodies, SOA (3.13).
    pub(in crate::recursion) fn spatial_operator_explicit(
        &self,
        constraints: &Constraints<L::S>,
    ) -> Solved<L::S> {
        self.solve_by_half_solutions(self.articulated_half_solutions(constraints), constraints)
    }

    fn solve_by_half_solutions(
        &self,
        half: HalfSolutions<L::S>,
        constraints: &Constraints<L::S>,
    ) -> Solved<L::S> {
        let γ = self.stabilised(constraints);
        self.mark("S λ = −γ − G M⁻¹ φ");
        let λ = self.solve_definite(&half.equations(&γ));
        self.mark("SOA (3.13)");
        // D⁻¹ (φ̂ + b λ)
        let scaled = combined(&half.φ_tilde, &half.scaled, &λ);
        let qdd = self.finished(&half, scaled);
        Solved { qdd, λ }
    }

    fn composite_half_solutions(&self, constraints: &Constraints<L::S>) -> HalfSolutions<L::S> {
        let φ = self.φ();
        let (factors, ancestry) = self.factors();
        self.mark("b = U⁻¹ Gᵀ");
        let half = |vector| factor::half_solve(&factors, vector, &ancestry);
        let scaled = |b: &Vec<L::S>| {
            let pairs = b.iter().zip(&factors.inverse);
            pairs.map(|(&b, &inverse)| b * inverse).collect()
        };
        let b: Vec<Vec<L::S>> = constraints.jacobian().into_iter().map(half).collect();
        HalfSolutions {
            scaled: b.iter().map(scaled).collect(),
            b,
            φ_tilde: scaled(&half(φ)),
            back: BackSubstitution::Factors(factors, ancestry),
        }
    }

    /// U⁻ᵀ x.
    fn finished(&self, half: &HalfSolutions<L::S>, x: Vec<L::S>) -> Vec<L::S> {
        match &half.back {
            BackSubstitution::Factors(factors, ancestry) => factor::finish(factors, &x, ancestry),
            BackSubstitution::Articulated(eliminations) => self.resolved(eliminations, &x),
        }
    }
}

/// The half solutions: U⁻¹ of φ and of the rows of G.
pub(super) struct HalfSolutions<S> {
    /// b = U⁻¹ Gᵀ, by columns.
    pub b: Vec<Vec<S>>,
    /// D⁻¹ b.
    pub scaled: Vec<Vec<S>>,
    /// D⁻¹ U⁻¹ φ.
    pub φ_tilde: Vec<S>,
    pub back: BackSubstitution<S>,
}

/// The back substitution, from D⁻¹ U⁻¹ x to M⁻¹ x.
pub(super) enum BackSubstitution<S> {
    Factors(Factors<S>, Vec<Vec<usize>>),
    Articulated(Vec<Vec<Elimination<S>>>),
}

impl<S: Scalar> HalfSolutions<S> {
    /// S = bᵀ D⁻¹ b and r = −γ − bᵀ D⁻¹ φ̂.
    fn equations(&self, γ: &[S]) -> Equations<S> {
        let matrix = congruent(&self.b, &self.scaled);
        let right = γ.iter().zip(&self.b);
        let right = right.map(|(&γ, b)| -γ - dot(b, &self.φ_tilde)).collect();
        Equations { matrix, right }
    }
}
