//! Motor: the coordinate θ of a motor behind a spring. It moves no body by itself.
//!
//! What connects it with the joint that it moves is a [`SeriesSpring`](crate::mechanism::SeriesSpring).

use super::{
    Component, Direction, Elementary, Fields, Invariant, JointTransform, JointType, Written,
};
use crate::exact::angle::Angle;
use crate::exact::turns::Placement;
use crate::leaves::{Coordinate, Leaves};

/// The position of a motor behind its gear.
#[derive(Clone, Debug, Default)]
pub struct Motor {
    /// Whether the joint slides: θ is then in m, otherwise in rad.
    pub slides: bool,
}

impl JointType for Motor {
    const NAME: &'static str = "motor";
    const HAS_AXIS: bool = false;
    const OF_MODELS: bool = false;

    fn read(_: &mut dyn Fields) -> Written {
        Written::own(Self::default())
    }

    fn velocities(&self) -> Vec<Component> {
        vec![match self.slides {
            true => Component::shift("motor"),
            false => Component::turn("motor"),
        }]
    }
}

impl Elementary for Motor {
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
