//! Planar: Trans(q0, q1, 0) Rot(z, q2), two prismatic joints and a revolute one.

use super::ConstraintRow::{Along, Tilt};
use super::{
    ChainJoint, Component, Compound, ConstraintRow, Fields, JointType, Prismatic, Revolute, Written,
};
use crate::exact::number::Number;
use crate::exact::pose::{Pose, Rotation};

/// Translations along x and y, and rotation about z.
#[derive(Clone, Debug)]
pub struct Planar;

impl JointType for Planar {
    const NAME: &'static str = "planar";
    const HAS_AXIS: bool = true;
    const CUT: Option<&'static [ConstraintRow]> = Some(&[Along(2), Tilt(0), Tilt(1)]);

    fn read(_: &mut dyn Fields) -> Written {
        Written::own(Self)
    }

    fn velocities(&self) -> Vec<Component> {
        let [x, y] = ["x", "y"].map(Component::shift);
        vec![x, y, Component::turn("turn")]
    }
}

impl Compound for Planar {
    fn parts(&self) -> Vec<ChainJoint> {
        // Cyclic permutations of the axes: z onto x, and onwards x onto y, y onto z.
        let onto_next = Pose::turned(cyclic());
        vec![
            ChainJoint::new("x", onto_next.clone(), Prismatic::default()),
            ChainJoint::new("y", onto_next.clone(), Prismatic::default()),
            ChainJoint::new("turn", onto_next, Revolute::default()),
        ]
    }
}

/// The rotation that takes z to x, x to y and y to z.
fn cyclic() -> Rotation {
    Rotation(core::array::from_fn(|i| {
        core::array::from_fn(|j| {
            if i == (j + 1) % 3 {
                Number::ONE
            } else {
                Number::ZERO
            }
        })
    }))
}
