//! Derivatives of the forward dynamics.

use super::super::ClosedSystem;
use super::super::dense::{at, combined};
use super::super::saddle::Saddle;
use super::{Change, Held, negative};
use crate::leaves::Argument::{DirectionQ, DirectionQd, Qd};
use crate::leaves::Leaves;
use crate::recursion::{transposed, zeros};
use crate::scalar::Scalar;

impl<L: Leaves> ClosedSystem<'_, L> {
    /// By coordinates, by rates, by forces, and the accelerations.
    pub(in crate::recursion) fn forward_derivatives(&self) -> Vec<Vec<L::S>> {
        let nv = self.nv();
        let (saddle, held) = self.accelerated();
        let by_forces = self.moved_by(&saddle, self.actuated());
        let columns = self.natural_by_inertia(&saddle);
        let [slip, parting, unbalanced] = self.changes();
        let still = zeros::<L::S>(nv);
        let changed = |of_q: &[L::S], of_rates: &[L::S]| {
            let motion = held.along(of_q, of_rates, &still);
            self.mark("implicit function theorem");
            let [c, e] =
                [&parting, &unbalanced].map(|one| negative(one.along(&motion, self.leaves)));
            saddle.solve(e, &c).0
        };
        let by_coordinates = columns.iter().map(|column| {
            let turned = self.turned_by_inertia(&saddle, &slip, &columns, column);
            changed(column, &turned)
        });
        let by_coordinates: Vec<Vec<L::S>> = by_coordinates.collect();
        let by_rates: Vec<Vec<L::S>> = columns
            .iter()
            .map(|column| changed(&still, column))
            .collect();
        let by_rows = |columns: Vec<Vec<L::S>>| transposed(&columns, nv).concat();
        vec![
            by_rows(by_coordinates),
            by_rows(by_rates),
            by_rows(by_forces),
            held.accelerations,
        ]
    }

    /// The equations, and their solution.
    pub(super) fn accelerated(&self) -> (Saddle<L::S>, Held<L::S>) {
        let constraints = self.moving();
        let saddle = self.saddle(&constraints);
        let γ = self.stabilised(&constraints);
        self.mark("M q̈ − Gᵀ λ = φ, G q̈ = −γ");
        let (accelerations, λ) = saddle.solve(self.φ(), &negative(γ));
        (saddle, Held { accelerations, λ })
    }

    /// δq̇ along a column of N, or a sum of these, independent rates held: any that closes the loops, less what N makes of its
    /// independent ones.
    pub(super) fn turned_by_inertia(
        &self,
        saddle: &Saddle<L::S>,
        slip: &Change,
        columns: &[Vec<L::S>],
        column: &[L::S],
    ) -> Vec<L::S> {
        let nv = self.nv();
        let motion = [
            (Qd, self.inputs.array(Qd)),
            (DirectionQ, column.to_vec()),
            (DirectionQd, zeros(nv)),
        ];
        let n = negative(slip.along(&motion, self.leaves));
        let (any, _) = saddle.solve(zeros(nv), &n);
        let mut turned = combined(&any, columns, &negative(at(&any, self.independent())));
        for &v in self.independent() {
            turned[v] = L::S::zero();
        }
        turned
    }
}
