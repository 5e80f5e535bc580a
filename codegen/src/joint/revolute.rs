//! Revolute: Rot(z, q + offset).

use super::{Direction, Dof, Motion, unit_twists};
use crate::exact::angle::Angle;
use crate::leaves::{Coordinate, Leaves};
use crate::scalar::Scalar;

pub(super) fn motion<L: Leaves>(offset: &Angle, q: &Coordinate, leaves: &L) -> Motion<L::S> {
    let (cos, sin) = leaves.circle(&q.angles(offset));
    Motion::turning(cos, sin)
}

pub(super) fn dofs<S: Scalar>(v: usize) -> Vec<Dof<S>> {
    unit_twists(v, &[Direction::Angular(2)])
}
