//! Regressors: times the parameters they are the quantities of the bodies, exactly; the columns of base parameters are as many as the rank.

use std::path::{Path, PathBuf};

use denoc_codegen::compile::{CompileError, Functions, Options, compile, compile_quantity};
use denoc_codegen::emit::{c99, rust};
use denoc_codegen::exact::field::{Fp, Mersenne};
use denoc_codegen::generic::generic;
use denoc_codegen::identify::{BASIS, identify, model_value, with_base_columns};
use denoc_codegen::mechanism::{Basis, BodyId, InertialParameter, Mechanism};
use denoc_codegen::model::{self, Reading};
use denoc_codegen::prove::Point;
use denoc_codegen::recursion::{self, Quantity};
use denoc_codegen::scalar::Scalar;
use denoc_codegen::transform::{common_normals, elementary, parallel_groups, slide_offsets};
use serde_json::Value;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn load(path: &str) -> Mechanism {
    // Models of robots name files in the golden data.
    let reading = Reading {
        allowed: vec![repository()],
        ..Reading::default()
    };
    let loaded = reading.load(&repository().join(path));
    loaded.expect("a model").mechanism
}

fn parse(text: &str) -> Mechanism {
    model::parse("test.toml", text).expect("a model").mechanism
}

fn body(name: &str, parent: &str, joint: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\njoint = {{ {joint} }}\n\
         placement = {{ xyz = [0.3, 0.1, 0.2], rpy = [0.4, 0.1, 0.3] }}\nmass = 2.0\ncom = [0.1, 0.2, 0.3]\n\
         inertia = {{ xx = 0.1, yy = 0.2, zz = 0.15, xy = 0.01, xz = -0.02, yz = 0.03 }}\n"
    )
}

/// Two bodies on joints of a type, in general directions.
fn pair(joint: &str) -> Mechanism {
    parse(&format!(
        "name = \"pair\"\n{}{}",
        body("a", "base", joint),
        body("b", "a", joint)
    ))
}

/// Driven joints, joints in another order, a joint that follows another, a joint that is locked.
fn coordinated() -> Vec<Mechanism> {
    let revolute = "type = \"revolute\", axis = [0, 0.6, 0.8]";
    let with = |more: &str| format!("{revolute}, {more}");
    let chain = |head: &str, [a, b, c]: [&str; 3]| {
        let bodies = [body("a", "base", a), body("b", "a", b), body("c", "b", c)];
        parse(&format!("name = \"chain\"\n{head}\n{}", bodies.concat()))
    };
    vec![
        chain(
            "",
            [&with("driven = true"), revolute, &with("driven = true")],
        ),
        chain("order = [\"c\", \"a\", \"b\"]", [revolute; 3]),
        chain(
            "",
            [
                revolute,
                &with("mimic = { joint = \"a\", factor = -0.5, offset = 0.2 }"),
                revolute,
            ],
        ),
        chain("lock = [\"b\"]", [revolute; 3]),
    ]
}

/// Joints of all types, trees and forests, aligned axes, massless bodies, floating bases, joints that follow others.
fn all() -> Vec<Mechanism> {
    let joints = [
        "type = \"revolute\", axis = [0.6, 0, 0.8]",
        "type = \"prismatic\", axis = [0.6, 0, 0.8]",
        "type = \"helical\", axis = [0.6, 0, 0.8], pitch = 0.1",
        "type = \"cylindrical\", axis = [0, 0.6, 0.8]",
        "type = \"universal\", axis = [0, 0, 1], axis2 = [0, 1, 0]",
        "type = \"planar\"",
        "type = \"spherical\"",
        "type = \"free\"",
    ];
    let mut all: Vec<Mechanism> = joints.map(pair).into();
    all.extend(coordinated());
    all.extend([generic(1), generic(4)]);
    all.extend(["puma", "stanford", "ur5"].map(|name| load(&format!("models/{name}.toml"))));
    let models = [
        "dh/scara_like",
        "mech/aligned_06",
        "mech/chain_zero_gravity_05",
        "mech/forest_two_roots",
        "mech/massless_links",
        "mech/tree_mixed_06",
        "mech/tree_rp_05",
        "urdf/skew_arm_coupled",
    ];
    all.extend(models.map(|name| load(&format!("tests/models/{name}.toml"))));
    all
}

/// Without what acts in joints, which is no part of a regressor.
fn bodies_alone(mechanism: &Mechanism) -> Mechanism {
    let mut mechanism = elementary(mechanism);
    for body in &mut mechanism.bodies {
        body.physics.clear();
    }
    mechanism
}

fn values(mechanism: &Mechanism, quantity: Quantity, place: usize, seed: u64) -> Vec<Fp> {
    let point = Point::new(Mersenne, seed, mechanism);
    let formulation = quantity.formulations_on(mechanism)[place];
    recursion::run(mechanism, quantity, formulation, &point).concat()
}

