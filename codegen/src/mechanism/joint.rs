//! Joints: how a body's frame moves against its joint frame.

use super::{BlockKind, Pose, Rotation};
use crate::exact::angle::Angle;
use crate::exact::number::Number;

/// A joint, acting in the frame of its body (types and velocities as in `docs/model-format.md`).
#[derive(Clone, Debug)]
pub enum Joint {
    /// `Rot(z, q + offset)`.
    Revolute {
        /// Added to q, rad.
        offset: Angle,
    },
    /// `Trans(z (q + offset))`.
    Prismatic {
        /// Added to q, m.
        offset: Number,
    },
    /// `Trans(z pitch q) Rot(z, q)`.
    Helical {
        /// m/rad.
        pitch: Number,
    },
    /// `Trans(z q0) Rot(z, q1)`.
    Cylindrical,
    /// `Rot(z, q0) · turn · Rot(z, q1)`: the constant `turn` takes the second axis (orthogonal to the first) to z.
    Universal {
        /// Constant rotation between the two turns.
        turn: Rotation,
    },
    /// `Trans(q0, q1, 0) Rot(z, q2)`; the first two rates are along the joint frame's axes.
    Planar,
    /// `R(quaternion x, y, z, w)`; velocity: of the child relative to the parent, in the child's frame.
    Spherical,
    /// The product of the motions of commuting screws, one coordinate each: a motion subspace H* that is constant in
    /// the body's frame (SOA, section 2.1). The body's frame is that of the last screw.
    Subspace(Vec<Screw>),
    /// `Trans(p) R(quaternion)`, q = [p, x, y, z, w]; velocity [linear; angular] in the body's frame.
    Free,
}

/// One screw of [`Joint::Subspace`].
#[derive(Clone, Debug)]
pub struct Screw {
    /// Its frame in that of the screw before (identity for the first).
    pub placement: Pose,
    /// Metres along z for a radian about z; `None`: a translation along z.
    pub pitch: Option<Number>,
}

impl Joint {
    /// The type as model files name it.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Revolute { .. } => "revolute",
            Self::Prismatic { .. } => "prismatic",
            Self::Helical { .. } => "helical",
            Self::Cylindrical => "cylindrical",
            Self::Universal { .. } => "universal",
            Self::Planar => "planar",
            Self::Spherical => "spherical",
            Self::Subspace(_) => "subspace",
            Self::Free => "free",
        }
    }

    /// Number of coordinates.
    #[must_use]
    pub fn nq(&self) -> usize {
        match self {
            Self::Revolute { .. } | Self::Prismatic { .. } | Self::Helical { .. } => 1,
            Self::Cylindrical | Self::Universal { .. } => 2,
            Self::Planar => 3,
            Self::Subspace(screws) => screws.len(),
            Self::Spherical => 4,
            Self::Free => 7,
        }
    }

    /// Number of velocities.
    #[must_use]
    pub fn nv(&self) -> usize {
        match self {
            Self::Spherical => 3,
            Self::Free => 6,
            other => other.nq(),
        }
    }

    /// Of every velocity, whether it is that of a turn, rad/s, and not of a shift, m/s.
    #[must_use]
    pub fn turns(&self) -> Vec<bool> {
        match self {
            Self::Revolute { .. } | Self::Helical { .. } => vec![true],
            Self::Prismatic { .. } => vec![false],
            Self::Cylindrical => vec![false, true],
            Self::Universal { .. } => vec![true; 2],
            Self::Planar => vec![false, false, true],
            Self::Subspace(screws) => {
                let screws = screws.iter();
                screws.map(|screw| screw.pitch.is_some()).collect()
            }
            Self::Spherical => vec![true; 3],
            Self::Free => [[false; 3], [true; 3]].concat(),
        }
    }

    /// How its coordinates follow its velocities.
    #[must_use]
    pub fn kind(&self) -> BlockKind {
        match self {
            Self::Spherical => BlockKind::Quaternion,
            Self::Free => BlockKind::Pose,
            _ => BlockKind::Rates,
        }
    }

    /// What its coordinates are called among themselves.
    #[must_use]
    pub fn coordinate_names(&self) -> &'static [&'static str] {
        match self {
            Self::Spherical => &["qx", "qy", "qz", "qw"],
            Self::Free => &["x", "y", "z", "qx", "qy", "qz", "qw"],
            other => other.velocity_names(),
        }
    }

    /// What its velocities are called among themselves.
    #[must_use]
    pub fn velocity_names(&self) -> &'static [&'static str] {
        const SCREWS: [&str; 6] = ["screw1", "screw2", "screw3", "screw4", "screw5", "screw6"];
        match self {
            Self::Revolute { .. } | Self::Prismatic { .. } | Self::Helical { .. } => &SCREWS[..1],
            Self::Cylindrical => &["slide", "turn"],
            Self::Universal { .. } => &["turn1", "turn2"],
            Self::Planar => &["x", "y", "turn"],
            Self::Subspace(screws) => &SCREWS[..screws.len().min(SCREWS.len())],
            Self::Spherical => &["wx", "wy", "wz"],
            Self::Free => &["vx", "vy", "vz", "wx", "wy", "wz"],
        }
    }

    /// The number that a model can make a parameter, if there is one.
    pub(super) fn number(&self) -> Option<&Number> {
        match self {
            Self::Revolute { offset } => Some(&offset.radians),
            Self::Prismatic { offset: number } | Self::Helical { pitch: number } => Some(number),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub(super) fn number_mut(&mut self) -> Option<&mut Number> {
        match self {
            Self::Revolute { offset } => Some(&mut offset.radians),
            Self::Prismatic { offset: number } | Self::Helical { pitch: number } => Some(number),
            _ => None,
        }
    }
}
