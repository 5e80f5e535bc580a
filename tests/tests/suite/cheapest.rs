//! What is generated is never dearer than a formulation that `denoc count` lists, on any model; and what a joint more costs
//! does not jump along the generic chain.
//!
//! The ordinary run takes small models and short chains. All shipped and golden models, 200 random ones and chains of up
//! to 128 joints, in minutes:
//!
//! ```sh
//! DENOC_SLOW_TESTS=1 cargo test -p denoc-tests --test suite cheapest::
//! ```

use std::path::Path;

use denoc_codegen::compile::{Options, compile_quantity};
use denoc_codegen::generic::generic;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::load;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::report::counts::{FormulationCost, formulations};
use denoc_tests::plan::{mechanism, root, slow};
use denoc_tests::random::small_tree;

/// Models of the ordinary run, from the repository's root.
const SMALL: [&str; 6] = [
    "models/loops/five_bar.toml",
    "tests/models/dh/dhrand_rprp.toml",
    "tests/models/dh/planar2r.toml",
    "tests/models/mech/aligned_03.toml",
    "tests/models/mech/one_free.toml",
    "tests/models/mech/tree_rp_05.toml",
];

/// The formulations that are cheaper than the choice.
fn contradictions(mechanism: &Mechanism, model: &str) -> Vec<String> {
    let mut found = Vec::new();
    let options = Options::default();
    for quantity in Quantity::all(mechanism) {
        let name = quantity.name(mechanism);
        let chosen = compile_quantity(mechanism, quantity, None, &options);
        let chosen = chosen.unwrap_or_else(|error| unreachable!("{model} {name}: {error}"));
        let rows = formulations(mechanism, quantity, &options);
        let rows = rows.unwrap_or_else(|error| unreachable!("{model} {name}: {error}"));
        let chosen = FormulationCost::from(&chosen);
        let choices = rows.iter().filter(|row| row.is_choice);
        let least = choices.min_by_key(|row| row.price());
        let cheaper = |row: &&FormulationCost| row.price() < chosen.price();
        found.extend(least.filter(cheaper).map(|row| {
            let (is, listed) = (chosen.price(), row.price());
            let (ours, theirs) = (chosen.formulation, row.formulation);
            format!("{model} {name}: {is:?} by {ours}, {listed:?} by {theirs}")
        }));
    }
    found
}

fn model(path: &Path) -> Mechanism {
    load(path).expect("a model without faults").mechanism
}

#[track_caller]
fn none(found: &[String]) {
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_formulation_listed_for_a_small_model_is_cheaper_than_the_choice() {
    let repository = root().join("..");
    let found = SMALL.map(|path| contradictions(&model(&repository.join(path)), path));
    none(&found.concat());
}

#[test]
fn no_formulation_listed_for_a_random_tree_is_cheaper_than_the_choice() {
    let seeds = 0..if slow() { 200 } else { 4 };
    let found = seeds.map(|seed| contradictions(&small_tree(seed), &format!("tree {seed}")));
    none(&found.collect::<Vec<_>>().concat());
}

#[test]
fn no_formulation_listed_for_a_shipped_or_golden_model_is_cheaper_than_the_choice() {
    if !slow() {
        return;
    }
    let mut found = Vec::new();
    for folder in ["../models", "../models/loops"] {
        for entry in std::fs::read_dir(root().join(folder)).expect("the models are there") {
            let path = entry.expect("a readable folder").path();
            if path.extension().is_some_and(|one| one == "toml") {
                found.extend(contradictions(&model(&path), &path.display().to_string()));
            }
        }
    }
    for name in denoc_tests::plan::models() {
        found.extend(contradictions(&mechanism(&name), &name));
    }
    none(&found);
}

/// Lengths of generic chains.
fn lengths() -> &'static [usize] {
    if slow() {
        &[4, 6, 8, 10, 12, 13, 14, 16, 20, 30, 50, 64, 100, 128]
    } else {
        &[4, 6, 8, 12, 13, 14]
    }
}

/// What a joint more costs on long chains (docs/formulations.md).
const SLOPES: [(Quantity, usize); 3] = [
    (Quantity::InverseDynamics, 73 + 65),
    (Quantity::ForwardDynamics, 160 + 162),
    (Quantity::HamiltonianRates, 138 + 148),
];

/// Up to eight joints recursions with M as a whole are cheaper, and grow faster.
#[test]
fn what_a_joint_more_costs_does_not_jump() {
    for (quantity, slope) in SLOPES {
        let cost = |n: usize| {
            let function = compile_quantity(&generic(n), quantity, None, &Options::default());
            function.expect("it compiles").counts().total()
        };
        let costs: Vec<(usize, usize)> = lengths().iter().map(|&n| (n, cost(n))).collect();
        for pair in costs.windows(2) {
            let [(short, few), (long, many)] = [pair[0], pair[1]];
            let (joints, more) = (long - short, many - few);
            let percent = if short < 8 { 12 } else { 4 };
            assert!(
                100 * more.abs_diff(slope * joints) <= percent * slope * joints,
                "{quantity:?}, {short} to {long} joints: {more} for {joints}, not {slope} each; {costs:?}"
            );
        }
    }
}

#[test]
fn a_massless_link_costs_its_hamiltonian_rates_nothing() {
    let arm = mechanism("mech/massless_links");
    let function = compile_quantity(&arm, Quantity::HamiltonianRates, None, &Options::default());
    let counts = function.expect("it compiles").counts();
    assert!(counts.total() <= 540, "{counts:?}");
}
