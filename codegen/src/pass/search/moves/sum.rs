//! Moves of sums.

use super::super::constants::SignedConstant;
use super::super::network::{Definition, Network, NodeKind};
use super::super::random::Random;
use super::super::terms::{Term, Terms};
use super::{expand, extract, factors, split, take_sum};

pub(super) fn propose(
    network: &mut Network,
    subject: usize,
    random: &mut Random,
) -> Option<Definition> {
    let terms = network.nodes[subject].terms;
    if terms.len() < 2 {
        return None;
    }
    match random.below(100) {
        0..30 => extract(network, subject, terms, random),
        30..50 => inline(network, terms, random),
        50..70 => factor(network, terms, random),
        70..82 => distribute(network, terms, random),
        82..88 => ratio(network, terms, random),
        88..92 => flatten(network, terms, random),
        92..96 => unsquare(network, terms, random),
        _ => square(network, terms, random),
    }
}

/// (a + b) + c = a + b + c
pub(super) fn inline(
    network: &mut Network,
    mut terms: Terms,
    random: &mut Random,
) -> Option<Definition> {
    let inner = terms.remove(random.below(terms.len()));
    let node = network.node(inner);
    if node.kind != NodeKind::Sum {
        return None;
    }
    for term in node.terms.iter() {
        terms.push(term.signed(inner.is_negative()))?;
    }
    network.define_sum(&terms)
}

/// f a + f b + c = f (a + b) + c, for two terms or all that have the factor.
pub(super) fn factor(
    network: &mut Network,
    terms: Terms,
    random: &mut Random,
) -> Option<Definition> {
    let first = random.below(terms.len());
    let (of_first, _) = factors(network, terms[first]);
    let factor = of_first[random.below(of_first.len())];
    let has = |network: &Network, term| factors(network, term).0.contains(&factor);
    let others = (0..terms.len()).filter(|&k| k != first && has(network, terms[k]));
    let count = others.clone().count();
    let all = random.below(3) == 0;
    let chosen = random.below(count);
    let mut taken = [false; super::super::terms::LONGEST];
    taken[first] = true;
    for (place, k) in others.enumerate() {
        taken[k] = all || place == chosen;
    }
    if count == 0 {
        return None;
    }
    let (mut inner, mut rest) = (Terms::EMPTY, Terms::EMPTY);
    for (k, &term) in terms.iter().enumerate() {
        if !taken[k] {
            rest.push(term)?;
            continue;
        }
        let (mut left, negative) = factors(network, term);
        left.remove(left.iter().position(|&f| f == factor)?);
        inner.push(network.product(&left)?.signed(negative))?;
    }
    let inner = network.sum(&inner)?;
    rest.push(network.product(&Terms::two(factor, inner))?)?;
    network.define_sum(&rest)
}

/// f (a + b) + c = f a + f b + c
pub(super) fn distribute(
    network: &mut Network,
    mut terms: Terms,
    random: &mut Random,
) -> Option<Definition> {
    let term = terms.remove(random.below(terms.len()));
    if network.node(term).kind != NodeKind::Product {
        return None;
    }
    let (mut others, negative) = factors(network, term);
    let sum = take_sum(network, &mut others, random)?;
    expand(network, &others, &sum, negative, &mut terms)?;
    network.define_sum(&terms)
}

/// c a + d b = c (a + (d/c) b)
pub(super) fn ratio(
    network: &mut Network,
    terms: Terms,
    random: &mut Random,
) -> Option<Definition> {
    let (a, b) = random.pair(terms.len())?;
    let (first, second) = (split(network, terms[a]), split(network, terms[b]));
    let lead = first.constant?;
    let ratio = network
        .constants
        .quotient(second.constant.unwrap_or(SignedConstant::ONE), lead)?;
    let mut scaled = second.rest;
    scaled.push(network.constant(ratio))?;
    let inner = Terms::two(
        network.product(&first.rest)?.signed(first.negative),
        network.product(&scaled)?.signed(second.negative),
    );
    let inner = network.sum(&inner)?;
    let lead = network.constant(lead);
    let mut rest = terms.without(a, b);
    rest.push(network.product(&Terms::two(lead, inner))?)?;
    network.define_sum(&rest)
}

/// f (g a) + b = (f g a) + b: a product as a factor of a term is written out.
pub(super) fn flatten(
    network: &mut Network,
    mut terms: Terms,
    random: &mut Random,
) -> Option<Definition> {
    let place = random.below(terms.len());
    let (mut outer, negative) = factors(network, terms[place]);
    if network.node(terms[place]).kind != NodeKind::Product {
        return None;
    }
    let inner = outer.remove(random.below(outer.len()));
    if network.node(inner).kind != NodeKind::Product {
        return None;
    }
    let (inner, turned) = factors(network, inner);
    outer.extend(&inner)?;
    terms[place] = network.product(&outer)?.signed(negative ^ turned);
    network.define_sum(&terms)
}

/// p s² + b = p − p c² + b
pub(super) fn unsquare(
    network: &mut Network,
    mut terms: Terms,
    random: &mut Random,
) -> Option<Definition> {
    let (rest, partner, negative) = squared(network, terms.remove(random.below(terms.len())))?;
    let mut other = rest;
    other.push(partner)?;
    other.push(partner)?;
    terms.push(network.product(&rest)?.signed(negative))?;
    terms.push(network.product(&other)?.signed(!negative))?;
    network.define_sum(&terms)
}

/// p − p c² + b = p s² + b
pub(super) fn square(
    network: &mut Network,
    mut terms: Terms,
    random: &mut Random,
) -> Option<Definition> {
    let (rest, partner, negative) = squared(network, terms.remove(random.below(terms.len())))?;
    let whole = network.product(&rest)?.signed(!negative);
    let at = terms.iter().position(|&term| term == whole)?;
    terms.remove(at);
    let mut other = rest;
    other.push(partner)?;
    other.push(partner)?;
    terms.push(network.product(&other)?.signed(!negative))?;
    network.define_sum(&terms)
}

/// p, c and the sign of a term ± p s s, where s and c are sine and cosine of one angle, in either order.
fn squared(network: &Network, term: Term) -> Option<(Terms, Term, bool)> {
    let (factors, negative) = factors(network, term);
    for (k, &factor) in factors.iter().enumerate() {
        let second = factors[k + 1..].iter().position(|&other| other == factor);
        if let (Some(partner), Some(second)) = (network.partner(factor), second) {
            return Some((factors.without(k, k + 1 + second), partner, negative));
        }
    }
    None
}
