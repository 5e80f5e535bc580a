//! Every model × quantity × formulation: the reference, the evaluator, the generated Rust and the compiled C agree with
//! the golden data, and the last three with each other bit for bit.
//!
//! The tests themselves are listed by the build script: `agreement!` once per model.

use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, reference};
use denoc_tests::compare::{self, TOLERANCE};
use denoc_tests::generated;
use denoc_tests::golden::{self, Row};
use denoc_tests::plan;
use denoc_tests::subject::{Outputs, Ran, Subject, evaluate_single, subject};

/// The same in single precision, whose unit is 6e-8 and whose inputs are rounded before they are used.
const SINGLE_TOLERANCE: f64 = 1e-4;

macro_rules! agreement {
    ($name:literal $model:ident { $($function:ident: $($lane:ident)*;)* }) => {
        mod $model {
            $(mod $function {
                $(agreement!(@$lane $name $function);)*
            })*
        }
    };
    (@reference $model:literal $function:ident) => {
        #[test]
        fn the_reference_agrees_with_golden() {
            crate::the_reference_agrees($model, stringify!($function));
        }
    };
    (@evaluator $model:literal $function:ident) => {
        #[test]
        fn the_evaluator_agrees_with_golden() {
            crate::the_evaluator_agrees($model, stringify!($function));
        }
    };
    (@rust $model:literal $function:ident) => {
        #[test]
        fn the_generated_rust_agrees_with_golden_and_has_the_bits_of_the_evaluator() {
            crate::the_rust_agrees($model, stringify!($function));
        }
    };
    (@c $model:literal $function:ident) => {
        #[test]
        fn the_compiled_c_agrees_with_golden_and_has_the_bits_of_the_evaluator() {
            crate::the_c_agrees($model, stringify!($function));
        }
    };
    (@compiles $model:literal $function:ident) => {
        #[test]
        fn it_compiles() {
            crate::it_compiles($model, stringify!($function));
        }
    };
    (@single $model:literal $function:ident) => {
        #[test]
        fn in_single_precision_rust_and_c_have_the_bits_of_the_evaluator() {
            crate::single_precision_agrees($model, stringify!($function));
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/agreement.rs"));

#[allow(dead_code, reason = "listed only for what does not compile")]
fn it_compiles(model: &str, function: &str) {
    let subject = subject(model);
    let failure = subject.failures.iter().find(|(name, _)| name == function);
    assert_eq!(failure.map(|(_, message)| message.as_str()), None);
}

fn the_reference_agrees(model: &str, function: &str) {
    let (subject, index) = at(model, function);
    let variant = subject.origins[index];
    let found: Vec<Outputs> = (subject.samples.iter())
        .map(|sample| {
            reference(
                &subject.elementary,
                variant.quantity,
                variant.formulation,
                &sample.state(),
            )
        })
        .collect();
    agrees_with_golden(&subject, index, &found, TOLERANCE);
}

fn the_evaluator_agrees(model: &str, function: &str) {
    let (subject, index) = at(model, function);
    agrees_with_golden(&subject, index, subject.evaluated(index), TOLERANCE);
}

fn the_rust_agrees(model: &str, function: &str) {
    let (subject, index) = at(model, function);
    let found: Vec<Outputs> = (subject.samples.iter())
        .map(|sample| {
            let inputs = inputs(&subject, index, &sample.state());
            generated::call(model, function, &inputs)
                .expect("the build script printed this function")
        })
        .collect();
    same_bits(&subject, "generated Rust", &found, subject.evaluated(index));
    agrees_with_golden(&subject, index, &found, TOLERANCE);
}

fn the_c_agrees(model: &str, function: &str) {
    let (subject, index) = at(model, function);
    for ran in subject.c() {
        let (title, found) = of_function(ran, &subject, index);
        same_bits(&subject, &title, found, subject.evaluated(index));
        agrees_with_golden(&subject, index, found, TOLERANCE);
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding is what is wanted"
)]
fn single_precision_agrees(model: &str, function: &str) {
    let (subject, index) = at(model, function);
    let program = &subject.compiled.functions[index].program;
    let states: Vec<State> = subject
        .samples
        .iter()
        .map(|sample| sample.state())
        .collect();
    let expected: Vec<Outputs> = states
        .iter()
        .map(|state| evaluate_single(program, state))
        .collect();
    agrees_with_golden(&subject, index, &expected, SINGLE_TOLERANCE);
    let rust: Vec<Outputs> = (states.iter())
        .map(|state| {
            let narrow = |values: &Vec<f64>| values.iter().map(|value| *value as f32).collect();
            let inputs: Vec<Vec<f32>> = inputs(&subject, index, state).iter().map(narrow).collect();
            let outputs = generated::call_single(model, function, &inputs)
                .expect("the build script printed this");
            let widen = |values: Vec<f32>| values.into_iter().map(f64::from).collect();
            outputs.into_iter().map(widen).collect()
        })
        .collect();
    same_bits(&subject, "generated Rust, f32", &rust, &expected);
    for ran in subject.c_single() {
        let (title, found) = of_function(ran, &subject, index);
        same_bits(&subject, &title, found, &expected);
    }
}

fn at(model: &str, function: &str) -> (std::sync::Arc<Subject>, usize) {
    let subject = subject(model);
    let index = subject.function(function);
    (subject, index)
}

fn inputs(subject: &Subject, index: usize, state: &State) -> Vec<Vec<f64>> {
    let ports = &subject.compiled.functions[index].program.inputs;
    // Arrays that the data does not have are longer than any model needs.
    ports
        .iter()
        .map(|port| state.array(port.argument)[..port.len].to_vec())
        .collect()
}

fn of_function<'a>(
    ran: &'a Result<Ran, String>,
    subject: &Subject,
    index: usize,
) -> (String, &'a [Outputs]) {
    let ran = ran
        .as_ref()
        .map_err(String::as_str)
        .expect("the C program builds and runs");
    let title = format!("{} {}", ran.build.compiler, ran.build.flags.join(" "));
    (title, &ran.results[subject.printed_index(index)])
}

fn agrees_with_golden(subject: &Subject, index: usize, found: &[Outputs], tolerance: f64) {
    let row = row(subject, index);
    compare::agrees_with_golden(&subject.model, row, &subject.samples, found, tolerance);
}

fn row(subject: &Subject, index: usize) -> &'static Row {
    let name = subject.origins[index].quantity.name(&subject.mechanism);
    golden::row(&name).expect("every quantity has a row in golden::ROWS")
}

fn same_bits(subject: &Subject, title: &str, found: &[Outputs], expected: &[Outputs]) {
    compare::same_bits(&subject.model, title, &subject.samples, found, expected);
}

#[test]
fn every_quantity_has_a_row_of_golden_keys() {
    let mechanism = plan::mechanism("dh/puma_saha");
    for quantity in Quantity::all(&mechanism) {
        let name = quantity.name(&mechanism);
        assert!(golden::row(&name).is_some(), "add {name} to golden::ROWS");
    }
}
