//! The check of a transform that is not exact: reference against reference, in floats.

use crate::mechanism::Mechanism;
use crate::prove::quaternion_places;
use crate::quantity::Quantity;
use crate::reference::{State, reference};
use crate::scalar::Argument;

/// Largest relative difference (normwise) that a new exact constant may make.
const TOLERANCE: f64 = 1e-12;

/// Compares inverse dynamics, joint wrenches and frames of two mechanisms at a few states; returns the largest
/// normwise difference when it is beyond 1e-12.
///
/// # Errors
/// The difference.
pub fn check(original: &Mechanism, transformed: &Mechanism) -> Result<(), f64> {
    let mut quantities = vec![Quantity::InverseDynamics, Quantity::JointWrenches];
    for frame in 0..original.frames.len() {
        quantities.extend([Quantity::TipPose(frame), Quantity::TipJacobian(frame)]);
    }
    let mut worst = 0.0_f64;
    for seed in 1..=3 {
        let state = sample(original, seed);
        for &quantity in &quantities {
            let values =
                |mechanism| reference(mechanism, quantity, quantity.literal(mechanism), &state);
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

/// A state of moderate size with unit quaternions.
fn sample(mechanism: &Mechanism, seed: u64) -> State {
    let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut draw = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        ((x >> 11) as f64 / (1_u64 << 53) as f64).mul_add(3.0, -1.5)
    };
    let mut q: Vec<f64> = (0..mechanism.nq()).map(|_| draw()).collect();
    for start in quaternion_places(mechanism) {
        let quaternion = &mut q[start..start + 4];
        let norm = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
        quaternion.iter_mut().for_each(|x| *x /= norm);
    }
    let mut array = |len: usize| (0..len).map(|_| draw()).collect();
    State::default()
        .with(Argument::Q, q)
        .with(Argument::Qd, array(mechanism.nv()))
        .with(Argument::Qdd, array(mechanism.nv()))
        .with(Argument::DrivenQ, array(mechanism.driven()))
        .with(Argument::DrivenQd, array(mechanism.driven()))
        .with(Argument::DrivenQdd, array(mechanism.driven()))
}

/// max |a − b| / max |a|; infinite when something is not finite.
fn distance(expected: &[f64], found: &[f64]) -> f64 {
    let scale = expected
        .iter()
        .fold(0.0_f64, |scale, x| scale.max(x.abs()))
        .max(1e-10);
    let differences = expected
        .iter()
        .zip(found)
        .map(|(a, b)| (a - b).abs() / scale);
    differences.fold(0.0, |worst, x| {
        if x.is_finite() {
            worst.max(x)
        } else {
            f64::INFINITY
        }
    })
}
