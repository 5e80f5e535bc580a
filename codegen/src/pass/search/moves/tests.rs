//! Every move keeps the value, on random networks in the prime field.

use proptest::prelude::*;

use super::super::anneal::Chances;
use super::super::constants::ConstantTable;
use super::super::wide::{self, testing};
use super::*;
use crate::exact::element::FieldElement;
use crate::exact::field::Fp;
use crate::exact::number::Number;
use crate::scalar::Scalar;

/// Leaves: cosine and sine of an angle, and two plain values.
fn leaves() -> [Fp; 4] {
    let (c, s) = Fp::new(987_654_321_987).circle();
    [c, s, Fp::new(31_415_926_535), Fp::new(27_182_818_284)]
}

/// A network of `nodes` random sums and products whose last few are outputs.
fn network(random: &mut Random, nodes: usize, fused: bool) -> Network {
    let partners = vec![Some(Term::of(1)), Some(Term::of(0)), None, None];
    let mut constants = ConstantTable::new();
    let numbers = ["2", "0.25", "3.7", "12.5"];
    let given: Vec<SignedConstant> = numbers
        .iter()
        .filter_map(|text| constants.given(&Number::parse(text)?))
        .collect();
    let mut network = Network::new(partners, constants, fused);
    let mut terms: Vec<Term> = (0..4).map(Term::of).collect();
    for value in given {
        terms.push(network.constant(value));
    }
    while terms.len() < nodes {
        let mut some = Terms::EMPTY;
        for _ in 0..2 + random.below(3) {
            // Squares, for the moves on sines and cosines.
            let near = if random.below(3) == 0 { 4 } else { terms.len() };
            let term = terms[random.below(near)].signed(random.below(2) == 0);
            some.push(term).expect("room");
        }
        let made = if random.below(2) == 0 {
            network.sum(&some)
        } else {
            network.product(&some)
        };
        terms.extend(made);
    }
    let outputs = terms[terms.len() - 5..].to_vec();
    network.set_outputs(outputs);
    network
}

/// The values of all nodes, which are acyclic.
fn values(network: &Network) -> Vec<Option<Fp>> {
    let mut values: Vec<Option<Fp>> = vec![None; network.nodes.len()];
    for index in network.order() {
        let node = &network.nodes[index];
        let mut terms = node.terms.iter().map(|term| {
            let value = values[term.node()].expect("operands come first");
            if term.is_negative() { -value } else { value }
        });
        let value = match node.kind {
            NodeKind::Leaf => leaves()[index],
            NodeKind::Constant(id) => network.constants.field(id),
            NodeKind::Sum => terms.fold(Fp::zero(), |sum, term| sum + term),
            NodeKind::Product => terms.fold(Fp::one(), |product, term| product * term),
            NodeKind::Quotient => {
                let first = terms.next().expect("a numerator");
                terms.fold(first, |quotient, term| quotient / term)
            }
            NodeKind::Saturation => {
                let first = terms.next().expect("an argument");
                terms.fold(first, |argument, scale| argument.saturate(scale))
            }
        };
        values[index] = Some(if node.negative { -value } else { value });
    }
    values
}

fn outputs(network: &Network) -> Vec<Fp> {
    let values = values(network);
    let value = |term: &Term| {
        let value = values[term.node()].expect("outputs are live");
        if term.is_negative() { -value } else { value }
    };
    network.outputs.iter().map(value).collect()
}

/// Cost by the book: all live nodes again.
fn cost(network: &Network, fused: bool) -> i64 {
    let order = network.order();
    let length = |index: usize| network.nodes[index].terms.len() as i64 - 1;
    let price = |&index: &usize| match network.nodes[index].kind {
        NodeKind::Leaf | NodeKind::Constant(_) => 0,
        NodeKind::Quotient => 1,
        NodeKind::Saturation => 4,
        NodeKind::Product => length(index),
        NodeKind::Sum => {
            let terms = network.nodes[index].terms.iter();
            let own = |term: &&Term| {
                let node = network.node(**term);
                node.kind == NodeKind::Product && node.uses == 1
            };
            let taken_in = terms.filter(own).count() as i64;
            length(index)
                - if fused {
                    taken_in.min(length(index))
                } else {
                    0
                }
        }
    };
    order.iter().map(price).sum()
}

