//! The lifted mechanism: links with constants, joint rotations and unit twists as scalars.
//!
//! `lift` makes one of a mechanism, `transport` carries vectors, twists and wrenches across the joint of a link, `inertia`
//! inertias, `dof` is
//! about its degrees of freedom, [`sweep`](super::sweep) goes over all links.

mod deformed;
mod dof;
mod inertia;
mod lift;
mod placement;
mod transport;

use super::member::Member;
use super::modal::Modal;
use crate::joint::{Dof, JointRotation};
use crate::mechanism::{BodyId, MomentForm};
use crate::scalar::Scalar;
use crate::spatial::{Composite, Mass, Mat3, Vec3};

pub(super) use self::lift::pose;
pub(super) use self::transport::about_z;

/// All links of a mechanism with elementary joints, parents before children.
#[derive(Clone, Debug)]
pub struct System<S> {
    /// Gravitational acceleration in the base frame.
    pub gravity: Vec3<S>,
    /// The links, in the order of the bodies.
    pub links: Vec<Link<S>>,
    /// Number of velocities of the tree.
    pub nv: usize,
    /// Number of driven velocities; in arrays of joint motion they are behind the others.
    pub driven: usize,
    /// ½.
    pub half: S,
}

/// A body with its joint, in the body's frame.
#[derive(Clone, Debug)]
pub struct Link<S> {
    /// The body.
    pub body: BodyId,
    /// The parent link; `None`: the base.
    pub parent: Option<usize>,
    /// Constant rotation from the joint frame to the parent's frame.
    pub placement: ConstantRotation<S>,
    /// Position a_{i-1,i} of the joint frame's origin in the parent's frame.
    pub offset: Vec3<S>,
    /// Whether the offset is (a, 0, d): its shift is two shifts along axes.
    pub(super) offset_in_plane: bool,
    /// The group of parallel revolute axes this body belongs to.
    pub group: Option<Member<S>>,
    /// How the moment of the body's inertia is computed in the U form.
    pub moment: MomentForm,
    /// Rotation of the joint.
    pub turn: JointRotation<S>,
    /// Translation of the joint along z of the body's frame.
    pub slide: Option<S>,
    /// Degrees of freedom: unit twists p_i in the body's frame, constant there.
    pub dofs: Vec<Dof<S>>,
    /// Unit twists of a driven joint; their motion is an input.
    pub driven: Vec<Dof<S>>,
    /// M_i about the origin of the body's frame.
    pub mass: Mass<S>,
    /// The same with the Euler tensor K = tr(J)/2 · 1 − J.
    pub composite: Composite<S>,
    /// Whether unit twists of joints before this link travel out to it where pairs of joints meet.
    pub meeting: bool,
    /// Modes of a flexible body; its inertia is that of the deformed body.
    pub modal: Option<Modal<S>>,
    /// Position d_i of the mass centre in the body's frame (0 for a massless body), and the inertia tensor about it, where
    /// [`System::with_mass_centres`] has put them.
    pub centre: Vec3<S>,
    /// Inertia tensor about the mass centre, body axes.
    pub central_tensor: Mat3<S>,
    /// The user's frame of this body, in this frame: rotation and origin.
    pub user_frame: (Mat3<S>, Vec3<S>),
}

/// A constant rotation and what is special about it.
#[derive(Clone, Copy, Debug)]
pub struct ConstantRotation<S> {
    /// The matrix.
    pub matrix: Mat3<S>,
    /// (cos, sin) when it is a rotation about x by no multiple of a quarter turn.
    about_x: Option<(S, S)>,
}

impl<S: Scalar> System<S> {
    /// The links from `link` to the base, itself first.
    pub fn path(&self, link: usize) -> impl Iterator<Item = usize> {
        core::iter::successors(Some(link), |&i| self.links[i].parent)
    }
}
