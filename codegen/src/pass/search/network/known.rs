//! Sharing: a value that the network knows has one node.

use super::super::constants::SignedConstant;
use super::super::terms::{Term, Terms};
use super::definition::{Definition, canonical, key};
use super::{Network, NodeKind};

impl Network {
    /// The term of a constant.
    pub(in super::super) fn constant(&mut self, value: SignedConstant) -> Term {
        let kind = NodeKind::Constant(value.id);
        let key = key(kind, &Terms::EMPTY);
        let known = self.known.get(&key).copied();
        if let Some(index) = known
            && self.nodes[index as usize].kind == kind
        {
            return Term::of(index as usize).signed(value.negative);
        }
        let index = self.append(kind, Terms::EMPTY, 0, false);
        self.known
            .insert(key, u32::try_from(index).unwrap_or(u32::MAX));
        Term::of(index).signed(value.negative)
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
        let (terms, negative) = canonical(&definition);
        let origin = self
            .nodes
            .get(self.subject)
            .map_or(0, |subject| subject.origin);
        let index = self.append(definition.kind, terms, origin, true);
        self.register(index);
        Some(Term::of(index).signed(negative))
    }

    /// The known node with this definition's value.
    pub(in super::super) fn find(&self, definition: &Definition) -> Option<Term> {
        let (terms, negative) = canonical(definition);
        let index = *self.known.get(&key(definition.kind, &terms))? as usize;
        let node = &self.nodes[index];
        let (known, turned) = canonical(&node.definition());
        (node.kind == definition.kind && known[..] == terms[..])
            .then(|| Term::of(index).signed(negative ^ turned))
    }

    fn content(&self, index: usize) -> u64 {
        let node = &self.nodes[index];
        let (terms, _) = canonical(&node.definition());
        key(node.kind, &terms)
    }

    pub(super) fn register(&mut self, index: usize) {
        let key = self.content(index);
        self.known
            .entry(key)
            .or_insert(u32::try_from(index).unwrap_or(u32::MAX));
    }

    pub(super) fn unregister(&mut self, index: usize) {
        let key = self.content(index);
        if self.known.get(&key).is_some_and(|&i| i as usize == index) {
            self.known.remove(&key);
        }
    }
}
