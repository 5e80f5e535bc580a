//! The frames of the last bodies: nothing hangs on them, so their turn about the joint axis is free.

use super::Transformed;
use super::frames::direction;
use super::reseat::turn_body;
use crate::exact::number::Number;
use crate::mechanism::BodyId;

/// Turns the frame of every last body on a revolute joint so that the y component of its first moment is zero. `None`:
/// there is none to turn.
#[must_use]
pub fn turn_tips(original: &Transformed) -> Option<Transformed> {
    let mut result = original.clone();
    let bodies = &original.mechanism.bodies;
    let mut any = false;
    for (index, body) in bodies.iter().enumerate() {
        let last = bodies
            .iter()
            .all(|other| other.parent != Some(BodyId(index)));
        let [x, y, _] = &body.inertia.first_moment;
        let turns = body.joint.is_rotation() && body.deformation.is_none();
        let given = [x, y].iter().all(|n| !n.is_zero() && !n.is_formula());
        if last && turns && given {
            any = true;
            // Also where the direction is rounded to a quarter turn, for which no frame turns.
            result.exact = false;
            turn_body(&mut result, BodyId(index), &direction(x, y));
            result.mechanism.bodies[index].inertia.first_moment[1] = Number::ZERO;
        }
    }
    any.then_some(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generic::generic;

    #[test]
    fn what_rounds_to_no_turn_is_left_out_and_no_longer_exact() {
        let mut mechanism = generic(1);
        let tiny = Number::from_f64(1e-40).expect("a finite number");
        mechanism.bodies[0].inertia.first_moment = [Number::ONE, tiny, Number::ZERO];
        let exact = true;
        let turned = turn_tips(&Transformed { mechanism, exact }).expect("a tip");
        assert!(turned.mechanism.bodies[0].inertia.first_moment[1].is_zero());
        assert!(!turned.exact);
    }
}
