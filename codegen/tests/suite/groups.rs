//! Groups of parallel axes: what is computed from their common turn is what it is from joint to joint.

use denoc_codegen::exact::field::{Fp, Mersenne};
use denoc_codegen::generic::generic;
use denoc_codegen::mechanism::{Mechanism, Rotation};
use denoc_codegen::prove::Point;
use denoc_codegen::recursion::{self, Quantity};
use denoc_codegen::signature::Family;
use denoc_codegen::transform::parallel_groups;

/// A chain whose second to fifth axes are parallel, the third and the fifth against the one before, behind one axis across and before
/// another.
fn chain() -> Mechanism {
    let mut chain = generic(6);
    for (body, rotation) in [
        (2, Rotation::half_turn_about_x()),
        (3, Rotation::identity()),
        (4, Rotation::half_turn_about_x()),
    ] {
        chain.bodies[body].placement.rotation = rotation;
    }
    chain
}

#[test]
fn groups_with_axes_against_each_other_have_the_values_of_single_joints() {
    let single = chain();
    let grouped = parallel_groups(&single).expect("parallel axes");
    let members = grouped
        .bodies
        .iter()
        .filter(|body| body.choices.group.is_some());
    assert_eq!(members.count(), 3);
    let mut quantities = Quantity::of_family(&single, Family::Dynamics);
    // The others are in the axes of every body, which a group has not.
    quantities.retain(|quantity| quantity.keeps_base_parameters());
    quantities.extend([
        Quantity::InverseDynamicsDerivativesWithMassMatrix,
        Quantity::Regressor,
        Quantity::MomentaRegressor,
    ]);
    for quantity in quantities {
        for formulation in quantity.formulations_on(&single) {
            let values = |mechanism: &Mechanism| -> Vec<Fp> {
                let point = Point::new(Mersenne, 5, mechanism);
                recursion::run(mechanism, quantity, formulation, &point).concat()
            };
            let (found, expected) = (values(&grouped), values(&single));
            assert!(found == expected, "{quantity:?} by {formulation:?}");
        }
    }
}
