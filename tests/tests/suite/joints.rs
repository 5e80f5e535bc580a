//! Joints that golden data has nothing of: constant motion subspaces and driven joints, against joints that it has.

use denoc_codegen::compile::{Compiled, Options, compile};
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::parse;
use denoc_codegen::reference::State;

/// A base turning on z, a middle body by some joint, and an arm.
fn model(base: &str, middle: &str) -> Mechanism {
    let text = format!(
        r#"
        name = "test"
        [[body]]
        name = "base_link"
        parent = "base"
        joint = {base}
        placement = {{ xyz = [0.1, -0.2, 0.3], rpy = [0.3, -0.4, 0.5] }}
        mass = 2.0
        com = [0.1, 0.02, -0.03]
        inertia = {{ xx = 0.2, yy = 0.3, zz = 0.25, xy = 0.01, yz = -0.02 }}
        [[body]]
        name = "middle"
        parent = "base_link"
        joint = {middle}
        placement = {{ xyz = [0.4, 0.1, 0.0], rpy = [-0.7, 0.2, 0.1] }}
        mass = 1.5
        com = [0.02, 0.1, 0.05]
        inertia = {{ xx = 0.02, yy = 0.03, zz = 0.04, xz = 0.005 }}
        [[body]]
        name = "arm"
        parent = "middle"
        joint = {{ type = "revolute", axis = [0, 1, 0] }}
        placement = {{ xyz = [0.0, 0.2, 0.3] }}
        mass = 0.7
        com = [0.15, 0.0, 0.01]
        inertia = {{ xx = 0.001, yy = 0.012, zz = 0.012 }}
        "#
    );
    parse("test.toml", &text)
        .expect("the model is sound")
        .mechanism
}

const TURN: &str = r#"{ type = "revolute", axis = [0, 0, 1] }"#;

fn compiled(mechanism: &Mechanism) -> Compiled {
    compile(mechanism, &Options::default()).expect("it compiles, and every function is proved")
}

fn call(compiled: &Compiled, name: &str, state: &State) -> Vec<Vec<f64>> {
    let function = compiled
        .functions
        .iter()
        .find(|function| function.name == name);
    let program = &function.expect("it was compiled").program;
    program.evaluate(|input| state.get(input))
}

fn assert_near(a: &[Vec<f64>], b: &[Vec<f64>], what: &str) {
    for (a, b) in a.iter().zip(b) {
        let scale = a.iter().fold(1e-3_f64, |scale, x| scale.max(x.abs()));
        for (x, y) in a.iter().zip(b) {
            assert!((x - y).abs() <= 1e-11 * scale, "{what}: {a:?} and {b:?}");
        }
    }
}

fn state(q: &[f64]) -> State {
    let n = q.len();
    let some = |k: f64| {
        (0..n)
            .map(|i| k * (i as f64 + 1.3).sin())
            .collect::<Vec<f64>>()
    };
    State::default()
        .with(Argument::Q, q.to_vec())
        .with(Argument::Qd, some(1.1))
        .with(Argument::Qdd, some(-0.7))
        .with(Argument::Tau, some(2.3))
        .with(Argument::P, some(0.9))
        .with(
            Argument::Wrenches,
            (0..6 * n).map(|i| (i as f64).cos()).collect(),
        )
}

/// All functions of two mechanisms agree.
fn assert_same(a: &Mechanism, b: &Mechanism, state: &State) {
    let (a, b) = (compiled(a), compiled(b));
    for function in &a.functions {
        // C is not unique, and U depends on the order of elimination only.
        if function.name != "coriolis_matrix" {
            let name = function.name.as_str();
            assert_near(&call(&a, name, state), &call(&b, name, state), name);
        }
    }
}

#[test]
fn a_screw_subspace_is_a_helical_joint() {
    let helical = model(
        TURN,
        r#"{ type = "helical", axis = [0, 0, 1], pitch = 0.05 }"#,
    );
    let screw = model(
        TURN,
        r#"{ type = "subspace", subspace = [[0, 0, 2, 0, 0, 0.1]] }"#,
    );
    assert_same(&helical, &screw, &state(&[0.4, -0.8, 1.1]));
}

