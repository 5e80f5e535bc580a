use core::ops::Range;

use crate::compile::{Options, build};
use crate::graph::Mode;
use crate::leaves::{Argument, Input, Origin};
use crate::mechanism::Mechanism;
use crate::model::parse;
use crate::pass::factor::factor;
use crate::pass::order::ordered;
use crate::program::{Operand, Operation, Program, Statement};
use crate::prove::prove_equal;
use crate::recursion::Quantity;
use crate::transform::elementary;

use super::align::{Region, aligned};
use super::limbs::Limbs;
use super::regions::{Kind, kinds};
use super::{alike, piecewise, shared};

const HEXAPOD: &str = include_str!("../../../tests/models/hexapod.toml");

fn read(text: &str) -> Mechanism {
    elementary(
        &parse("hexapod.toml", text)
            .expect("a sound model")
            .mechanism,
    )
}

fn hexapod() -> Mechanism {
    read(HEXAPOD)
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
    // A body alone and the last of a chain: what is behind a body is no part of its branch unless it hangs on it.
    let single_and_chain = [(None, 1), (None, 1), (Some(1), 1)];
    assert_eq!(found(&single_and_chain), [[0..1, 2..3]]);
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

/// Every leg of forward dynamics has a sweep inward of its own, and one outward behind what joins the legs.
#[test]
fn the_last_sweep_of_a_limb_reaches_its_outputs_alone() {
    let mechanism = hexapod();
    let limbs = Limbs::of(&mechanism, true);
    let literal = literal(Quantity::ForwardDynamics, &mechanism);
    let kinds = kinds(&literal, &limbs);
    let count = |wanted: Kind| kinds.iter().filter(|one| **one == wanted).count();
    assert_eq!(limbs.roots.len(), 6);
    for limb in 0..6 {
        assert!(count(Kind::Inner(limb)) > 100, "limb {limb}");
        assert!(count(Kind::Outer(limb)) > 20, "limb {limb}");
    }
    assert!(count(Kind::Middle) > 0 && count(Kind::Trunk) > 0);
}

/// What one leg does otherwise is before or behind what all have in common, in the sweep inward and in the last one.
#[test]
fn what_a_limb_does_otherwise_is_there_too() {
    let shin = "xyz = [0.1, 0, 0]";
    let (before, after) = HEXAPOD.split_at(HEXAPOD.rfind(shin).expect("the last shin"));
    let other = after.replacen(shin, "xyz = [0.1, 0, 0.01]", 1);
    let mechanism = read(&format!("{before}{other}"));
    for quantity in [Quantity::InverseDynamics, Quantity::ForwardDynamics] {
        let source = literal(quantity, &mechanism);
        let arranged = shared(&source, &mechanism).expect("equal legs");
        assert_eq!(arranged.counts(), source.counts());
        assert!(arranged.is_in_order());
        assert!(prove_equal(&arranged, &source, &mechanism, 2).is_ok());
    }
}

/// What the statements of two limbs with two joints each have in common: of every limb the slots.
fn common(
    first: &[(Operation, usize, usize)],
    second: &[(Operation, usize, usize)],
) -> [Vec<usize>; 2] {
    let limbs = Limbs::of(&tree(&A_PAIR_AND_A_SINGLE), true);
    let q = |index: usize| {
        let argument = Argument::Q;
        Operand::Input(Input { argument, index })
    };
    let all = first.iter().chain(second);
    let statements = all.map(|&(operation, a, b)| Statement {
        operation,
        a: q(a),
        b: q(b),
        origin: Origin::default(),
    });
    let program = Program {
        inputs: Vec::new(),
        outputs: Vec::new(),
        constants: Vec::new(),
        angles: Vec::new(),
        angle_statements: 0,
        statements: statements.collect(),
        copies: Vec::new(),
    };
    let slots = [0..first.len(), first.len()..program.statements.len()];
    let regions = slots.into_iter().enumerate();
    let mut regions: Vec<Region> = regions
        .map(|(limb, slots)| Region::new(&program, limb, slots.collect()))
        .collect();
    let found: [Vec<(usize, Statement)>; 2] = aligned(&program, &limbs, &mut regions)
        .try_into()
        .expect("two limbs");
    let [one, other] = &found;
    for ((_, one), (_, other)) in one.iter().zip(other) {
        assert_eq!(one.operation, other.operation);
        for (a, b) in one.operands().zip(other.operands()) {
            let place = |operand, limb| match operand {
                Operand::Input(input) => limbs.place_of(input, limb),
                _ => None,
            };
            assert_eq!(place(a, 0), place(b, 1), "{one:?} {other:?}");
        }
    }
    found.map(|all| all.into_iter().map(|(slot, _)| slot).collect())
}

#[test]
fn limbs_have_sums_and_products_in_common_whatever_the_order_of_their_operands() {
    use Operation::{Add, Mul, Sub};
    let found = common(&[(Mul, 0, 1), (Add, 1, 0)], &[(Add, 2, 3), (Mul, 3, 2)]);
    assert_eq!(found, [vec![0, 1], vec![3, 2]]);
    let found = common(&[(Sub, 0, 1), (Mul, 0, 1)], &[(Sub, 3, 2), (Mul, 3, 2)]);
    assert_eq!(found, [vec![1], vec![3]]);
}

#[test]
fn limbs_have_a_statement_in_common_as_often_as_all_have_it() {
    use Operation::{Mul, Sub};
    let twice = [(Mul, 0, 1), (Sub, 0, 1), (Mul, 1, 0)];
    let once = [(Mul, 2, 3), (Sub, 2, 3)];
    assert_eq!(common(&twice, &once), [vec![0, 1], vec![3, 4]]);
    let twice_too = [(Mul, 2, 3), (Sub, 2, 3), (Mul, 2, 3)];
    assert_eq!(common(&twice, &twice_too), [vec![0, 1, 2], vec![3, 4, 5]]);
}
