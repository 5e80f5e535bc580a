//! Normal forms: sums, products, quotients and saturations that differ in writing alone have one definition.

use super::super::constants::SignedConstant;
use super::super::terms::{Term, Terms};
use super::definition::Definition;
use super::{Network, NodeKind};

impl Network {
    /// The value of a sum.
    pub(in super::super) fn sum(&mut self, terms: &Terms) -> Option<Term> {
        let definition = self.define_sum(terms)?;
        self.make(definition)
    }

    /// The value of a product.
    pub(in super::super) fn product(&mut self, terms: &Terms) -> Option<Term> {
        let definition = self.define_product(terms)?;
        self.make(definition)
    }

    /// The value of a quotient.
    pub(in super::super) fn quotient(&mut self, a: Term, b: Term) -> Option<Term> {
        let (quotient, [a, b]) = self.of_two(NodeKind::Quotient, [a, b])?;
        Some(quotient.signed(a ^ b))
    }

    /// The value of a saturation, odd in its first term and even in its second.
    pub(in super::super) fn saturation(&mut self, a: Term, b: Term) -> Option<Term> {
        let (saturation, [a, _]) = self.of_two(NodeKind::Saturation, [a, b])?;
        Some(saturation.signed(a))
    }

    /// The value of a kind of two terms without their signs, and whether they are negative.
    fn of_two(&mut self, kind: NodeKind, terms: [Term; 2]) -> Option<(Term, [bool; 2])> {
        let [a, b] = terms.map(|term| self.resolve(term));
        let value = self.make(Definition {
            kind,
            negative: false,
            terms: Terms::two(a.abs(), b.abs()),
        })?;
        Some((value, [a.is_negative(), b.is_negative()]))
    }

    /// Normal form of a sum: constants added up, opposite terms cancelled, sorted, the constant last.
    pub(in super::super) fn define_sum(&mut self, terms: &Terms) -> Option<Definition> {
        let mut constant = SignedConstant::ZERO;
        let mut rest = Terms::EMPTY;
        for &term in terms.iter() {
            let term = self.resolve(term);
            match self.value(term) {
                Some(value) if constant == SignedConstant::ZERO => constant = value,
                Some(value) => constant = self.constants.sum(constant, value)?,
                None => rest.push(term)?,
            }
        }
        rest.sort_unstable_by_key(|term| (term.abs().raw(), term.raw()));
        let mut sum = Terms::EMPTY;
        for run in rest.chunk_by(|a, b| a.abs() == b.abs()) {
            // a − a = 0: the remaining terms have one sign.
            let negatives = run.iter().filter(|term| term.is_negative()).count();
            let positives = run.len() - negatives;
            for _ in 0..positives.abs_diff(negatives) {
                sum.push(run[0].abs().signed(negatives > positives))?;
            }
        }
        if constant.id != SignedConstant::ZERO.id || sum.is_empty() {
            let constant = self.constant(constant);
            sum.push(constant)?;
        }
        Some(Definition {
            kind: NodeKind::Sum,
            negative: false,
            terms: sum,
        })
    }

    /// Normal form of a product: constants multiplied, signs pulled out, sorted, the constant last.
    pub(in super::super) fn define_product(&mut self, terms: &Terms) -> Option<Definition> {
        let mut constant = SignedConstant::ONE;
        let mut product = Terms::EMPTY;
        let mut negative = false;
        for &term in terms.iter() {
            let term = self.resolve(term);
            match self.value(term) {
                Some(value) => constant = self.constants.product(constant, value)?,
                None => {
                    negative ^= term.is_negative();
                    product.push(term.abs())?;
                }
            }
        }
        negative ^= constant.negative;
        if constant.id == SignedConstant::ZERO.id {
            return Some(Definition::alias(self.constant(SignedConstant::ZERO)));
        }
        product.sort_unstable_by_key(|term| term.raw());
        if constant.id != SignedConstant::ONE.id || product.is_empty() {
            let constant = self.constant(SignedConstant::positive(constant.id));
            product.push(constant)?;
        }
        Some(if let [only] = product[..] {
            Definition::alias(only.signed(negative))
        } else {
            Definition {
                kind: NodeKind::Product,
                negative,
                terms: product,
            }
        })
    }

    /// The term behind other names.
    fn resolve(&self, mut term: Term) -> Term {
        loop {
            let node = self.node(term);
            match (node.kind, &node.terms[..]) {
                (NodeKind::Sum, [only]) => term = only.signed(term.is_negative()),
                _ => return term,
            }
        }
    }
}
