//! Revolute: Rot(z, q + offset).

use super::ConstraintRow::{Point, Tilt};
use super::{
    Component, ConstraintRow, Direction, Elementary, Fields, Invariant, JointRotation,
    JointTransform, JointType,
};
use super::{Vector, Written};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::exact::rotation::Axis;
use crate::exact::turns::{Placement, Turns};
use crate::leaves::{Coordinate, Leaves};

/// Rotation about z by q + offset.
#[derive(Clone, Debug, Default)]
pub struct Revolute {
    /// Added to q, rad.
    pub offset: Angle,
}

impl JointType for Revolute {
    const NAME: &'static str = "revolute";
    const HAS_AXIS: bool = true;
    const REVERSIBLE: bool = true;
    const CUT: Option<&'static [ConstraintRow]> =
        Some(&[Point(0), Point(1), Point(2), Tilt(0), Tilt(1)]);

    fn read(fields: &mut dyn Fields) -> Written {
        let axis: Vector = fields.direction("axis");
        let offset = fields.angle("offset");
        Written::along(axis, Self { offset })
    }

    fn velocities(&self) -> Vec<Component> {
        vec![Component::turn("turn")]
    }

    fn number(&self) -> Option<&Number> {
        Some(&self.offset.radians)
    }

    fn number_mut(&mut self) -> Option<&mut Number> {
        Some(&mut self.offset.radians)
    }

    fn rotation(&self) -> Option<&Angle> {
        Some(&self.offset)
    }

    fn rotation_mut(&mut self) -> Option<&mut Angle> {
        Some(&mut self.offset)
    }
}

impl Elementary for Revolute {
    fn motion<L: Leaves>(&self, q: &[Coordinate], leaves: &L) -> JointTransform<L::S> {
        let (cos, sin) = leaves.circle(&q[0].angles(&self.offset));
        JointTransform::turning(JointRotation::AboutZ(cos, sin))
    }

    fn directions<L: Leaves>(&self, _: &L) -> Vec<Direction<L::S>> {
        vec![Direction::Angular(2)]
    }

    fn invariant(&self) -> Invariant {
        Invariant::Axis
    }

    fn at(&self, q: &[Angle]) -> Placement {
        let q = q.first().cloned().unwrap_or_default();
        let angle = q.rounding_removed() + self.offset.clone();
        Placement::turned(Turns::about(Axis::Z, angle))
    }
}
