//! Sharing: a value that the network knows has one node.

use std::collections::hash_map::Entry;

use super::super::constants::SignedConstant;
use super::super::terms::{Term, Terms};
use super::definition::{Definition, is_turned, key};
use super::{ALL, Network, NodeKind};

impl Network {
    /// The term of a constant.
    pub(in super::super) fn constant(&mut self, value: SignedConstant) -> Term {
        let definition = Definition {
            kind: NodeKind::Constant(value.id),
            negative: false,
            terms: Terms::EMPTY,
        };
        let constant = self.find(&definition).unwrap_or_else(|| {
            let index = self.append(definition.kind, definition.terms, 0, false);
            self.register(index);
            Term::of(index)
        });
        constant.signed(value.negative)
    }

    /// The node of a definition, known or new. `None` when it is the subject itself.
    pub(in super::super) fn make(&mut self, definition: Definition) -> Option<Term> {
        if definition.renamed().is_none()
            && let Some(known) = self.find(&definition)
        {
            return (known.node() != self.subject).then_some(known);
        }
        self.make_apart(definition)
    }

    /// The node of a definition, new even when one is known. `None` as above.
    pub(super) fn make_apart(&mut self, definition: Definition) -> Option<Term> {
        if let Some(only) = definition.renamed() {
            return (only.node() != self.subject).then_some(only);
        }
        let turned = is_turned(definition.kind, &definition.terms);
        let mut terms = definition.terms;
        for term in terms.iter_mut() {
            *term = term.signed(turned);
        }
        let origin = self
            .nodes
            .get(self.subject)
            .map_or(0, |subject| subject.origin);
        let index = self.append(definition.kind, terms, origin, true);
        self.register(index);
        Some(Term::of(index).signed(definition.negative ^ turned))
    }

    /// The known node with this definition's value.
    pub(in super::super) fn find(&self, definition: &Definition) -> Option<Term> {
        let key = key(definition.kind, &definition.terms);
        let known = self.known.get(&key).map(|&index| index as usize);
        let index = known.or_else(|| Some(self.settled + self.unsettled(key)?))?;
        self.same(index, definition)
    }

    /// The node, with its sign, when this is its definition but for signs.
    fn same(&self, index: usize, definition: &Definition) -> Option<Term> {
        let node = &self.nodes[index];
        if node.kind != definition.kind || node.terms.len() != definition.terms.len() {
            return None;
        }
        let [turned, known] = [&definition.terms, &node.terms].map(|one| is_turned(node.kind, one));
        let opposite = turned != known;
        let mut pairs = definition.terms.iter().zip(node.terms.iter());
        let are_same = pairs.all(|(term, known)| *term == known.signed(opposite));
        let negative = definition.negative ^ node.negative ^ opposite;
        are_same.then(|| Term::of(index).signed(negative))
    }

    /// The place of a key among the nodes of the proposal.
    fn unsettled(&self, key: u64) -> Option<usize> {
        let nodes = self.nodes.get(self.settled..)?;
        nodes.iter().position(|node| node.key == key)
    }

    /// Makes a node known by its definition, unless another is; one of the proposal when that is taken.
    pub(super) fn register(&mut self, index: usize) {
        let node = &mut self.nodes[index];
        node.key = key(node.kind, &node.terms);
        self.recall(index);
    }

    /// Makes a node known again by the definition that it was known by, unless another is.
    pub(in super::super) fn recall(&mut self, index: usize) {
        let key = self.nodes[index].key;
        if index < self.settled && self.unsettled(key).is_none() {
            let place = u32::try_from(index).unwrap_or(u32::MAX);
            self.known.entry(key).or_insert(place);
        }
    }

    pub(super) fn unregister(&mut self, index: usize) {
        if index < self.settled
            && let Entry::Occupied(entry) = self.known.entry(self.nodes[index].key)
            && *entry.get() as usize == index
        {
            entry.remove();
        }
    }

    /// What a proposal has made stays: its nodes are known as all others are.
    pub(in super::super) fn keep(&mut self) {
        let first = core::mem::replace(&mut self.settled, ALL);
        for index in first..self.nodes.len() {
            let place = u32::try_from(index).unwrap_or(u32::MAX);
            self.known.entry(self.nodes[index].key).or_insert(place);
        }
    }
}
