//! Loops: joints that close the tree of bodies to a mechanism with loops.
//!
//! A loop is cut at one joint. Of that joint its constraints remain: *rows*, scalar equations between the two
//! frames that it connected. `from` is the frame on the inner body of the cut joint, `to` the one on its outer body:
//! `T_from · J(q) = T_to` for some coordinates q of the cut joint.

use super::{BodyId, ConstraintRow, Frame, Joint};
use crate::exact::number::Number;

/// The loops of a mechanism.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    /// The cut joints.
    pub closures: Vec<Closure>,
    /// Singular values below this, relative to the largest, count as 0 where equations are solved with least norm;
    /// `None`: equations are solved as they are, and a singular configuration is a failure.
    pub minimum_norm: Option<Number>,
    /// Baumgarte's gains α, 1/s, and β, 1/s: the closure follows Φ̈ = −2α Φ̇ − β² Φ.
    pub stabilisation: Option<[Number; 2]>,
    /// Velocities of the actuated joints, rising.
    pub actuated: Vec<usize>,
    /// The mobility at the closed configuration nearest to the model's guess.
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
    /// Velocities of joints that are not actuated and should give the multipliers of a block of subsystems, and whose equations are
    /// dependent at all positions: none of such blocks, or the first.
    pub dependent: Vec<usize>,
}

/// A cut joint.
#[derive(Clone, Debug)]
pub struct Closure {
    /// Name of the loop.
    pub name: String,
    /// The cut joint; its axes are z, those of a universal joint z of `from` and z of `to`. `None`: nothing moves, a grasp.
    pub joint: Option<Joint>,
    /// The frames `from` and `to`.
    pub ends: [Frame; 2],
    /// Its equations, without those that hold by the structure of the mechanism (as all out of the plane of a planar one).
    pub rows: Vec<ConstraintRow>,
}

impl Closure {
    /// Whether the origin of `to` can move against that of `from`.
    #[must_use]
    pub fn slides(&self) -> bool {
        let mut rows = self.rows.iter();
        rows.any(|row| matches!(row, ConstraintRow::Along(_)))
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

impl Closure {
    /// The type of the cut joint as model files name it.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        self.joint.as_ref().map_or("fixed", Joint::type_name)
    }
}