/// A row-major matrix times a vector.
fn times(matrix: &[Fp], vector: &[Fp]) -> Vec<Fp> {
    let rows = matrix.chunks(vector.len().max(1));
    let dot = |row: &[Fp]| {
        let pairs = row.iter().zip(vector);
        pairs.fold(Fp::zero(), |sum, (&a, &b)| sum + a * b)
    };
    rows.map(dot).collect()
}

fn parameters(mechanism: &Mechanism) -> Vec<Fp> {
    let all = mechanism.inertial_parameters();
    all.map(|one| Fp::of(&model_value(mechanism, one)))
        .collect()
}

#[test]
fn regressors_times_parameters_are_the_quantities_of_the_bodies() {
    for mechanism in all() {
        let mechanism = bodies_alone(&mechanism);
        let parameters = parameters(&mechanism);
        for (regressor, quantity) in [
            (Quantity::Regressor, Quantity::InverseDynamics),
            (Quantity::MomentaRegressor, Quantity::Momenta),
            (Quantity::KineticEnergyRegressor, Quantity::KineticEnergy),
            (
                Quantity::PotentialEnergyRegressor,
                Quantity::PotentialEnergy,
            ),
        ] {
            let expected = values(&mechanism, quantity, 0, 7);
            for place in 0..regressor.formulations_on(&mechanism).len() {
                let matrix = values(&mechanism, regressor, place, 7);
                let name = &mechanism.name;
                assert_eq!(
                    times(&matrix, &parameters),
                    expected,
                    "{name} {regressor:?} {place}"
                );
            }
        }
    }
}

