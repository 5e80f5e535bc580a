use core::ops::Range;

use crate::compile::{Options, build};
use crate::graph::Mode;
use crate::leaves::{Argument, Input};
use crate::mechanism::Mechanism;
use crate::model::parse;
use crate::pass::factor::factor;
use crate::pass::order::ordered;
use crate::program::Program;
use crate::prove::prove_equal;
use crate::recursion::Quantity;
use crate::transform::elementary;

use super::limbs::Limbs;
use super::{alike, piecewise, shared};

fn hexapod() -> Mechanism {
    let text = include_str!("../../../tests/models/hexapod.toml");
    elementary(
        &parse("hexapod.toml", text)
            .expect("a sound model")
            .mechanism,
    )
}

fn literal(quantity: Quantity, mechanism: &Mechanism) -> Program {
    let literal = quantity.literal(mechanism);
    let built = build(mechanism, quantity, literal, Mode::Pruned);
    built.expect("a program").first
}

#[test]
fn equal_legs_are_found_and_stay_equal_through_passes() {
    let mechanism = hexapod();
    for quantity in [
        Quantity::InverseDynamics,
        Quantity::ForwardDynamics,
        Quantity::MassMatrix,
    ] {
        let source = literal(quantity, &mechanism);
        let arranged = shared(&source, &mechanism).expect("equal legs");
        assert_eq!(arranged.counts(), source.counts());
        assert!(arranged.is_in_order());
        assert!(4 * arranged.repeated() > source.statements.len());
        assert!(prove_equal(&arranged, &source, &mechanism, 2).is_ok());
        for pass in [ordered, factor] {
            let passed = piecewise(&arranged, pass);
            assert!(passed.is_in_order());
            assert!(passed.copies.iter().all(|one| one.are_equal(&passed)));
            assert!(passed.counts().total() <= source.counts().total());
            assert!(prove_equal(&passed, &source, &mechanism, 2).is_ok());
        }
    }
}

#[test]
fn an_arm_has_no_limbs() {
    let arm = crate::generic::generic(6);
    let source = literal(Quantity::InverseDynamics, &arm);
    assert_eq!(shared(&source, &arm), None);
    assert!(!Options::default().share);
}

/// Bodies on revolute joints, each on another or on the base, with their masses.
fn tree(bodies: &[(Option<usize>, u32)]) -> Mechanism {
    let mut text = "name = \"tree\"\ngravity = [0, 0, -9.81]\n".to_owned();
    for (at, (parent, mass)) in bodies.iter().enumerate() {
        let parent = parent.map_or("base".to_owned(), |parent| format!("b{parent}"));
        text += &format!(
            "[[body]]\nname = \"b{at}\"\nparent = \"{parent}\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1] }}\n\
             placement = {{ xyz = [0.1, 0.2, 0.3] }}\nmass = {mass}\ncom = [0.1, 0, 0]\n\
             inertia = {{ xx = 0.1, yy = 0.1, zz = 0.1 }}\n"
        );
    }
    elementary(&parse("tree.toml", &text).expect("a sound model").mechanism)
}

const A_PAIR_AND_A_SINGLE: [(Option<usize>, u32); 5] =
    [(None, 1), (Some(0), 1), (None, 1), (Some(2), 1), (None, 1)];

#[test]
fn branches_are_alike_by_how_they_hang_and_not_by_their_numbers() {
    let found =
        |bodies: &[(Option<usize>, u32)]| -> Vec<Vec<Range<usize>>> { alike(&tree(bodies)) };
    assert_eq!(found(&[(None, 1), (None, 2)]), [[0..1, 1..2]]);
    // A fork and a chain of three are not: their last bodies are.
    let fork_and_chain = [
        (None, 1),
        (Some(0), 1),
        (Some(0), 1),
        (None, 1),
        (Some(3), 1),
        (Some(4), 1),
    ];
    assert_eq!(found(&fork_and_chain), [[1..2, 2..3, 5..6]]);
    // What is in a limb is no limb of another group.
    assert_eq!(found(&A_PAIR_AND_A_SINGLE), [[0..2, 2..4]]);
}

#[test]
fn inputs_of_limbs_are_counted_in_the_limb() {
    let limbs = Limbs::of(&tree(&A_PAIR_AND_A_SINGLE), true);
    let wrench = |index: usize| {
        let argument = Argument::Wrenches;
        Input { argument, index }
    };
    // The fifth number of the wrench on the second body of the second limb.
    assert_eq!(limbs.place_of(wrench(6 * 3 + 4), 1), Some(6 + 4));
    assert_eq!(limbs.place_of(wrench(6 * 3 + 4), 0), None);
    assert_eq!(limbs.of_input(wrench(6 * 4)), None);
}
