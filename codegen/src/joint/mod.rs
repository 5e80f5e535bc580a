//! Joint types, one file each, with the same functions:
//!
//! - `elementary(body)`: the chain of bodies with elementary joints that the joint stands for (most stand for
//!   themselves),
//! - `motion(joint, q, leaves)`: rotation and translation of an elementary joint,
//! - `dofs(v)`: its unit twists H in the body's frame, constant there.
//!
//! A recursion sees elementary joints only: those whose unit twists are constant in the body's frame.

pub mod cylindrical;
pub mod free;
pub mod helical;
pub mod planar;
pub mod prismatic;
pub mod revolute;
pub mod spherical;
pub mod subspace;
pub mod universal;

use crate::leaves::{Coordinate, Leaves};
use crate::mechanism::{Body, Choices, Inertia, Joint, Pose};
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Vec3};

/// Rotation of a joint, from body axes to joint-frame axes.
#[derive(Clone, Copy, Debug)]
pub enum Turn<S> {
    /// None.
    Fixed,
    /// About z by an angle with this cosine and sine.
    AboutZ(S, S),
    /// Any.
    Matrix(Mat3<S>),
}

/// Where a joint puts its body.
#[derive(Clone, Copy, Debug)]
pub struct Motion<S> {
    /// Rotation.
    pub turn: Turn<S>,
    /// Translation along z of the body's frame (and of the joint frame: z is invariant).
    pub slide: Option<S>,
    /// Translation in the joint frame, before the rotation.
    pub travel: Option<Vec3<S>>,
}

/// A degree of freedom: a unit twist of the body's frame, and the index of its velocity.
#[derive(Clone, Copy, Debug)]
pub struct Dof<S> {
    /// Index in the velocity arrays.
    pub velocity: usize,
    /// The unit twist.
    pub direction: Direction<S>,
    /// Inertia of its motor's rotor, which the carrying body does not feel.
    pub rotor: Option<S>,
}

/// A unit twist that is constant in the body's frame.
#[derive(Clone, Copy, Debug)]
pub enum Direction<S> {
    /// Rotation about axis 0, 1 or 2.
    Angular(usize),
    /// Translation along axis 0, 1 or 2.
    Linear(usize),
    /// Rotation about z with this translation along z, m/rad.
    Screw(S),
}

impl<S> Motion<S> {
    fn turning(cos: S, sin: S) -> Self {
        Self {
            turn: Turn::AboutZ(cos, sin),
            slide: None,
            travel: None,
        }
    }
}

/// The chain of bodies with elementary joints that `body` stands for; the last one is the body itself.
#[must_use]
pub fn elementary(body: &Body) -> Vec<Body> {
    match &body.joint {
        Joint::Cylindrical => cylindrical::elementary(body),
        Joint::Universal { turn } => universal::elementary(body, turn),
        Joint::Planar => planar::elementary(body),
        Joint::Subspace(screws) => subspace::elementary(body, screws),
        Joint::Revolute { .. }
        | Joint::Prismatic { .. }
        | Joint::Helical { .. }
        | Joint::Spherical
        | Joint::Free => {
            vec![body.clone()]
        }
    }
}

/// Motion of an elementary joint with the coordinates `q`, as many as it has.
pub(crate) fn motion<L: Leaves>(joint: &Joint, q: &[Coordinate], leaves: &L) -> Motion<L::S> {
    match joint {
        Joint::Revolute { offset } => revolute::motion(offset, &q[0], leaves),
        Joint::Prismatic { offset } => prismatic::motion(offset, &q[0], leaves),
        Joint::Helical { pitch } => helical::motion(pitch, &q[0], leaves),
        Joint::Spherical => spherical::motion(q, leaves),
        Joint::Free => free::motion(q, leaves),
        // Split by `elementary`.
        Joint::Cylindrical | Joint::Universal { .. } | Joint::Planar | Joint::Subspace(_) => {
            Motion {
                turn: Turn::Fixed,
                slide: None,
                travel: None,
            }
        }
    }
}

/// Unit twists of an elementary joint whose first velocity is `v`.
pub(crate) fn dofs<L: Leaves>(joint: &Joint, v: usize, leaves: &L) -> Vec<Dof<L::S>> {
    match joint {
        Joint::Revolute { .. } => revolute::dofs(v),
        Joint::Prismatic { .. } => prismatic::dofs(v),
        Joint::Helical { pitch } => helical::dofs(pitch, v, leaves),
        Joint::Spherical => spherical::dofs(v),
        Joint::Free => free::dofs(v),
        Joint::Cylindrical | Joint::Universal { .. } | Joint::Planar | Joint::Subspace(_) => {
            Vec::new()
        }
    }
}

/// A massless body between `body` and its parent, with one joint of a split one.
fn between(body: &Body, suffix: &str, placement: Pose, joint: Joint) -> Body {
    Body {
        name: format!("{}/{suffix}", body.name),
        parent: body.parent,
        placement,
        joint,
        joint_name: body.joint_name.clone(),
        physics: Vec::new(),
        inertia: Inertia::default(),
        user_frame: Pose::identity(),
        auxiliary: true,
        limits: None,
        choices: Choices::default(),
        driven: body.driven,
    }
}

/// A pure rotation as a pose.
fn turned(rotation: crate::mechanism::Rotation) -> Pose {
    Pose {
        rotation,
        translation: Default::default(),
    }
}

fn unit_twists<S: Scalar>(v: usize, directions: &[Direction<S>]) -> Vec<Dof<S>> {
    (v..)
        .zip(directions)
        .map(|(velocity, &direction)| Dof {
            velocity,
            direction,
            rotor: None,
        })
        .collect()
}
