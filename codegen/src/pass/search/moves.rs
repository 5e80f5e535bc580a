//! Moves: other definitions of one node with the same value.

mod product;
mod sum;
#[cfg(test)]
mod tests;

pub(super) use product::{scaled, turned};

use super::constants::SignedConstant;
use super::network::{Definition, Network, NodeKind};
use super::random::Random;
use super::terms::{Term, Terms};

/// Most terms of a sum, and most factors of a product, that a move expands into another.
const MOST_EXPANDED: usize = 6;

/// A random other definition of a sum or product; `None` when the move drawn does not apply.
pub(super) fn propose(
    network: &mut Network,
    subject: usize,
    random: &mut Random,
) -> Option<Definition> {
    let definition = match network.nodes[subject].kind {
        NodeKind::Sum => sum::propose(network, subject, random)?,
        NodeKind::Product => product::propose(network, subject, random)?,
        NodeKind::Leaf | NodeKind::Constant(_) | NodeKind::Quotient | NodeKind::Saturation => {
            return None;
        }
    };
    if definition.terms.iter().any(|term| term.node() == subject) {
        return None;
    }
    match network.find(&definition) {
        Some(known) if known.node() == subject => None,
        Some(known) if network.node(known).uses > 0 => Some(Definition::alias(known)),
        _ => Some(definition),
    }
}

/// a + b + c = (a + b) + c, and a b c = (a b) c.
fn extract(
    network: &mut Network,
    subject: usize,
    terms: Terms,
    random: &mut Random,
) -> Option<Definition> {
    if terms.len() < 3 {
        return None;
    }
    let define = match network.nodes[subject].kind {
        NodeKind::Sum => Network::define_sum,
        _ => Network::define_product,
    };
    let (a, b) = pair(network, subject, random)?;
    let inner = define(network, &Terms::two(terms[a], terms[b]))?;
    let mut rest = terms.without(a, b);
    rest.push(network.make(inner)?)?;
    define(network, &rest)
}

/// Takes a random factor out of a product; its terms, when it is a short sum.
fn take_sum(network: &Network, factors: &mut Terms, random: &mut Random) -> Option<Terms> {
    let sum = factors.remove(random.below(factors.len()));
    let sum = network.node(sum);
    (sum.kind == NodeKind::Sum && sum.terms.len() <= MOST_EXPANDED).then_some(sum.terms)
}

/// ± f (a + b) = ± f a ± f b, added to the terms of a sum.
pub(super) fn expand(
    network: &mut Network,
    factors: &Terms,
    sum: &Terms,
    negative: bool,
    terms: &mut Terms,
) -> Option<()> {
    for &part in sum.iter() {
        let mut product = *factors;
        product.push(part)?;
        terms.push(network.product(&product)?.signed(negative))?;
    }
    Some(())
}

/// A term taken apart: ± constant · rest.
pub(super) struct Split {
    negative: bool,
    pub(super) constant: Option<SignedConstant>,
    rest: Terms,
}

/// The factors of a term, all positive, and the sign.
pub(super) fn factors(network: &Network, term: Term) -> (Terms, bool) {
    let node = network.node(term);
    if node.kind == NodeKind::Product {
        (node.terms, term.is_negative() ^ node.negative)
    } else {
        (Terms::one(term.abs()), term.is_negative())
    }
}

pub(super) fn split(network: &Network, term: Term) -> Split {
    let (mut rest, negative) = factors(network, term);
    let at = rest
        .iter()
        .position(|&factor| network.value(factor).is_some());
    let constant = at.and_then(|at| network.value(rest.remove(at)));
    Split {
        negative,
        constant,
        rest,
    }
}

/// Two places whose sum (or product) is, if possible, one the network already computes.
fn pair(network: &mut Network, subject: usize, random: &mut Random) -> Option<(usize, usize)> {
    const TRIES: usize = 4;
    let (kind, terms) = (network.nodes[subject].kind, network.nodes[subject].terms);
    let mut first = None;
    for _ in 0..TRIES {
        let (a, b) = random.pair(terms.len())?;
        let sorted = Terms::two(terms[a.min(b)], terms[a.max(b)]);
        let pair = Definition {
            kind,
            negative: false,
            terms: sorted,
        };
        match network.find(&pair) {
            Some(known) if known.node() != subject && network.node(known).uses > 0 => {
                return Some((a, b));
            }
            _ => first = first.or(Some((a, b))),
        }
    }
    first
}
