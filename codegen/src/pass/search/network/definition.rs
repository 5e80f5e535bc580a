//! Definitions of nodes.

use core::hash::Hasher;

use rustc_hash::FxHasher;

use super::super::terms::{Term, Terms};
use super::{NetworkNode, NodeKind};

/// A definition that a node has, or could have.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Definition {
    pub(in super::super) kind: NodeKind,
    pub(in super::super) negative: bool,
    pub(in super::super) terms: Terms,
}

impl Definition {
    /// Another name for a term.
    pub(in super::super) fn alias(term: Term) -> Self {
        Self {
            kind: NodeKind::Sum,
            negative: false,
            terms: Terms::one(term),
        }
    }

    /// The term that this is another name for.
    pub(super) fn renamed(&self) -> Option<Term> {
        match (self.kind, &self.terms[..]) {
            (NodeKind::Sum, &[only]) => Some(only),
            _ => None,
        }
    }
}

impl NetworkNode {
    /// Its present definition.
    pub(in super::super) fn definition(&self) -> Definition {
        Definition {
            kind: self.kind,
            negative: self.negative,
            terms: self.terms,
        }
    }
}

/// Hash of a definition's kind and terms in canonical form.
pub(super) fn key(kind: NodeKind, terms: &[Term]) -> u64 {
    let mut hasher = FxHasher::default();
    match kind {
        NodeKind::Leaf => hasher.write_u32(0),
        NodeKind::Constant(id) => {
            hasher.write_u32(1);
            hasher.write_u32(id);
        }
        NodeKind::Sum => hasher.write_u32(2),
        NodeKind::Product => hasher.write_u32(3),
        NodeKind::Quotient => hasher.write_u32(4),
        NodeKind::Saturation => hasher.write_u32(5),
    }
    let turned = is_turned(kind, terms);
    for term in terms {
        hasher.write_i32(term.signed(turned).raw());
    }
    hasher.finish()
}

/// Whether the terms are compared with their signs turned: a sum begins with a positive term.
pub(super) fn is_turned(kind: NodeKind, terms: &[Term]) -> bool {
    kind == NodeKind::Sum && terms.first().is_some_and(|term| term.is_negative())
}
