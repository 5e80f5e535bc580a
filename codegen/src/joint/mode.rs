//! Mode: a mode of deformation of the flexible body that carries it. It moves no body by itself.
//!
//! What a mode does to the inertia of its body stands with the body ([`Deformation`](crate::mechanism::Deformation)); what it
//! does to the frames on the body are joints that follow it ([`super::Deflection`], [`super::Revolute`], [`super::Tilt`]).

use super::{
    Component, Direction, Elementary, Fields, Invariant, JointTransform, JointType, Written,
};
use crate::exact::angle::Angle;
use crate::exact::turns::Placement;
use crate::leaves::{Coordinate, Leaves};

/// A modal coordinate η of a flexible body.
#[derive(Clone, Debug)]
pub struct Mode;

impl JointType for Mode {
    const NAME: &'static str = "mode";
    const HAS_AXIS: bool = false;
    const OF_MODELS: bool = false;

    fn read(_: &mut dyn Fields) -> Written {
        Written::own(Self)
    }

    fn velocities(&self) -> Vec<Component> {
        vec![Component::modal("mode")]
    }
}

impl Elementary for Mode {
    fn motion<L: Leaves>(&self, _: &[Coordinate], _: &L) -> JointTransform<L::S> {
        JointTransform::none()
    }

    fn directions<L: Leaves>(&self, _: &L) -> Vec<Direction<L::S>> {
        vec![Direction::Internal]
    }

    fn invariant(&self) -> Invariant {
        Invariant::Nothing
    }

    fn at(&self, _: &[Angle]) -> Placement {
        Placement::default()
    }
}
