//! Mode: a mode of deformation of the flexible body that carries it. It moves no body by itself.
//!
//! What a mode does to the inertia of its body stands with the body ([`Deformation`](crate::mechanism::Deformation)); what it
//! does to the frames on the body are joints that follow it ([`super::Deflection`], [`super::Revolute`], [`super::Tilt`]).

use super::internal::moves_no_body;
use super::{Component, Fields, JointType, Written};

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

moves_no_body!(Mode);
