//! Proofs of functions that solve equations: a fault in any of their programs is found, where it is.

use denoc_codegen::compile::{Options, compile_quantity};
use denoc_codegen::function::{Function, Part};
use denoc_codegen::program::{Operation, Program};
use denoc_codegen::prove::{Disagreement, Proof, prove};
use denoc_codegen::recursion::Formulation;
use denoc_codegen::recursion::Quantity;

use super::assembled::block_on_arm;
use super::tools::mechanism;

const QUANTITY: Quantity = Quantity::InverseDynamics;

fn proved(function: &Function, formulation: Formulation) -> Result<Proof, Disagreement> {
    let parts: Vec<Part> = function.parts().collect();
    prove(&parts, &function.literal, QUANTITY, formulation, 2)
}

/// Takes a sum for the last difference, or the other way round.
fn spoil(program: &mut Program) {
    let mut statements = program.statements.iter_mut().rev();
    let found = statements.find_map(|statement| match statement.operation {
        Operation::Add => Some((statement, Operation::Sub)),
        Operation::Sub => Some((statement, Operation::Add)),
        _ => None,
    });
    let (statement, other) = found.expect("a sum");
    statement.operation = other;
}

#[test]
fn a_fault_of_any_program_is_found() {
    let mechanism = mechanism("carpet_scraper");
    for formulation in [Formulation::WholeTree, Formulation::Subsystems] {
        let options = Options::default();
        let function = compile_quantity(&mechanism, QUANTITY, Some(formulation), &options);
        let function = function.expect("it compiles");
        assert!(proved(&function, formulation).is_ok());
        let last = function.stages.len();
        for place in 0..=last {
            let mut wrong = function.clone();
            match place.checked_sub(1) {
                None => spoil(&mut wrong.program),
                Some(stage) => spoil(&mut wrong.stages[stage].program),
            }
            let fault = proved(&wrong, formulation).expect_err("a fault");
            let Disagreement::Value { output: at, .. } = fault else {
                unreachable!("{fault}");
            };
            let results: &[&str] = if place == last {
                &["tau"]
            } else {
                &["matrix", "right", "tau"]
            };
            assert!(
                results.contains(&at),
                "{formulation:?}, program {place}: {at}"
            );
        }
    }
}

/// Every type has rows of its own, and every row a wrench.
#[test]
fn forces_of_cut_joints_of_every_type_are_proved() {
    for joint in [
        r#"{ type = "revolute", axis = [0.36, 0.48, 0.8] }"#,
        r#"{ type = "prismatic", axis = [0.36, 0.48, 0.8] }"#,
        r#"{ type = "cylindrical", axis = [0, 1, 0] }"#,
        r#"{ type = "universal", axis = [0, 1, 0], axis2 = [0, 0, 1] }"#,
        r#"{ type = "planar" }"#,
        r#"{ type = "spherical" }"#,
        r#"{ type = "fixed" }"#,
    ] {
        let mechanism = block_on_arm(joint);
        let all = Quantity::all(&mechanism).into_iter();
        let of_forces: Vec<Quantity> = all
            .filter(|one| one.name(&mechanism).contains("forces"))
            .collect();
        assert!(!of_forces.is_empty(), "{joint}");
        for quantity in of_forces {
            let options = Options {
                opt: 1,
                ..Options::default()
            };
            let function = compile_quantity(&mechanism, quantity, None, &options);
            let function = function.unwrap_or_else(|error| panic!("{joint}: {error}"));
            assert!(function.evidence.is_some(), "{joint}");
        }
    }
}
