//! What every function of every model costs, by every formulation.

use std::fmt::Write as _;

use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::program::Counts;
use denoc_codegen::quantity::Quantity;

use super::assembled::MODELS;
use super::tools::{Program, formulations, mechanism, program_by};

/// A function by a formulation, with what is solved in it.
fn counts(mechanism: &Mechanism, function: &str, formulation: &str) -> Counts {
    program_by(mechanism, function, formulation).counts()
}

/// Multiplications, additions and divisions, one line for each function and formulation.
fn table(model: &str) -> String {
    let mechanism = mechanism(model);
    let mut table = String::new();
    for quantity in Quantity::all(&mechanism) {
        if quantity.closed(&mechanism).is_none() {
            continue;
        }
        let function = quantity.name(&mechanism);
        for formulation in formulations(&mechanism, &function) {
            let Counts { mul, add, div, .. } = counts(&mechanism, &function, formulation);
            let _ = writeln!(
                table,
                "{function:<28} {formulation:<26} {mul:>6} M {add:>6} A {div:>4} D"
            );
        }
    }
    table
}

#[test]
fn every_formulation_of_every_function_is_counted() {
    for model in MODELS {
        insta::assert_snapshot!(model, table(model));
    }
}
