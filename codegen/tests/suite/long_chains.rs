//! Chains of many bodies: what a joint costs does not depend on how many there are, and they are compiled and proved like others.

use denoc_codegen::compile::{Compiled, Options, compile};
use denoc_codegen::counts::Counts;
use denoc_codegen::generic::generic;
use denoc_codegen::mechanism::Basis;
use denoc_codegen::recursion::{Formulation, Quantity};
use denoc_codegen::transform::{base_parameters, elementary};
use denoc_codegen::verify::verify;

/// Some functions of a generic chain.
fn compiled(joints: usize, functions: &[&str], opt: u8) -> Compiled {
    let options = Options {
        opt,
        functions: Some(functions.iter().map(|&name| name.to_owned()).collect()),
        ..Options::default()
    };
    compile(&generic(joints), &options).expect("a chain compiles")
}

fn counts(compiled: &Compiled, function: &str) -> Counts {
    let found = compiled.functions.iter().find(|one| one.name == function);
    found.expect("the function").counts()
}

#[test]
fn inverse_dynamics_takes_the_same_operations_for_every_further_joint() {
    // One body of every sixty-four keeps its inertia.
    let totals = [70, 134, 198].map(|joints| {
        let compiled = compiled(joints, &["inverse_dynamics"], 1);
        counts(&compiled, "inverse_dynamics").total()
    });
    let [here, further] = [totals[1] - totals[0], totals[2] - totals[1]];
    assert!(here.abs_diff(further) * 100 < here, "{here} and {further}");
    // 138 for every joint of a short chain (docs/formulations.md).
    assert!(here < 64 * 140, "{here}");
}

#[test]
fn a_chain_of_two_hundred_joints_is_verified() {
    let functions = ["inverse_dynamics", "gravity", "momenta"];
    let chain = compiled(200, &functions, 2);
    for one in verify(&chain, 1).expect("its functions exist") {
        assert!(one.holds(), "{}: {:e}", one.function, one.error);
        let evidence = one.proof.expect("it is proved");
        assert!(evidence.partner.is_ok(), "{}", one.function);
    }
}

#[test]
fn what_takes_the_cube_of_the_bodies_is_left_out_for_a_long_chain() {
    let quantity = Quantity::ForwardDynamics;
    for (joints, is_left_out) in [(128, false), (129, true)] {
        let chain = generic(joints);
        let row = quantity.row(Formulation::Composite, &chain);
        let obstacle = row.expect("a row").obstacle(&chain);
        assert_eq!(obstacle.is_some(), is_left_out, "{joints}");
    }
    let chain = compiled(140, &["forward_dynamics"], 1);
    assert_eq!(chain.functions[0].formulation, "merged_scaled");
}

#[test]
fn base_parameters_leave_no_body_what_its_joint_cannot_distinguish() {
    let chain = base_parameters(&elementary(&generic(70)), |_| Basis::EulerZz);
    let left = chain.bodies.iter().map(|body| &body.inertia.mass);
    assert_eq!(left.filter(|mass| !mass.is_zero()).count(), 0);
}
