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

/// Whether inverse dynamics, joint wrenches and frames of two mechanisms are the same at a few states, each array relative to its largest
/// element or to the terms of the original where these cancel.
#[must_use]
pub fn agree(original: &Mechanism, transformed: &Mechanism) -> bool {
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
    let at = |seed: u64| {
        let state = State::sample(original, seed);
        quantities.iter().all(|&quantity| {
            let [original, transformed] = match quantity.signature().exists {
                Existence::Loops => [original, transformed],
                _ => [&trees[0], &trees[1]],
            };
            let literal = quantity.literal(original);
            let terms = terms_of(original, quantity, literal, &state);
            let expected = reference(original, quantity, literal, &state);
            let literal = quantity.literal(transformed);
            let found = reference(transformed, quantity, literal, &state);
            let mut arrays = expected.iter().zip(&found).zip(terms);
            // What is no number is not within.
            arrays.all(|((a, b), terms)| distance(a, b, terms) <= TOLERANCE)
        })
    };
    parallel::map(SEEDS, at).into_iter().all(|agrees| agrees)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::number::Number;
    use crate::generic::generic;
    use crate::transform::elementary;

    #[test]
    fn a_frame_or_a_cut_joint_elsewhere_is_another_mechanism() {
        let arm = generic(2);
        let mut moved = arm.clone();
        let place = &mut moved.frames[0].pose.translation[0];
        *place = &*place + Number::ONE;
        assert!(agree(&arm, &arm) && !agree(&arm, &moved));
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../models/loops/five_bar.toml");
        let loaded = crate::load(path.as_ref()).map_err(|faults| faults.to_string());
        let closed = elementary(&loaded.expect("a model").mechanism);
        let mut moved = closed.clone();
        let loops = moved.loops.as_mut().expect("loops");
        let place = &mut loops.closures[0].ends[1].pose.translation[0];
        *place = &*place + Number::ONE;
        assert!(agree(&closed, &closed) && !agree(&closed, &moved));
    }
}
