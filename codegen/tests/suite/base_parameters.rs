//! Base parameters beyond the closed form: the same generalised forces, as many as the rank, in numbers of the literature.

use std::path::PathBuf;

use denoc_codegen::compile::{Options, Techniques, compile_quantity};
use denoc_codegen::exact::field::{Fp, Mersenne};
use denoc_codegen::exact::number::Number;
use denoc_codegen::generic::generic;
use denoc_codegen::identify::{Identified, InertiaEntry, identify, model_value, reduce};
use denoc_codegen::mechanism::{Basis, Mechanism};
use denoc_codegen::model;
use denoc_codegen::prove::Point;
use denoc_codegen::recursion;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::transform::elementary;

use crate::common::on_revolute;

fn load(path: &str) -> Mechanism {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(path);
    elementary(&model::load(&path).expect("a model").mechanism)
}

fn parse(text: &str) -> Mechanism {
    elementary(&model::parse("test.toml", text).expect("a model").mechanism)
}

fn robot(name: &str) -> Mechanism {
    load(&format!("models/{name}.toml"))
}

/// Joints of all types, trees and forests, aligned axes, massless bodies, no gravity.
fn others() -> Vec<Mechanism> {
    [
        "aligned_09",
        "chain_rp_06",
        "chain_zero_gravity_05",
        "forest_two_roots",
        "massless_links",
        "one_cylindrical",
        "one_free",
        "one_helical",
        "one_planar",
        "one_prismatic",
        "one_revolute",
        "one_spherical",
        "one_universal",
        "tree_mixed_06",
        "tree_mixed_14",
        "tree_rp_10",
    ]
    .iter()
    .map(|name| load(&format!("tests/models/mech/{name}.toml")))
    .collect()
}

fn all() -> Vec<Mechanism> {
    let mut all: Vec<Mechanism> = ["puma", "stanford", "ur5", "panda"].map(robot).into();
    all.extend([generic(1), generic(6), driven()]);
    all.extend(others());
    all
}

/// Joints driven at the base and in between.
fn driven() -> Mechanism {
    let bodies = [
        on_revolute("a", "base", true),
        on_revolute("b", "a", false),
        on_revolute("c", "b", true),
        on_revolute("d", "c", false),
    ];
    parse(&format!("name = \"driven\"\n{}", bodies.concat()))
}

fn values(mechanism: &Mechanism, quantity: Quantity, seed: u64) -> Vec<Fp> {
    let point = Point::new(Mersenne, seed, mechanism);
    recursion::run(mechanism, quantity, quantity.formulations()[0], &point).concat()
}

/// Whether a quantity has the same values for both mechanisms, in the prime field.
fn same(a: &Mechanism, b: &Mechanism, quantity: Quantity) -> bool {
    (1..=3).all(|seed| values(a, quantity, seed) == values(b, quantity, seed))
}

#[test]
fn reduced_mechanisms_move_the_same() {
    for mechanism in all() {
        for basis in Basis::ALL {
            let reduced = reduce(&mechanism, |_| basis);
            assert!(reduced.complete, "{}", mechanism.name);
            assert!(reduced.unresolved.is_empty(), "{}", mechanism.name);
            for quantity in Quantity::all(&mechanism) {
                if quantity.keeps_base_parameters() {
                    assert!(
                        same(&mechanism, &reduced.mechanism, quantity),
                        "{} {quantity:?} {basis:?}",
                        mechanism.name
                    );
                }
            }
        }
    }
}

#[test]
fn nothing_is_left_to_reduce() {
    for mechanism in all() {
        for basis in Basis::ALL {
            let once = reduce(&mechanism, |_| basis);
            let twice = reduce(&once.mechanism, |_| basis);
            assert_eq!(twice.relations, [], "{}", mechanism.name);
            assert_eq!(twice.without_effect, [], "{}", mechanism.name);
            assert_eq!(twice.parameters, once.parameters, "{}", mechanism.name);
            for parameter in &once.parameters {
                let value = parameter.value(&once.mechanism);
                let name = &mechanism.name;
                assert!(
                    !value.is_zero(),
                    "{name}: {parameter:?} has become 0 by chance"
                );
            }
        }
    }
}

/// Turns and slides in turn: constructors do not see what their geometry frees.
#[test]
fn code_is_generated_without_what_geometry_frees() {
    let arm = load("tests/models/dh/dhrand_rprp.toml");
    let total = |quantity, regressor_rank| {
        let techniques = Techniques {
            regressor_rank,
            ..Techniques::ALL
        };
        let options = Options {
            techniques,
            ..Options::default()
        };
        let function = compile_quantity(&arm, quantity, None, &options).expect("it compiles");
        function.program.counts().total()
    };
    for quantity in [
        Quantity::InverseDynamics,
        Quantity::MassMatrix,
        Quantity::KineticEnergy,
    ] {
        let (with, without) = (total(quantity, true), total(quantity, false));
        assert!(with < without, "{quantity:?}: {with}, and {without}");
    }
}