/// The users of a node by the book.
fn users(network: &Network, of: usize) -> Vec<usize> {
    let uses = |user: &usize| {
        let user = &network.nodes[*user];
        user.uses > 0 && user.terms.iter().any(|term| term.node() == of)
    };
    (0..network.nodes.len()).filter(uses).collect()
}

type Move = fn(&mut Network, usize, Terms, &mut Random) -> Option<Definition>;

const OF_SUMS: [(&str, Move); 8] = [
    ("extract", extract),
    ("inline", |n, _, t, r| sum::inline(n, t, r)),
    ("factor", |n, _, t, r| sum::factor(n, t, r)),
    ("distribute", |n, _, t, r| sum::distribute(n, t, r)),
    ("ratio", |n, _, t, r| sum::ratio(n, t, r)),
    ("flatten", |n, _, t, r| sum::flatten(n, t, r)),
    ("unsquare", |n, _, t, r| sum::unsquare(n, t, r)),
    ("square", |n, _, t, r| sum::square(n, t, r)),
];

const OF_PRODUCTS: [(&str, Move); 4] = [
    ("extract", extract),
    ("inline", |n, _, t, r| product::inline(n, t, r)),
    ("distribute", |n, _, t, r| product::distribute(n, t, r)),
    ("push", |n, _, t, r| product::push(n, t, r)),
];

#[test]
fn every_move_keeps_the_value() {
    let mut random = Random::new(7);
    for (kind, moves) in [
        (NodeKind::Sum, &OF_SUMS[..]),
        (NodeKind::Product, &OF_PRODUCTS),
    ] {
        for (name, make) in moves {
            let mut made = 0;
            for _ in 0..3000 {
                let mut network = network(&mut random, 24, false);
                if *name == "square" {
                    // Its own left side: p − p c² + x.
                    let (c, x) = (Term::of(0), Term::of(2));
                    let squared = Terms::two(c, c);
                    let squared = network.product(&squared).expect("c²");
                    let mut sum = Terms::two(network.constant(SignedConstant::ONE), -squared);
                    sum.push(x).expect("room");
                    let sum = network.sum(&sum).expect("a sum");
                    network.set_outputs(vec![sum]);
                }
                let before = values(&network);
                let subjects: Vec<usize> = network
                    .order()
                    .into_iter()
                    .filter(|&index| network.nodes[index].kind == kind)
                    .filter(|&index| network.nodes[index].terms.len() > 1)
                    .collect();
                let Some(&subject) = subjects.get(random.below(subjects.len())) else {
                    continue;
                };
                network.begin(subject);
                let terms = network.nodes[subject].terms;
                let Some(definition) = make(&mut network, subject, terms, &mut random) else {
                    continue;
                };
                if definition.terms.iter().any(|term| term.node() == subject) {
                    continue;
                }
                let negative = network.nodes[subject].negative;
                network.redefine(subject, turned(definition, negative));
                network.keep();
                made += 1;
                assert_eq!(
                    values(&network)[subject],
                    before[subject],
                    "{name} of {kind:?}"
                );
            }
            assert!(made > 20, "{name} of {kind:?} was made {made} times");
        }
    }
}

#[test]
fn every_move_of_several_nodes_keeps_the_outputs_and_can_be_taken_back() {
    let mut random = Random::new(11);
    for (name, kind, propose) in testing::ALL {
        let mut made = 0;
        for round in 0..3000 {
            let mut network = network(&mut random, 24, false);
            let (before, price) = (outputs(&network), network.cost());
            let subjects = network.order().into_iter();
            let subjects: Vec<usize> = subjects
                .filter(|&index| network.nodes[index].kind == kind)
                .filter(|&index| network.nodes[index].terms.len() > 1)
                .collect();
            let Some(&subject) = subjects.get(random.below(subjects.len())) else {
                continue;
            };
            let keep = round % 2 == 0;
            made += usize::from(testing::make(
                &mut network,
                subject,
                (propose, keep),
                &mut random,
            ));
            assert_eq!(outputs(&network), before, "{name}");
            assert_eq!(network.cost(), cost(&network, false), "{name}");
            assert!(keep || network.cost() == price, "{name}");
        }
        assert!(made > 20, "{name} was made {made} times");
    }
}

