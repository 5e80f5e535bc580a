//! Cylindrical: Trans(z q0) Rot(z, q1), a prismatic joint and a revolute one on the same axis.

use super::ConstraintRow::{Along, Tilt};
use super::{
    ChainJoint, Component, Compound, ConstraintRow, Fields, JointType, Prismatic, Revolute, Written,
};
use crate::exact::pose::Pose;

/// Translation along z, and rotation about it.
#[derive(Clone, Debug)]
pub struct Cylindrical;

impl JointType for Cylindrical {
    const NAME: &'static str = "cylindrical";
    const HAS_AXIS: bool = true;
    const REVERSIBLE: bool = true;
    const CUT: Option<&'static [ConstraintRow]> = Some(&[Along(0), Along(1), Tilt(0), Tilt(1)]);

    fn read(fields: &mut dyn Fields) -> Written {
        Written::along(fields.direction("axis"), Self)
    }

    fn velocities(&self) -> Vec<Component> {
        vec![Component::shift("slide"), Component::turn("turn")]
    }
}

impl Compound for Cylindrical {
    fn parts(&self) -> Vec<ChainJoint> {
        vec![
            ChainJoint::new("slide", Pose::identity(), Prismatic::default()),
            ChainJoint::new("turn", Pose::identity(), Revolute::default()),
        ]
    }
}
