//! A mass matrix that is singular in every configuration: a motion that no inertia resists.
//!
//! The pivots m̂ of the articulated-body recursion, whose product is det M, are computed at one random configuration
//! in the prime field: exact, so that a pivot is 0 only when it is 0 everywhere (but for a chance of about 2^-50).

use core::ops::Range;

use crate::field::Fp;
use crate::mechanism::Mechanism;
use crate::model::faults::Faults;
use crate::model::raw::At;
use crate::prove::Point;
use crate::recursion;
use crate::scalar::Scalar;
use crate::transform;

/// Tells every body whose joint moves nothing, unless the reason is a body that it carries: behind a zero pivot
/// every further one is undefined.
///
/// Where joints follow others, the pivots are those of M = Gᵀ M_t G, by the user's joints and motors, with their places
/// in `names`.
pub(super) fn check(
    mechanism: &Mechanism,
    places: &[Range<usize>],
    names: &[&At<String>],
    faults: &mut Faults,
) {
    let split = transform::elementary(mechanism);
    let point = Point::new(1, &split);
    if mechanism.is_coupled() {
        let pivots = recursion::user_pivots(&split, &point);
        // Behind a zero pivot every further one is undefined; they run from the last to the first.
        if let Some(zero) = pivots.iter().rposition(|&pivot| pivot == Fp::zero()) {
            tell_user(mechanism, zero, names, faults);
        }
        return;
    }
    let pivots = recursion::pivots(&split, &point);
    // The parts of a split joint stand before their body.
    let mut body = 0;
    for (part, pivots) in split.bodies.iter().zip(pivots) {
        if pivots.contains(&Fp::zero()) {
            let name = &mechanism.bodies[body].name;
            let message =
                format!("body \"{name}\" can move against no inertia: the mass matrix is singular");
            let help = "give it, or a body fixed on it, mass and inertia that its joint moves; or fix its joint";
            faults.error(&places[body], message, help);
        }
        body += usize::from(!part.auxiliary);
    }
}

/// Tells the joint or motor of a velocity that moves nothing.
fn tell_user(mechanism: &Mechanism, velocity: usize, names: &[&At<String>], faults: &mut Faults) {
    let blocks = mechanism.blocks();
    let Some(block) = blocks.iter().rfind(|block| block.v <= velocity) else {
        return;
    };
    let at = names.iter().find(|name| name.value == block.name);
    let at = at.map_or(0..0, |name| name.at.clone());
    let message = format!(
        "\"{}\" can move against no inertia: the mass matrix is singular",
        block.name
    );
    let help =
        "give mass and inertia to the bodies that it moves, or rotor inertia to the joint or motor";
    faults.error(&at, message, help);
}
