//! What the equations of a mechanism with loops change by.

use super::super::ClosedSystem;
use super::super::dense::dot;
use super::recorded::{Elements, Recorded};
use crate::graph::{Expr, Graph};
use crate::leaves::Argument::{Q, Qd, Qdd, Solved};
use crate::leaves::{Argument, Input, Leaves};
use crate::mechanism::Mechanism;
use crate::recursion::derivatives::direction;

/// What values change by along directions in q, q̇ and q̈, each an input of its own.
pub(super) struct Change(Recorded);

impl Change {
    /// That of values that are computed from q, q̇, q̈ and λ.
    pub(super) fn of(
        mechanism: &Mechanism,
        values: impl for<'g> Fn(&ClosedSystem<'_, &'g Graph>) -> Elements<'g>,
    ) -> Self {
        Self(Recorded::of(mechanism, |closed| {
            let along = direction(closed.mechanism, [Q, Qd, Qdd], closed.leaves);
            // Values over a graph know what they were computed from.
            let changes = closed.leaves.tangents(&values(closed), &along);
            changes.unwrap_or_default()
        }))
    }

    /// The changes at a motion along a direction, arrays by argument.
    pub(super) fn along<L: Leaves>(
        &self,
        arrays: &[(Argument, Vec<L::S>)],
        leaves: &L,
    ) -> Vec<L::S> {
        self.0.with(arrays, leaves)
    }
}

impl<'g> ClosedSystem<'_, &'g Graph> {
    /// n.
    pub(super) fn slip(&self) -> Elements<'g> {
        let rates = self.inputs.array(Qd);
        let rows = self.at_rest().jacobian();
        rows.iter().map(|row| dot(row, &rates)).collect()
    }

    /// c.
    pub(super) fn parting(&self) -> Elements<'g> {
        let accelerations = self.inputs.array(Qdd);
        let rows = self.moving().rows;
        rows.iter()
            .map(|row| dot(&row.jacobian(), &accelerations) + row.bias())
            .collect()
    }

    /// e.
    pub(super) fn unbalanced(&self) -> Elements<'g> {
        let constraints = self.at_rest();
        let multipliers = 0..constraints.rows.len();
        let λ: Vec<Expr<'g>> = multipliers
            .map(|index| {
                let argument = Solved;
                self.leaves.input(Input { argument, index })
            })
            .collect();
        let pulled = constraints.forces(&λ);
        let needed = self.resisted().into_iter().zip(pulled);
        needed.map(|(needed, pulled)| needed - pulled).collect()
    }
}
