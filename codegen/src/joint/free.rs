//! Free: Trans(p) R(quaternion), q = [p, x, y, z, w]; velocity [linear; angular] in the body's frame.

use super::spherical::{oriented, rotation};
use super::{
    BlockKind, Component, Direction, Elementary, Fields, Invariant, JointTransform, JointType,
};
use super::{JointRotation, Written};
use crate::exact::angle::Angle;
use crate::exact::turns::Placement;
use crate::leaves::{Coordinate, Leaves};
use crate::spatial::Vec3;

/// Any motion.
#[derive(Clone, Debug)]
pub struct Free;

impl JointType for Free {
    const NAME: &'static str = "free";
    const HAS_AXIS: bool = false;
    const KIND: BlockKind = BlockKind::Pose;

    fn read(_: &mut dyn Fields) -> Written {
        Written::own(Self)
    }

    fn velocities(&self) -> Vec<Component> {
        let linear = ["vx", "vy", "vz"].map(Component::shift);
        [linear, Component::angular_velocity()].concat()
    }

    fn coordinates(&self) -> Vec<Component> {
        let position = ["x", "y", "z"].map(Component::shift);
        [&position[..], &Component::quaternion()].concat()
    }
}

impl Elementary for Free {
    fn motion<L: Leaves>(&self, q: &[Coordinate], leaves: &L) -> JointTransform<L::S> {
        let travel = Vec3(core::array::from_fn(|k| q[k].value(leaves)));
        JointTransform {
            travel: Some(travel),
            ..JointTransform::turning(JointRotation::Matrix(rotation(&q[3..], leaves)))
        }
    }

    fn directions<L: Leaves>(&self, _: &L) -> Vec<Direction<L::S>> {
        let linear = (0..3).map(Direction::Linear);
        linear.chain((0..3).map(Direction::Angular)).collect()
    }

    fn invariant(&self) -> Invariant {
        Invariant::Nothing
    }

    fn at(&self, q: &[Angle]) -> Placement {
        let [x, y, z] =
            core::array::from_fn(|k| q.get(k).map(Angle::to_number).unwrap_or_default());
        let shift = Placement::shifted(&x, &y, &z);
        shift.times(&oriented(q.get(3..).unwrap_or_default()))
    }
}
