//! Compiled functions are verified exactly and in numbers; both find faults.

use std::path::PathBuf;

use denoc_codegen::accuracy::{BOUND, BOUND_PER_CONDITION, condition};
use denoc_codegen::compile::{Compiled, Options, Techniques, compile};
use denoc_codegen::exact::number::Number;
use denoc_codegen::generic::generic;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;
use denoc_codegen::program::{Constant, Operand, Operation, Statement};
use denoc_codegen::prove::Disagreement;
use denoc_codegen::verify::{Verified, verify};
use denoc_codegen::{Quantity, State, reference};

use crate::common::{good, on_revolute};

fn load(path: &str) -> Mechanism {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(path);
    model::load(&path).expect("a model").mechanism
}

fn compiled(mechanism: &Mechanism, functions: Option<&[&str]>, opt: u8) -> Compiled {
    let options = Options {
        functions: functions.map(|names| names.iter().map(|&name| name.into()).collect()),
        opt,
        ..Options::default()
    };
    compile(mechanism, &options).expect("a compiled model")
}

fn assert_holds(name: &str, found: &[Verified]) {
    assert_holds_at(name, found, 5);
}

fn assert_holds_at(name: &str, found: &[Verified], points: usize) {
    for one in found {
        assert!(one.holds(), "{name}: {one:?}");
        assert!(
            one.proof
                .as_ref()
                .is_ok_and(|proof| proof.recursion.points == points),
            "{one:?}"
        );
    }
}

/// Gradients stand beside C, which is not unique; a column of it has no part of what a driven joint does, and C q̇ none either.
#[test]
fn the_coriolis_matrix_and_its_products_hold_with_driven_joints_and_without() {
    let functions = [
        "coriolis_matrix",
        "coriolis_matrix_jvp",
        "coriolis_matrix_vjp",
    ];
    for driven in [true, false] {
        let bodies = [
            on_revolute("a", "base", driven),
            on_revolute("b", "a", false),
            on_revolute("c", "b", false),
        ];
        let arm = good("arm.toml", &format!("name = \"arm\"\n{}", bodies.concat())).mechanism;
        let options = Options {
            functions: Some(functions.map(str::to_owned).to_vec()),
            techniques: Techniques::WITHOUT_DETOURS,
            ..Options::default()
        };
        let compiled = compile(&arm, &options).expect("a compiled model");
        let found = verify(&compiled, 5).expect("its functions");
        assert_holds(&format!("driven: {driven}"), &found);
    }
}

#[test]
fn robots_hold_in_every_function() {
    for name in ["puma", "stanford", "ur5"] {
        let mechanism = load(&format!("models/{name}.toml"));
        for opt in [0, 1] {
            let compiled = compiled(&mechanism, None, opt);
            let found = verify(&compiled, 5).expect("functions of the model");
            assert_eq!(found.len(), compiled.functions.len());
            assert_holds(name, &found);
        }
    }
}

#[test]
fn joints_of_all_types_hold_where_frames_round() {
    for name in [
        "one_free",
        "one_helical",
        "one_spherical",
        "one_universal",
        "tree_mixed_06",
    ] {
        let mechanism = load(&format!("tests/models/mech/{name}.toml"));
        let functions = [
            "inverse_dynamics",
            "forward_dynamics",
            "mass_matrix",
            "coriolis_matrix",
        ];
        let compiled = compiled(&mechanism, Some(&functions), 2);
        assert_holds(name, &verify(&compiled, 5).expect("functions of the model"));
    }
}

/// A unit of its mode is a thousand million radians.
#[test]
fn the_torsion_of_a_beam_of_a_millimetre_holds() {
    let text = r#"name = "fibre"
[[body]]
name = "post"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
mass = 3e-9
com = [2e-4, 0, -1e-4]
inertia = { xx = 2e-16, yy = 3e-16, zz = 3e-16 }
[[body]]
name = "fibre"
parent = "post"
joint = { type = "revolute", axis = [0, 1, 0] }
placement = { xyz = [5e-4, 0, 0] }
flexible = { beam = { length = 8e-4, E = 7e3, G = 3e3, density = 2.7e4, area = 6.6e-11, Iy = 8.8e-21, Iz = 4.4e-21, J = 1.1e-20 }, modes = { torsion = 1 } }
[[frame]]
name = "tip"
body = "fibre/tip"
placement = { xyz = [0, 1e-4, 0] }
"#;
    let mechanism = good("fibre.toml", text).mechanism;
    let functions = ["inverse_dynamics", "mass_matrix", "tip_pose_tip"];
    let compiled = compiled(&mechanism, Some(&functions), 1);
    assert_holds(
        "fibre",
        &verify(&compiled, 5).expect("functions of the model"),
    );
}

#[test]
fn a_wrong_coefficient_is_caught_by_the_proof_and_in_numbers() {
    for mechanism in [load("models/puma.toml"), generic(3)] {
        // In base parameters every constant counts.
        let right = compiled(&mechanism, Some(&["inverse_dynamics"]), 2);
        let error = verify(&right, 3).expect("a function of the model")[0].error;
        let (mut caught, mut planted) = (0, 0);
        for k in 0..right.functions[0].program.constants.len() {
            let mut wrong = right.clone();
            let constant = &mut wrong.functions[0].program.constants[k];
            let Constant::Number(value) = constant else {
                continue;
            };
            if value.is_zero() {
                continue;
            }
            planted += 1;
            let factor = Number::ONE + Number::parse("1e-7").expect("a decimal");
            *constant = Constant::Number(&*value * &factor);
            let found = &verify(&wrong, 3).expect("a function of the model")[0];
            assert!(found.proof.is_err() && !found.holds(), "constant {k}");
            assert!(found.error > 10.0 * error, "constant {k}: {found:?}");
            caught += usize::from(found.error > found.bound);
        }
        // The least inertias of the last bodies move the torques by less than 1e-12 of the largest.
        assert!(
            planted > 20 && caught + 3 >= planted,
            "{caught} of {planted}"
        );
    }
}

