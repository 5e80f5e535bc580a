//! Signed references and short lists of them, held in place: a proposal allocates nothing.

use core::ops::{Deref, DerefMut, Neg};

/// A node of the network with a sign: ±(index + 1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Term(i32);

impl Term {
    /// The node at `index`.
    pub(super) fn of(index: usize) -> Self {
        Self(i32::try_from(index + 1).unwrap_or(i32::MAX))
    }

    /// Index of the node.
    #[inline]
    pub(super) fn node(self) -> usize {
        self.0.unsigned_abs() as usize - 1
    }

    /// Whether the value is minus the node's.
    #[inline]
    pub(super) fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// The node without the sign.
    #[inline]
    pub(super) fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// Negated when `negative`.
    #[inline]
    pub(super) fn signed(self, negative: bool) -> Self {
        if negative { -self } else { self }
    }

    /// Number for hashing and sorting.
    #[inline]
    pub(super) fn raw(self) -> i32 {
        self.0
    }
}

impl Neg for Term {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// The longest sum or product.
pub(super) const LONGEST: usize = 24;

/// A list of at most [`LONGEST`] terms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    items: [Term; LONGEST],
    len: u32,
}

impl Terms {
    pub(super) const EMPTY: Self = Self {
        items: [Term(1); LONGEST],
        len: 0,
    };

    /// The list of one term.
    pub(super) fn one(term: Term) -> Self {
        let mut terms = Self::EMPTY;
        terms.items[0] = term;
        terms.len = 1;
        terms
    }

    /// The list of two terms.
    pub(super) fn two(a: Term, b: Term) -> Self {
        let mut terms = Self::one(a);
        terms.items[1] = b;
        terms.len = 2;
        terms
    }

    /// Appends a term; `None` when the list is full.
    #[inline]
    pub(super) fn push(&mut self, term: Term) -> Option<()> {
        *self.items.get_mut(self.len as usize)? = term;
        self.len += 1;
        Some(())
    }

    /// Appends many.
    pub(super) fn extend(&mut self, terms: &[Term]) -> Option<()> {
        terms.iter().try_for_each(|&term| self.push(term))
    }

    /// Takes out the term at `index`.
    pub(super) fn remove(&mut self, index: usize) -> Term {
        let term = self[index];
        self.copy_within(index + 1.., index);
        self.len -= 1;
        term
    }

    /// The list without the terms at two places.
    pub(super) fn without(&self, a: usize, b: usize) -> Self {
        let mut rest = *self;
        rest.remove(a.max(b));
        rest.remove(a.min(b));
        rest
    }
}

impl Deref for Terms {
    type Target = [Term];
    #[inline]
    fn deref(&self) -> &[Term] {
        &self.items[..self.len as usize]
    }
}

impl DerefMut for Terms {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Term] {
        &mut self.items[..self.len as usize]
    }
}
