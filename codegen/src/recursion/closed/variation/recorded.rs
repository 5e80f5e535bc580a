//! Values of a mechanism with loops over a graph of their own, to be replayed over other leaves.

use super::super::ClosedSystem;
use crate::graph::{Expr, Graph, Mode, Ref};
use crate::leaves::{Argument, Leaves};
use crate::mechanism::Mechanism;
use crate::recursion::case::Case;
use crate::recursion::derivatives::Substituted;
use crate::recursion::{Quantity, System};

/// Values over a graph.
pub(super) type Elements<'g> = Vec<Expr<'g>>;

/// Values, and the graph that computes them.
pub(super) struct Recorded {
    graph: Graph,
    elements: Vec<Ref>,
}

impl Recorded {
    /// Those of the equations of a mechanism.
    pub(super) fn of(
        mechanism: &Mechanism,
        values: impl for<'g> Fn(&ClosedSystem<'_, &'g Graph>) -> Elements<'g>,
    ) -> Self {
        let graph: Graph = Graph::new(Mode::Pruned);
        let leaves = &&graph;
        let case = Case::new(
            mechanism,
            System::lift(mechanism, leaves),
            Quantity::ForwardDynamics,
            leaves,
        );
        let elements = graph.references(&values(&case.closing()));
        Self { graph, elements }
    }

    /// The values with these arrays by argument, other inputs as they are.
    pub(super) fn with<L: Leaves>(
        &self,
        arrays: &[(Argument, Vec<L::S>)],
        leaves: &L,
    ) -> Vec<L::S> {
        let inner = leaves;
        self.graph
            .replay(&self.elements, &Substituted { inner, arrays })
    }
}
