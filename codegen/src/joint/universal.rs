//! Universal: Rot(z, q0) · turn · Rot(z, q1), two revolute joints on crossing axes.

use super::ConstraintRow::{Point, Square};
use super::{
    ChainJoint, Component, Compound, ConstraintRow, Fields, Frames, JointType, Revolute, Written,
};
use crate::exact::angle::Angle;
use crate::exact::pose::{Pose, Rotation};
use crate::exact::rotation::Axis;

/// Rotations about two orthogonal axes.
#[derive(Clone, Debug)]
pub struct Universal {
    /// Constant rotation between the two turns: it takes the second axis (orthogonal to the first) to z.
    pub turn: Rotation,
}

impl JointType for Universal {
    const NAME: &'static str = "universal";
    const HAS_AXIS: bool = true;
    const CUT: Option<&'static [ConstraintRow]> = Some(&[Point(0), Point(1), Point(2), Square]);

    fn read(fields: &mut dyn Fields) -> Written {
        let axes = ["axis", "axis2"].map(|key| fields.direction(key));
        let turn = Rotation::about(Axis::X, &Angle::of_quarter_turns(1).circle());
        Written {
            joint: Self { turn }.into(),
            frames: Frames::Across(axes),
        }
    }

    fn velocities(&self) -> Vec<Component> {
        vec![Component::turn("turn1"), Component::turn("turn2")]
    }
}

impl Compound for Universal {
    fn parts(&self) -> Vec<ChainJoint> {
        let turned = Pose::turned(self.turn.clone());
        vec![
            ChainJoint::new("cross", Pose::identity(), Revolute::default()),
            ChainJoint::new("turn2", turned, Revolute::default()),
        ]
    }
}
