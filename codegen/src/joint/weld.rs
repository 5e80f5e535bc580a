//! Weld: no motion. Rigid bodies that are fixed are one with their carrier; a flexible body stays a body of its own.

use super::{
    Component, Direction, Elementary, Fields, Invariant, JointTransform, JointType, Written,
};
use crate::exact::angle::Angle;
use crate::exact::turns::Placement;
use crate::leaves::{Coordinate, Leaves};

/// A joint without a coordinate.
#[derive(Clone, Debug)]
pub struct Weld;

impl JointType for Weld {
    const NAME: &'static str = "weld";
    const HAS_AXIS: bool = false;
    const OF_MODELS: bool = false;

    fn read(_: &mut dyn Fields) -> Written {
        Written::own(Self)
    }

    fn velocities(&self) -> Vec<Component> {
        Vec::new()
    }
}

impl Elementary for Weld {
    fn motion<L: Leaves>(&self, _: &[Coordinate], _: &L) -> JointTransform<L::S> {
        JointTransform::none()
    }

    fn directions<L: Leaves>(&self, _: &L) -> Vec<Direction<L::S>> {
        Vec::new()
    }

    fn invariant(&self) -> Invariant {
        Invariant::Nothing
    }

    fn at(&self, _: &[Angle]) -> Placement {
        Placement::default()
    }
}
