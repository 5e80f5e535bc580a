//! What a node is computed from.

use core::hash::Hasher;

use rustc_hash::FxHasher;

use super::super::terms::{Term, Terms};
use super::{Kind, Node};

/// What a node is computed from, or could be.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Definition {
    pub(in super::super) kind: Kind,
    pub(in super::super) negative: bool,
    pub(in super::super) terms: Terms,
}

impl Definition {
    /// Another name for a term.
    pub(in super::super) fn alias(term: Term) -> Self {
        Self {
            kind: Kind::Sum,
            negative: false,
            terms: Terms::one(term),
        }
    }

    /// The term that this is another name for.
    pub(super) fn renamed(&self) -> Option<Term> {
        match (self.kind, &self.terms[..]) {
            (Kind::Sum, &[only]) => Some(only),
            _ => None,
        }
    }
}

impl Node {
    /// What it is computed from now.
    pub(in super::super) fn definition(&self) -> Definition {
        Definition {
            kind: self.kind,
            negative: self.negative,
            terms: self.terms,
        }
    }
}

/// Hash of a canonical definition.
pub(super) fn key(kind: Kind, terms: &[Term]) -> u64 {
    let mut hasher = FxHasher::default();
    match kind {
        Kind::Leaf => hasher.write_u32(0),
        Kind::Constant(id) => {
            hasher.write_u32(1);
            hasher.write_u32(id);
        }
        Kind::Sum => hasher.write_u32(2),
        Kind::Product => hasher.write_u32(3),
        Kind::Quotient => hasher.write_u32(4),
        Kind::Saturation => hasher.write_u32(5),
    }
    for term in terms {
        hasher.write_i32(term.raw());
    }
    hasher.finish()
}

/// The terms as they are compared, and whether the value is minus theirs: a sum begins with a positive term.
pub(super) fn canonical(definition: &Definition) -> (Terms, bool) {
    let mut terms = definition.terms;
    if definition.kind == Kind::Sum && terms.first().is_some_and(|term| term.is_negative()) {
        for term in terms.iter_mut() {
            *term = -*term;
        }
        return (terms, !definition.negative);
    }
    (terms, definition.negative)
}
