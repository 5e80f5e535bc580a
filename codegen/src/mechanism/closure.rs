//! Loops: joints that close the tree of bodies to a mechanism with loops.
//!
//! A loop is cut at one joint. Of that joint there is left what it forbids: *rows*, scalar equations between the two
//! frames that it connected. `from` is the frame on the inner body of the cut joint, `to` the one on its outer body:
//! `T_from · J(q) = T_to` for some coordinates q of the cut joint.

use super::{BodyId, Frame};
use crate::exact::number::Number;

/// What closes the loops of a mechanism.
#[derive(Clone, Debug)]
pub struct Loops {
    /// The cut joints.
    pub closures: Vec<Closure>,
    /// Singular values below this, relative to the largest, count as 0 where equations are solved with least norm;
    /// `None`: equations are solved as they stand, and a singular configuration is a failure.
    pub minimum_norm: Option<Number>,
    /// Baumgarte's gains α, 1/s, and β, 1/s: the closure follows Φ̈ = −2α Φ̇ − β² Φ.
    pub stabilisation: Option<[Number; 2]>,
    /// Velocities of the actuated joints, rising.
    pub actuated: Vec<usize>,
    /// What was found at the closed configuration nearest to the model's guess.
    pub mobility: Mobility,
}

/// How a closed mechanism can move, found in numbers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Mobility {
    /// Coordinates at which the loops are closed.
    pub q: Vec<f64>,
    /// Rank of the constraint Jacobian there.
    pub rank: usize,
    /// Velocities that determine the others, rising: those of the actuated joints where these can serve.
    pub independent: Vec<usize>,
    /// Velocities of the secondary system, where the others alone can bear all equations of the loops or these are solved
    /// with least norm; none otherwise.
    pub secondary: Vec<usize>,
}

/// A cut joint.
#[derive(Clone, Debug)]
pub struct Closure {
    /// Name of the loop.
    pub name: String,
    /// Type of the cut joint.
    pub joint: CutJoint,
    /// The frames `from` and `to`.
    pub ends: [Frame; 2],
    /// Its equations, without those that hold by the structure of the mechanism (as all out of the plane of a planar one).
    pub rows: Vec<Row>,
}

/// Types of cut joints; axes are z, those of a universal joint z of `from` and z of `to`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CutJoint {
    /// One turn.
    Revolute,
    /// One slide.
    Prismatic,
    /// A turn and a slide about one axis.
    Cylindrical,
    /// Turns about two orthogonal axes.
    Universal,
    /// All turns.
    Spherical,
    /// Slides along x and y, and a turn about z.
    Planar,
    /// None: a grasp.
    Fixed,
}

/// One equation of a cut joint, by what it forbids of the motion of `to` against `from`.
///
/// Where a joint forbids all of a vector, the equations are taken in the axes of the *root*, the last body that carries both
/// frames: that is cheaper, and the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Row {
    /// Distance of the origins along an axis of the root.
    Point(usize),
    /// The same along an axis of `from`.
    Along(usize),
    /// Turn about an axis of the root.
    Turn(usize),
    /// Turn about an axis of `from`.
    Tilt(usize),
    /// The axes z of both frames stay orthogonal.
    Square,
}

impl CutJoint {
    /// Its equations.
    #[must_use]
    pub fn rows(self) -> Vec<Row> {
        let points = [Row::Point(0), Row::Point(1), Row::Point(2)];
        let turns = [Row::Turn(0), Row::Turn(1), Row::Turn(2)];
        let across = [Row::Along(0), Row::Along(1)];
        let tilts = [Row::Tilt(0), Row::Tilt(1)];
        match self {
            Self::Revolute => [&points[..], &tilts].concat(),
            Self::Prismatic => [&across[..], &turns].concat(),
            Self::Cylindrical => [across, tilts].concat(),
            Self::Universal => [&points[..], &[Row::Square]].concat(),
            Self::Spherical => points.to_vec(),
            Self::Planar => [&[Row::Along(2)][..], &tilts].concat(),
            Self::Fixed => [points, turns].concat(),
        }
    }

    /// The type as model files name it.
    #[must_use]
    pub fn type_name(self) -> &'static str {
        match self {
            Self::Revolute => "revolute",
            Self::Prismatic => "prismatic",
            Self::Cylindrical => "cylindrical",
            Self::Universal => "universal",
            Self::Spherical => "spherical",
            Self::Planar => "planar",
            Self::Fixed => "fixed",
        }
    }
}

impl Loops {
    /// Number of equations.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.closures.iter().map(|closure| closure.rows.len()).sum()
    }

    /// Degrees of freedom at the configuration where it was assembled.
    #[must_use]
    pub fn freedom(&self) -> usize {
        self.mobility.independent.len()
    }

    /// Equations that say what others say, there.
    #[must_use]
    pub fn redundant(&self) -> usize {
        self.rows() - self.mobility.rank
    }

    /// The frames of all closures.
    pub(crate) fn frames_mut(&mut self) -> impl Iterator<Item = &mut Frame> {
        self.closures.iter_mut().flat_map(|one| &mut one.ends)
    }

    /// The bodies of both ends.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = [Option<BodyId>; 2]> {
        self.closures
            .iter()
            .map(|closure| [closure.ends[0].body, closure.ends[1].body])
    }
}
