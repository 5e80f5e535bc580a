//! The model as written: every value exact and with its place, nothing yet known to fit together.

use core::ops::Range;

use super::angle::Angle;
use super::turns::Placement;
use crate::mechanism::Sym3;
use crate::number::Number;

/// A value with its byte range in the file.
#[derive(Clone, Debug)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) at: Range<usize>,
}

/// A model file.
#[derive(Clone, Debug)]
pub(crate) struct RawModel {
    pub(crate) name: String,
    pub(crate) gravity: [Number; 3],
    pub(crate) form: Form,
}

/// The two ways to describe a mechanism.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// A serial arm by a Denavit-Hartenberg table.
    Links(Convention, Vec<RawLink>),
    /// Any tree.
    Bodies(Vec<RawBody>, Vec<RawFrame>),
}

/// Which Denavit-Hartenberg convention a table follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Convention {
    /// Standard: `Rz(theta) Tz(b) Tx(a) Rx(alpha)`, the link's frame at its far end.
    Saha,
    /// Modified: `Rx(alpha) Tx(a) Rz(theta) Tz(b)`, the link's frame at its joint.
    Craig,
}

/// A row of a Denavit-Hartenberg table.
#[derive(Clone, Debug)]
pub(crate) struct RawLink {
    pub(crate) prismatic: bool,
    pub(crate) a: Number,
    pub(crate) b: Number,
    pub(crate) alpha: Angle,
    pub(crate) theta: Angle,
    /// Mass data in the link's frame.
    pub(crate) rigid: RawRigid,
}

/// Name, mass, mass centre and inertia of a body.
#[derive(Clone, Debug)]
pub(crate) struct RawRigid {
    /// The name, placed where the user gave it, or at the body's header.
    pub(crate) name: At<String>,
    pub(crate) mass: At<Number>,
    pub(crate) com: [Number; 3],
    /// About the mass centre.
    pub(crate) inertia: At<Sym3>,
}

/// A body by its joint and placement.
#[derive(Clone, Debug)]
pub(crate) struct RawBody {
    pub(crate) rigid: RawRigid,
    /// `None`: the name could not be read, a fault already told.
    pub(crate) parent: Option<At<String>>,
    pub(crate) joint: RawJoint,
    /// The place of `driven = true`.
    pub(crate) driven: Option<Range<usize>>,
    pub(crate) placement: Placement,
}

/// A joint in the user's axes.
#[derive(Clone, Debug)]
pub(crate) enum RawJoint {
    Fixed,
    Revolute {
        axis: Direction,
        offset: Angle,
    },
    Prismatic {
        axis: Direction,
        offset: Number,
    },
    Helical {
        axis: Direction,
        pitch: Number,
    },
    Cylindrical {
        axis: Direction,
    },
    Universal {
        axis: Direction,
        axis2: Direction,
    },
    Planar,
    Spherical,
    Free,
    /// Rows [angular; linear] of H*, in the joint frame.
    Subspace {
        twists: At<Vec<[Number; 6]>>,
    },
}

/// A direction of any length but 0.
pub(crate) type Direction = At<[Number; 3]>;

/// A named frame.
#[derive(Clone, Debug)]
pub(crate) struct RawFrame {
    pub(crate) name: At<String>,
    /// `None`: the name could not be read, a fault already told.
    pub(crate) body: Option<At<String>>,
    pub(crate) placement: Placement,
}
