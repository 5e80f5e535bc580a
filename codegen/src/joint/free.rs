//! Free: Trans(p) R(quaternion), q = [p, x, y, z, w]; velocity [linear; angular] in the body's frame.

use super::{Direction, Dof, Motion, Turn, spherical, unit_twists};
use crate::leaves::{Coordinate, Leaves};
use crate::scalar::Scalar;
use crate::spatial::Vec3;

pub(super) fn motion<L: Leaves>(q: &[Coordinate], leaves: &L) -> Motion<L::S> {
    let travel = Vec3(core::array::from_fn(|k| q[k].value(leaves)));
    Motion {
        turn: Turn::Matrix(spherical::rotation(&q[3..], leaves)),
        slide: None,
        travel: Some(travel),
    }
}

pub(super) fn dofs<S: Scalar>(v: usize) -> Vec<Dof<S>> {
    use Direction::{Angular, Linear};
    unit_twists(
        v,
        &[
            Linear(0),
            Linear(1),
            Linear(2),
            Angular(0),
            Angular(1),
            Angular(2),
        ],
    )
}
