//! The model as written: every value exact and with its place, nothing yet known to fit together.

use core::ops::Range;

pub(crate) use crate::error::At;
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::exact::turns::Placement;
use crate::joint::{Joint, Written};
use crate::mechanism::{Deformation, Inertia, Limits, Parameter, Sym3};
use crate::model::flexible::Integrals;

/// A model file.
#[derive(Clone, Debug)]
pub(crate) struct RawModel {
    pub(crate) name: String,
    pub(crate) gravity: [Number; 3],
    /// Parameters, by the places that formulas name.
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) form: Description,
    /// The format of the description.
    pub(crate) language: ModelFormat,
    /// Joints that stand still, each where it is held.
    pub(crate) lock: Vec<RawLock>,
    /// Joints whose coordinates are a constant matrix times those of motors.
    pub(crate) transmissions: Vec<RawTransmission>,
    /// The order of the coordinates, by joint or motor; `None`: depth-first, and motors last.
    pub(crate) order: Option<At<Vec<At<String>>>>,
    /// Bodies attached to frames or to other bodies.
    pub(crate) payloads: Vec<RawPayload>,
    /// The joints and motors that are actuated; `None`: all.
    pub(crate) actuated: Option<At<Vec<At<String>>>>,
    /// The joints on which the actuators of the file act: the actuated ones where the model does not say, but for those that stand still.
    pub(crate) actuators: Option<Vec<At<String>>>,
    /// The loops.
    pub(crate) closures: RawClosures,
}

impl RawModel {
    /// A model with the gravity of the Earth, (0, 0, -9.81) m/s², and nothing beside its form.
    pub(crate) fn new(name: String, form: Description, language: ModelFormat) -> Self {
        Self {
            name,
            gravity: [0, 0, -981].map(|n| Number::from(n) / Number::from(100)),
            parameters: Vec::new(),
            form,
            language,
            lock: Vec::new(),
            transmissions: Vec::new(),
            order: None,
            payloads: Vec::new(),
            actuated: None,
            actuators: None,
            closures: RawClosures::default(),
        }
    }
}

/// The format that describes the bodies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ModelFormat {
    Toml,
    Urdf,
    Mjcf,
}

impl ModelFormat {
    /// The word for a body in messages.
    pub(crate) fn body(self) -> &'static str {
        match self {
            Self::Toml | Self::Mjcf => "body",
            Self::Urdf => "link",
        }
    }

    /// What describes a body, in messages.
    pub(crate) fn body_element(self) -> &'static str {
        match self {
            Self::Toml => "[[body]]",
            Self::Urdf => "<link>",
            Self::Mjcf => "<body>",
        }
    }
}

/// A description of a mechanism, in one of two ways.
#[derive(Clone, Debug)]
pub(crate) enum Description {
    /// A serial arm by a Denavit-Hartenberg table.
    Links(Convention, Vec<RawLink>),
    /// Any tree.
    Bodies(Vec<RawBody>, Vec<RawFrame>),
}

/// The Denavit-Hartenberg convention of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Convention {
    /// Standard: `Rz(theta) Tz(b) Tx(a) Rx(alpha)`, the link's frame at its far end.
    Saha,
    /// Modified: `Rx(alpha) Tx(a) Rz(theta) Tz(b)`, the link's frame at its joint.
    Craig,
}

/// A row of a Denavit-Hartenberg table.
#[derive(Clone, Debug)]
pub(crate) struct RawLink {
    pub(crate) prismatic: bool,
    pub(crate) a: Number,
    pub(crate) b: Number,
    pub(crate) alpha: Angle,
    pub(crate) theta: Angle,
    /// Mass data in the link's frame.
    pub(crate) rigid: RawRigid,
    /// As in [`RawBody`].
    pub(crate) joint_name: At<String>,
    /// As in [`RawBody`].
    pub(crate) physics: RawPhysics,
    /// As in [`RawBody`].
    pub(crate) mimic: Option<At<RawMimic>>,
    /// As in [`RawBody`].
    pub(crate) elastic: Option<At<RawElastic>>,
}

/// Name, mass, mass centre and inertia of a body.
#[derive(Clone, Debug)]
pub(crate) struct RawRigid {
    /// The name, placed where the user gave it, or at the body's header.
    pub(crate) name: At<String>,
    pub(crate) mass: At<Number>,
    pub(crate) com: [Number; 3],
    /// About the mass centre.
    pub(crate) inertia: At<Sym3>,
}

impl RawRigid {
    /// A body without mass.
    pub(crate) fn massless(name: At<String>) -> Self {
        let at = name.at.clone();
        Self {
            mass: At {
                value: Number::ZERO,
                at: at.clone(),
            },
            com: Default::default(),
            inertia: At {
                value: Sym3::default(),
                at,
            },
            name,
        }
    }
}