#[test]
fn a_translation_and_a_rotation_on_one_axis_are_a_cylindrical_joint() {
    let cylindrical = model(TURN, r#"{ type = "cylindrical", axis = [0, 0, 1] }"#);
    let rows = r#"{ type = "subspace", subspace = [[0, 0, 0, 0, 0, 1], [0, 0, 1, 0, 0, 0]] }"#;
    assert_same(
        &cylindrical,
        &model(TURN, rows),
        &state(&[0.4, -0.2, 0.8, 1.1]),
    );
}

#[test]
fn a_subspace_may_turn_about_an_axis_beside_the_origin() {
    // About z through (0.3, −0.1, 0): v = ω × (O − p) = (−0.1, −0.3, 0) at the origin.
    let beside = model(
        TURN,
        r#"{ type = "subspace", subspace = [[0, 0, 1, -0.1, -0.3, 0]] }"#,
    );
    let compiled = compiled(&beside);
    let state = state(&[0.0, 0.0, 0.0]);
    let jacobian = &call(&compiled, "tip_jacobian_tip", &state)[0];
    // The Jacobian's column of the joint is the row itself, carried to the tip: power is invariant.
    let (angular, linear): (Vec<f64>, Vec<f64>) = (
        (0..3).map(|k| jacobian[3 * k + 1]).collect(),
        (3..6).map(|k| jacobian[3 * k + 1]).collect(),
    );
    let pitch: f64 = angular.iter().zip(&linear).map(|(a, b)| a * b).sum();
    assert!(
        pitch.abs() < 1e-14,
        "a turn without pitch has ω · v = 0 everywhere: {pitch}"
    );
    let speed = linear.iter().map(|x| x * x).sum::<f64>().sqrt();
    // The tip (0, 0.2, 0.3) is at distance |(−0.3, 0.3)| from the axis.
    assert!(
        (speed - (0.3_f64 * 0.3 + 0.3 * 0.3).sqrt()).abs() < 1e-14,
        "{speed}"
    );
}

#[test]
fn rows_that_do_not_commute_are_refused() {
    let text = "name = \"x\"\n[[body]]\nname = \"a\"\nparent = \"base\"\njoint = { type = \"subspace\", subspace = \
                [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0]] }\nmass = 1\ninertia = { xx = 1, yy = 1, zz = 1 }\n";
    let error = parse("x.toml", text).expect_err("refused").to_string();
    assert!(
        error.contains("x.toml:5:") && error.contains("do not commute"),
        "{error}"
    );
}

#[test]
fn rows_of_a_subspace_commute_and_are_independent() {
    let model = |rows: &str| {
        format!(
            "name = \"x\"\n[[body]]\nname = \"a\"\nparent = \"base\"\njoint = {{ type = \"subspace\", subspace = [{rows}] }}\n\
             mass = 1\ninertia = {{ xx = 1, yy = 1, zz = 1 }}\n"
        )
    };
    for (rows, words) in [
        // Parallel axes beside each other, and a slide across the axis.
        ("[0, 0, 1, 0, 0, 0], [0, 0, 1, 0, -1, 0]", "do not commute"),
        ("[0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0]", "do not commute"),
        ("[0, 0, 1, 0, 0, 0], [0, 0, 2, 0, 0, 0]", "are dependent"),
        ("[0, 0, 0, 0, 0, 0]", "is zero"),
    ] {
        let error = parse("x.toml", &model(rows)).expect_err(rows).to_string();
        assert!(error.contains(words), "{rows}: {error}");
        assert_eq!(
            error.matches("of the subspace").count(),
            1,
            "{rows}: {error}"
        );
    }
    let one_axis = "[0, 0, 1, -0.1, -0.3, 0], [0, 0, 1, -0.1, -0.3, 1]";
    assert!(parse("x.toml", &model(one_axis)).is_ok());
}

/// A driven joint is a free one whose motion is known: the other joints' torques are the same.
#[test]
fn a_driven_joint_moves_the_others_as_a_free_one_does() {
    let free = compiled(&model(TURN, r#"{ type = "prismatic", axis = [1, 0, 0] }"#));
    for (place, driven) in [
        (
            0,
            model(
                r#"{ type = "revolute", axis = [0, 0, 1], driven = true }"#,
                r#"{ type = "prismatic", axis = [1, 0, 0] }"#,
            ),
        ),
        (
            1,
            model(
                TURN,
                r#"{ type = "prismatic", axis = [1, 0, 0], driven = true }"#,
            ),
        ),
    ] {
        let driven = compiled(&driven);
        let all = state(&[0.4, -0.2, 0.8]);
        let without = |argument: Argument| {
            let mut values = all.array(argument).to_vec();
            let taken = values.remove(place);
            (values, taken)
        };
        let ((q, driven_q), (qd, driven_qd), (qdd, driven_qdd)) = (
            without(Argument::Q),
            without(Argument::Qd),
            without(Argument::Qdd),
        );
        let split = all
            .clone()
            .with(Argument::Q, q)
            .with(Argument::Qd, qd)
            .with(Argument::Qdd, qdd.clone())
            .with(Argument::DrivenQ, vec![driven_q])
            .with(Argument::DrivenQd, vec![driven_qd])
            .with(Argument::DrivenQdd, vec![driven_qdd]);
        let drop = |mut values: Vec<f64>| {
            values.remove(place);
            values
        };

        let tau = drop(call(&free, "inverse_dynamics", &all)[0].clone());
        assert_near(
            &call(&driven, "inverse_dynamics", &split),
            std::slice::from_ref(&tau),
            "inverse dynamics",
        );
        for same in [
            "tip_twist_tip",
            "kinetic_energy",
            "potential_energy",
            "tip_pose_tip",
            "centroidal_momentum",
        ] {
            assert_near(&call(&driven, same, &split), &call(&free, same, &all), same);
        }
        // Forward dynamics undoes it.
        let acted = split.clone().with(Argument::Tau, tau);
        assert_near(
            &call(&driven, "forward_dynamics", &acted),
            &[qdd],
            "forward dynamics",
        );

        // Hamiltonian rates: q̇ comes back from the momenta, and ṗ is that of the free mechanism in the same motion.
        let p = call(&free, "momenta", &all)[0].clone();
        let own = call(&driven, "momenta", &split)[0].clone();
        assert_near(std::slice::from_ref(&own), &[drop(p.clone())], "momenta");
        let rates = call(
            &driven,
            "hamiltonian_rates",
            &split.clone().with(Argument::P, own),
        );
        assert_near(
            &[rates[0].clone()],
            &[split.array(Argument::Qd).to_vec()],
            "q̇ from p",
        );
        let free_rates = call(
            &free,
            "hamiltonian_rates",
            &all.clone().with(Argument::P, p),
        );
        let expected: Vec<f64> = drop(free_rates[1].clone());
        let with_tau = drop(all.array(Argument::Tau).to_vec());
        let same_tau = split
            .clone()
            .with(Argument::Tau, with_tau)
            .with(Argument::P, call(&driven, "momenta", &split)[0].clone());
        assert_near(
            &[call(&driven, "hamiltonian_rates", &same_tau)[1].clone()],
            &[expected],
            "ṗ",
        );
    }
}

#[test]
fn a_spherical_joint_cannot_be_driven() {
    let text = "name = \"x\"\n[[body]]\nname = \"a\"\nparent = \"base\"\njoint = { type = \"spherical\", driven = true }\n\
                mass = 1\ninertia = { xx = 1, yy = 1, zz = 1 }\n";
    let error = parse("x.toml", text).expect_err("refused").to_string();
    assert!(error.contains("cannot be driven"), "{error}");
}

/// The common normal of two axes that are parallel to 1e-7 is ten thousand kilometres away: frames there lose every
/// digit, and the model's own are taken.
#[test]
fn nearly_parallel_axes_keep_the_frames_of_the_model() {
    let text = r#"
        name = "nearly"
        [[body]]
        name = "a"
        parent = "base"
        joint = { type = "revolute", axis = [0, 0, 1] }
        mass = 1
        com = [0.2, 0, 0.1]
        inertia = { xx = 0.1, yy = 0.2, zz = 0.3 }
        [[body]]
        name = "b"
        parent = "a"
        joint = { type = "revolute", axis = [1e-7, 0, 1] }
        placement = { xyz = [0.5, 0.3, 0.2], rpy = [0, 0, 0.4] }
        mass = 2
        com = [0.3, 0.1, 0.05]
        inertia = { xx = 0.2, yy = 0.3, zz = 0.4, xy = 0.02 }
    "#;
    let mechanism = parse("nearly.toml", text).expect("sound").mechanism;
    let compiled = compiled(&mechanism);
    let state = state(&[0.3, -0.9]);
    let tau = call(&compiled, "inverse_dynamics", &state);
    let reference = denoc_codegen::reference::reference(
        &mechanism,
        denoc_codegen::recursion::Quantity::InverseDynamics,
        denoc_codegen::recursion::Formulation::Denoc,
        &state,
    );
    assert_near(&tau, &reference, "inverse dynamics");
}
