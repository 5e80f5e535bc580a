//! The nodes that each program of a function computes, where equations are solved between them.
//!
//! A node belongs to the program behind the last of the solutions it depends on. What later programs need of the first is
//! carried over, except for leaves, which they have themselves; what they need of those in between they compute again.

use std::collections::BTreeSet;

use super::{Coefficient, Graph, Node, NodeId, Ref};
use crate::counts::Counts;
use crate::leaves::Argument;

/// The programs of a function as parts of one graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stages {
    /// For every program, whether it computes each node.
    pub needed: Vec<Vec<bool>>,
    /// The values that the first program passes to all others, in order of creation.
    pub carried: Vec<NodeId>,
}

impl Node {
    /// Whether every program has it without computing anything.
    fn is_leaf(self) -> bool {
        matches!(self, Self::Constant(_) | Self::Angle(_) | Self::Input(_))
    }
}

impl<N: Coefficient> Graph<N> {
    /// The programs that compute `outputs` and margins, and the equations on the way to them.
    #[must_use]
    pub fn stages(&self, outputs: &[Ref]) -> Stages {
        let record = self.record();
        let equations = record.equations();
        let mut roots: Vec<Vec<Ref>> = (equations.iter())
            .map(|one| [&one.matrix[..], &one.right].concat())
            .collect();
        roots.push([outputs, &record.margins()].concat());
        let after = self.solutions_before();
        let carries = |id: NodeId| after[id.index()] == 0 && !self.node(id).is_leaf();
        let mut needed: Vec<Vec<bool>> = (roots.iter().skip(1))
            .map(|roots| self.spread(roots.iter().map(|root| root.node), carries))
            .collect();
        let mut carried = BTreeSet::new();
        for (needed, roots) in needed.iter().zip(&roots[1..]) {
            let own = (0..needed.len()).filter(|&index| needed[index]);
            let read = own.flat_map(|index| self.node(NodeId::at(index)).operands());
            let read = read.chain(roots.iter().map(|root| root.node));
            carried.extend(read.filter(|&id| carries(id)));
        }
        let first = roots[0].iter().map(|root| root.node);
        let first = self.spread(first.chain(carried.iter().copied()), |_| false);
        needed.insert(0, first);
        Stages {
            needed,
            carried: carried.into_iter().collect(),
        }
    }

    /// For every node, the number of systems of equations that must be solved before it is known.
    fn solutions_before(&self) -> Vec<usize> {
        let equations = self.record().equations();
        let solved = equations.iter().enumerate();
        let solved = solved.flat_map(|(k, one)| vec![k + 1; one.solve.unknowns()]);
        let solved: Vec<usize> = solved.collect();
        let mut after: Vec<usize> = Vec::with_capacity(self.len());
        for (node, _) in self.nodes.borrow().iter() {
            let operands = node.operands().map(|operand| after[operand.index()]).max();
            after.push(match node {
                Node::Input(input) if input.argument == Argument::Solved => solved[input.index],
                _ => operands.unwrap_or_default(),
            });
        }
        after
    }

    /// Marks the roots and what they are computed from; not what is given.
    fn spread(
        &self,
        roots: impl Iterator<Item = NodeId>,
        given: impl Fn(NodeId) -> bool,
    ) -> Vec<bool> {
        let mut marked = vec![false; self.len()];
        for root in roots {
            marked[root.index()] = !given(root);
        }
        for id in (0..marked.len()).rev().map(NodeId::at) {
            if marked[id.index()] {
                for operand in self.node(id).operands() {
                    marked[operand.index()] = !given(operand);
                }
            }
        }
        marked
    }
}

impl Stages {
    /// Multiplications, additions, divisions and roots of all programs, without what solves the equations.
    #[must_use]
    pub fn counts<N: Coefficient>(&self, graph: &Graph<N>) -> Counts {
        self.needed
            .iter()
            .map(|needed| graph.counts_of(needed))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Expr, Mode};
    use crate::leaves::Solve;
    use crate::leaves::{Input, Leaves};

    const SQUARE: Solve = Solve {
        rows: 1,
        columns: 1,
        sides: 1,
        least_norm: None,
    };

    #[test]
    fn values_needed_after_equations_are_carried_over_and_not_recomputed() {
        let graph: Graph = Graph::new(Mode::Pruned);
        let leaves = &&graph;
        let argument = Argument::Q;
        let [a, b] = [0, 1].map(|index| Leaves::input(leaves, Input { argument, index }));
        let (product, sum) = (a * b, a + b);
        let x = leaves.solve(SQUARE, &[vec![product]], &[sum])[0];
        // Between the two: what the second program has and the third computes again.
        let between = x * a;
        let y = leaves.solve(SQUARE, &[vec![sum]], &[between])[0];
        let output = y * product + between;
        let stages = graph.stages(&[output.reference(&graph)]);
        let places = |values: &[Expr<'_>]| {
            graph
                .references(values)
                .iter()
                .map(|one| one.node)
                .collect::<Vec<_>>()
        };
        assert_eq!(stages.carried, places(&[product, sum]));
        assert_eq!(stages.needed.len(), 3);
        let Counts { mul, add, .. } = stages.counts(&graph);
        assert_eq!((mul, add), (4, 2));
    }
}
