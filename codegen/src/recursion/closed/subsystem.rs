//! Inverse dynamics subsystem by subsystem, Saha section 4: a subsystem (a branch of the spanning tree on the base) is
//! determinate when it has as many unknown multipliers as joints that are not actuated; what it gives is known to the others.
//!
//! The equations of a subsystem are those of the whole tree that belong to its joints, (42): N is block-diagonal, (46).
//! The order is that of [`Subsystems`](crate::closed::Subsystems), found before.

use super::Closing;
use super::dense::{at, scattered};
use crate::closed::{Step, Subsystems};
use crate::leaves::{Argument, Leaves};
use crate::recursion::inputs::Inputs;

impl<L: Leaves> Closing<'_, L> {
    pub(super) fn subsystems(&self, step: Step, inputs: &Inputs<'_, L>) -> Vec<Vec<L::S>> {
        let (n, constraints) = (self.system.nv, self.at_rest());
        let m = constraints.rows.len();
        // A mechanism whose subsystems cannot be solved has no such formulation.
        let order = Subsystems::of(self.mechanism).map(|plan| plan.order);
        let order = order.unwrap_or_default();
        let index = usize::from(step.index);
        let (needed, rows) = if index == 0 {
            let needed = self.resisted(&inputs.motion());
            (needed, constraints.jacobian())
        } else {
            let carried = self.given(Argument::Carried, n * (m + 1));
            let rows = carried[n..].chunks(n.max(1)).map(<[L::S]>::to_vec);
            (carried[..n].to_vec(), rows.collect())
        };
        let before: Vec<usize> = (order.iter().take(index))
            .flat_map(|block| block.rows.clone())
            .collect();
        let solved = self.given(Argument::Solved, before.len());
        // What remains when the multipliers known so far have done their part.
        let left = |velocity: usize| {
            let known = before.iter().zip(&solved);
            known.fold(needed[velocity], |sum, (&row, &λ)| {
                sum - rows[row][velocity] * λ
            })
        };
        let Some(block) = order.get(index) else {
            self.mark("Saha (42)");
            let τ = self.actuated().iter().map(|&velocity| left(velocity));
            let τ = τ.collect();
            let λ = scattered(m, &[(&before, &solved)]);
            return self.forces(step.function, τ, &constraints, &λ);
        };
        self.mark("Saha (42), subsystem");
        let equation = |&velocity: &usize| {
            let entries = block.rows.iter().map(|&row| rows[row][velocity]);
            entries.collect::<Vec<_>>()
        };
        let matrix: Vec<L::S> = block.velocities.iter().flat_map(equation).collect();
        let right = block.velocities.iter().map(|&velocity| left(velocity));
        let right = right.collect();
        if index > 0 {
            return vec![matrix, right];
        }
        let all: Vec<usize> = (0..n).collect();
        let mut carried = at(&needed, &all);
        carried.extend(rows.concat());
        vec![carried, matrix, right]
    }
}
