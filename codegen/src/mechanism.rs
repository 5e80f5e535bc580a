//! The mechanism: bodies, joints and frames, valid by construction, every number exact.
//!
//! `model` makes one from a file; transforms make one from another; recursions read it. Bodies are in
//! depth-first order, every parent before its children. A joint acts about or along the z axis of its body's
//! frame, so that no recursion needs to know another axis.

use std::collections::BTreeSet;

mod body;
mod choices;
mod closure;
mod coordinates;
mod deformation;
mod elastic;
mod inertia;
mod inertialess;
mod parameter;
mod physics;
mod shape;
mod values;
mod vibration;

pub use body::{Body, Carrier, Limits};
pub use choices::{Basis, Choices, MomentForm};
pub use closure::{Closure, Loops, Mobility};
pub(crate) use coordinates::in_a_row;
pub use coordinates::{Block, Combination, Coordinates};
pub use deformation::{Deformation, Dyad, Geometry, ModeIntegrals};
pub use elastic::{ElasticJoint, SeriesSpring};
pub use inertia::{Inertia, Sym3};
pub use inertialess::Inertialess;
pub use parameter::{BaseColumn, InertiaEntry, InertialParameter, ParameterNames};
pub use physics::DofPhysics;
pub use shape::{Shape, Station};
pub use vibration::Vibration;

pub use crate::exact::pose::{Pose, Rotation};
pub use crate::exact::rotation::Axis;
pub use crate::joint::{BlockKind, ConstraintRow, Joint};
pub use crate::leaves::BodyId;

use crate::exact::angle::Angle;
use crate::exact::number::Number;

/// A tree (or forest) of rigid bodies on a fixed base, and the joints that close its loops.
#[derive(Clone, Debug)]
pub struct Mechanism {
    /// Name as the model gives it.
    pub name: String,
    /// Gravitational acceleration in the base frame, m/s².
    pub gravity: [Number; 3],
    /// Depth-first: a parent comes before its children, a subtree is contiguous.
    pub bodies: Vec<Body>,
    /// Named frames fixed on bodies; a model with one tip names it `tip`.
    pub frames: Vec<Frame>,
    /// Parameters that stay open until generated code runs; formulas in the numbers name them by their place here.
    pub parameters: Vec<Parameter>,
    /// Conditions on the parameters: expressions that must not be negative.
    pub conditions: Vec<Condition>,
    /// The user's coordinates; `None`: those of the bodies' joints, one body after the other.
    pub coordinates: Option<Coordinates>,
    /// The loops; `None`: a tree.
    pub loops: Option<Loops>,
    /// The joints and motors that are actuated, by name; `None`: all. Nothing is computed from it.
    pub actuated: Option<Vec<String>>,
    /// A part that moves against no inertia: then there is no function that divides by M.
    pub inertialess: Option<Inertialess>,
    /// The columns of the base regressor; empty where base parameters have not been
    /// [sought](crate::identify::with_base_columns).
    pub base: Vec<BaseColumn>,
    /// Parts that the model fixed on bodies, for reports.
    pub fixtures: Vec<Fixture>,
    /// The file that the mechanism was read from.
    pub source: Source,
}

/// A parameter of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Name as the model gives it, a valid identifier in Rust and C.
    pub name: String,
    /// Its value unless the user gives another.
    pub default: Number,
    /// The place of its declaration: `arm.toml:12:3`.
    pub place: String,
}

/// A formula that must be ≥ 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Its name: `the mass of body "arm"`.
    pub what: String,
    /// Its value.
    pub value: Number,
}

/// A part that a model fixes on a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fixture {
    /// A joint that stands still.
    Locked {
        /// Name of the joint.
        joint: String,
        /// Its coordinates, rad or m; none: all are 0.
        position: Vec<Angle>,
    },
    /// A body attached to another.
    Payload {
        /// Name of the payload.
        name: String,
        /// Name of the frame or body it is attached to.
        carrier: String,
        /// kg.
        mass: Number,
    },
}

/// The file a mechanism came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Path as the user gave it.
    pub path: String,
    /// SHA-256 of the files of the model with their lengths, in hexadecimal digits.
    pub hash: String,
}

