//! Constraint forces from the second-order expansion of the motion over a step, Huang, Yan, Jeng and Cheing.
//!
//! A point moves by Δr = ṙ Δt + ½ r̈ Δt² (12), a vector fixed on a body by Δq = P + H (18), and the cut joint is to be closed
//! at the end of the step: (21) for points, (25) for parallel axes, (28) for a slide, (32) for what must not turn. What the
//! unknown forces add, W and H, enters linearly, (23), (27), (31), (33); the product of two such is left out. So velocities are
//! taken to the end of the step with the forces, and gaps are closed.
//!
//! The bodies' accelerations follow from the tree: q̈ = q̈ᶠ + M⁻¹ Gᵀ λ, with q̈ᶠ that of the tree alone. Where every joint is cut
//! this is the paper's form; joints that are kept in the tree need no forces.

mod ahead;

use self::ahead::{Ahead, RowAhead, SidesAhead};
use super::ClosedSystem;
use super::constraint::{Constraints, Sides};
use super::dense::{combined, times};
use super::forces::Solved;
use super::solving::Equations;
use crate::leaves::{Argument, Leaves};
use crate::recursion::factor;
use crate::scalar::Scalar;

impl<L: Leaves> ClosedSystem<'_, L> {
    /// The forces that close the cut joints at the end of the step, and the accelerations with them.
    pub(in crate::recursion) fn over_step(&self, constraints: &Constraints<L::S>) -> Solved<L::S> {
        let φ = self.φ();
        let (factors, ancestry) = self.factors();
        self.mark("Huang (23), (27), (31), (33)");
        let solve = |vector: Vec<L::S>| factor::solve(&factors, vector, &ancestry);
        let free = solve(φ);
        let columns: Vec<Vec<L::S>> = constraints.jacobian().into_iter().map(solve).collect();
        let of_tree =
            (self.coupling).accelerations(free.clone(), || self.inputs.array(Argument::Qd));
        let ahead = self.rows_ahead(&of_tree);
        let step = self.inputs.array(Argument::StepSize)[0];
        let scale = (L::S::one() + L::S::one()) / (step * step);
        let entries =
            |row: &RowAhead<L::S>| times(&columns, &self.coupling.forces(row.added.clone()));
        let λ = self.solve(&Equations {
            matrix: ahead.iter().map(entries).collect(),
            right: ahead.iter().map(|row| -(row.residual * scale)).collect(),
        });
        let qdd = combined(&free, &columns, &λ);
        Solved { qdd, λ }
    }

    /// All rows at the end of the step, by the tree's velocities and from its accelerations.
    fn rows_ahead(&self, free: &[L::S]) -> Vec<RowAhead<L::S>> {
        let step = self.inputs.array(Argument::StepSize)[0];
        let half_square = self.system.half * (step * step);
        let sides = super::constraint::sides(
            self.mechanism,
            self.system,
            &self.inputs.rates(),
            self.leaves,
        );
        let closures = self.loops().map_or(&[][..], |loops| &loops.closures);
        let rows = sides.iter().zip(closures).flat_map(|(sides, closure)| {
            let Sides { from, to, .. } = sides;
            let ahead = SidesAhead {
                from: Ahead::new(from, free, step, half_square),
                to: Ahead::new(to, free, step, half_square),
                nv: self.system.nv,
                half: self.system.half,
            };
            let rows = closure.rows.iter().map(|&row| ahead.row(row));
            rows.collect::<Vec<_>>()
        });
        rows.collect()
    }
}
