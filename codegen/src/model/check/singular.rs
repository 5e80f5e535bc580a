//! A mass matrix that is singular in every configuration: a motion that no inertia resists.
//!
//! The pivots m̂ of the articulated-body recursion, whose product is det M, are computed at one random configuration
//! in the prime field: exact, so that a pivot is 0 only when it is 0 everywhere (but for a chance of about 2^-50).

use core::ops::Range;

use crate::field::Fp;
use crate::mechanism::Mechanism;
use crate::model::faults::Faults;
use crate::prove::Point;
use crate::recursion;
use crate::scalar::Scalar;
use crate::transform;

/// Tells every body whose joint moves nothing, unless the reason is a body that it carries: behind a zero pivot
/// every further one is undefined.
pub(super) fn check(
    mechanism: &Mechanism,
    places: &[Range<usize>],
    noun: &str,
    faults: &mut Faults,
) {
    let split = transform::elementary(mechanism);
    let pivots = recursion::pivots(&split, &Point::new(1, &split));
    // The parts of a split joint stand before their body.
    let mut body = 0;
    for (part, pivots) in split.bodies.iter().zip(pivots) {
        if pivots.contains(&Fp::zero()) {
            let name = &mechanism.bodies[body].name;
            let message = format!(
                "{noun} \"{name}\" can move against no inertia: the mass matrix is singular"
            );
            let help = "give it, or a body fixed on it, mass and inertia that its joint moves; or fix its joint";
            faults.error(&places[body], message, help);
        }
        body += usize::from(!part.auxiliary);
    }
}
