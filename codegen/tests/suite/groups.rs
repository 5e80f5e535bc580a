//! Groups of parallel axes: what is computed from their common turn is what it is from joint to joint.

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::exact::field::{Fp, Mersenne};
use denoc_codegen::generic::generic;
use denoc_codegen::mechanism::{Mechanism, Rotation};
use denoc_codegen::prove::Point;
use denoc_codegen::recursion::{self, Quantity};
use denoc_codegen::signature::Family;
use denoc_codegen::transform::{elementary, parallel_groups};

use crate::common::good;

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

/// A linkage on a turning post, and the post on a turning mast or on the base; all axes are parallel. The loop ends on the post or on the
/// rocker.
fn linkages() -> Vec<Mechanism> {
    let body = |name: &str, parent: &str, x: f64| {
        format!(
            "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1] }}\n\
             placement = {{ xyz = [{x:?}, 0, 0] }}\nmass = 1.0\ncom = [0.1, 0.02, 0]\ninertia = {{ xx = 0.01, yy = 0.02, zz = 0.02 }}\n"
        )
    };
    let bodies = [
        body("crank", "post", 0.0),
        body("coupler", "crank", 0.3),
        body("rocker", "post", 0.8),
    ];
    let carriers = [
        body("post", "base", 0.2),
        body("mast", "base", 0.0) + &body("post", "mast", 0.2),
    ];
    let ends = [
        "body = \"post\", placement = { xyz = [0.9, 0, 0] }",
        "body = \"rocker\", placement = { xyz = [0.5, 0, 0] }",
    ];
    let with = |carriers: &String, end: &str| {
        let text = format!(
            "name = \"linkage\"\n[assembly]\ncrank = 1.0\ncoupler = -0.7\nrocker = 1.5\n{carriers}{}\
             [[loop]]\nname = \"pin\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1] }}\n\
             from = {{ body = \"coupler\", placement = {{ xyz = [0.7, 0, 0] }} }}\nto = {{ {end} }}\n",
            bodies.concat()
        );
        elementary(&good("linkage.toml", &text).mechanism)
    };
    let all = carriers.iter();
    all.flat_map(|carriers| ends.map(|end| with(carriers, end)))
        .collect()
}

/// What carries both ends may be the first body of its group or a later one.
#[test]
fn loops_on_bodies_of_a_group_are_those_of_single_joints() {
    for single in linkages() {
        let grouped = parallel_groups(&single).expect("parallel axes");
        for quantity in [
            Quantity::Closure,
            Quantity::ClosureJacobian,
            Quantity::ClosureBias,
        ] {
            let values = |mechanism: &Mechanism| -> Vec<Fp> {
                let point = Point::new(Mersenne, 5, mechanism);
                let literal = quantity.literal(mechanism);
                recursion::run(mechanism, quantity, literal, &point).concat()
            };
            let (found, expected) = (values(&grouped), values(&single));
            assert!(found == expected, "{quantity:?}");
        }
    }
}

/// Where a loop is open, as at random points, action and reaction are apart: what turns both does no work all the same.
#[test]
fn forces_of_loops_on_a_turning_body_are_proved() {
    for linkage in linkages() {
        for opt in [1, 2] {
            let options = Options {
                functions: Some(vec!["constraint_forces".into()]),
                opt,
                ..Options::default()
            };
            let compiled = compile(&linkage, &options).map_err(|error| error.to_string());
            assert_eq!(compiled.map(|one| one.functions.len()), Ok(1));
        }
    }
}
