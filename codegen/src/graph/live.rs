//! Dead code: which nodes the outputs need.

use super::{Coefficient, Graph, Node, NodeId, Ref};
use crate::counts::Counts;

impl Node {
    /// The nodes this one is computed from.
    pub fn operands(self) -> impl Iterator<Item = NodeId> {
        let (a, b) = match self {
            Self::Constant(_) | Self::Angle(_) | Self::Input(_) => (None, None),
            Self::Cosine(a) | Self::Sine(a) => (Some(a), None),
            Self::Add(a, b)
            | Self::Sub(a, b)
            | Self::Mul(a, b)
            | Self::Div(a, b)
            | Self::Saturate(a, b) => (Some(a), Some(b)),
        };
        a.into_iter().chain(b)
    }
}

/// For every node, whether an output needs it.
#[must_use]
pub fn live<N>(graph: &Graph<N>, outputs: &[Ref]) -> Vec<bool> {
    let nodes = graph.nodes.borrow();
    let mut needed = vec![false; nodes.len()];
    for output in outputs {
        needed[output.node.index()] = true;
    }
    for index in (0..nodes.len()).rev() {
        if needed[index] {
            for operand in nodes[index].0.operands() {
                needed[operand.index()] = true;
            }
        }
    }
    needed
}

impl<N: Coefficient> Graph<N> {
    /// Multiplications, additions, divisions and roots among these nodes; the rest of the counts is left at 0.
    pub(super) fn counts_of(&self, needed: &[bool]) -> Counts {
        let mut counts = Counts::default();
        for ((node, _), needed) in self.nodes.borrow().iter().zip(needed) {
            match node {
                _ if !needed => {}
                Node::Add(..) | Node::Sub(..) => counts.add += 1,
                Node::Mul(..) => counts.mul += 1,
                Node::Div(..) => counts.div += 1,
                Node::Saturate(..) => counts.add_saturation(),
                _ => {}
            }
        }
        counts
    }
}
