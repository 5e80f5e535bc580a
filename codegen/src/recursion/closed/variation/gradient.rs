//! The gradient of a weighted sum of values of a mechanism with loops.

use super::super::ClosedSystem;
use crate::graph::{Expr, Graph, Mode, Ref};
use crate::leaves::{Argument, Input, Leaves};
use crate::mechanism::Mechanism;
use crate::recursion::case::Case;
use crate::recursion::derivatives::{Substituted, directions, slope};
use crate::recursion::{Quantity, System};

/// The gradient of Σ weight · value by some arguments, those of q by velocities, each weight an input of its own: a graph to be replayed.
pub(super) struct Gradient {
    graph: Graph,
    elements: Vec<Ref>,
    /// Their number by every argument.
    columns: usize,
}

impl Gradient {
    /// The argument that weights are in the place of.
    const WEIGHTS: Argument = Argument::Carried;

    /// That of values that are computed from q, q̇, q̈ and λ.
    pub(super) fn of(
        mechanism: &Mechanism,
        by: &[Argument],
        values: impl for<'g> Fn(&ClosedSystem<'_, &'g Graph>) -> Vec<Expr<'g>>,
    ) -> Self {
        let graph: Graph = Graph::new(Mode::Pruned);
        let leaves = &&graph;
        let case = Case::new(
            mechanism,
            System::lift(mechanism, leaves),
            Quantity::ForwardDynamics,
            leaves,
        );
        let values = values(&case.closing());
        let argument = Self::WEIGHTS;
        let weights = (0..values.len()).map(|index| leaves.input(Input { argument, index }));
        let weights: Vec<Expr<'_>> = weights.collect();
        // Values over a graph know what they were computed from.
        let slopes = leaves.adjoints(&values, &weights, by).unwrap_or_default();
        let units = by
            .iter()
            .flat_map(|&one| directions(mechanism, one, leaves));
        let elements: Vec<Expr<'_>> = units.map(|unit| slope(&slopes, &unit)).collect();
        let elements = graph.references(&elements);
        Self {
            graph,
            elements,
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
        let inner = leaves;
        let arrays = &arrays;
        let elements = self
            .graph
            .replay(&self.elements, &Substituted { inner, arrays });
        let gradients = elements.chunks(self.columns.max(1));
        gradients.map(<[L::S]>::to_vec).collect()
    }
}
