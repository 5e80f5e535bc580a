//! Recursions in scaled coordinates: proved on every kind of mechanism, and at their price on generic chains.

use std::fmt::Write as _;

use denoc_codegen::compile::build;
use denoc_codegen::exact::number::Number;
use denoc_codegen::function::Part;
use denoc_codegen::generic::generic;
use denoc_codegen::graph::{Graph, Mode};
use denoc_codegen::mechanism::{Basis, Mechanism, MomentForm};
use denoc_codegen::model::{load, parse};
use denoc_codegen::prove::prove;
use denoc_codegen::recursion::Formulation;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::transform::{base_parameters, common_normals, elementary, parallel_groups};

use Formulation::{DenocScaled, MergedScaled, NaudetScaled, UScaled};

const SCALED: [(Quantity, Formulation); 7] = [
    (Quantity::InverseDynamics, UScaled),
    (Quantity::InverseDynamicsWithWrenches, UScaled),
    (Quantity::Bias, UScaled),
    (Quantity::Gravity, UScaled),
    (Quantity::AccelerationFromPhi, DenocScaled),
    (Quantity::ForwardDynamics, MergedScaled),
    (Quantity::HamiltonianRates, NaudetScaled),
];

const JOINTS: [&str; 10] = [
    r#"type = "prismatic", axis = [0, 0, 1], offset = 0.1"#,
    r#"type = "prismatic", axis = [0, 1, 0]"#,
    r#"type = "helical", axis = [0, 0, 1], pitch = 0.07"#,
    r#"type = "cylindrical", axis = [0, 0.6, 0.8]"#,
    r#"type = "universal", axis = [1, 0, 0], axis2 = [0, 1, 0]"#,
    r#"type = "planar""#,
    r#"type = "spherical""#,
    r#"type = "free""#,
    r#"type = "subspace", subspace = [[0, 0, 1, 0.2, -0.1, 0.05]]"#,
    r#"type = "revolute", axis = [0, 0, 1], driven = true"#,
];

const TURNING: &str = r#"type = "revolute", axis = [0, 0, 1], offset = 0.3"#;

/// A body: name, parent, joint, xyz, rpy.
type Row<'a> = (&'a str, &'a str, &'a str, [f64; 3], [f64; 3]);

fn mechanism(rows: &[Row]) -> Mechanism {
    let mut text = "name = \"sample\"\ngravity = [0.3, -1.0, -9.7]\n".to_owned();
    for (name, parent, joint, xyz, rpy) in rows {
        let _ = write!(
            text,
            "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\njoint = {{ {joint} }}\n\
             placement = {{ xyz = {xyz:?}, rpy = {rpy:?} }}\nmass = 1.5\ncom = [0.1, -0.2, 0.3]\n\
             inertia = {{ xx = 0.5, yy = 0.6, zz = 0.7, xy = 0.05, xz = 0.03, yz = -0.04 }}\n",
        );
    }
    elementary(
        &parse("sample.toml", &text)
            .expect("a sound model")
            .mechanism,
    )
}

fn prove_all(mechanism: &Mechanism, what: &str) {
    for (quantity, formulation) in SCALED {
        let built = build(mechanism, quantity, formulation, Mode::Pruned).expect("a program");
        let literal = quantity.formulations()[0];
        let part = Part {
            program: &built.first,
            prepared: &[],
        };
        let proof = prove(&[part], mechanism, quantity, literal, 1);
        assert!(proof.is_ok(), "{what}, {quantity:?}: {proof:?}");
    }
}

/// Proved with inertias as they are, in base parameters of every basis, and with groups marked.
fn prove_with_all_parameters(mechanism: &Mechanism, what: &str) {
    prove_all(mechanism, what);
    for basis in Basis::ALL {
        let mut based = base_parameters(mechanism, |_| basis);
        for body in &mut based.bodies {
            body.choices.moment = MomentForm::EulerTensor;
        }
        prove_all(&based, &format!("{what} in {basis:?}"));
    }
    if let Some(grouped) = parallel_groups(mechanism) {
        prove_all(&grouped, &format!("{what} in groups"));
    }
}

#[test]
fn generic_chains_are_proved() {
    for n in 1..=8 {
        let chain = common_normals(&elementary(&generic(n))).mechanism;
        prove_with_all_parameters(&chain, &format!("{n}R"));
    }
}

