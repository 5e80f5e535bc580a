//! The joints of a model, whichever form describes them.

use core::ops::Range;

use super::motors::JointMotor;
use crate::model::faults::Faults;
use crate::model::raw::{At, BodyKind, Description, RawBody, RawLink, RawMimic, RawPhysics};
use crate::name::nearest;

/// A joint as written.
pub(super) struct Jointed<'a> {
    pub(super) name: &'a At<String>,
    /// Whether the name is not that of its body.
    pub(super) has_own_name: bool,
    /// Numbers of coordinates and velocities; 0 of a fixed joint.
    pub(super) nq: usize,
    pub(super) nv: usize,
    /// Whether it has one coordinate, which is an angle.
    pub(super) turns: bool,
    pub(super) physics: &'a RawPhysics,
    pub(super) mimic: Option<&'a At<RawMimic>>,
    pub(super) driven: Option<&'a Range<usize>>,
    /// What its body is of a flexible one.
    pub(super) kind: &'a BodyKind,
}

/// All joints, in file order, and the motors of elastic ones behind them.
pub(super) fn all<'a>(form: &'a Description, motors: &'a [JointMotor]) -> Vec<Jointed<'a>> {
    let mut joints: Vec<Jointed> = match form {
        Description::Links(_, links) => links.iter().map(of_link).collect(),
        Description::Bodies(bodies, _) => bodies.iter().map(of_body).collect(),
    };
    joints.extend(motors.iter().map(of_motor));
    joints
}

fn of_motor(motor: &JointMotor) -> Jointed<'_> {
    Jointed {
        name: &motor.name,
        has_own_name: true,
        nq: 1,
        nv: 1,
        turns: !motor.slides,
        physics: &motor.elastic.motor,
        mimic: None,
        driven: None,
        kind: &BodyKind::Rigid,
    }
}

fn of_link(link: &RawLink) -> Jointed<'_> {
    Jointed {
        name: &link.joint_name,
        has_own_name: link.joint_name.at != link.rigid.name.at,
        nq: 1,
        nv: 1,
        turns: !link.prismatic,
        physics: &link.physics,
        mimic: link.mimic.as_ref(),
        driven: None,
        kind: &BodyKind::Rigid,
    }
}

fn of_body(body: &RawBody) -> Jointed<'_> {
    let (nq, nv) = body.joint.sizes();
    Jointed {
        name: &body.joint_name,
        has_own_name: body.joint_name.at != body.rigid.name.at,
        nq,
        nv,
        turns: body.joint.is_turned_by_an_angle(),
        physics: &body.physics,
        mimic: body.mimic.as_ref(),
        driven: body.driven.as_ref(),
        kind: &body.kind,
    }
}

impl Jointed<'_> {
    /// Whether its coordinates are not its velocities' integrals.
    pub(super) fn has_quaternion(&self) -> bool {
        self.nq > self.nv
    }

    /// The reason why it cannot follow or be followed through a gear.
    pub(super) fn cannot_be_geared(&self) -> Option<&'static str> {
        match (self.nq, self.driven) {
            _ if matches!(self.kind, BodyKind::Mode) => Some("is a mode of a flexible body"),
            (0, _) => Some("is fixed"),
            (1, None) => None,
            (1, Some(_)) => Some("is driven"),
            _ => Some("has several coordinates"),
        }
    }
}

/// The index of the joint of that name: frames on flexible bodies have joints that no model knows.
pub(super) fn named(joints: &[Jointed], name: &str) -> Option<usize> {
    (joints.iter()).position(|joint| joint.name.value == name && !joint.kind.is_frame())
}

/// The same; none is reported.
pub(super) fn find(
    joints: &[Jointed],
    At { value: name, at }: &At<String>,
    faults: &mut Faults,
) -> Option<usize> {
    let found = named(joints, name);
    if found.is_none() {
        let shown: String = name.chars().take(60).collect();
        let known = joints.iter().filter(|joint| !joint.kind.is_frame());
        let names = known.map(|joint| joint.name.value.as_str());
        let help = match nearest(name, names) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "write the name of a joint: its own, or that of its body".to_owned(),
        };
        faults.error(at, format!("no joint is named \"{shown}\""), help);
    }
    found
}
