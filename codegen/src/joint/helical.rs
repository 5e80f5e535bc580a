//! Helical: Trans(z pitch q) Rot(z, q).

use super::{
    Component, Direction, Elementary, Fields, Invariant, JointRotation, JointTransform, JointType,
};
use super::{Revolute, Written};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::exact::turns::Placement;
use crate::leaves::{Coordinate, Leaves};

/// A screw about z.
#[derive(Clone, Debug)]
pub struct Helical {
    /// m/rad.
    pub pitch: Number,
}

impl JointType for Helical {
    const NAME: &'static str = "helical";
    const HAS_AXIS: bool = true;
    const REVERSIBLE: bool = true;

    fn read(fields: &mut dyn Fields) -> Written {
        let axis = fields.direction("axis");
        let pitch = fields.required_number("pitch", "pitch = 0.01");
        Written::along(axis, Self { pitch })
    }

    fn velocities(&self) -> Vec<Component> {
        vec![Component::turn("turn")]
    }

    fn number(&self) -> Option<&Number> {
        Some(&self.pitch)
    }

    fn number_mut(&mut self) -> Option<&mut Number> {
        Some(&mut self.pitch)
    }

    fn pitch(&self) -> Option<&Number> {
        Some(&self.pitch)
    }
}

impl Elementary for Helical {
    fn motion<L: Leaves>(&self, q: &[Coordinate], leaves: &L) -> JointTransform<L::S> {
        let (cos, sin) = leaves.circle(&q[0].angles(&Angle::default()));
        JointTransform {
            slide: Some(leaves.constant(&self.pitch) * q[0].value(leaves)),
            ..JointTransform::turning(JointRotation::AboutZ(cos, sin))
        }
    }

    fn directions<L: Leaves>(&self, leaves: &L) -> Vec<Direction<L::S>> {
        vec![Direction::Screw(leaves.constant(&self.pitch))]
    }

    fn invariant(&self) -> Invariant {
        Invariant::AxisDirection
    }

    fn at(&self, q: &[Angle]) -> Placement {
        let slide = q.first().map(Angle::to_number).unwrap_or_default() * &self.pitch;
        Placement::along_z(&slide).times(&Revolute::default().at(q))
    }
}
