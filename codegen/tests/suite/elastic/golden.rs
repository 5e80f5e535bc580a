//! The recursions on plain floats and the compiled programs at the states of `tests/golden/elastic`.

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::recursion::Quantity;
use serde_json::Value;

use crate::common::upper_triangle;
use crate::elastic::models::{by, mechanism, model, numbers, state, states, worst};

/// Relative tolerance, of the largest element.
const TOLERANCE: f64 = 1e-12;

/// What the data have of a quantity.
fn expected(quantity: Quantity, state: &Value) -> Option<Vec<f64>> {
    let of = |key: &str| Some(numbers(&state[key]));
    match quantity {
        Quantity::InverseDynamics => of("id_tau"),
        Quantity::ForwardDynamics => of("fd_qdd"),
        Quantity::MassMatrix => of("mass_matrix"),
        Quantity::MassMatrixUpper => Some(upper_triangle(&of("mass_matrix")?)),
        Quantity::MassMatrixInverse => of("minv"),
        Quantity::Bias => of("bias"),
        Quantity::Gravity => of("gravity_tau"),
        Quantity::KineticEnergy => of("kinetic_energy"),
        Quantity::PotentialEnergy => of("potential_energy"),
        Quantity::Momenta => of("momentum"),
        Quantity::TipPose(_) => Some([of("tip_R")?, of("tip_p")?].concat()),
        Quantity::TipJacobian(_) => of("tip_jacobian"),
        _ => None,
    }
}

fn agrees(name: &str) {
    let mechanism = mechanism(&model(name));
    let mut faults = Vec::new();
    let mut compared = 0;
    for (index, golden) in states(name).iter().enumerate() {
        let at = state(golden);
        for quantity in Quantity::all(&mechanism) {
            let Some(expected) = expected(quantity, golden) else {
                continue;
            };
            for formulation in quantity.formulations_on(&mechanism) {
                let found = by(&mechanism, quantity, formulation, &at);
                let off = worst(&found, &expected);
                if off.is_nan() || off > TOLERANCE {
                    faults.push(format!(
                        "state {index}, {quantity:?} by {formulation:?}: {off:e}"
                    ));
                }
                compared += 1;
            }
        }
    }
    assert!(faults.is_empty(), "{name}\n{}", faults.join("\n"));
    assert!(compared >= 150, "{compared}");
}

fn programs_agree(name: &str) {
    let mechanism = mechanism(&model(name));
    let compiled = compile(&mechanism, &Options::default()).expect("it compiles");
    let mut compared = 0;
    for golden in states(name) {
        let at = state(&golden);
        for function in &compiled.functions {
            let mut all = Quantity::all(&mechanism).into_iter();
            let quantity = all.find(|quantity| quantity.name(&mechanism) == function.name);
            let quantity = quantity.expect("a function of a quantity");
            let Some(expected) = expected(quantity, &golden) else {
                continue;
            };
            let found = function.run(|input| at.get(input)).expect("numbers");
            let off = worst(&found.concat(), &expected);
            assert!(off <= TOLERANCE, "{name} {}: {off:e}", function.name);
            compared += 1;
        }
    }
    assert!(compared >= 30, "{compared}");
}

#[test]
fn a_planar_arm_has_lagranges_equations() {
    agrees("planar_2r");
}

#[test]
fn a_spatial_arm_has_lagranges_equations() {
    agrees("spatial_3r");
}

#[test]
fn programs_of_a_planar_arm_have_lagranges_equations() {
    programs_agree("planar_2r");
}

#[test]
fn programs_of_a_spatial_arm_have_lagranges_equations() {
    programs_agree("spatial_3r");
}
