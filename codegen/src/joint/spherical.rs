//! Spherical: R(quaternion x, y, z, w); velocity of the child relative to the parent in the child's frame.

use super::ConstraintRow::Point;
use super::{
    BlockKind, Component, Direction, Elementary, Fields, Invariant, JointTransform, JointType,
};
use super::{ConstraintRow, JointRotation, Written};
use crate::exact::angle::Angle;
use crate::exact::pose::Rotation;
use crate::exact::turns::{Placement, Turns};
use crate::leaves::{Coordinate, Leaves};
use crate::scalar::Scalar;
use crate::spatial::Mat3;

/// Any rotation about the origin.
#[derive(Clone, Debug)]
pub struct Spherical;

impl JointType for Spherical {
    const NAME: &'static str = "spherical";
    const HAS_AXIS: bool = false;
    const CUT: Option<&'static [ConstraintRow]> = Some(&[Point(0), Point(1), Point(2)]);
    const KIND: BlockKind = BlockKind::Quaternion;

    fn read(_: &mut dyn Fields) -> Written {
        Written::own(Self)
    }

    fn velocities(&self) -> Vec<Component> {
        Component::angular_velocity().to_vec()
    }

    fn coordinates(&self) -> Vec<Component> {
        Component::quaternion().to_vec()
    }
}

impl Elementary for Spherical {
    fn motion<L: Leaves>(&self, q: &[Coordinate], leaves: &L) -> JointTransform<L::S> {
        JointTransform::turning(JointRotation::Matrix(rotation(q, leaves)))
    }

    fn directions<L: Leaves>(&self, _: &L) -> Vec<Direction<L::S>> {
        (0..3).map(Direction::Angular).collect()
    }

    fn invariant(&self) -> Invariant {
        Invariant::Centre
    }

    fn at(&self, q: &[Angle]) -> Placement {
        oriented(q)
    }
}

/// The rotation matrix of the quaternion at q, …, q + 3. It is orthogonal for a unit quaternion only; no
/// normalisation is done (a quaternion off by ε gives a matrix off by 2ε, and there is no division, hence no NaN;
/// the generated `integrate` returns unit ones).
pub(super) fn rotation<L: Leaves>(q: &[Coordinate], leaves: &L) -> Mat3<L::S> {
    orientation(core::array::from_fn(|k| q[k].value(leaves)))
}

/// The same of the quaternion x, y, z, w.
pub(crate) fn orientation<S: Scalar>([x, y, z, w]: [S; 4]) -> Mat3<S> {
    let (x2, y2, z2) = (x + x, y + y, z + z);
    let (xx, yy, zz) = (x * x2, y * y2, z * z2);
    let (xy, xz, yz) = (x * y2, x * z2, y * z2);
    let (wx, wy, wz) = (w * x2, w * y2, w * z2);
    let one = S::one();
    Mat3([
        [one - (yy + zz), xy - wz, xz + wy],
        [xy + wz, one - (xx + zz), yz - wx],
        [xz - wy, yz + wx, one - (xx + yy)],
    ])
}

/// The rotation of a quaternion x, y, z, w of any length; none where there is no quaternion.
pub(super) fn oriented(q: &[Angle]) -> Placement {
    let [x, y, z, w] = q else {
        return Placement::default();
    };
    let quaternion = [x, y, z, w].map(Angle::to_number);
    let rotation = Rotation::from_quaternion(&quaternion);
    Placement::turned(rotation.map_or_else(Turns::default, |one| Turns::by(one.snapped())))
}
