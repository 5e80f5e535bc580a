//! Every function of every model: the reference and the evaluator agree with the golden data or with each other, and generated
//! Rust, C and JavaScript have the bits of the evaluator.
//!
//! The tests themselves are listed by the build script, `agreement!` once per model: every lane that runs a function has a
//! test, and every one that does not a reason (`denoc_tests::reason`).

mod faults;
mod matrix;
mod numbers;
mod states;

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;

use denoc_codegen::compile::Precision;
use denoc_codegen::recursion::Quantity;
use denoc_tests::case::cases;
use denoc_tests::compare::same_bits;
use denoc_tests::lane::Lane;
use denoc_tests::subject::{self, Subject};
use denoc_tests::{golden, plan};

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
        fn the_reference_agrees() {
            crate::numbers::the_reference_agrees($model, stringify!($function));
        }
    };
    (@evaluator $model:literal $function:ident) => {
        #[test]
        fn the_evaluator_agrees() {
            crate::numbers::the_evaluator_agrees($model, stringify!($function));
        }
    };
    (@single_evaluator $model:literal $function:ident) => {
        #[test]
        fn the_evaluator_agrees_in_single_precision() {
            crate::numbers::single_precision_agrees($model, stringify!($function));
        }
    };
    (@rust $model:literal $function:ident) => {
        agreement!(@bits rust_has_the_bits_of_the_evaluator Rust F64 $model $function);
    };
    (@c $model:literal $function:ident) => {
        agreement!(@bits c_has_the_bits_of_the_evaluator C F64 $model $function);
    };
    (@javascript $model:literal $function:ident) => {
        agreement!(@bits javascript_has_the_bits_of_the_evaluator JavaScript F64 $model $function);
    };
    (@single_rust $model:literal $function:ident) => {
        agreement!(@bits rust_has_the_bits_in_single_precision Rust F32 $model $function);
    };
    (@single_c $model:literal $function:ident) => {
        agreement!(@bits c_has_the_bits_in_single_precision C F32 $model $function);
    };
    (@bits $test:ident $lane:ident $precision:ident $model:literal $function:ident) => {
        #[test]
        fn $test() {
            use denoc_codegen::compile::Precision;
            use denoc_tests::lane::Lane;
            let lane = (Lane::$lane, Precision::$precision);
            crate::the_bits_agree($model, stringify!($function), lane);
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/agreement.rs"));

/// The subject of a model. Tests run in the order of their names, a model after the other, and wait for its compilation: that of the
/// next begins meanwhile.
fn subject(model: &str) -> Arc<Subject> {
    static MODELS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let mut models = plan::models();
        models.extend(cases().map(|case| case.name.to_owned()));
        models.sort_by_key(|model| plan::module(model));
        models
    });
    static BEGUN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut begun = BEGUN.lock().unwrap_or_else(PoisonError::into_inner);
    if begun.insert(model.to_owned()) {
        let next = MODELS.iter().skip_while(|one| *one != model).nth(1);
        next.map(|next| thread::spawn(|| subject::subject(next)));
    }
    drop(begun);
    subject::subject(model)
}

/// The subject of a model; fails with the message of the compiler where the function did not compile.
fn subject_with(model: &str, function: &str) -> Arc<Subject> {
    let subject = subject(model);
    let mut failures = subject.failures.iter();
    let failure = failures.find(|(name, _)| name == function);
    assert_eq!(failure.map(|(_, message)| message.as_str()), None);
    subject
}

/// A lane that runs printed files answers as the evaluator does.
fn the_bits_agree(model: &str, function: &str, (lane, precision): (Lane, Precision)) {
    let subject = subject_with(model, function);
    let programs = subject.programs(precision);
    let index = programs.function(function);
    for ran in programs.ran(lane) {
        let answers = ran.answers.as_ref().map_err(String::as_str);
        let answers = answers.expect("the program builds and runs");
        let found = &answers[programs.printed_index(index)];
        let title = format!("{function} in {}", ran.title);
        same_bits(
            model,
            &title,
            &subject.steps,
            found,
            programs.evaluated(index),
        );
    }
}

#[test]
fn every_quantity_has_a_row_of_golden_keys() {
    let mechanism = plan::mechanism("dh/puma_saha");
    for quantity in Quantity::existing(&mechanism) {
        let name = quantity.name(&mechanism);
        assert!(golden::row(&name).is_some(), "add {name} to golden::ROWS");
    }
}
