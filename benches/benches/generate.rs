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

/// A chain of flexible links in space, four modes each.
fn flexible_chain(links: usize) -> Mechanism {
    let link = |k: usize| {
        let parent = k
            .checked_sub(1)
            .map_or("base".into(), |k| format!("l{k}/tip"));
        let axis = ["[0, 0, 1]", "[0, 1, 0]"][k % 2];
        format!(
            "[[body]]\nname = \"l{k}\"\nparent = \"{parent}\"\njoint = {{ type = \"revolute\", axis = {axis} }}\n\
             placement = {{ xyz = [0.03, 0.01, 0.02], rpy = [0.3, 0, 0] }}\nmass = 0.4\ncom = [0.01, 0, 0.01]\n\
             inertia = {{ xx = 0.0008, yy = 0.001, zz = 0.001 }}\n\
             flexible = {{ beam = {{ length = 0.5, E = 70e9, G = 27e9, density = 2700, area = 2.5e-4, Iy = 3e-9, Iz = 2e-9, J = 4e-9 }}, \
             modes = {{ bending_y = 2, bending_z = 1, torsion = 1 }}, geometry = \"exact\" }}\n"
        )
    };
    let text: String = (0..links).map(link).collect();
    let loaded = parse("chain.toml", &format!("name = \"chain\"\n{text}")).expect("a sound chain");
    loaded.mechanism
}

/// The functions of a controller, for ten links of four modes.
#[divan::bench]
fn flexible_chain_10(bencher: divan::Bencher<'_, '_>) {
    let chain = flexible_chain(10);
    let functions = [
        "inverse_dynamics",
        "forward_dynamics",
        "mass_matrix",
        "bias",
        "gravity",
    ];
    let options = Options {
        functions: Some(functions.map(String::from).to_vec()),
        ..Options::default()
    };
    bencher.bench(|| compile(&chain, &options).expect("it compiles"));
}

/// Forward dynamics in O(n).
#[divan::bench(args = [2, 4, 8, 16])]
fn flexible_forward_dynamics(bencher: divan::Bencher<'_, '_>, links: usize) {
    let chain = flexible_chain(links);
    bencher.bench(|| compiled(&chain, "forward_dynamics", Some("soa")));
}
