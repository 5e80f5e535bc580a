//! A rigid body with the joint that carries it.

use super::{Block, BodyId, Choices, Deformation, DofPhysics, Inertia, Joint, Pose, SeriesSpring};
use crate::exact::number::Number;
use crate::joint::{ChainJoint, Component};

/// A rigid body with the joint that carries it.
#[derive(Clone, Debug)]
pub struct Body {
    /// Name as the model gives it; `link1`, `link2`, … for a Denavit-Hartenberg table.
    pub name: String,
    /// Where the model declares it, `file:line:column`; empty for bodies of no file.
    pub place: String,
    /// The body that carries this one; `None`: the base.
    pub parent: Option<BodyId>,
    /// Pose of the joint frame in the parent's frame: `T_parent_body(q) = placement · J(q)`.
    pub placement: Pose,
    /// Whether this body is between the parts of a split joint and is none of the model's.
    pub auxiliary: bool,
    /// Whether the joint's motion q(t), q̇(t), q̈(t) is an input (a rheonomic joint): it is no degree of freedom.
    pub driven: bool,
    /// The joint between the parent and this body, acting in this body's frame.
    pub joint: Joint,
    /// Name of the joint; the body's where the model gives it none.
    pub joint_name: String,
    /// The physics of the joint, by velocity; empty: none.
    pub physics: Vec<DofPhysics>,
    /// Of a motor, the spring through which it moves a joint; `None`: the body is no motor.
    pub spring: Option<SeriesSpring>,
    /// Inertia about the origin of the body's frame, in its axes.
    pub inertia: Inertia,
    /// What its modes add to it; `None`: it is rigid.
    pub deformation: Option<Deformation>,
    /// Pose of the frame that the *user* calls this body's frame, in the frame used here (the two differ when the
    /// joint axis is not z, and after a change of frames). Joint wrenches are reported in the user's frame.
    pub user_frame: Pose,
    /// How far, how hard and how fast the joint may go, where the model gives it; nothing is computed from it.
    pub limits: Option<Limits>,
    /// The choices of transforms for the recursions.
    pub choices: Choices,
}

/// A body or link as written, moving or not.
#[derive(Clone, Debug)]
pub struct Carrier {
    /// Its name.
    pub name: String,
    /// The moving body it is or is fixed on; `None`: the base.
    pub body: Option<BodyId>,
    /// The frame the user calls its own, in that body's frame.
    pub frame: Pose,
}

/// The limits of a joint: positions in rad or m, efforts in N m or N, rates in rad/s or m/s.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The least position.
    pub lower: Option<Number>,
    /// The greatest position.
    pub upper: Option<Number>,
    /// The greatest effort either way.
    pub effort: Option<Number>,
    /// The greatest rate either way.
    pub velocity: Option<Number>,
}

impl Body {
    /// The coordinates of the joint, first index 0.
    pub(crate) fn block(&self) -> Block {
        let named = |components: &[Component]| match components {
            [_] => vec![self.joint_name.clone()],
            several => {
                let name = |one: &Component| format!("{}.{}", self.joint_name, one.name);
                several.iter().map(name).collect()
            }
        };
        Block {
            name: self.joint_name.clone(),
            kind: self.joint.joint_type().kind,
            q: 0,
            v: 0,
            coordinates: named(&self.joint.coordinates()),
            velocities: named(&self.joint.velocities()),
        }
    }

    /// The chain of bodies with elementary joints that this body stands for: massless ones, and itself. The physics of the joint
    /// and the indices of the parents are left to whom splits a whole mechanism.
    pub(crate) fn elementary(&self) -> Vec<Self> {
        let parts = self.joint.parts();
        let Some(last) = parts.len().checked_sub(1) else {
            return vec![self.clone()];
        };
        let body = |(index, part): (usize, ChainJoint)| {
            let placement = match index {
                0 => self.placement.times(&part.placement),
                _ => part.placement,
            };
            if index == last {
                return Self {
                    placement,
                    joint: part.joint,
                    ..self.clone()
                };
            }
            Self {
                name: format!("{}/{}", self.name, part.name),
                place: self.place.clone(),
                parent: self.parent,
                placement,
                joint: part.joint,
                joint_name: self.joint_name.clone(),
                physics: Vec::new(),
                spring: None,
                inertia: Inertia::default(),
                deformation: None,
                user_frame: Pose::identity(),
                auxiliary: true,
                limits: None,
                choices: Choices::default(),
                driven: self.driven,
            }
        };
        parts.into_iter().enumerate().map(body).collect()
    }
}
