//! Forward dynamics by spatial operators, SOA section 3: the effective admittance Λ of the tree at the points of closure by
//! recursion, then step (D) in the form (3.11).
//!
//! (A) M β̇ᶠ = T̂, (B) α̃ᶠ = J β̇ᶠ, (C) Λ = J M⁻¹ Jᵀ by (3.10), (D) [A Λ Aᵀ] f = …, (E) M β̇ᵟ = Jᵀ Aᵀ f, (F) β̇ = β̇ᶠ + β̇ᵟ.
//! A change of the closures affects A only, that is step (D). (A)-(C) are functions of the tree that no closure changes:
//! `forward_dynamics` and `admittance` of the model without its loops, so that one primary serves many closures.

use super::ClosedSystem;
use super::constraint::{Constraints, in_base};
use super::dense::{congruent, dot, plus, times};
use super::forces::Solved;
use super::multipliers::{BackSubstitution, HalfSolutions};
use super::solving::Equations;
use crate::leaves::{Argument, Leaves};
use crate::recursion::articulated::{Elimination, eliminate};
use crate::recursion::tip::Tip;
use crate::recursion::{forward, operational, zeros};
use crate::spatial::{Twist, Wrench};

impl<L: Leaves> ClosedSystem<'_, L> {
    pub(in crate::recursion) fn spatial_operator(
        &self,
        constraints: &Constraints<L::S>,
    ) -> Solved<L::S> {
        let (free, equations) = self.at_closures(constraints);
        let λ = self.solve_definite(&equations);
        let correction = forward::from_phi(self.system, &constraints.forces(&λ), self.leaves);
        self.mark("SOA (F)");
        let qdd = plus(&free, &correction);
        Solved { qdd, λ }
    }

    /// (A)-(C): β̇ᶠ, and the equations of step (D).
    fn at_closures(&self, constraints: &Constraints<L::S>) -> (Vec<L::S>, Equations<L::S>) {
        let rates = self.inputs.rates();
        let τ = self.on_all(&self.inputs.array(Argument::Tau));
        let τ = self.joints.less_resistance(τ, &rates);
        let motion = self.inputs.bias_motion();
        let free = forward::spatial_operator(self.system, &motion, &τ, self.leaves);
        let matrix = self.closure_admittance(constraints);
        let γ = self.stabilised(constraints);
        self.mark("SOA (3.11)");
        let right = constraints.jacobian().into_iter().zip(γ);
        let right = right.map(|(row, γ)| -γ - dot(&row, &free)).collect();
        (free, Equations { matrix, right })
    }

    /// A Λ Aᵀ with Λ of all ends together.
    fn closure_admittance(&self, constraints: &Constraints<L::S>) -> Vec<Vec<L::S>> {
        let closures = self.loops().map_or(&[][..], |loops| &loops.closures);
        let ends = closures.iter().flat_map(|closure| &closure.ends);
        let tips: Vec<Tip<L::S>> = ends.map(|end| Tip::lift(end, self.leaves)).collect();
        let admittance = operational::admittance(self.system, &tips, self.leaves);
        self.mark("A Λ Aᵀ");
        let rows: Vec<Vec<L::S>> = (constraints.rows.iter())
            .map(|row| {
                let gap = constraints.gaps[row.closure];
                let Wrench { moment, force } = row.direction;
                let under = moment + gap.cross(force);
                let mut selected = zeros(6 * tips.len());
                for (end, moment, sign) in [(0, under, true), (1, moment, false)] {
                    let moment = in_base(self.system, row.root, moment);
                    let force = in_base(self.system, row.root, force);
                    let place = 12 * row.closure + 6 * end;
                    for k in 0..3 {
                        let entries = if sign {
                            [-moment[k], -force[k]]
                        } else {
                            [moment[k], force[k]]
                        };
                        selected[place + k] = entries[0];
                        selected[place + 3 + k] = entries[1];
                    }
                }
                selected
            })
            .collect();
        let moved: Vec<Vec<L::S>> = rows.iter().map(|row| times(&admittance, row)).collect();
        congruent(&rows, &moved)
    }

    /// (3.13): b = H ψ B Aᵀ and φ̂ by the backward sweep over articulated bodies.
    pub(super) fn articulated_half_solutions(
        &self,
        constraints: &Constraints<L::S>,
    ) -> HalfSolutions<L::S> {
        let φ = self.φ();
        let system = &self.system.in_group_axes().system;
        let eliminations = eliminate(system, self.leaves).eliminations;
        let at_rest = vec![Wrench::zero(); system.links.len()];
        let sweep =
            |φ: &[L::S]| forward::backward(system, &eliminations, φ, at_rest.clone(), self.leaves);
        let φ_tilde = sweep(&φ);
        let rows = constraints.jacobian();
        let scaled: Vec<Vec<L::S>> = rows.iter().map(|row| sweep(row)).collect();
        let mut pivots = zeros(system.nv);
        for elimination in eliminations.iter().flatten() {
            pivots[elimination.dof.velocity] = elimination.m_hat;
        }
        self.mark("SOA (3.13), b");
        let times_pivots = |scaled: &Vec<L::S>| {
            let pairs = scaled.iter().zip(&pivots);
            pairs.map(|(&x, &pivot)| x * pivot).collect()
        };
        HalfSolutions {
            b: scaled.iter().map(times_pivots).collect(),
            scaled,
            φ_tilde,
            back: BackSubstitution::Articulated(eliminations),
        }
    }

    /// [1 − HψK]ᵀ x: the forward sweep.
    pub(super) fn resolved(
        &self,
        eliminations: &[Vec<Elimination<L::S>>],
        x: &[L::S],
    ) -> Vec<L::S> {
        let system = &self.system.in_group_axes().system;
        let imposed = vec![Twist::zero(); system.links.len()];
        let mut qdd = zeros(system.nv);
        forward::forward(system, eliminations, x, &imposed, &mut qdd, self.leaves);
        qdd
    }
}
