//! Packed matrices: put where their patterns say, the elements have the bits of the dense matrices, and what is left out is 0.

use denoc_codegen::compile::{Compiled, Options, Precision, compile};
use denoc_codegen::emit::packed;
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::Reading;
use denoc_codegen::program::Output;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, reference};
use denoc_codegen::transform::elementary;
use denoc_tests::compare::same_bits;
use denoc_tests::lane::c::{self, Build};
use denoc_tests::lane::{Answer, Executable, Outputs, evaluator, rust};
use denoc_tests::plan::root;
use denoc_tests::states::special;

/// A model with functions that have matrices.
struct Model {
    name: &'static str,
    /// From the root of the repository.
    file: &'static str,
    functions: &'static [&'static str],
}

const ARM: Model = Model {
    name: "arm",
    file: "models/puma.toml",
    functions: &[
        "mass_matrix",
        "mass_matrix_inverse",
        "mass_matrix_factor",
        "coriolis_matrix",
        "joint_wrenches",
        "inverse_dynamics_derivatives",
        "forward_dynamics_derivatives",
        "inverse_dynamics_second_derivatives",
        "mass_matrix_jvp",
        "base_regressor",
    ],
};

const FLOATING: Model = Model {
    name: "floating",
    file: "tests/models/urdf/anymal_b.toml",
    functions: &[
        "mass_matrix",
        "centroidal_momentum",
        "gravity_derivative",
        "inverse_dynamics_dqd",
    ],
};

const CLOSED: Model = Model {
    name: "closed",
    file: "models/loops/andrews.toml",
    functions: &[
        "mass_matrix",
        "closure_jacobian",
        "dependent_rates_derivatives",
        "forward_dynamics_derivatives",
    ],
};

/// Carriages, one upon the other.
const GANTRY: &str = include_str!("../../models/gantry.toml");

fn compiled(mechanism: &Mechanism, functions: &[&str], precision: Precision) -> Compiled {
    let options = Options {
        functions: Some(functions.iter().map(ToString::to_string).collect()),
        opt: 1,
        precision,
        sparse: true,
        ..Options::default()
    };
    compile(mechanism, &options).expect("a sound mechanism")
}

impl Model {
    fn mechanism(&self) -> Mechanism {
        // Robots are in `golden`.
        let reading = Reading {
            allowed: vec![root().to_owned()],
            ..Reading::default()
        };
        let path = root().join("..").join(self.file);
        reading.load(&path).expect("a shipped model").mechanism
    }

    fn compiled(&self, precision: Precision) -> Compiled {
        compiled(&self.mechanism(), self.functions, precision)
    }

    /// Compares Rust and C with the evaluator's dense matrices.
    fn compare(&self, precision: Precision) {
        let dense = self.compiled(precision);
        let name = format!("sparse-{}-{precision:?}", self.name);
        compare(&name, &dense);
    }
}

/// Compares the packed Rust and C with the evaluator's dense matrices.
fn compare(name: &str, dense: &Compiled) {
    let packed = packed(dense).into_owned();
    let rust = rust::build(&packed, name, rust::QUICK);
    let c = c::build(&packed, name, &Build::optimised());
    for (lane, built) in [("rust", rust), ("c", c)] {
        lane_agrees(name, lane, &built.expect("it builds"), (&packed, dense));
    }
}

fn lane_agrees(
    name: &str,
    lane: &str,
    built: &Executable,
    (packed, dense): (&Compiled, &Compiled),
) {
    let steps = special(dense);
    let ran = built.run(&steps).expect("it runs");
    let functions = packed.functions.iter().zip(&dense.functions).zip(ran);
    for ((packed, function), found) in functions {
        let expected = evaluator::answers(dense, function, &steps);
        let found: Vec<Answer> = (found.into_iter())
            .map(|answer| answer.map(|outputs| scattered(packed.outputs(), &outputs)))
            .collect();
        let title = format!("{lane} {}", function.name);
        same_bits(name, &title, &steps, &found, &expected);
    }
}

/// Packed matrices as dense ones.
fn scattered(outputs: &[Output], values: &Outputs) -> Outputs {
    let pairs = outputs.iter().zip(values);
    pairs
        .map(|(output, values)| whole(output, values))
        .collect()
}

fn whole(output: &Output, values: &[f64]) -> Vec<f64> {
    let Some(pattern) = &output.pattern else {
        return values.to_vec();
    };
    let mut whole = vec![0.0; pattern.len()];
    for (column, bounds) in pattern.starts.windows(2).enumerate() {
        for place in bounds[0]..bounds[1] {
            let row = pattern.row_indices[place];
            whole[row * pattern.columns + column] = values[place];
        }
    }
    whole
}

