//! How a joint frame is placed in the parent's.

use super::ConstantRotation;
use crate::exact::number::Number;
use crate::leaves::Leaves;
use crate::mechanism::{Body, Rotation};
use crate::scalar::Scalar;
use crate::spatial::Mat3;

/// The offset of a joint frame, and what of it is taken behind the turn of a revolute joint: with Rx(α) between the axes
/// an offset (a, −d sin α, d cos α) is a along x before and d along z behind the turn. Where the axes are nearly parallel
/// (|sin α| below 1/8) d would be long and cancel digits: the offset stays.
pub(super) fn offsets(body: &Body) -> ([Number; 3], Option<Number>) {
    let (p, r) = (&body.placement.translation, &body.placement.rotation.0);
    let revolute = body.joint.is_rotation();
    let across = r[1][2].abs() * Number::from(8);
    let moved = revolute && body.choices.offset_behind;
    let splits = moved && !p[1].is_zero() && across >= Number::ONE;
    // What an open geometry divides by may be 0 at run time.
    let splits = splits && !r[1][2].is_formula();
    let Some(inverse) = r[1][2].inverse().filter(|_| splits) else {
        return (p.clone(), None);
    };
    let d = &p[1] * inverse;
    let before: [Number; 3] = core::array::from_fn(|k| &p[k] - &d * &r[k][2]);
    let count = |p: &[Number; 3]| p.iter().filter(|x| !x.is_zero()).count();
    if count(&before) < count(p) {
        (before, Some(d))
    } else {
        (p.clone(), None)
    }
}

impl<S: Scalar> ConstantRotation<S> {
    pub(in crate::recursion) fn identity() -> Self {
        Self {
            matrix: Mat3::identity(),
            about_x: None,
        }
    }

    pub(super) fn lift<L: Leaves<S = S>>(rotation: &Rotation, leaves: &L) -> Self {
        let matrix = Mat3::from_fn(|i, j| leaves.constant(&rotation.0[i][j]));
        let is_about_x =
            rotation.0[0][0].is_one() && !rotation.0[1][1].is_zero() && !rotation.0[2][1].is_zero();
        Self {
            matrix,
            about_x: is_about_x.then(|| (matrix[1][1], matrix[2][1])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::angle::Angle;
    use crate::graph::{Graph, Mode};
    use crate::mechanism::Axis;

    #[test]
    fn a_turn_about_x_is_known_as_such_unless_it_is_by_quarters() {
        let graph = Graph::<Number>::new(Mode::Pruned);
        let is_about_x = |axis: Axis, angle: &Angle| {
            let rotation = Rotation::about(axis, &angle.circle());
            ConstantRotation::lift(&rotation, &&graph).about_x.is_some()
        };
        let angle = Angle::from_radians(Number::from_f64(0.3).expect("a finite number"));
        assert!(is_about_x(Axis::X, &angle));
        assert!(!is_about_x(Axis::Y, &angle));
        assert!(!is_about_x(Axis::Z, &angle));
        for quarter in 0..4 {
            assert!(
                !is_about_x(Axis::X, &Angle::of_quarter_turns(quarter)),
                "{quarter}"
            );
        }
    }
}
