//! Spherical: R(quaternion x, y, z, w); velocity of the child relative to the parent in the child's frame.

use super::{Direction, Dof, Motion, Turn, unit_twists};
use crate::leaves::{Coordinate, Leaves};
use crate::scalar::Scalar;
use crate::spatial::Mat3;

pub(super) fn motion<L: Leaves>(q: &[Coordinate], leaves: &L) -> Motion<L::S> {
    Motion {
        turn: Turn::Matrix(rotation(q, leaves)),
        slide: None,
        travel: None,
    }
}

pub(super) fn dofs<S: Scalar>(v: usize) -> Vec<Dof<S>> {
    unit_twists(
        v,
        &[
            Direction::Angular(0),
            Direction::Angular(1),
            Direction::Angular(2),
        ],
    )
}

/// The rotation matrix of the quaternion at q, …, q + 3. It is orthogonal for a unit quaternion only; no
/// normalisation is done (a quaternion off by ε gives a matrix off by 2ε, and there is no division, hence no NaN;
/// the generated `integrate` returns unit ones).
pub(super) fn rotation<L: Leaves>(q: &[Coordinate], leaves: &L) -> Mat3<L::S> {
    let [x, y, z, w] = core::array::from_fn(|k| q[k].value(leaves));
    let (x2, y2, z2) = (x + x, y + y, z + z);
    let (xx, yy, zz) = (x * x2, y * y2, z * z2);
    let (xy, xz, yz) = (x * y2, x * z2, y * z2);
    let (wx, wy, wz) = (w * x2, w * y2, w * z2);
    let one = L::S::one();
    Mat3([
        [one - (yy + zz), xy - wz, xz + wy],
        [xy + wz, one - (xx + zz), yz - wx],
        [xz - wy, yz + wx, one - (xx + yy)],
    ])
}
