//! Inverse dynamics subsystem by subsystem, Saha section 4: a subsystem (a branch of the spanning tree on the base) is
//! determinate when it has as many unknown multipliers as joints that are not actuated; what it gives is known to the others.
//!
//! The equations of a subsystem are those of the whole tree that belong to its joints, (42): N is block-diagonal, (46).
//! The order is that of [`Subsystems`], found before.

use super::ClosedSystem;
use super::constraint::Constraints;
use super::dense::at;
use super::solving::Equations;
use crate::closed::Subsystems;
use crate::leaves::Leaves;
use crate::recursion::zeros;

impl<L: Leaves> ClosedSystem<'_, L> {
    /// τ and λ.
    pub(in crate::recursion) fn subsystems(
        &self,
        needed: &[L::S],
        constraints: &Constraints<L::S>,
    ) -> (Vec<L::S>, Vec<L::S>) {
        // A mechanism whose subsystems cannot be solved has no such formulation.
        let order = Subsystems::of(self.mechanism).map(|plan| plan.order);
        let rows = constraints.jacobian();
        let mut λ = zeros(rows.len());
        // What remains of the forces when the multipliers known so far have done their part.
        let mut left = needed.to_vec();
        for block in order.unwrap_or_default() {
            self.mark("Saha (42), subsystem");
            let equation = |&velocity: &usize| {
                let entries = block.rows.iter().map(|&row| rows[row][velocity]);
                entries.collect::<Vec<_>>()
            };
            let solved = self.solve(&Equations {
                matrix: block.velocities.iter().map(equation).collect(),
                right: at(&left, &block.velocities),
            });
            self.mark("Saha (42)");
            for (&row, &solved) in block.rows.iter().zip(&solved) {
                λ[row] = solved;
                for (left, &entry) in left.iter_mut().zip(&rows[row]) {
                    *left = *left - entry * solved;
                }
            }
        }
        (at(&left, self.actuated()), λ)
    }
}