#[test]
fn packed_matrices_of_an_arm_have_the_bits_of_dense_ones() {
    ARM.compare(Precision::F64);
}

#[test]
fn packed_matrices_in_single_precision_have_the_bits_of_dense_ones() {
    ARM.compare(Precision::F32);
}

#[test]
fn packed_matrices_of_a_floating_robot_have_the_bits_of_dense_ones() {
    FLOATING.compare(Precision::F64);
}

#[test]
fn packed_matrices_of_loops_have_the_bits_of_dense_ones() {
    CLOSED.compare(Precision::F64);
    CLOSED.compare(Precision::F32);
}

#[test]
fn a_matrix_of_zeros_has_no_elements_in_rust_and_in_c() {
    let loaded = denoc_codegen::parse("gantry.toml", GANTRY).expect("a sound model");
    let functions = [
        "mass_matrix",
        "coriolis_matrix",
        "inverse_dynamics_derivatives",
    ];
    let dense = compiled(&loaded.mechanism, &functions, Precision::F64);
    let empty = packed(&dense);
    let empty = empty.functions.iter().flat_map(|one| one.outputs());
    let empty = empty.filter(|one| one.pattern.is_some() && one.elements.is_empty());
    assert_eq!(empty.count(), 3);
    compare("sparse-gantry", &dense);
}

/// A random state, with what only loops have.
fn state(mechanism: &Mechanism, seed: u64) -> State {
    let state = State::sample(mechanism, seed);
    let rates = state.array(Argument::Qdd).to_vec();
    state.with(Argument::Independent, rates)
}

/// What is left out is 0 by the recursion on plain floats, to rounding; what is not left out is not 0 at any state.
#[test]
fn patterns_are_those_of_the_values() {
    let mut left_out = 0;
    for model in [ARM, FLOATING] {
        let mechanism = model.mechanism();
        let dense = model.compiled(Precision::F64);
        let elementary = elementary(&mechanism);
        let table = Quantity::existing(&elementary);
        for function in &packed(&dense).functions {
            let named = |one: &&Quantity| one.name(&elementary) == function.name;
            let quantity = *table.iter().find(named).expect("a quantity");
            if quantity == Quantity::BaseRegressor {
                continue; // its columns are sought first
            }
            let formulation = quantity.literal(&elementary);
            let found = (1..4).map(|seed| {
                reference(
                    &elementary,
                    quantity,
                    formulation,
                    &state(&elementary, seed),
                )
            });
            let found: Vec<Outputs> = found.collect();
            for (place, output) in function.outputs().iter().enumerate() {
                let largest = |values: &[f64]| values.iter().fold(0.0, |a: f64, x| a.max(x.abs()));
                let scale = found.iter().map(|arrays| largest(&arrays[place]));
                let scale = scale.fold(1.0, f64::max);
                let kept = whole(output, &vec![1.0; output.elements.len()]);
                let is_kept = |element: usize| output.pattern.is_none() || kept[element] == 1.0;
                for element in (0..kept.len()).filter(|&element| !is_kept(element)) {
                    left_out += 1;
                    for arrays in &found {
                        let value = arrays[place][element];
                        let what = format!("{} [{element}] of {}", output.name, function.name);
                        assert!(value.abs() < 1e-10 * scale, "{what} is {value}");
                    }
                }
            }
        }
    }
    assert!(left_out > 500, "{left_out} elements");
}

/// The elements that no rounding hides: M and its derivatives have no element that is 0 at random states and not left out.
#[test]
fn what_is_packed_is_not_zero() {
    for (model, names) in [
        (ARM, &["mass_matrix", "inverse_dynamics_derivatives"][..]),
        (FLOATING, &["mass_matrix", "gravity_derivative"]),
    ] {
        let mechanism = model.mechanism();
        let dense = packed(&model.compiled(Precision::F64)).into_owned();
        let wanted = |name: &str| names.contains(&name);
        for function in dense.functions.iter().filter(|one| wanted(&one.name)) {
            let ran = (1..4).map(|seed| {
                let state = state(&mechanism, seed);
                function.run(|input| state.get(input)).expect("a regular M")
            });
            let ran: Vec<Outputs> = ran.collect();
            for (place, output) in function.outputs().iter().enumerate() {
                for element in 0..output.elements.len() {
                    let is_zero = ran.iter().all(|arrays| arrays[place][element] == 0.0);
                    assert!(!is_zero, "{} {} [{element}]", function.name, output.name);
                }
            }
        }
    }
}
