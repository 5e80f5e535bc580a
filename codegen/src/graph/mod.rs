//! The expression graph: signed, hash-consed, folded and pruned by its constructors.
//!
//! A reference is a node and a sign, so that unary minus never costs; `a − b` and `b − a` are one node under two
//! signs. Nodes are only ever appended, children before parents: the order of creation is a valid schedule.

mod coefficient;
mod construct;
mod differentiate;
mod expr;
mod leaves;
mod live;
mod print;
mod replay;
mod stages;

use core::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;

pub use coefficient::Coefficient;
pub use expr::Expr;
pub use live::live;
pub use stages::Stages;

use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::leaves::{Input, Origin, Record};

/// Index of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The node at a position in creation order.
    #[must_use]
    pub fn at(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// Position in creation order.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node with a sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ref {
    /// The node.
    pub node: NodeId,
    /// Whether the value is minus the node's.
    pub negative: bool,
}

impl Ref {
    fn signed(self, negative: bool) -> Self {
        Self {
            negative: self.negative ^ negative,
            ..self
        }
    }
}

/// A node; operands are nodes, signs have been pulled out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A positive (or zero) number, by its place in the table of constants.
    Constant(u32),
    /// A constant angle, by its place in the table of angles; only ever an operand of an angle sum.
    Angle(u32),
    /// An element of an input array.
    Input(Input),
    /// Cosine of a joint coordinate or a sum of angles.
    Cosine(NodeId),
    /// Sine of the same.
    Sine(NodeId),
    /// a + b.
    Add(NodeId, NodeId),
    /// a − b.
    Sub(NodeId, NodeId),
    /// a · b.
    Mul(NodeId, NodeId),
    /// a / b.
    Div(NodeId, NodeId),
    /// a / √(a² + b²).
    Saturate(NodeId, NodeId),
}

/// How the constructors simplify their operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Fold, prune and share.
    Pruned,
    /// Keep every operation with a variable as written; only numbers of the model are folded (opt 0).
    Literal,
}

/// The arena of nodes.
#[derive(Debug)]
pub struct Graph<N = Number> {
    mode: Mode,
    nodes: RefCell<Vec<(Node, Origin)>>,
    known: RefCell<FxHashMap<Node, NodeId>>,
    numbers: RefCell<(Vec<N>, FxHashMap<N, u32>)>,
    angles: RefCell<Vec<Angle>>,
    origin: Cell<Origin>,
    record: Record<Ref>,
}

impl<N: Coefficient> Graph<N> {
    /// An empty graph.
    #[must_use]
    pub fn new(mode: Mode) -> Self {
        Self {
            mode,
            nodes: RefCell::default(),
            known: RefCell::default(),
            numbers: RefCell::default(),
            angles: RefCell::default(),
            origin: Cell::default(),
            record: Record::default(),
        }
    }

    /// Number of nodes, dead ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.borrow().len()
    }

    /// Whether there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The node behind an id.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes.borrow()[id.index()].0
    }

    /// The origin of a node: where it was first made.
    #[must_use]
    pub fn origin(&self, id: NodeId) -> Origin {
        self.nodes.borrow()[id.index()].1
    }

    /// A constant of the table.
    #[must_use]
    pub fn number(&self, index: u32) -> N {
        self.numbers.borrow().0[index as usize].clone()
    }

    /// An angle of the table.
    #[must_use]
    pub fn angle(&self, index: u32) -> Angle {
        self.angles.borrow()[index as usize].clone()
    }

    /// Bits of the largest constant.
    #[must_use]
    pub fn constant_bits(&self) -> usize {
        self.numbers
            .borrow()
            .0
            .iter()
            .map(N::size)
            .max()
            .unwrap_or(0)
    }

    /// The equations and margins that were come to.
    #[must_use]
    pub fn record(&self) -> &Record<Ref> {
        &self.record
    }

    /// Nodes made from here on belong to `origin`.
    pub fn mark(&self, origin: Origin) {
        self.origin.set(origin);
    }

    /// The node `node`, shared with an equal one unless the graph is literal (leaves are always shared).
    fn intern(&self, node: Node) -> NodeId {
        let shared = self.mode == Mode::Pruned
            || matches!(
                node,
                Node::Constant(_)
                    | Node::Angle(_)
                    | Node::Input(_)
                    | Node::Cosine(_)
                    | Node::Sine(_)
            );
        if shared && let Some(&id) = self.known.borrow().get(&node) {
            return id;
        }
        let mut nodes = self.nodes.borrow_mut();
        let id = NodeId::at(nodes.len());
        nodes.push((node, self.origin.get()));
        if shared {
            self.known.borrow_mut().insert(node, id);
        }
        id
    }
}
