//! From a mechanism to printed Rust and C: the PUMA as users generate it, and how time grows with the number of joints.

use denoc_codegen::compile::{Compiled, Options, compile, compile_quantity, find};
use denoc_codegen::emit::{c99, rust};
use denoc_codegen::function::Function;
use denoc_codegen::generic::generic;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::parse;
use denoc_codegen::recursion::Quantity;

fn main() {
    divan::main();
}

fn compiled(mechanism: &Mechanism, function: &str, formulation: Option<&str>) -> Compiled {
    let options = Options {
        functions: Some(vec![function.into()]),
        formulations: formulation
            .map(|name| (function.into(), name.into()))
            .into_iter()
            .collect(),
        ..Options::default()
    };
    compile(mechanism, &options).expect("the generic chain compiles")
}

/// Model text in, Rust and C out.
#[divan::bench]
fn puma_inverse_dynamics() -> (String, String, String) {
    let text = include_str!("../../models/puma.toml");
    let mechanism = parse("puma.toml", text)
        .expect("the shipped model is sound")
        .mechanism;
    let compiled = compiled(&mechanism, "inverse_dynamics", None);
    (
        rust::file(&compiled, false),
        c99::emit_header(&compiled),
        c99::emit_source(&compiled),
    )
}

/// The 50-joint chain, printed.
#[divan::bench(args = ["inverse_dynamics", "mass_matrix", "forward_dynamics", "hamiltonian_rates"])]
fn generic_50(function: &str) -> (String, String) {
    let compiled = compiled(&generic(50), function, None);
    (rust::file(&compiled, false), c99::emit_source(&compiled))
}

/// The golden tree of 30 bodies, one tip.
fn tree() -> Mechanism {
    let text = include_str!("../../tests/models/mech/tree_rp_30.toml");
    let loaded = parse("tree_rp_30.toml", text).expect("the golden tree is sound");
    loaded.mechanism
}

/// The names of all functions of a mechanism.
fn functions(mechanism: &Mechanism) -> Vec<String> {
    let all = Quantity::all(mechanism).into_iter();
    all.map(|quantity| quantity.name(mechanism)).collect()
}

/// One function as users get it: all frames and formulations compared, the cheapest proved.
fn by_default(mechanism: &Mechanism, function: &str) -> Function {
    let quantity = find(mechanism, function).expect("the mechanism has this function");
    compile_quantity(mechanism, quantity, None, &Options::default()).expect("it compiles")
}

/// Every function of the 30-body tree.
#[divan::bench(args = functions(&tree()), max_time = 3)]
fn tree_30(bencher: divan::Bencher<'_, '_>, function: &str) {
    let tree = tree();
    bencher.bench(|| by_default(&tree, function));
}

/// Every function of the 50-joint chain.
#[divan::bench(args = functions(&generic(50)), max_time = 3)]
fn chain_50(bencher: divan::Bencher<'_, '_>, function: &str) {
    let chain = generic(50);
    bencher.bench(|| by_default(&chain, function));
}

/// Growth of the O(n) recursions, proof included, without printing.
#[divan::bench(args = [5, 10, 20, 50, 100])]
fn inverse_dynamics(bencher: divan::Bencher<'_, '_>, n: usize) {
    let chain = generic(n);
    bencher.bench(|| compiled(&chain, "inverse_dynamics", Some("u_form")));
}

/// Articulated bodies.
#[divan::bench(args = [5, 10, 20, 50, 100])]
fn forward_dynamics_merged(bencher: divan::Bencher<'_, '_>, n: usize) {
    let chain = generic(n);
    bencher.bench(|| compiled(&chain, "forward_dynamics", Some("merged")));
}

/// Canonical momenta.
#[divan::bench(args = [5, 10, 20, 50, 100])]
fn hamiltonian_rates_naudet(bencher: divan::Bencher<'_, '_>, n: usize) {
    let chain = generic(n);
    bencher.bench(|| compiled(&chain, "hamiltonian_rates", Some("naudet")));
}
