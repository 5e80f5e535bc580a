//! Moves of products.

use super::super::constants::SignedConstant;
use super::super::network::{Definition, Network, NodeKind};
use super::super::random::Random;
use super::super::terms::{Term, Terms};
use super::{expand, extract, factors, split, take_sum};

/// The longest product.
const MOST_FACTORS: usize = 10;

pub(super) fn propose(
    network: &mut Network,
    subject: usize,
    random: &mut Random,
) -> Option<Definition> {
    let node = &network.nodes[subject];
    let (terms, negative) = (node.terms, node.negative);
    let definition = match random.below(100) {
        0..45 => extract(network, subject, terms, random)?,
        45..80 => inline(network, terms, random)?,
        80..90 => distribute(network, terms, random)?,
        _ => push(network, terms, random)?,
    };
    Some(turned(definition, negative))
}

/// The definition of minus the value.
pub(in super::super) fn turned(mut definition: Definition, negative: bool) -> Definition {
    if negative && definition.kind == NodeKind::Sum {
        for term in definition.terms.iter_mut() {
            *term = -*term;
        }
    } else {
        definition.negative ^= negative;
    }
    definition
}

/// (a b) c = a b c
pub(super) fn inline(
    network: &mut Network,
    mut terms: Terms,
    random: &mut Random,
) -> Option<Definition> {
    let inner = terms.remove(random.below(terms.len()));
    if network.node(inner).kind != NodeKind::Product {
        return None;
    }
    let (inner, negative) = factors(network, inner);
    if terms.len() + inner.len() > MOST_FACTORS {
        return None;
    }
    terms.extend(&inner)?;
    Some(turned(network.define_product(&terms)?, negative))
}

/// f (a + b) = f a + f b
pub(super) fn distribute(
    network: &mut Network,
    mut terms: Terms,
    random: &mut Random,
) -> Option<Definition> {
    let sum = take_sum(network, &mut terms, random)?;
    let mut expanded = Terms::EMPTY;
    expand(network, &terms, &sum, false, &mut expanded)?;
    network.define_sum(&expanded)
}

/// c (d a + b) = (c d) a + c b, and without a constant outside (d a + b) = d (a + b/d).
pub(super) fn push(
    network: &mut Network,
    mut terms: Terms,
    random: &mut Random,
) -> Option<Definition> {
    let sum = take_sum(network, &mut terms, random)?;
    let outside = terms
        .iter()
        .position(|&factor| network.value(factor).is_some());
    let scale = match outside {
        Some(place) => network.value(terms.remove(place))?,
        None => {
            let constant = split(network, sum[random.below(sum.len())]).constant?;
            terms.push(network.constant(constant))?;
            network.constants.quotient(SignedConstant::ONE, constant)?
        }
    };
    terms.push(scaled(network, &sum, scale)?)?;
    network.define_product(&terms)
}

/// A constant times a sum, term by term.
pub(in super::super) fn scaled(
    network: &mut Network,
    sum: &Terms,
    scale: SignedConstant,
) -> Option<Term> {
    let scale = network.constant(scale);
    let mut scaled = Terms::EMPTY;
    for &term in sum.iter() {
        let (mut product, negative) = factors(network, term);
        product.push(scale)?;
        scaled.push(network.product(&product)?.signed(negative))?;
    }
    network.sum(&scaled)
}