/// 2 x + y = 2 (x + y / 2): an output is no node that could take the 2 in, so that the sum itself becomes a product.
#[test]
fn a_sum_that_is_an_output_is_rescaled_itself() {
    let mut constants = ConstantTable::new();
    let two = constants.given(&Number::from(2)).expect("a constant");
    let mut network = Network::new(vec![None; 4], constants, false);
    let two = network.constant(two);
    let double = network.product(&Terms::two(Term::of(2), two));
    let double = double.expect("a product");
    let sum = network.sum(&Terms::two(double, Term::of(3)));
    let sum = sum.expect("a sum");
    network.set_outputs(vec![sum]);
    let before = outputs(&network);
    let (_, _, rescale) = (testing::ALL.into_iter())
        .find(|(name, ..)| *name == "rescale")
        .expect("a move");
    let mut random = Random::new(3);
    // A term without a constant may be drawn, which gives no move.
    let made =
        (0..50).any(|_| testing::make(&mut network, sum.node(), (rescale, true), &mut random));
    assert!(made);
    assert_eq!(network.node(sum).kind, NodeKind::Product);
    assert_eq!(outputs(&network), before);
    assert_eq!(network.cost(), cost(&network, false));
}

/// Of a + b + x with a + b computed anyway.
#[test]
fn a_pair_that_is_known_is_preferred() {
    const DRAWS: usize = 300;
    let mut network = Network::new(vec![None; 3], ConstantTable::new(), false);
    let [a, b, x] = [0, 1, 2].map(Term::of);
    let known = network.sum(&Terms::two(a, b)).expect("a sum");
    let mut terms = Terms::two(a, b);
    terms.push(x).expect("room");
    let sum = network.sum(&terms).expect("a sum");
    network.set_outputs(vec![known, sum]);
    let mut random = Random::new(5);
    let preferred = (0..DRAWS).filter(|_| {
        let (i, j) = pair(&mut network, sum.node(), &mut random).expect("three terms");
        (i.min(j), i.max(j)) == (0, 1)
    });
    // At random it would be a third of them.
    assert!(preferred.count() > DRAWS * 3 / 5);
}

/// Random moves, every other one taken back; tidied now and then.
fn walk(seed: u64, fused: bool) -> Result<(), TestCaseError> {
    let mut random = Random::new(seed);
    let mut network = network(&mut random, 30, fused);
    let before = outputs(&network);
    for step in 0..2000 {
        let candidates = network.candidates();
        let subject = candidates[random.below(candidates.len())] as usize;
        if network.nodes[subject].uses == 0 {
            continue;
        }
        let mark = network.begin(subject);
        let Some(definition) = propose(&mut network, subject, &mut random) else {
            network.undo(mark);
            continue;
        };
        let price = network.cost();
        let old = network.redefine(subject, definition);
        if random.below(2) == 0 {
            network.redefine(subject, old);
            network.undo(mark);
            prop_assert_eq!(network.cost(), price);
        } else {
            network.keep();
        }
        if step % 10 == 0 {
            wide::step(&mut network, &Chances::at(1.0), &mut random);
        }
        if step % 100 == 0 {
            prop_assert_eq!(&outputs(&network), &before);
            prop_assert_eq!(network.cost(), cost(&network, fused));
            for node in 0..network.nodes.len() {
                prop_assert_eq!(network.users(node), users(&network, node));
            }
        }
        if step % 500 == 0 {
            let price = network.cost();
            prop_assert!(network.tidy().is_some());
            prop_assert!(network.cost() <= price);
        }
    }
    let snapshot = network.snapshot();
    prop_assert!(network.restore(&snapshot).is_some());
    prop_assert!(network.cost() <= snapshot.cost);
    prop_assert_eq!(outputs(&network), before);
    prop_assert_eq!(network.cost(), cost(&network, fused));
    Ok(())
}

/// At the end of this walk equal products are taken in by several sums: merged, they would cost.
#[test]
fn tidying_leaves_equal_products_that_are_taken_in_apart() -> Result<(), TestCaseError> {
    walk(13_964_125_830_456_428_205, true)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn walks_keep_outputs_and_cost(seed in any::<u64>(), fused in any::<bool>()) {
        walk(seed, fused)?;
    }
}
