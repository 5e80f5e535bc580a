//! The check of a transform that is not exact: reference against reference, in floats.

use crate::mechanism::Mechanism;
use crate::quantity::Quantity;
use crate::recursion;
use crate::reference::{State, distance};

/// Largest relative difference (normwise) that a new exact constant may make.
const TOLERANCE: f64 = 1e-12;

/// Compares inverse dynamics, joint wrenches and frames of two mechanisms at a few states; returns the largest
/// normwise difference when it is beyond 1e-12.
///
/// # Errors
/// The difference.
pub fn agree(original: &Mechanism, transformed: &Mechanism) -> Result<(), f64> {
    let mut quantities = vec![Quantity::InverseDynamics, Quantity::JointWrenches];
    for frame in 0..original.frames.len() {
        quantities.extend([Quantity::TipPose(frame), Quantity::TipJacobian(frame)]);
    }
    let mut worst = 0.0_f64;
    if original.loops.is_some() {
        quantities.extend([Quantity::Closure, Quantity::ClosureJacobian]);
    }
    // Loops are compared for themselves, all else by the trees.
    let literal = |mechanism: &Mechanism, quantity: Quantity| match quantity.closed(mechanism) {
        Some(_) => quantity.formulations()[0],
        None => quantity.literal(mechanism),
    };
    for seed in 1..=3 {
        let state = State::sample(original, seed);
        for &quantity in &quantities {
            let values = |mechanism| {
                recursion::run(mechanism, quantity, literal(mechanism, quantity), &state)
            };
            for (expected, found) in values(original).iter().zip(values(transformed)) {
                worst = worst.max(distance(expected, &found));
            }
        }
    }
    if worst <= TOLERANCE {
        Ok(())
    } else {
        Err(worst)
    }
}