#[test]
fn quantities_that_distinguish_original_parameters_are_named() {
    let arm = robot("stanford");
    let reduced = reduce(&arm, |_| Basis::default()).mechanism;
    for quantity in [
        Quantity::JointWrenches,
        Quantity::CentroidalMomentum,
        Quantity::PotentialEnergy,
    ] {
        assert!(!quantity.keeps_base_parameters(), "{quantity:?}");
        assert!(!same(&arm, &reduced, quantity), "{quantity:?}");
    }
}

#[test]
fn a_free_body_loses_nothing() {
    let root = "name = \"arm\"\n[[body]]\nname = \"root\"\nparent = \"base\"\njoint = { type = \"free\" }\nmass = 2\n\
                com = [0.1, 0.2, 0.3]\ninertia = { xx = 1, yy = 2, zz = 2, xy = 0.1, xz = 0.2, yz = 0.3 }\n";
    let free = parse(root);
    let reduced = reduce(&free, |_| Basis::default());
    assert_eq!(reduced.mechanism.bodies[0].inertia, free.bodies[0].inertia);
    assert_eq!(identify(&free, |_| Basis::default()).base.len(), 10);
    // What a free body carries gives it the same as any parent: 10, and 7 of every revolute joint.
    let arm = parse(&format!(
        "{root}[[body]]\nname = \"a\"\nparent = \"root\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1] }}\nmass = 1\n\
         [[body]]\nname = \"b\"\nparent = \"a\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1] }}\n\
         placement = {{ xyz = [1, 0, 0] }}\nmass = 1\ncom = [0.1, 0.2, 0.3]\n"
    ));
    assert_eq!(identify(&arm, |_| Basis::default()).base.len(), 24);
}

#[test]
fn as_many_base_parameters_as_in_the_literature() {
    // Mayeda et al. (1990): 36 for arms like PUMA. Gaz et al. (2019): 43 for the Panda.
    for (name, expected) in [("puma", 36), ("ur5", 36), ("panda", 43)] {
        for basis in Basis::ALL {
            let found = identify(&robot(name), |_| basis).base.len();
            assert_eq!(found, expected, "{name} {basis:?}");
        }
    }
    // 7 a revolute joint, of the first (along gravity) one.
    assert_eq!(identify(&generic(6), |_| Basis::default()).base.len(), 36);
}

/// A slide along the axis that carries it: its first moment counts as inertia about that axis, by factors of more bits
/// than a residue can resolve.
#[test]
fn relations_are_exact_beyond_the_size_of_the_field() {
    let body = |name: &str, parent: &str, joint: &str, placement: &str| {
        format!(
            "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\njoint = {{ type = \"{joint}\", axis = [0, 0, 1] }}\n\
             placement = {{ {placement} }}\nmass = 2\ncom = [0.1, 0.2, 0.3]\n\
             inertia = {{ xx = 1, yy = 1, zz = 1 }}\n"
        )
    };
    let arm = parse(&format!(
        "name = \"crane\"\n{}{}",
        body("a", "base", "revolute", ""),
        body(
            "b",
            "a",
            "prismatic",
            "xyz = [0.3, 0.2, 0.1], rpy = [0, 0, 0.7]"
        )
    ));
    let identified = identify(&arm, |_| Basis::TensorYy);
    let names: Vec<String> = identified
        .base
        .iter()
        .map(|one| format!("{}{}", one.parameter.entry.name(), one.parameter.body.0 + 1))
        .collect();
    assert_eq!(names, ["Jzz1", "m2"]);
    let turned = [
        2.0 * (0.3 * 0.7_f64.cos() + 0.2 * 0.7_f64.sin()),
        2.0 * (0.2 * 0.7_f64.cos() - 0.3 * 0.7_f64.sin()),
    ];
    for (axis, expected) in turned.into_iter().enumerate() {
        let term = identified.base[0]
            .terms
            .iter()
            .find(|term| {
                term.parameter.body.0 == 1
                    && term.parameter.entry == InertiaEntry::FirstMoment(axis)
            })
            .expect("a first moment");
        assert!((term.factor.to_f64() - expected).abs() < 1e-15);
        assert!(term.factor.bits() > 100);
    }
    adds_up(&arm, &identified);
    let reduced = reduce(&arm, |_| Basis::default());
    assert_eq!(reduced.parameters.len(), 2);
    assert!(same(&arm, &reduced.mechanism, Quantity::InverseDynamics));
}

/// Each value is what the combination says, and no parameter is lost.
fn adds_up(mechanism: &Mechanism, identified: &Identified) {
    let mut seen = identified.without_effect.clone();
    for one in &identified.base {
        let sum = one.terms.iter().fold(Number::ZERO, |sum, term| {
            sum + &term.factor * model_value(mechanism, term.parameter)
        });
        assert_eq!(sum, one.value, "{} {:?}", mechanism.name, one.parameter);
        assert!(!one.terms.is_empty());
        seen.extend(one.terms.iter().map(|term| term.parameter));
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 10 * mechanism.model_bodies().count());
}

#[test]
fn combinations_add_up_to_the_values() {
    for mechanism in all() {
        adds_up(&mechanism, &identify(&mechanism, |_| Basis::TensorYy));
    }
}
