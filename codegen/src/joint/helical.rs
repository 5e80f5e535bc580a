//! Helical: Trans(z pitch q) Rot(z, q).

use super::{Direction, Dof, Motion, unit_twists};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::leaves::{Coordinate, Leaves};

pub(super) fn motion<L: Leaves>(pitch: &Number, q: &Coordinate, leaves: &L) -> Motion<L::S> {
    let (cos, sin) = leaves.circle(&q.angles(&Angle::default()));
    Motion {
        slide: Some(leaves.constant(pitch) * q.value(leaves)),
        ..Motion::turning(cos, sin)
    }
}

pub(super) fn dofs<L: Leaves>(pitch: &Number, v: usize, leaves: &L) -> Vec<Dof<L::S>> {
    unit_twists(v, &[Direction::Screw(leaves.constant(pitch))])
}
