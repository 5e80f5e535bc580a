//! Tilt: a turn about z of a frame on a flexible body whose geometry is taken undeformed: its angle is 0, its rate is not.

use super::{
    Component, Direction, Elementary, Fields, Invariant, JointTransform, JointType, Written,
};
use crate::exact::angle::Angle;
use crate::exact::turns::Placement;
use crate::leaves::{Coordinate, Leaves};

/// A rate of rotation about z at the angle 0.
#[derive(Clone, Debug)]
pub struct Tilt;

impl JointType for Tilt {
    const NAME: &'static str = "tilt";
    const HAS_AXIS: bool = false;
    const OF_MODELS: bool = false;

    fn read(_: &mut dyn Fields) -> Written {
        Written::own(Self)
    }

    fn velocities(&self) -> Vec<Component> {
        vec![Component::turn("tilt")]
    }
}

impl Elementary for Tilt {
    fn motion<L: Leaves>(&self, _: &[Coordinate], _: &L) -> JointTransform<L::S> {
        JointTransform::none()
    }

    fn directions<L: Leaves>(&self, _: &L) -> Vec<Direction<L::S>> {
        vec![Direction::Angular(2)]
    }

    fn invariant(&self) -> Invariant {
        Invariant::Axis
    }

    fn at(&self, _: &[Angle]) -> Placement {
        Placement::default()
    }
}
