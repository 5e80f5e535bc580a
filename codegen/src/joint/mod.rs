//! Joint types: one file and one row of the table below for each.
//!
//! ```text
//!  table of a model ──read──► Written: the joint about z, and the user's axes that z is to be turned to
//!  Joint (in a Mechanism) ──parts──► chain of elementary joints, for the types that stand for several
//!  elementary Joint ──motion, directions──► rotation, translation and unit twists over any leaves
//! ```
//!
//! A file says everything of its type by two traits: `JointType` (name, reader, coordinates, what a cut of it demands) and, by
//! the word in its row, `Elementary` (motion and unit twists, which are constant in the body's frame) or `Compound` (the
//! elementary joints that it stands for, from which its motion follows). Other modules ask `Joint` for properties, never for its
//! type. A recursion sees elementary joints only.

mod coordinate;
mod cylindrical;
mod deflection;
mod dof;
mod free;
mod helical;
mod internal;
mod invariant;
mod joint_type;
mod mode;
mod motion;
mod motor;
mod planar;
mod prismatic;
mod revolute;
mod row;
mod spherical;
mod subspace;
mod table;
mod tilt;
mod universal;
mod weld;
mod written;

pub use self::coordinate::{BlockKind, Component, Measure};
pub use self::dof::{Direction, Dof};
pub use self::invariant::Invariant;
pub(crate) use self::joint_type::{ChainJoint, Type};
use self::joint_type::{Compound, Elementary, JointType};
pub use self::motion::{JointRotation, JointTransform};
pub use self::row::ConstraintRow;
pub(crate) use self::spherical::orientation;
pub use self::subspace::Screw;
pub(crate) use self::written::{Fields, Frames, Vector, Written, keys};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::exact::turns::Placement;
use crate::leaves::{Coordinate, Leaves};

table::joints! {
    /// `Rot(z, q + offset)`.
    revolute::Revolute: elementary,
    /// `Trans(z (q + offset))`.
    prismatic::Prismatic: elementary,
    /// `Trans(z pitch q) Rot(z, q)`.
    helical::Helical: elementary,
    /// `Trans(z q0) Rot(z, q1)`.
    cylindrical::Cylindrical: compound,
    /// `Rot(z, q0) · turn · Rot(z, q1)`.
    universal::Universal: compound,
    /// `Trans(q0, q1, 0) Rot(z, q2)`; the first two rates are along the joint frame's axes.
    planar::Planar: compound,
    /// `R(quaternion x, y, z, w)`; velocity: of the child relative to the parent, in the child's frame.
    spherical::Spherical: elementary,
    /// The product of the motions of commuting screws, one coordinate each.
    subspace::Subspace: compound,
    /// `Trans(p) R(quaternion)`, q = [p, x, y, z, w]; velocity [linear; angular] in the body's frame.
    free::Free: elementary,
    /// η of a flexible body; no motion of the body's frame.
    mode::Mode: elementary,
    /// θ of a motor behind a spring; no motion of a body.
    motor::Motor: elementary,
    /// `Trans(q)` along some axes: a frame on a flexible body.
    deflection::Deflection: elementary,
    /// A turn about z at the angle 0: a frame on a flexible body whose geometry is taken undeformed.
    tilt::Tilt: elementary,
    /// None: a flexible body that is fixed.
    weld::Weld: elementary,
}
