//! Prismatic: Trans(z (q + offset)).

use super::ConstraintRow::{Along, Turn as Turned};
use super::{
    Component, ConstraintRow, Direction, Elementary, Fields, Invariant, JointTransform, JointType,
    Written,
};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::exact::turns::Placement;
use crate::leaves::{Coordinate, Leaves};

/// Translation along z by q + offset.
#[derive(Clone, Debug, Default)]
pub struct Prismatic {
    /// Added to q, m.
    pub offset: Number,
}

impl JointType for Prismatic {
    const NAME: &'static str = "prismatic";
    const HAS_AXIS: bool = true;
    const REVERSIBLE: bool = true;
    const CUT: Option<&'static [ConstraintRow]> =
        Some(&[Along(0), Along(1), Turned(0), Turned(1), Turned(2)]);

    fn read(fields: &mut dyn Fields) -> Written {
        let axis = fields.direction("axis");
        let offset = fields.number("offset");
        Written::along(axis, Self { offset })
    }

    fn velocities(&self) -> Vec<Component> {
        vec![Component::shift("slide")]
    }

    fn number(&self) -> Option<&Number> {
        Some(&self.offset)
    }

    fn number_mut(&mut self) -> Option<&mut Number> {
        Some(&mut self.offset)
    }

    fn translation(&self) -> Option<&Number> {
        Some(&self.offset)
    }
}

impl Elementary for Prismatic {
    fn motion<L: Leaves>(&self, q: &[Coordinate], leaves: &L) -> JointTransform<L::S> {
        let coordinate = q[0].value(leaves);
        let slide = if self.offset.is_zero() {
            coordinate
        } else {
            coordinate + leaves.constant(&self.offset)
        };
        JointTransform {
            slide: Some(slide),
            ..JointTransform::none()
        }
    }

    fn directions<L: Leaves>(&self, _: &L) -> Vec<Direction<L::S>> {
        vec![Direction::Linear(2)]
    }

    fn invariant(&self) -> Invariant {
        Invariant::Directions
    }

    fn at(&self, q: &[Angle]) -> Placement {
        let q = q.first().map(Angle::to_number).unwrap_or_default();
        Placement::along_z(&(q + &self.offset))
    }
}