#[test]
fn robots_with_quarter_turns_are_proved() {
    for name in ["puma", "stanford"] {
        let path = format!("{}/../models/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let robot = elementary(&load(path.as_ref()).expect("a sound model").mechanism);
        prove_all(&robot, name);
        let normals = common_normals(&robot).mechanism;
        prove_with_all_parameters(&normals, name);
    }
}

/// Every joint type between twisted revolute joints: before, behind and beside them.
#[test]
fn every_joint_type_among_twisted_joints_is_proved() {
    for joint in JOINTS {
        let chain = mechanism(&[
            ("a", "base", TURNING, [0.1, 0.2, 0.3], [0.4, 0.1, -0.2]),
            ("b", "a", TURNING, [0.3, 0.0, 0.2], [0.7, 0.0, 0.0]),
            ("c", "b", TURNING, [-0.4, 0.0, 0.1], [-0.5, 0.0, 0.0]),
            ("d", "c", joint, [0.2, 0.0, 0.5], [0.9, 0.0, 0.0]),
            ("e", "d", TURNING, [0.3, 0.0, 0.2], [0.8, 0.0, 0.0]),
            ("f", "e", TURNING, [0.3, 0.0, -0.2], [2.6, 0.0, 0.0]),
            ("g", "e", joint, [0.3, 0.0, -0.2], [0.6, 0.0, 0.0]),
            ("h", "f", TURNING, [0.1, 0.2, -0.2], [0.6, 0.0, 0.3]),
        ]);
        prove_with_all_parameters(&chain, joint);
    }
}

/// Two trees on one base; bodies with several twisted joints; axes that meet, offsets that vanish, parallel axes.
#[test]
fn forests_with_twisted_branches_are_proved() {
    let forest = mechanism(&[
        ("a", "base", TURNING, [0.1, 0.2, 0.3], [0.4, 0.0, 0.0]),
        ("b", "a", TURNING, [0.3, 0.0, 0.0], [0.7, 0.0, 0.0]),
        ("c", "b", TURNING, [0.0, 0.0, 0.2], [0.5, 0.0, 0.0]),
        ("d", "c", TURNING, [0.0, 0.0, 0.0], [0.6, 0.0, 0.0]),
        ("e", "a", TURNING, [0.3, 0.0, 0.2], [0.8, 0.0, 0.0]),
        ("f", "e", TURNING, [0.3, 0.0, 0.2], [0.0, 0.0, 0.0]),
        ("g", "f", TURNING, [0.3, 0.0, 0.2], [-0.8, 0.0, 0.0]),
        ("h", "g", TURNING, [0.3, 0.0, 0.2], [1.1, 0.0, 0.0]),
        ("i", "base", TURNING, [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
        ("j", "i", TURNING, [0.3, 0.0, 0.2], [1.2, 0.0, 0.0]),
        ("k", "i", TURNING, [0.3, 0.0, 0.1], [0.3, 0.0, 0.0]),
    ]);
    prove_with_all_parameters(&forest, "forest");
}

/// Steep twists: scales leave their range and start again.
#[test]
fn scales_that_grow_too_far_start_again() {
    let names: Vec<String> = (0..12).map(|k| format!("link{k}")).collect();
    let rows: Vec<Row> = (0..12)
        .map(|k| {
            let parent = if k == 0 {
                "base"
            } else {
                names[k - 1].as_str()
            };
            let row: Row = (
                &names[k],
                parent,
                TURNING,
                [0.3, 0.0, 0.2],
                [1.44, 0.0, 0.0],
            );
            row
        })
        .collect();
    prove_with_all_parameters(&mechanism(&rows), "steep twists");
}

/// Exact constants of a long chain stay far below the limit of the compiler.
#[test]
fn constants_of_long_chains_stay_small() {
    let chain = based(50, Basis::TensorYy);
    for (quantity, formulation) in SCALED {
        let graph: Graph = Graph::new(Mode::Pruned);
        let _ = denoc_codegen::recursion::run(&chain, quantity, formulation, &&graph);
        let bits = graph.constant_bits();
        assert!(bits < 1 << 16, "{quantity:?}: {bits} bits");
    }
}

fn based(n: usize, basis: Basis) -> Mechanism {
    let normals = common_normals(&elementary(&generic(n))).mechanism;
    let mut based = base_parameters(&normals, |_| basis);
    for body in &mut based.bodies {
        body.choices.moment = MomentForm::EulerTensor;
    }
    based
}

fn counts(mechanism: &Mechanism, quantity: Quantity, formulation: Formulation) -> (usize, usize) {
    let built = build(mechanism, quantity, formulation, Mode::Pruned).expect("a program");
    (built.first.counts().mul, built.first.counts().add)
}

#[test]
fn generic_chains_cost_no_more_than_the_figures() {
    for n in 4..=12 {
        let mut j = based(n, Basis::TensorXx);
        let check = |mechanism: &Mechanism, (quantity, formulation), mul: usize, add: usize| {
            let found = counts(mechanism, quantity, formulation);
            assert!(
                found.0 <= mul && found.1 <= add,
                "{quantity:?} at n = {n}: {found:?}, not {mul} M and {add} A"
            );
        };
        check(&j, SCALED[0], 73 * n - 89, 65 * n - 87);
        check(&j, SCALED[2], 73 * n - 100, 64 * n - 96);
        check(&j, SCALED[4], 108 * n - 184, 114 * n - 216);
        check(&j, SCALED[5], 160 * n - 248, 162 * n - 277);
        check(&j, SCALED[6], 138 * n - 228, 148 * n - 269);
        j.gravity = core::array::from_fn(|_| Number::ZERO);
        check(&j, SCALED[6], 126 * n - 203, 136 * n - 242);
    }
}
