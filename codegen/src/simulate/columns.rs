//! Names and units of coordinates and velocities: joints → columns of tables, legends of plots.

use crate::mechanism::{Joint, Mechanism};

/// A coordinate or a velocity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// The body's name, with a suffix where its joint has several: `arm`, `base.x`, `ball.wz`.
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
    /// Unit of the coordinate.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Turn => "rad",
            Self::Shift => "m",
            Self::Quaternion => "1",
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
    columns(mechanism, |joint| match joint {
        Joint::Spherical => QUATERNION.to_vec(),
        Joint::Free => [&POSITION[..], &QUATERNION].concat(),
        joint => rates(joint),
    })
}

/// The columns of q̇, q̈ and τ.
#[must_use]
pub fn velocities(mechanism: &Mechanism) -> Vec<Column> {
    columns(mechanism, rates)
}

type Suffixed = (&'static str, Motion);

const POSITION: [Suffixed; 3] = [
    (".x", Motion::Shift),
    (".y", Motion::Shift),
    (".z", Motion::Shift),
];
const QUATERNION: [Suffixed; 4] = [
    (".qx", Motion::Quaternion),
    (".qy", Motion::Quaternion),
    (".qz", Motion::Quaternion),
    (".qw", Motion::Quaternion),
];
const LINEAR: [Suffixed; 3] = [
    (".vx", Motion::Shift),
    (".vy", Motion::Shift),
    (".vz", Motion::Shift),
];
const ANGULAR: [Suffixed; 3] = [
    (".wx", Motion::Turn),
    (".wy", Motion::Turn),
    (".wz", Motion::Turn),
];
/// A subspace joint has at most six rows.
const ROWS: [&str; 6] = [".1", ".2", ".3", ".4", ".5", ".6"];

/// The velocities of a joint.
fn rates(joint: &Joint) -> Vec<Suffixed> {
    use Motion::{Shift, Turn};
    match joint {
        Joint::Revolute { .. } | Joint::Helical { .. } => vec![("", Turn)],
        Joint::Prismatic { .. } => vec![("", Shift)],
        Joint::Cylindrical => vec![(".z", Shift), (".rz", Turn)],
        Joint::Universal { .. } => vec![(".1", Turn), (".2", Turn)],
        Joint::Planar => vec![(".x", Shift), (".y", Shift), (".rz", Turn)],
        Joint::Subspace(screws) => {
            let motions = screws.iter().map(|screw| match screw.pitch {
                Some(_) => Turn,
                None => Shift,
            });
            ROWS.into_iter().zip(motions).collect()
        }
        Joint::Spherical => ANGULAR.to_vec(),
        Joint::Free => [LINEAR, ANGULAR].concat(),
    }
}

fn columns(mechanism: &Mechanism, of: impl Fn(&Joint) -> Vec<Suffixed>) -> Vec<Column> {
    let bodies = mechanism.bodies.iter().filter(|body| !body.driven);
    bodies
        .flat_map(|body| {
            of(&body.joint).into_iter().map(|(suffix, motion)| Column {
                name: format!("{}{suffix}", body.name),
                motion,
            })
        })
        .collect()
}
