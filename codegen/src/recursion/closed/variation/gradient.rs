//! The gradient of a weighted sum of values of a mechanism with loops.

use super::super::ClosedSystem;
use super::recorded::{Elements, Recorded};
use crate::graph::Graph;
use crate::leaves::{Argument, Input, Leaves};
use crate::mechanism::Mechanism;
use crate::recursion::derivatives::{directions, slope};

/// The gradient of Σ weight · value by some arguments, those of q by velocities, each weight an input of its own.
pub(super) struct Gradient {
    gradient: Recorded,
    /// Elements by every argument.
    columns: usize,
}

impl Gradient {
    /// The argument that weights are in the place of.
    const WEIGHTS: Argument = Argument::Carried;

    /// That of values that are computed from q, q̇, q̈ and λ.
    pub(super) fn of(
        mechanism: &Mechanism,
        by: &[Argument],
        values: impl for<'g> Fn(&ClosedSystem<'_, &'g Graph>) -> Elements<'g>,
    ) -> Self {
        let gradient = Recorded::of(mechanism, |closed| {
            let (leaves, argument) = (closed.leaves, Self::WEIGHTS);
            let values = values(closed);
            let weights = (0..values.len()).map(|index| leaves.input(Input { argument, index }));
            let weights: Elements<'_> = weights.collect();
            // Values over a graph know what they were computed from.
            let slopes = leaves.adjoints(&values, &weights, by).unwrap_or_default();
            let units = by
                .iter()
                .flat_map(|&one| directions(closed.mechanism, one, leaves));
            units.map(|unit| slope(&slopes, &unit)).collect()
        });
        Self {
            gradient,
            columns: mechanism.nv(),
        }
    }

    /// The gradient with these weights at a motion, arrays by argument.
    pub(super) fn with<L: Leaves>(
        &self,
        weights: Vec<L::S>,
        motion: &[(Argument, Vec<L::S>)],
        leaves: &L,
    ) -> Vec<Vec<L::S>> {
        let mut arrays = motion.to_vec();
        arrays.push((Self::WEIGHTS, weights));
        let elements = self.gradient.with(&arrays, leaves);
        let gradients = elements.chunks(self.columns.max(1));
        gradients.map(<[L::S]>::to_vec).collect()
    }
}
