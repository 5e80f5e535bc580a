//! Names and units of coordinates and velocities: joints and motors → columns of tables, legends of plots.

use crate::mechanism::{Block, BlockKind, Joint, Mechanism};

/// A coordinate or a velocity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// The name of the joint or motor, with a suffix where it has several: `arm`, `base.x`, `ball.wz`.
    pub name: String,
    /// What it measures.
    pub motion: Motion,
}

/// What a coordinate or a velocity measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motion {
    /// A turn.
    Turn,
    /// A shift.
    Shift,
    /// An element of a unit quaternion.
    Quaternion,
}

impl Motion {
    /// Of a velocity.
    fn of(turns: bool) -> Self {
        if turns { Self::Turn } else { Self::Shift }
    }

    /// Unit of the coordinate.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Turn => "rad",
            Self::Shift => "m",
            Self::Quaternion => "1",
        }
    }

    /// Unit of the velocity.
    #[must_use]
    pub fn rate_unit(self) -> &'static str {
        match self {
            Self::Turn => "rad/s",
            Self::Shift => "m/s",
            Self::Quaternion => "1/s",
        }
    }

    /// Unit of the generalised force that does work along it.
    #[must_use]
    pub fn force_unit(self) -> &'static str {
        match self {
            Self::Turn | Self::Quaternion => "Nm",
            Self::Shift => "N",
        }
    }
}

/// The columns of q.
#[must_use]
pub fn coordinates(mechanism: &Mechanism) -> Vec<Column> {
    use Motion::{Quaternion, Shift};
    let rates = motions(mechanism);
    columns(mechanism, |block| match block.kind {
        BlockKind::Rates => (&block.coordinates, rates[block.v..].to_vec()),
        BlockKind::Quaternion => (&block.coordinates, vec![Quaternion; 4]),
        BlockKind::Pose => {
            let motions = [&[Shift; 3][..], &[Quaternion; 4]].concat();
            (&block.coordinates, motions)
        }
    })
}

/// The columns of q̇ and q̈, and of τ unless there are loops.
#[must_use]
pub fn velocities(mechanism: &Mechanism) -> Vec<Column> {
    let rates = motions(mechanism);
    columns(mechanism, |block| {
        (&block.velocities, rates[block.v..].to_vec())
    })
}

/// The columns of τ: all velocities, of a mechanism with loops those of the actuated joints.
#[must_use]
pub fn forces(mechanism: &Mechanism) -> Vec<Column> {
    let all = velocities(mechanism);
    match &mechanism.loops {
        Some(loops) => loops.actuated.iter().map(|&v| all[v].clone()).collect(),
        None => all,
    }
}

fn columns(
    mechanism: &Mechanism,
    of: impl Fn(&Block) -> (&Vec<String>, Vec<Motion>),
) -> Vec<Column> {
    let mut columns = Vec::new();
    for block in mechanism.blocks() {
        let (names, motions) = of(&block);
        let named = names.iter().zip(motions);
        columns.extend(named.map(|(name, motion)| Column {
            name: name.clone(),
            motion,
        }));
    }
    columns
}

/// What the user's velocities measure: those of the tree, or of the first joint that a motor moves.
fn motions(mechanism: &Mechanism) -> Vec<Motion> {
    let joints = mechanism.free_joints().map(|body| &body.joint);
    let tree: Vec<Motion> = joints.flat_map(Joint::turns).map(Motion::of).collect();
    let Some(coordinates) = &mechanism.coordinates else {
        return tree;
    };
    let moved = |index: usize| {
        let moves = |row: &usize| {
            let terms = &coordinates.velocities[*row].terms;
            terms.iter().any(|(known, _)| *known == index)
        };
        let row = (0..coordinates.velocities.len()).find(moves);
        row.map_or(Motion::Turn, |row| tree[row])
    };
    (0..mechanism.nv()).map(moved).collect()
}
