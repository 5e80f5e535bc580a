//! Robots of URDFs: every quantity by every formulation, as the recursion on plain floats has it.
//!
//! What is compiled of them is compared in `agreement`, by the default formulation; here all others are.

use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::reference;
use denoc_codegen::transform::elementary;
use denoc_tests::compare::{Judged, TOLERANCE, agrees_with_golden};
use denoc_tests::lane::Outputs;
use denoc_tests::{golden, plan};

macro_rules! robots {
    ($($robot:ident)*) => {
        $(#[test]
        fn $robot() {
            agrees(concat!("urdf/", stringify!($robot)));
        })*

        #[test]
        fn is_every_robot() {
            let robots = plan::models().into_iter().filter(|model| plan::is_robot(model));
            let named = [$(concat!("urdf/", stringify!($robot))),*];
            assert_eq!(robots.collect::<Vec<_>>(), named);
        }
    };
}

mod every_formulation_agrees_with_golden {
    use super::*;
    robots! {
        allegro_right_hand anymal_b double_pendulum_continuous panda panda_mimic skew_arm skew_arm_coupled solo12 tiago_no_hand ur5
    }
}

fn agrees(model: &str) {
    let mechanism = plan::mechanism(model);
    let split = elementary(&mechanism);
    let samples = golden::samples(model);
    for quantity in Quantity::all(&mechanism) {
        let judged = Judged {
            model,
            mechanism: &split,
            quantity,
            samples: &samples,
        };
        for formulation in quantity.formulations_on(&split) {
            let found: Vec<Outputs> = (samples.iter())
                .map(|sample| reference(&split, quantity, formulation, &sample.state()))
                .collect();
            agrees_with_golden(judged, &found, TOLERANCE);
        }
    }
}

/// Coordinates stand in the order of the data, which is Pinocchio's.
#[test]
fn joints_stand_in_the_order_of_pinocchio() {
    for model in plan::models() {
        let Some(expected) = golden::joints(&model) else {
            continue;
        };
        let blocks = plan::mechanism(&model).blocks().into_iter();
        let names: Vec<String> = blocks.map(|block| block.name).collect();
        assert_eq!(names, expected[..names.len()], "{model}");
    }
}