/// A frame fixed on a body (or on the base).
#[derive(Clone, Debug)]
pub struct Frame {
    /// Name, as in `tip_pose_NAME`.
    pub name: String,
    /// Carrying body; `None`: the base.
    pub body: Option<BodyId>,
    /// Pose in that body's frame (the frame used here, not the user's).
    pub pose: Pose,
}

impl Mechanism {
    /// Number of coordinates a user gives, without driven ones.
    #[must_use]
    pub fn nq(&self) -> usize {
        (self.coordinates.as_ref()).map_or_else(|| self.tree_nq(), Coordinates::len)
    }

    /// Number of velocities a user gives, without driven ones.
    #[must_use]
    pub fn nv(&self) -> usize {
        (self.coordinates.as_ref()).map_or_else(|| self.tree_nv(), Coordinates::velocities)
    }

    /// Number of coordinates of the bodies' joints, without driven ones.
    #[must_use]
    pub fn tree_nq(&self) -> usize {
        self.free_joints().map(|body| body.joint.nq()).sum()
    }

    /// Number of velocities of the bodies' joints, without driven ones.
    #[must_use]
    pub fn tree_nv(&self) -> usize {
        self.free_joints().map(|body| body.joint.nv()).sum()
    }

    /// Number of driven coordinates (their joints have as many velocities).
    #[must_use]
    pub fn driven(&self) -> usize {
        let driven = self.bodies.iter().filter(|body| body.driven);
        driven.map(|body| body.joint.nq()).sum()
    }

    /// The bodies whose joints are not driven.
    pub(crate) fn free_joints(&self) -> impl Iterator<Item = &Body> {
        self.bodies.iter().filter(|body| !body.driven)
    }

    /// The bodies of the model, in their order: all but the auxiliary ones.
    pub fn model_bodies(&self) -> impl Iterator<Item = BodyId> {
        self.bodies
            .iter()
            .enumerate()
            .filter(|(_, body)| !body.auxiliary)
            .map(|(index, _)| BodyId(index))
    }

    /// The inertial parameters of the model's bodies in the order of the columns of regressors, ten a body.
    pub fn inertial_parameters(&self) -> impl Iterator<Item = InertialParameter> {
        self.model_bodies().flat_map(|body| {
            InertiaEntry::COLUMNS
                .into_iter()
                .map(move |entry| InertialParameter { body, entry })
        })
    }

    /// Whether a placement or a joint depends on parameters: the geometry is then known at run time only.
    #[must_use]
    pub fn has_open_geometry(&self) -> bool {
        self.bodies.iter().any(|body| {
            let mut numbers = body.placement.numbers().chain(body.joint.number());
            numbers.any(Number::is_formula)
        })
    }

    /// All frames fixed on bodies: the named ones, and the ends of closures.
    pub(crate) fn fixed_frames_mut(&mut self) -> impl Iterator<Item = &mut Frame> {
        let ends = self.loops.iter_mut().flat_map(Loops::frames_mut);
        self.frames.iter_mut().chain(ends)
    }

    /// The user's joints and motors, in the order of the coordinates; without driven ones.
    #[must_use]
    pub fn blocks(&self) -> Vec<Block> {
        if let Some(coordinates) = &self.coordinates {
            return coordinates.blocks.clone();
        }
        // Flexible bodies may be fixed.
        let moving = self.free_joints().filter(|body| body.joint.nq() > 0);
        let mut blocks: Vec<Block> = moving.map(Body::block).collect();
        in_a_row(&mut blocks);
        blocks
    }

    /// Whether the user's coordinates are more than those of the tree in some order.
    #[must_use]
    pub fn is_coupled(&self) -> bool {
        let coordinates = self.coordinates.as_ref();
        coordinates.is_some_and(|coordinates| !coordinates.is_permutation())
    }

    /// The same with all joints of the tree on their own, in its order.
    #[must_use]
    pub fn with_free_joints(&self) -> Self {
        Self {
            coordinates: None,
            ..self.clone()
        }
    }

    /// The flexible bodies' modal integrals.
    pub fn deformations(&self) -> impl Iterator<Item = &Deformation> {
        self.bodies
            .iter()
            .filter_map(|body| body.deformation.as_ref())
    }