/// Frames on common normals, groups of parallel axes and offsets behind joints change no column.
#[test]
fn regressors_are_about_the_frames_of_the_user() {
    for name in ["puma", "ur5"] {
        let own = elementary(&load(&format!("models/{name}.toml")));
        let normals = common_normals(&own);
        assert!(normals.exact, "{name}");
        let grouped = parallel_groups(&normals.mechanism).expect("parallel axes");
        let slid = slide_offsets(&normals.mechanism, |_| true);
        for quantity in [
            Quantity::Regressor,
            Quantity::MomentaRegressor,
            Quantity::KineticEnergyRegressor,
            Quantity::PotentialEnergyRegressor,
        ] {
            let expected = values(&own, quantity, 0, 3);
            for other in [&normals.mechanism, &grouped, &slid] {
                for place in 0..2 {
                    assert_eq!(
                        values(other, quantity, place, 3),
                        expected,
                        "{name} {quantity:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn base_regressors_times_base_parameters_are_the_forces_of_the_bodies() {
    for mechanism in all() {
        let mechanism = bodies_alone(&mechanism);
        let expected = values(&mechanism, Quantity::InverseDynamics, 0, 7);
        for basis in Basis::ALL {
            let base = identify(&mechanism, |_| basis).base;
            let base: Vec<Fp> = base.iter().map(|one| Fp::of(&one.value)).collect();
            let based = with_base_columns(&mechanism, basis);
            assert_eq!(based.base.len(), base.len());
            for place in 0..2 {
                let matrix = values(&based, Quantity::BaseRegressor, place, 7);
                assert_eq!(
                    times(&matrix, &base),
                    expected,
                    "{} {place} {basis:?}",
                    mechanism.name
                );
            }
        }
    }
}

/// The rank over states at random, of the columns of a regressor.
fn rank_of(mechanism: &Mechanism, quantity: Quantity, columns: usize) -> usize {
    let rows = (1..=columns as u64).flat_map(|seed| {
        let matrix = values(mechanism, quantity, 1, seed);
        matrix
            .chunks(columns)
            .map(<[Fp]>::to_vec)
            .collect::<Vec<_>>()
    });
    rank(rows.collect())
}

/// The rank of a matrix by rows.
fn rank(mut rows: Vec<Vec<Fp>>) -> usize {
    let mut rank = 0;
    for column in 0..rows.first().map_or(0, Vec::len) {
        let Some(pivot) = (rank..rows.len()).find(|&row| rows[row][column] != Fp::zero()) else {
            continue;
        };
        rows.swap(rank, pivot);
        let (above, below) = rows.split_at_mut(rank + 1);
        let lead = &above[rank];
        for row in below.iter_mut().filter(|row| row[column] != Fp::zero()) {
            let factor = row[column] / lead[column];
            let entries = row.iter_mut().zip(lead);
            entries.for_each(|(entry, &leading)| *entry = *entry - factor * leading);
        }
        rank += 1;
    }
    rank
}

#[test]
fn the_columns_of_base_parameters_are_independent_and_as_many_as_the_golden_rank() {
    let folder = repository().join("tests/golden/derivatives/regressors");
    let entries = std::fs::read_dir(folder).expect("golden regressors");
    let mut read = 0;
    for path in entries.map(|entry| entry.expect("a file").path()) {
        let text = std::fs::read_to_string(&path).expect("a text");
        let data: Value = serde_json::from_str(&text).expect("JSON");
        let of = data["of"].as_str().expect("a name");
        let folder = of.split('/').next().expect("a folder");
        let name = data["name"].as_str().expect("a name");
        let mechanism = elementary(&load(&format!("tests/models/{folder}/{name}.toml")));
        let golden = data["rank"]["base_parameters"].as_u64().expect("a number") as usize;
        let based = with_base_columns(&mechanism, BASIS);
        assert_eq!(based.base.len(), golden, "{name}");
        if golden <= 40 {
            let all = mechanism.inertial_parameters().count();
            assert_eq!(
                rank_of(&mechanism, Quantity::Regressor, all),
                golden,
                "{name}"
            );
            assert_eq!(
                rank_of(&based, Quantity::BaseRegressor, golden),
                golden,
                "{name}"
            );
        }
        read += 1;
    }
    assert_eq!(read, 12);
}

#[test]
fn base_regressors_of_all_joint_types_are_proved() {
    let options = Options {
        opt: 1,
        ..Options::default()
    };
    for mechanism in all() {
        let function = compile_quantity(&mechanism, Quantity::BaseRegressor, None, &options);
        let function = function.expect("it compiles");
        let evidence = function.evidence.expect("it is proved");
        assert_eq!(evidence.literal, "denoc");
        assert!(evidence.partner.is_ok());
    }
}

fn names(mechanism: &Mechanism, functions: &[&str]) -> Result<Vec<String>, String> {
    let options = Options {
        functions: Functions::named(functions.iter().copied()).of(mechanism),
        opt: 1,
        ..Options::default()
    };
    let compiled = compile(mechanism, &options).map_err(|error: CompileError| error.to_string())?;
    let functions = compiled.functions.into_iter();
    Ok(functions.map(|function| function.name).collect())
}

#[test]
fn regressors_are_generated_by_their_names_or_their_group_alone() {
    let arm = generic(2);
    let group = [
        "regressor",
        "base_regressor",
        "momenta_regressor",
        "kinetic_energy_regressor",
        "potential_energy_regressor",
    ];
    assert_eq!(
        names(&arm, &["regressors"]),
        Ok(group.map(String::from).into())
    );
    let two = names(&arm, &["regressor", "bias"]);
    assert_eq!(two, Ok(["bias", "regressor"].map(String::from).into()));
    let all = names(&arm, &["all"]).expect("it compiles");
    assert!(!all.iter().any(|name| name.contains("regressor")));
}

#[test]
fn generated_code_names_the_columns() {
    let arm = load("models/puma.toml");
    let options = Options {
        functions: Some(vec!["regressor".into(), "base_regressor".into()]),
        opt: 1,
        ..Options::default()
    };
    let compiled = compile(&arm, &options).expect("it compiles");
    let (rust, c) = (rust::file(&compiled, false), c99::emit_header(&compiled));
    for text in [
        "pub const INERTIAL_PARAMETER_NAMES: [&'static str; 60] = [\n        \"m1\",\n        \"mx1\",",
        "pub const BASE_PARAMETER_NAMES: [&'static str; 36] = [\n        \"Jzz1\",",
    ] {
        assert!(rust.contains(text), "{text}");
    }
    for text in [
        "PUMA_PARAMETER_M1 = 0,",
        "PUMA_PARAMETER_JZZ6 = 59",
        "PUMA_BASE_JZZ1 = 0,",
    ] {
        assert!(c.contains(text), "{text}");
    }
}

#[test]
fn mechanisms_without_regressors_are_refused_by_name() {
    let loops = load("models/loops/five_bar.toml");
    for name in ["regressor", "base_regressor", "regressors"] {
        let error = names(&loops, &[name]).expect_err("no regressor");
        assert!(
            error.starts_with(&format!("there is no `{name}`: the model has loops")),
            "{error}"
        );
    }
    let flexible = load("models/flexible/two_link_arm.toml");
    let error = names(&flexible, &["momenta_regressor"]).expect_err("no regressor");
    assert!(error.contains("flexible bodies"), "{error}");
    let open = load("tests/models/arm.toml");
    assert_eq!(
        names(&open, &["regressor"]),
        Ok(vec!["regressor".to_owned()])
    );
    let error = names(&open, &["base_regressor"]).expect_err("no base parameters");
    assert!(error.contains("take `regressor`"), "{error}");
}

#[test]
fn columns_of_bodies_behind_have_no_rows_before() {
    let mechanism = elementary(&load("tests/models/mech/tree_rp_05.toml"));
    let matrix = values(&mechanism, Quantity::Regressor, 1, 5);
    let columns: Vec<InertialParameter> = mechanism.inertial_parameters().collect();
    let (mut v, mut of_body) = (0, Vec::new());
    for body in &mechanism.bodies {
        of_body.push(v..v + body.joint.nv());
        v += body.joint.nv();
    }
    for (row, entries) in matrix.chunks(columns.len()).enumerate() {
        for (entry, column) in entries.iter().zip(&columns) {
            let parent = |one: &BodyId| mechanism.bodies[one.0].parent;
            let mut path = core::iter::successors(Some(column.body), parent);
            let moves = path.any(|body| of_body[body.0].contains(&row));
            assert!(moves || *entry == Fp::zero());
        }
    }
}
