//! The check of a transform that is not exact: reference against reference, in floats.

use crate::mechanism::Mechanism;
use crate::parallel;
use crate::recursion::Quantity;
use crate::reference::{State, distance, reference};
use crate::rounding::terms_of;
use crate::signature::Existence;

/// Largest relative difference (normwise) that a new exact constant may make.
const TOLERANCE: f64 = 1e-12;

/// Of the states.
const SEEDS: [u64; 3] = [1, 2, 3];

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
    if original.loops.is_some() {
        quantities.extend([Quantity::Closure, Quantity::ClosureJacobian]);
    }
    // Loops are compared for themselves, all else by the trees.
    let tree = |mechanism: &Mechanism| Mechanism {
        loops: None,
        ..mechanism.clone()
    };
    let trees = [tree(original), tree(transformed)];
    let worst_at = |seed: u64| {
        let state = State::sample(original, seed);
        let differences = quantities.iter().flat_map(|&quantity| {
            let pair = if quantity.signature().exists == Existence::Loops {
                [original, transformed]
            } else {
                [&trees[0], &trees[1]]
            };
            let [expected, found] = pair.map(|mechanism| {
                reference(mechanism, quantity, quantity.literal(mechanism), &state)
            });
            let terms = terms_of(pair[0], quantity, quantity.literal(pair[0]), &state);
            let arrays = expected.into_iter().zip(found).zip(terms);
            arrays.map(|((expected, found), terms)| distance(&expected, &found, terms))
        });
        differences.fold(0.0, f64::max)
    };
    let worst = parallel::map(SEEDS, worst_at);
    let worst = worst.into_iter().fold(0.0, f64::max);
    if worst <= TOLERANCE {
        Ok(())
    } else {
        Err(worst)
    }
}
