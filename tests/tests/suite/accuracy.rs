//! A slice of the tables that `cargo run --profile long -p denoc-tests --features denoc-codegen/cli --bin accuracy` prints.

use denoc_tests::accuracy::{RANGES, Summary, measure, measure_robot, random_chain};

/// Bounds at `--opt 1` in the usual range: of inverse dynamics, and of forward dynamics over the condition of M.
const INVERSE: f64 = 7e-15;
const FORWARD: f64 = 4e-15;

/// Bound at any level and in any range.
const ANY: f64 = 1e-12;

fn largest(errors: &[f64]) -> f64 {
    Summary::of(errors).largest
}

#[test]
fn random_chains_are_accurate() {
    for (n, seed) in [(3, 0), (6, 1), (12, 2)] {
        for opt in [0, 1, 2] {
            let cells = measure(&random_chain(n, seed), opt, 3).expect("it compiles");
            assert_eq!(cells.len(), RANGES.len());
            for (cell, range) in cells.iter().zip(&RANGES) {
                let found = [&cell.inverse, &cell.gravity, &cell.forward].map(|one| largest(one));
                let place = format!("n = {n}, seed {seed}, --opt {opt}, {}", range.name);
                assert!(found.iter().all(|&one| one <= ANY), "{place}: {found:?}");
            }
            if opt == 1 {
                let found = [largest(&cells[0].inverse), largest(&cells[0].forward)];
                assert!(found[0] <= INVERSE && found[1] <= FORWARD, "{found:?}");
            }
        }
    }
}

#[test]
fn searched_programs_are_accurate() {
    let cells = measure_robot("puma", 3, 3).expect("it compiles");
    for cell in &cells {
        let found = [&cell.inverse, &cell.gravity, &cell.forward].map(|one| largest(one));
        assert!(found.iter().all(|&one| one <= ANY), "{found:?}");
    }
}

#[test]
fn ranks_of_errors() {
    let errors: Vec<f64> = (1..=200).rev().map(f64::from).collect();
    let summary = Summary::of(&errors);
    assert_eq!(
        [summary.median, summary.most, summary.largest],
        [100.0, 198.0, 200.0]
    );
    assert_eq!(Summary::of(&[]).largest.to_bits(), 0);
}
