//! Points at which a proof is made: how many, in which fields, and what happens where nothing can be computed.

use std::collections::BTreeSet;
use std::sync::Mutex;

use super::*;
use crate::exact::element::FieldElement;
use crate::exact::residue::Residue;
use crate::leaves::Leaves;
use crate::scalar::Scalar;

#[test]
fn a_proof_says_at_how_many_points() {
    // One in each of two fields at least: it says that it was made in both.
    for (points, at) in [(1, 2), (4, 4)] {
        let proof = prove_equal(&good(), &good(), &generic(2), points);
        assert_eq!(proof.map(|proof| proof.points), Ok(at));
    }
    let nothing = Program {
        outputs: Vec::new(),
        ..good()
    };
    let proof = prove_formulas(&nothing, &generic(2), &[]);
    assert_eq!(proof.map(|proof| proof.points), Ok(3));
}

#[test]
fn nothing_is_no_proof_of_what_has_a_name() {
    let check = Check {
        names: vec!["tau"],
        mechanism: &generic(2),
        programs: &[],
        draw: Draw::of(&generic(2), &[]),
        points: 2,
    };
    let found = check.compare(|_| Vec::new(), |_, _| Vec::new());
    let named = matches!(found, Err(Disagreement::Value { output: "tau", .. }));
    assert!(named, "{found:?}");
}

/// How many points a proof has whose values cannot be computed at some, and how many were asked for.
fn computed_except_at(
    points: usize,
    is_undefined: impl Fn(usize) -> bool + Sync,
) -> (Result<usize, Disagreement>, usize) {
    let (draw, mechanism) = (Draw::of(&generic(2), &[]), generic(2));
    let value = |point: &Point<Field>| {
        let input = Input {
            argument: Argument::Qd,
            index: 0,
        };
        point.input(input).residue()
    };
    // What the points are told apart by.
    let drawn = (0..100).map(|n| value(&Point::new(draw.field(n), draw.seed(n), &mechanism)));
    let drawn: Vec<u64> = drawn.collect();
    let asked = Mutex::new(BTreeSet::new());
    let check = Check {
        names: vec!["tau"],
        mechanism: &mechanism,
        programs: &[],
        draw,
        points,
    };
    let found = check.compare(
        |point| {
            let here = value(point);
            let number = drawn.iter().position(|one| *one == here);
            let number = number.expect("one of the first hundred");
            asked.lock().expect("no other test").insert(number);
            let value = if is_undefined(number) {
                Residue::UNDEFINED
            } else {
                Residue::zero()
            };
            vec![vec![value]]
        },
        |_, _| vec![vec![Exact::from(Residue::zero())]],
    );
    let asked = asked.into_inner().expect("no other test").len();
    (found.map(|proof| proof.points), asked)
}

#[test]
fn a_point_where_nothing_is_computed_is_drawn_again() {
    assert_eq!(computed_except_at(2, |_| false), (Ok(2), 2));
    assert_eq!(computed_except_at(2, |n| n < 2), (Ok(2), 4));
    assert_eq!(computed_except_at(3, |n| n == 1), (Ok(3), 4));
    let never = Err(Disagreement::Undefined);
    assert_eq!(computed_except_at(2, |_| true), (never, 10));
}

#[test]
fn a_proof_has_a_point_in_every_field() {
    for field in 0..2 {
        let (found, _) = computed_except_at(3, |n| n % 2 == field);
        assert_eq!(found, Err(Disagreement::Undefined), "{field}");
    }
}