/// A body by its joint and placement.
#[derive(Clone, Debug)]
pub(crate) struct RawBody {
    pub(crate) rigid: RawRigid,
    /// `None`: the name could not be read, a fault already reported.
    pub(crate) parent: Option<At<RawParent>>,
    pub(crate) joint: RawJoint,
    /// How far the joint may go; nothing is computed from it.
    pub(crate) limits: Option<Limits>,
    /// The joint's name, placed where the user gave it; the body's name where it has none of its own.
    pub(crate) joint_name: At<String>,
    /// The physics of the joint itself.
    pub(crate) physics: RawPhysics,
    /// The joint that this one follows.
    pub(crate) mimic: Option<At<RawMimic>>,
    /// The place of `driven = true`.
    pub(crate) driven: Option<Range<usize>>,
    /// The spring behind which its motor is; `None`: the joint is rigid.
    pub(crate) elastic: Option<At<RawElastic>>,
    pub(crate) placement: Placement,
    /// The user's frame of the body in the frame that the joint moves; the identity unless the tree was hung up anew.
    pub(crate) after: Placement,
    /// Its modes of deformation; `None`: it is rigid.
    pub(crate) flexible: Option<At<RawFlexible>>,
    /// What it is of a flexible body, once those are expanded.
    pub(crate) kind: BodyKind,
}

impl RawBody {
    /// A rigid body that is fixed where its carrier is, which is not known yet.
    pub(crate) fn plain(rigid: RawRigid, joint_name: At<String>) -> Self {
        Self {
            rigid,
            parent: None,
            joint: RawJoint::Fixed,
            limits: None,
            joint_name,
            physics: RawPhysics::default(),
            mimic: None,
            driven: None,
            elastic: None,
            placement: Placement::default(),
            after: Placement::default(),
            flexible: None,
            kind: BodyKind::Rigid,
        }
    }
}

/// A flexible body.
#[derive(Clone, Debug)]
pub(crate) enum RawFlexible {
    /// What a beam, or nodes and their mode shapes, come to.
    Read(Box<Integrals>),
    /// It could not be read, a fault already reported.
    Unread,
}

/// What a body is of a flexible body.
#[derive(Clone, Debug, Default)]
pub(crate) enum BodyKind {
    /// Nothing: a rigid body.
    #[default]
    Rigid,
    /// The body itself, with what its shape adds to its rigid part.
    Flexible {
        inertia: Inertia,
        deformation: Option<Deformation>,
    },
    /// One of its modes.
    Mode,
    /// A frame on it that no mode moves.
    Frame,
    /// A frame on it, or a part of the way there: each coordinate of its joint follows the modes.
    Deflected(Vec<Deflected>),
}

impl BodyKind {
    /// Whether the body is none that the model names.
    pub(crate) fn is_made(&self) -> bool {
        !matches!(self, Self::Rigid | Self::Flexible { .. })
    }

    /// Whether the body is a frame on a flexible body, or a part of the way there.
    pub(crate) fn is_frame(&self) -> bool {
        matches!(self, Self::Frame | Self::Deflected(_))
    }

    /// How the coordinates of its joint follow modes, if they do.
    pub(crate) fn deflected(&self) -> Option<&[Deflected]> {
        match self {
            Self::Deflected(coordinates) => Some(coordinates),
            _ => None,
        }
    }
}

/// A coordinate that follows the modes of a flexible body.
#[derive(Clone, Debug)]
pub(crate) struct Deflected {
    /// Modes by the names of their joints, and what each adds.
    pub(crate) terms: Vec<(String, Number)>,
    /// Products of two modes, and what each adds.
    pub(crate) squares: Vec<(String, String, Number)>,
    /// Whether the coordinate is 0, whatever its rate.
    pub(crate) held: bool,
}

impl Deflected {
    /// Whether a mode moves it at all.
    pub(crate) fn moves(&self) -> bool {
        !self.terms.is_empty() || !self.squares.is_empty()
    }
}

/// The carrier of a body or a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RawParent {
    Base,
    /// By its name.
    Body(String),
}

/// The physics of a joint itself, each quantity off when it is not given.
#[derive(Clone, Debug, Default)]
pub(crate) struct RawPhysics {
    /// Inertia of the rotor about its own axis, before the gear, kg m² (for a sliding joint kg).
    pub(crate) rotor_inertia: Option<At<PerVelocity>>,
    /// Turns of the rotor for a turn of the joint; default 1.
    pub(crate) gear: Option<At<PerVelocity>>,
    /// N m s/rad, or N s/m.
    pub(crate) damping: Option<At<PerVelocity>>,
    /// Coulomb friction: N m, or N.
    pub(crate) friction: Option<At<PerVelocity>>,
    /// Rate at which the smooth friction reaches 1/√2 of its full size: rad/s, or m/s.
    pub(crate) friction_rate: Option<At<PerVelocity>>,
    /// N m/rad, or N/m.
    pub(crate) stiffness: Option<At<PerVelocity>>,
    /// The position in which the spring is at rest: rad, or m.
    pub(crate) rest: Option<At<PerVelocity>>,
}