    /// The number of bodies from the base to each body, itself included.
    #[must_use]
    pub fn depths(&self) -> Vec<usize> {
        let mut depths: Vec<usize> = Vec::with_capacity(self.bodies.len());
        for body in &self.bodies {
            let carrier = body.parent.map_or(0, |parent| depths[parent.0]);
            depths.push(carrier + 1);
        }
        depths
    }

    /// Whether a body is flexible.
    #[must_use]
    pub fn is_flexible(&self) -> bool {
        self.deformations().next().is_some()
    }

    /// Whether a flexible body's geometry is taken undeformed: no energy is conserved then.
    #[must_use]
    pub fn is_undeformed(&self) -> bool {
        self.deformations()
            .any(|one| one.geometry == Geometry::Undeformed)
    }

    /// Whether bodies are flexible and every joint but those of frames on them moves by itself.
    #[must_use]
    pub fn is_coupled_by_modes_alone(&self) -> bool {
        let Some(coordinates) = &self.coordinates else {
            return self.is_flexible() && self.driven() == 0;
        };
        let mut rows = coordinates.velocities.iter();
        // One that follows another one to one has its velocity, too.
        let mut taken = BTreeSet::new();
        let free = self.free_joints().all(|body| {
            let rows: Vec<_> = rows.by_ref().take(body.joint.nv()).collect();
            let mut own = rows.iter().map(|row| row.plain());
            body.auxiliary || own.all(|place| place.is_some_and(|place| taken.insert(place)))
        });
        self.is_flexible() && free && coordinates.motors.is_empty() && self.driven() == 0
    }

    /// Whether a loop goes through a frame on a flexible body whose geometry is taken undeformed: its closure does not follow
    /// the modes, while the constraint Jacobian does, so no motion keeps it closed.
    #[must_use]
    pub fn has_loop_through_undeformed_frame(&self) -> bool {
        let path = |id: Option<BodyId>| {
            core::iter::successors(id, |&id| self.bodies[id.0].parent).collect::<Vec<_>>()
        };
        let on_frame = |id: &BodyId| {
            let body = &self.bodies[id.0];
            body.auxiliary && !matches!(body.joint, Joint::Mode(_))
        };
        let mut ends = self.loops.iter().flat_map(Loops::bodies);
        self.is_undeformed()
            && ends.any(|[from, to]| {
                let (from, to) = (path(from), path(to));
                let apart = |a: &[BodyId], b: &[BodyId]| {
                    a.iter().filter(|id| !b.contains(id)).any(on_frame)
                };
                apart(&from, &to) || apart(&to, &from)
            })
    }

    /// The user's velocities that a velocity of the tree follows.
    pub fn user_velocities(&self, v: usize) -> Vec<usize> {
        let Some(coordinates) = &self.coordinates else {
            return vec![v];
        };
        let row = &coordinates.velocities[v];
        let bent = row.squares.iter().flat_map(|&(i, j, _)| [i, j]);
        (row.terms.iter().map(|(index, _)| *index))
            .chain(bent)
            .collect()
    }

    /// The user's velocities of modes and of the motors of elastic joints: what no loop needs to move.
    #[must_use]
    pub fn inner_velocities(&self) -> Vec<usize> {
        let mut v = 0;
        let mut inner = Vec::new();
        for body in self.free_joints() {
            if matches!(body.joint, Joint::Mode(_) | Joint::Motor(_)) {
                inner.extend(self.user_velocities(v));
            }
            v += body.joint.nv();
        }
        inner
    }

    /// The bodies that stand for the modes of a flexible body, in their order.
    pub fn modes_of(&self, body: BodyId) -> impl Iterator<Item = BodyId> {
        let bodies = self.bodies.iter().enumerate();
        bodies
            .filter(move |(_, one)| one.parent == Some(body) && matches!(one.joint, Joint::Mode(_)))
            .map(|(index, _)| BodyId(index))
    }

    /// The physics of all degrees of freedom of the tree and of all motors.
    pub fn joint_physics(&self) -> impl Iterator<Item = &DofPhysics> {
        let motors = self.coordinates.iter().flat_map(|one| &one.motors);
        self.free_joints()
            .flat_map(|body| &body.physics)
            .chain(motors)
    }
}
