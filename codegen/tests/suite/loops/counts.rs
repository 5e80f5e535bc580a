//! What every function of every model costs, by every formulation.

use std::fmt::Write as _;

use denoc_codegen::counts::Counts;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::recursion::{Domain, Quantity};

use super::assembled::MODELS;
use super::tools::{formulations, mechanism, program_by};

/// A function by a formulation, with what is solved in it.
fn counts(mechanism: &Mechanism, function: &str, formulation: &str) -> Counts {
    program_by(mechanism, function, formulation).counts()
}

/// Multiplications, additions and divisions, one line for each function and formulation.
fn table(model: &str) -> String {
    let mechanism = mechanism(model);
    let mut table = String::new();
    for quantity in Quantity::all(&mechanism) {
        if quantity.domain(&mechanism) != Domain::Loops {
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

#[test]
fn subsystems_of_the_scraping_machine_are_cheaper_than_the_whole_tree() {
    let mechanism = mechanism("carpet_scraper");
    for function in ["inverse_dynamics", "inverse_dynamics_with_forces"] {
        let of = |formulation| counts(&mechanism, function, formulation);
        let (subsystems, whole) = (of("subsystems"), of("whole_tree"));
        assert!(subsystems.mul < whole.mul && subsystems.add < whole.add);
        assert!(subsystems.div <= whole.div);
    }
}

#[test]
fn parallel_formulations_of_the_five_bar_are_cheaper_than_the_general_routes() {
    let functions = [
        (
            "forward_dynamics",
            &["multipliers", "soa_explicit", "soa"][..],
        ),
        ("inverse_dynamics", &["whole_tree", "subsystems"]),
        ("dependent_rates", &["whole_tree"]),
    ];
    for model in ["five_bar", "five_bar_narrow"] {
        let mechanism = mechanism(model);
        for (function, general) in functions {
            let of = |formulation: &str| counts(&mechanism, function, formulation);
            let parallel = of("parallel");
            for general in general.iter().map(|one| of(one)) {
                assert!(
                    parallel.total() < general.total(),
                    "{parallel:?} {general:?}"
                );
                assert!(parallel.mul < general.mul && parallel.div < general.div);
            }
        }
    }
}

#[test]
fn the_tables_count_the_shipped_machine() {
    let shipped = include_str!("../../../../models/loops/carpet_scraper.toml");
    assert_eq!(denoc_codegen::report::scraper::MODEL, shipped);
}
