use crate::compile::{Options, build};
use crate::graph::Mode;
use crate::mechanism::Mechanism;
use crate::model::parse;
use crate::pass::factor::factor;
use crate::pass::order::ordered;
use crate::program::Program;
use crate::prove::prove_equal;
use crate::recursion::Quantity;
use crate::transform::elementary;

use super::{piecewise, shared};

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