#[test]
fn what_is_proved_holds_up_to_its_bound_and_no_further() {
    let compiled = compiled(&generic(2), Some(&["bias"]), 2);
    let found = &verify(&compiled, 3).expect("a function of the model")[0];
    assert!(found.holds() && found.proof.is_ok(), "{found:?}");
    for (error, holds) in [
        (0.0, true),
        (found.bound, true),
        (found.bound * 1.001, false),
        (f64::INFINITY, false),
        (f64::NAN, false),
    ] {
        let changed = Verified {
            error,
            ..found.clone()
        };
        assert_eq!(changed.holds(), holds, "{changed:?}");
    }
    let unproved = Verified {
        proof: Err(Disagreement::Undefined),
        ..found.clone()
    };
    assert!(!unproved.holds(), "{unproved:?}");
}

/// A chain whose second body is light: the condition of its mass matrix is large.
fn light_tip() -> Mechanism {
    let body = |name: &str, parent: &str, mass: &str, inertia: &str| {
        format!(
            "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\nmass = {mass}\ncom = [0.1, 0, 0]\n\
             joint = {{ type = \"revolute\", axis = [0, 1, 0] }}\nplacement = {{ xyz = [0.5, 0, 0] }}\n\
             inertia = {{ xx = {inertia}, yy = {inertia}, zz = {inertia} }}\n"
        )
    };
    let bodies = body("a", "base", "2", "0.1") + &body("b", "a", "2e-6", "1e-7");
    let text = format!("name = \"light_tip\"\n{bodies}");
    model::parse("light_tip.toml", &text)
        .expect("a model")
        .mechanism
}

#[test]
fn the_bound_of_what_divides_by_the_mass_matrix_grows_with_its_condition() {
    let mechanism = light_tip();
    let functions = ["inverse_dynamics", "forward_dynamics"];
    let compiled = compiled(&mechanism, Some(&functions), 1);
    let found = verify(&compiled, 1).expect("functions of the model");
    // One state, and a point in each of two fields.
    assert_holds_at("light tip", &found, 2);
    assert_eq!(found[0].bound, BOUND, "{found:?}");
    let state = State::sample(&mechanism, 1);
    let quantity = Quantity::MassMatrix;
    let mass = reference(&mechanism, quantity, quantity.literal(&mechanism), &state);
    let expected = BOUND_PER_CONDITION * condition(&mass[0]);
    assert!(expected > 1e3 * BOUND, "{expected:e}");
    let ratio = found[1].bound / expected;
    assert!((0.999..1.001).contains(&ratio), "{ratio}: {found:?}");
}

#[test]
fn one_state_shows_a_gross_error() {
    let mut doubled = compiled(&generic(2), Some(&["bias"]), 2);
    let program = &mut doubled.functions[0].program;
    let element = &mut program.outputs[0].elements[0];
    let operand = element.operand;
    element.operand = Operand::Slot(program.statements.len());
    program.statements.push(Statement {
        operation: Operation::Add,
        a: operand,
        b: operand,
        origin: program.statements[0].origin,
    });
    let found = verify(&doubled, 1).expect("a function of the model");
    assert!(!found[0].holds(), "{found:?}");
    assert!(found[0].error > 1e-3, "{found:?}");
}

/// Far from the base, the momentum about the mass centre is a difference of large terms: its bound is that of the terms.
/// A function without cancellation keeps its own.
#[test]
fn a_difference_has_the_error_of_its_terms() {
    let robot = |distance: &str| {
        let body = |name: &str, parent: &str, axis: &str, x: &str| {
            format!(
                "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\nmass = 1.5\ncom = [0.1, 0.2, 0.3]\n\
                 joint = {{ type = \"revolute\", axis = {axis} }}\nplacement = {{ xyz = [{x}, 0, 0.1] }}\n\
                 inertia = {{ xx = 0.1, yy = 0.2, zz = 0.25 }}\n"
            )
        };
        let bodies = body("a", "base", "[0, 0, 1]", distance) + &body("b", "a", "[0, 1, 0]", "0.3");
        let text = format!("name = \"far\"\n{bodies}");
        model::parse("far.toml", &text).expect("a model").mechanism
    };
    let functions = ["inverse_dynamics", "centroidal_momentum"];
    let found = |distance: &str| {
        let compiled = compiled(&robot(distance), Some(&functions), 2);
        verify(&compiled, 5).expect("functions of the model")
    };
    let near = found("0.2");
    assert_holds("near", &near);
    assert!(near.iter().all(|one| one.bound == BOUND), "{near:?}");
    let far = found("100000");
    assert_holds("far", &far);
    assert_eq!(far[0].bound, BOUND, "{far:?}");
    assert!(far[1].bound > 1e-10 && far[1].bound < 1e-7, "{far:?}");
}