/// A quantity of each of a joint's velocities.
#[derive(Clone, Debug)]
pub(crate) enum PerVelocity {
    /// One number for all of them.
    Same(Number),
    /// A number for each.
    Each(Vec<Number>),
}

/// The spring between a joint and its motor, and the motor.
#[derive(Clone, Debug)]
pub(crate) struct RawElastic {
    /// Of the spring: N m/rad, or N/m.
    pub(crate) stiffness: Number,
    /// Of the spring: N m s/rad, or N s/m.
    pub(crate) damping: Number,
    /// The motor's rotor, gear, damping and friction; it has no spring of its own.
    pub(crate) motor: RawPhysics,
}

/// A joint that follows another: its coordinate is `factor` times that of `joint` plus `offset`.
#[derive(Clone, Debug)]
pub(crate) struct RawMimic {
    pub(crate) joint: At<String>,
    pub(crate) factor: Number,
    /// rad; a number of metres when the joint slides.
    pub(crate) offset: Angle,
}

/// A joint in the user's axes.
#[derive(Clone, Debug)]
pub(crate) enum RawJoint {
    Fixed,
    Moving(Written),
}

impl RawJoint {
    /// A joint in the user's axes.
    pub(crate) fn own(joint: impl Into<Joint>) -> Self {
        Self::Moving(Written::own(joint))
    }

    /// The joint, if it is not fixed.
    pub(crate) fn moving(&self) -> Option<&Joint> {
        match self {
            Self::Fixed => None,
            Self::Moving(written) => Some(&written.joint),
        }
    }

    /// Numbers of coordinates and of velocities.
    pub(crate) fn sizes(&self) -> (usize, usize) {
        self.moving()
            .map_or((0, 0), |joint| (joint.nq(), joint.nv()))
    }

    /// Whether it has one coordinate, which is an angle.
    pub(crate) fn is_turned_by_an_angle(&self) -> bool {
        self.moving().is_some_and(Joint::is_turned_by_an_angle)
    }
}

/// A named frame.
#[derive(Clone, Debug)]
pub(crate) struct RawFrame {
    pub(crate) name: At<String>,
    /// `None`: the name could not be read, a fault already reported.
    pub(crate) body: Option<At<RawParent>>,
    pub(crate) placement: Placement,
}

/// A joint that stands still.
#[derive(Clone, Debug)]
pub(crate) struct RawLock {
    pub(crate) joint: At<String>,
    /// Its coordinates, one for each or none (all 0): rad, or a number of metres, not snapped to quarter turns.
    pub(crate) position: At<Vec<Angle>>,
}

/// Joints moved by motors through constant gears: q_joints = matrix · q_motors.
#[derive(Clone, Debug)]
pub(crate) struct RawTransmission {
    pub(crate) joints: Vec<At<String>>,
    pub(crate) motors: Vec<At<String>>,
    /// A row for each joint, a column for each motor.
    pub(crate) matrix: At<Vec<Vec<Number>>>,
    /// The physics of the motors: a number for each of them.
    pub(crate) physics: RawPhysics,
}

/// A body that is attached after the fact: its mass and inertia are added to those of its carrier.
#[derive(Clone, Debug)]
pub(crate) struct RawPayload {
    /// `None`: the name could not be read, a fault already reported.
    pub(crate) carrier: Option<RawCarrier>,
    /// Mass data in the carrier's frame.
    pub(crate) rigid: RawRigid,
}

impl RawPayload {
    /// Name of the carrier.
    pub(crate) fn carrier_name(&self) -> &str {
        match &self.carrier {
            Some(RawCarrier::Frame(name) | RawCarrier::Body(name)) => &name.value,
            None => "",
        }
    }
}

/// The carrier of a payload, by name.
#[derive(Clone, Debug)]
pub(crate) enum RawCarrier {
    Frame(At<String>),
    Body(At<String>),
}

/// Everything about loops.
#[derive(Clone, Debug, Default)]
pub(crate) struct RawClosures {
    pub(crate) loops: Vec<RawLoop>,
    /// The approximate positions of the joints when the loops are closed.
    pub(crate) assembly: Vec<RawLock>,
    /// Relative cut-off of solves with least norm; the place of the key.
    pub(crate) minimum_norm: Option<At<Option<Number>>>,
    /// Baumgarte's gains.
    pub(crate) stabilisation: Option<At<[Number; 2]>>,
}

/// A joint that closes a loop.
#[derive(Clone, Debug)]
pub(crate) struct RawLoop {
    pub(crate) name: At<String>,
    pub(crate) joint: RawJoint,
    /// The joint of the loop at which it is cut, if not its own.
    pub(crate) cut: Option<At<String>>,
    /// `from` and `to`.
    pub(crate) ends: [RawEnd; 2],
}

/// A side of a cut joint.
#[derive(Clone, Debug)]
pub(crate) struct RawEnd {
    /// `None`: the name could not be read, a fault already reported.
    pub(crate) body: Option<At<RawParent>>,
    pub(crate) placement: Placement,
}
