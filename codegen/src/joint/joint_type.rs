//! The properties that define a type of joint.

use super::{
    BlockKind, Component, ConstraintRow, Direction, Fields, Invariant, Joint, JointTransform,
    Measure, Written,
};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::exact::pose::Pose;
use crate::exact::turns::Placement;
use crate::leaves::{Coordinate, Leaves};

/// The properties of every type.
pub(super) trait JointType {
    /// The type as model files name it.
    const NAME: &'static str;
    /// Whether it acts about or along an axis, or two, or a normal.
    const HAS_AXIS: bool;
    /// Whether J(q)⁻¹ is the same joint about the opposite axis.
    const REVERSIBLE: bool = false;
    /// The equations that remain of a joint of this type where a loop is cut at it; `None`: it cannot be cut.
    const CUT: Option<&'static [ConstraintRow]> = None;
    /// Whether a model can have a joint of this type; others are made of what a model says in other words.
    const OF_MODELS: bool = true;
    /// How its coordinates follow its velocities.
    const KIND: BlockKind = BlockKind::Rates;

    /// The joint that a model's table describes.
    fn read(fields: &mut dyn Fields) -> Written;

    /// Its velocities.
    fn velocities(&self) -> Vec<Component>;

    /// Its coordinates, as long as they are not the integrals of the velocities.
    fn coordinates(&self) -> Vec<Component> {
        self.velocities()
    }

    /// The number that a model can make a parameter, if there is one.
    fn number(&self) -> Option<&Number> {
        None
    }

    /// The same, to be changed.
    fn number_mut(&mut self) -> Option<&mut Number> {
        None
    }

    /// Of a pure rotation about z by q + offset, the offset.
    fn rotation(&self) -> Option<&Angle> {
        None
    }

    /// The same, to be changed.
    fn rotation_mut(&mut self) -> Option<&mut Angle> {
        None
    }

    /// Of a pure translation along z by q + offset, the offset, m.
    fn translation(&self) -> Option<&Number> {
        None
    }

    /// Of a screw about z, the translation along z for a radian, m/rad.
    fn pitch(&self) -> Option<&Number> {
        None
    }
}

/// A type whose unit twists are constant in the body's frame.
pub(super) trait Elementary: JointType {
    /// Rotation and translation at the coordinates `q`.
    fn motion<L: Leaves>(&self, q: &[Coordinate], leaves: &L) -> JointTransform<L::S>;

    /// The unit twist of each velocity.
    fn directions<L: Leaves>(&self, leaves: &L) -> Vec<Direction<L::S>>;

    /// Its invariant.
    fn invariant(&self) -> Invariant;

    /// The constant pose at coordinates `q`; where there are none, they are 0 (a quaternion is 0, 0, 0, 1).
    fn at(&self, q: &[Angle]) -> Placement;
}

/// A type that stands for a chain of elementary joints.
pub(super) trait Compound: JointType {
    /// The chain, from the parent on.
    fn parts(&self) -> Vec<ChainJoint>;
}

/// An elementary joint of a chain.
pub(crate) struct ChainJoint {
    /// The suffix of the name of the body behind it, after the name of the whole chain's body. (The last part carries that body itself.)
    pub(crate) name: String,
    /// Its frame in that of the part before.
    pub(crate) placement: Pose,
    /// The joint.
    pub(crate) joint: Joint,
}

impl ChainJoint {
    pub(super) fn new(name: &str, placement: Pose, joint: impl Into<Joint>) -> Self {
        Self {
            name: name.to_owned(),
            placement,
            joint: joint.into(),
        }
    }
}

/// The constant pose of a chain at coordinates `q`.
pub(super) fn at(parts: &[ChainJoint], mut q: &[Angle]) -> Placement {
    parts.iter().fold(Placement::default(), |pose, part| {
        let (own, rest) = q.split_at(part.joint.nq().min(q.len()));
        q = rest;
        let placed = pose.times(&Placement::of(&part.placement));
        placed.times(&part.joint.at(own))
    })
}

/// The properties of all joints of a type.
#[derive(Clone, Copy)]
pub(crate) struct Type {
    pub(crate) name: &'static str,
    pub(crate) has_axis: bool,
    pub(crate) reversible: bool,
    pub(crate) cut: Option<&'static [ConstraintRow]>,
    pub(crate) of_models: bool,
    pub(crate) kind: BlockKind,
    pub(crate) read: fn(&mut dyn Fields) -> Written,
}

impl Type {
    pub(super) const fn of<J: JointType>() -> Self {
        Self {
            name: J::NAME,
            has_axis: J::HAS_AXIS,
            reversible: J::REVERSIBLE,
            cut: J::CUT,
            of_models: J::OF_MODELS,
            kind: J::KIND,
            read: J::read,
        }
    }
}

impl Joint {
    /// The type as model files name it.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        self.joint_type().name
    }

    /// Number of coordinates.
    #[must_use]
    pub fn nq(&self) -> usize {
        self.coordinates().len()
    }

    /// Number of velocities.
    #[must_use]
    pub fn nv(&self) -> usize {
        self.velocities().len()
    }

    /// Whether it is a rotation about z and nothing else.
    #[must_use]
    pub fn is_rotation(&self) -> bool {
        self.rotation().is_some()
    }

    /// Whether it is a translation along z and nothing else.
    #[must_use]
    pub fn is_translation(&self) -> bool {
        self.translation().is_some()
    }

    /// Whether its one coordinate is an angle.
    pub(crate) fn is_turned_by_an_angle(&self) -> bool {
        matches!(self.coordinates()[..], [one] if one.measure == Measure::Turn)
    }
}

impl Joint {
    /// Whether it acts about or along an axis (the first of several).
    #[must_use]
    pub fn has_axis(&self) -> bool {
        self.joint_type().has_axis
    }
}
