//! A joint as a model writes it, in the user's axes.

use core::ops::Range;

use super::Joint;
use crate::error::At;
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::exact::turns::Placement;

/// A direction of any length but 0, with its place in the model; an empty place after a fault.
pub(crate) type Vector = At<[Number; 3]>;

/// A joint about z, and what in the user's axes its frames are.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) joint: Joint,
    pub(crate) frames: Frames,
}

/// The frames of a joint in the user's axes. Where they are turned, the joint's own (before its motion) and the body's are turned
/// alike, unless something else is said.
#[derive(Clone, Debug)]
pub(crate) enum Frames {
    /// Those of the user.
    Own,
    /// z is this axis.
    Along(Vector),
    /// z of the joint's frame is the first of two orthogonal axes, z of the body's frame, a quarter turn about x from it, the
    /// second.
    Across([Vector; 2]),
    /// The joint's frame is the user's, the body's is here.
    Behind(Placement),
}

/// The table of a joint, from which a type reads what it needs. Faults are collected there; what is read then is harmless.
pub(crate) trait Fields {
    /// The name of the owner of the joint in messages: `body "elbow"`.
    fn owner(&self) -> &str;

    /// A direction that must be there.
    fn direction(&mut self, key: &'static str) -> Vector;

    /// An angle, 0 unless it is given.
    fn angle(&mut self, key: &'static str) -> Angle;

    /// A number, 0 unless it is given.
    fn number(&mut self, key: &'static str) -> Number;

    /// A number that must be there, like `example`.
    fn required_number(&mut self, key: &'static str, example: &str) -> Number;

    /// Twists [angular; linear] that must be there.
    fn twists(&mut self, key: &'static str) -> At<Vec<[Number; 6]>>;

    /// A fault of what was read.
    fn error(&mut self, at: &Range<usize>, message: String, help: &str);
}

impl Written {
    /// A joint in the user's axes.
    pub(crate) fn own(joint: impl Into<Joint>) -> Self {
        Self {
            joint: joint.into(),
            frames: Frames::Own,
        }
    }

    /// A joint whose z is an axis of the user's.
    pub(crate) fn along(axis: Vector, joint: impl Into<Joint>) -> Self {
        Self {
            joint: joint.into(),
            frames: Frames::Along(axis),
        }
    }

    /// J(q)⁻¹ as a joint with the same coordinates, if there is one.
    pub(crate) fn reversed(&self) -> Option<Self> {
        let Frames::Along(axis) = &self.frames else {
            return None;
        };
        let opposite = At {
            value: axis.value.clone().map(|x| -x),
            at: axis.at.clone(),
        };
        let is_reversible = self.joint.joint_type().reversible;
        is_reversible.then(|| Self::along(opposite, self.joint.clone()))
    }
}

/// The keys that joints of any type have.
pub(crate) fn keys() -> Vec<&'static str> {
    let mut keys = Keys(Vec::new());
    for one in super::TYPES {
        (one.read)(&mut keys);
    }
    keys.0
}

/// A table that has everything, and remembers what it is asked for.
struct Keys(Vec<&'static str>);

impl Keys {
    fn note(&mut self, key: &'static str) {
        if !self.0.contains(&key) {
            self.0.push(key);
        }
    }
}

impl Fields for Keys {
    fn owner(&self) -> &'static str {
        ""
    }

    fn direction(&mut self, key: &'static str) -> Vector {
        self.note(key);
        At {
            value: [0, 0, 1].map(Number::from),
            at: 0..0,
        }
    }

    fn angle(&mut self, key: &'static str) -> Angle {
        self.note(key);
        Angle::default()
    }

    fn number(&mut self, key: &'static str) -> Number {
        self.note(key);
        Number::ZERO
    }

    fn required_number(&mut self, key: &'static str, _: &str) -> Number {
        self.number(key)
    }

    fn twists(&mut self, key: &'static str) -> At<Vec<[Number; 6]>> {
        self.note(key);
        At {
            value: Vec::new(),
            at: 0..0,
        }
    }

    fn error(&mut self, _: &Range<usize>, _: String, _: &str) {}
}
