//! Motor: the coordinate θ of a motor behind a spring. It moves no body by itself.
//!
//! What connects it with the joint that it moves is a [`SeriesSpring`](crate::mechanism::SeriesSpring).

use super::internal::moves_no_body;
use super::{Component, Fields, JointType, Written};

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

moves_no_body!(Motor);
