//! The network: n-ary signed sums and products with reference counts, shared by content, under redefinition.
//!
//! A node keeps its value for life; a move only changes what it is computed from. A node is redefined from strict
//! descendants of itself (nodes made on the way have such descendants as operands), or from a node that a look through the
//! network has shown not to depend on it ([`depends`](Network::depends)), hence no cycles.

mod change;
mod definition;
mod known;
mod normal;
mod snapshot;
mod tidy;
mod uses;

pub(super) use change::Mark;
pub(super) use definition::Definition;

use rustc_hash::FxHashMap;

use super::constants::{ConstantTable, Id, SignedConstant};
use super::terms::{Term, Terms};

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeKind {
    /// An operand from outside, by its place in the list of leaves.
    Leaf,
    /// An entry of the table of constants.
    Constant(Id),
    /// A signed sum. Of one term: another name for that term.
    Sum,
    /// A product of positive factors, a constant last.
    Product,
    /// First term over second.
    Quotient,
    /// First term saturated with the second as its scale; opaque to all moves.
    Saturation,
}

/// A node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NetworkNode {
    pub(super) kind: NodeKind,
    /// Whether the value is minus the product (or quotient) of the terms.
    pub(super) negative: bool,
    /// Whether moves may redefine it.
    pub(super) active: bool,
    pub(super) terms: Terms,
    pub(super) uses: u32,
    /// Exclusive or of the users: the user itself when there is one.
    users: u32,
    /// For a sum: terms that are products of its own, which a fused multiply-add would take in.
    fusible: i32,
    /// Whether the node's price is in the total.
    counted: bool,
    /// Hash of the definition by which it was made known.
    key: u64,
    /// Statement the node descends from.
    pub(super) origin: u32,
}

/// User number of an output.
const OUTPUT: u32 = u32::MAX;
/// No node: the subject outside of a proposal.
const NOBODY: usize = usize::MAX;
/// All nodes are known: outside of a proposal.
const ALL: usize = usize::MAX;

/// The network.
pub(super) struct Network {
    pub(super) nodes: Vec<NetworkNode>,
    pub(super) outputs: Vec<Term>,
    pub(super) constants: ConstantTable,
    /// For every leaf that is a cosine or a sine, the other of the two.
    partners: Vec<Option<Term>>,
    /// Composite nodes by a hash of their content.
    known: FxHashMap<u64, u32>,
    /// Where the nodes of a proposal begin, which is seldom taken: they are looked through, and known once it is.
    settled: usize,
    /// Nodes that moves may redefine, dead ones among them.
    candidates: Vec<u32>,
    cost: i64,
    fused: bool,
    /// The node that is being redefined; constructors refuse to give it back.
    subject: usize,
    stack: Vec<u32>,
}

impl Network {
    /// A network of leaves alone; they are nodes 0, 1, …
    pub(super) fn new(partners: Vec<Option<Term>>, constants: ConstantTable, fused: bool) -> Self {
        let mut network = Self {
            nodes: Vec::new(),
            outputs: Vec::new(),
            constants,
            partners: Vec::new(),
            known: FxHashMap::default(),
            settled: ALL,
            candidates: Vec::new(),
            cost: 0,
            fused,
            subject: NOBODY,
            stack: Vec::new(),
        };
        for _ in &partners {
            network.append(NodeKind::Leaf, Terms::EMPTY, 0, false);
        }
        network.partners = partners;
        network
    }

    /// Operations of what the outputs need.
    pub(super) fn cost(&self) -> i64 {
        self.cost
    }

    pub(super) fn node(&self, term: Term) -> &NetworkNode {
        &self.nodes[term.node()]
    }

    pub(super) fn candidates(&self) -> &[u32] {
        &self.candidates
    }

    /// The cosine of a sine and the sine of a cosine.
    pub(super) fn partner(&self, term: Term) -> Option<Term> {
        *self.partners.get(term.node())?
    }

    /// The constant behind a term.
    pub(super) fn value(&self, term: Term) -> Option<SignedConstant> {
        match self.node(term).kind {
            NodeKind::Constant(id) => Some(SignedConstant {
                id,
                negative: term.is_negative(),
            }),
            _ => None,
        }
    }

    fn append(&mut self, kind: NodeKind, terms: Terms, origin: u32, active: bool) -> usize {
        let index = self.nodes.len();
        self.nodes.push(NetworkNode {
            kind,
            negative: false,
            active,
            terms,
            uses: 0,
            users: 0,
            fusible: 0,
            counted: false,
            key: 0,
            origin,
        });
        if active && matches!(kind, NodeKind::Sum | NodeKind::Product) {
            self.candidates
                .push(u32::try_from(index).unwrap_or(u32::MAX));
        }
        index
    }

    /// The outputs, which keep alive what they need.
    pub(super) fn set_outputs(&mut self, outputs: Vec<Term>) {
        for output in &outputs {
            self.hold(output.node(), OUTPUT);
        }
        self.outputs = outputs;
    }

    /// Only nodes that `wanted` names by index may be redefined.
    pub(super) fn activate(&mut self, wanted: impl Fn(usize) -> bool) {
        self.candidates.clear();
        for (index, node) in self.nodes.iter_mut().enumerate() {
            node.active = wanted(index);
            if node.active && matches!(node.kind, NodeKind::Sum | NodeKind::Product) {
                self.candidates
                    .push(u32::try_from(index).unwrap_or(u32::MAX));
            }
        }
    }

    /// Live nodes, operands first.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        let mut stack: Vec<(usize, usize)> = Vec::new();
        for output in &self.outputs {
            stack.push((output.node(), 0));
            while let Some((index, next)) = stack.pop() {
                if next == 0 && core::mem::replace(&mut seen[index], true) {
                    continue;
                }
                match self.nodes[index].terms.get(next) {
                    Some(term) => {
                        stack.push((index, next + 1));
                        if !seen[term.node()] {
                            stack.push((term.node(), 0));
                        }
                    }
                    None => order.push(index),
                }
            }
        }
        order
    }

    /// Live nodes that are computed from one, in order.
    pub(super) fn users(&self, of: usize) -> Vec<usize> {
        let node = &self.nodes[of];
        let (mut left, mut all) = (node.uses, node.users);
        let mut users = Vec::new();
        let mut nodes = self.nodes.iter().enumerate();
        // The last one is what the others leave.
        while left > 1 {
            let Some((user, node)) = nodes.next() else {
                return users;
            };
            let uses = node.terms.iter().filter(|term| term.node() == of).count() as u32;
            if node.uses > 0 && uses > 0 {
                users.push(user);
                left -= uses;
                // By two terms of one user its number is out again.
                if !uses.is_multiple_of(2) {
                    all ^= user as u32;
                }
            }
        }
        if left == 1 && all != OUTPUT {
            users.push(all as usize);
        }
        users
    }

    /// Whether one is computed from the other, however far.
    pub(super) fn depends(&self, node: usize, on: usize) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = vec![node];
        while let Some(index) = stack.pop() {
            if index == on {
                return true;
            }
            if !core::mem::replace(&mut seen[index], true) {
                stack.extend(self.nodes[index].terms.iter().map(|term| term.node()));
            }
        }
        false
    }
}
