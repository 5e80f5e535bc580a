//! Deflection: the shift of a frame on a flexible body, Trans(q), along some of the body's axes.

use super::{
    Component, Direction, Elementary, Fields, Invariant, JointTransform, JointType, Written,
};
use crate::exact::angle::Angle;
use crate::exact::turns::Placement;
use crate::leaves::{Coordinate, Leaves};
use crate::scalar::Scalar;
use crate::spatial::Vec3;

/// A translation along the axes that are named, in their order.
#[derive(Clone, Debug, Default)]
pub struct Deflection {
    /// Axes of the body, each at most once: 0 (x), 1 (y), 2 (z).
    pub axes: Vec<usize>,
}

/// Names of the coordinates.
const NAMES: [&str; 3] = ["x", "y", "z"];

impl JointType for Deflection {
    const NAME: &'static str = "deflection";
    const HAS_AXIS: bool = false;
    const OF_MODELS: bool = false;

    fn read(_: &mut dyn Fields) -> Written {
        Written::own(Self::default())
    }

    fn velocities(&self) -> Vec<Component> {
        let axes = self.axes.iter();
        axes.map(|&axis| Component::shift(NAMES[axis])).collect()
    }
}

impl Elementary for Deflection {
    fn motion<L: Leaves>(&self, q: &[Coordinate], leaves: &L) -> JointTransform<L::S> {
        let mut travel = [L::S::zero(); 3];
        for (&axis, coordinate) in self.axes.iter().zip(q) {
            travel[axis] = coordinate.value(leaves);
        }
        JointTransform {
            travel: Some(Vec3(travel)),
            ..JointTransform::none()
        }
    }

    fn directions<L: Leaves>(&self, _: &L) -> Vec<Direction<L::S>> {
        let axes = self.axes.iter();
        axes.map(|&axis| Direction::Linear(axis)).collect()
    }

    fn invariant(&self) -> Invariant {
        Invariant::Directions
    }

    fn at(&self, _: &[Angle]) -> Placement {
        Placement::default()
    }
}
