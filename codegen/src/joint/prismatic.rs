//! Prismatic: Trans(z (q + offset)).

use super::{Direction, Dof, Motion, Turn, unit_twists};
use crate::exact::number::Number;
use crate::leaves::{Coordinate, Leaves};
use crate::scalar::Scalar;

pub(super) fn motion<L: Leaves>(offset: &Number, q: &Coordinate, leaves: &L) -> Motion<L::S> {
    let coordinate = q.value(leaves);
    let slide = if offset.is_zero() {
        coordinate
    } else {
        coordinate + leaves.constant(offset)
    };
    Motion {
        turn: Turn::Fixed,
        slide: Some(slide),
        travel: None,
    }
}

pub(super) fn dofs<S: Scalar>(v: usize) -> Vec<Dof<S>> {
    unit_twists(v, &[Direction::Linear(2)])
}
