//! Flexible bodies of a model → bodies with modal integrals, bodies for modes, bodies for frames that carry something.

use core::ops::Range;

use super::beam::TIP;
use super::default_tip::default_tip;
use super::integrals::{FrameShapes, Integrals, ModeData};
use super::nodal::Nodal;
use super::references::{self, references};
use crate::exact::number::Number;
use crate::exact::turns::Placement;
use crate::joint::{Deflection, Joint, Mode, Revolute, Tilt, Written};
use crate::mechanism::Geometry;
use crate::model::faults::Faults;
use crate::model::raw::{
    At, BodyKind, Deflected, Description, PerVelocity, RawBody, RawCarrier, RawFlexible, RawJoint,
    RawLock, RawModel, RawParent, RawPayload, RawPhysics, RawRigid,
};

/// The model with its flexible bodies expanded; modes that it locks are left out. Faults are reported.
pub(crate) fn expanded(raw: &RawModel, faults: &mut Faults) -> RawModel {
    let mut raw = raw.clone();
    let Description::Bodies(bodies, frames) = &mut raw.form else {
        return raw;
    };
    if bodies.iter().all(|body| body.flexible.is_none()) {
        return raw;
    }
    if frames.is_empty() {
        frames.extend(default_tip(bodies));
    }
    let raw = &raw;
    let mut model = raw.clone();
    let Description::Bodies(bodies, _) = &mut model.form else {
        return model;
    };
    let references = references(raw);
    let used: Vec<&str> = references.iter().map(|(name, _)| *name).collect();
    let mut all = Vec::with_capacity(bodies.len());
    for body in core::mem::take(bodies) {
        match &body.flexible {
            None => all.push(body),
            Some(flexible) => {
                let flexible = flexible.clone();
                let mut integrals = kept(&body, &flexible, &mut model.lock, faults);
                let is_read = matches!(flexible.value, RawFlexible::Read(_));
                let faults = is_read.then_some(&mut *faults);
                references::complete(&body.rigid.name.value, raw, &mut integrals, faults);
                model.payloads.extend(payload(&body, &integrals));
                expand(body, integrals, &flexible.at, &used, &mut all);
                if !is_read {
                    // What names its modes is not at fault.
                    (model.order, model.actuated) = (None, None);
                }
            }
        }
    }
    *bodies = all;
    model
}

/// The integrals of a body without its locked modes, whose locks are taken out.
fn kept(
    body: &RawBody,
    flexible: &At<RawFlexible>,
    locks: &mut Vec<RawLock>,
    faults: &mut Faults,
) -> Integrals {
    let integrals = flexible.value.integrals();
    let name = &body.rigid.name.value;
    if matches!(flexible.value, RawFlexible::Unread) {
        let own = format!("{name}.");
        locks.retain(|lock| !lock.joint.value.starts_with(&own));
        return integrals;
    }
    let all = format!("{name}.modes");
    let mut locked = vec![false; integrals.modes.len()];
    locks.retain(|lock| {
        let of_mode = |mode: &ModeData| lock.joint.value == format!("{name}.{}", mode.name);
        let mut found = false;
        for (index, mode) in integrals.modes.iter().enumerate() {
            if lock.joint.value == all || of_mode(mode) {
                (locked[index], found) = (true, true);
            }
        }
        if found && lock.position.value.iter().any(|angle| !angle.is_zero()) {
            let message = format!("\"{}\" is locked away from 0", lock.joint.value);
            let help = "a locked mode is left out of the model: lock it at 0";
            faults.error(&lock.position.at, message, help);
        }
        !found
    });
    integrals.without(&locked)
}

/// The body at the tip, as what is attached to that frame.
fn payload(body: &RawBody, integrals: &Integrals) -> Option<RawPayload> {
    let mut rigid = integrals.tip.clone()?;
    rigid.name.value = format!("{}/{TIP}", body.rigid.name.value);
    let frame = rigid.name.clone();
    Some(RawPayload {
        carrier: Some(RawCarrier::Body(frame)),
        rigid,
    })
}

/// Puts a flexible body, its modes and its frames in use behind the bodies.
fn expand(
    mut body: RawBody,
    integrals: Integrals,
    at: &Range<usize>,
    used: &[&str],
    bodies: &mut Vec<RawBody>,
) {
    let name = body.rigid.name.value.clone();
    let Integrals {
        inertia,
        modes,
        deformation,
        frames,
        tip,
    } = integrals;
    let geometry = deformation.geometry;
    let names: Vec<String> = modes
        .iter()
        .map(|mode| format!("{name}.{}", mode.name))
        .collect();
    body.kind = BodyKind::Flexible {
        inertia,
        deformation: (!modes.is_empty()).then_some(deformation),
    };
    bodies.push(body);
    for (mode, full) in modes.iter().zip(&names) {
        let mut made = made(full, &name, Mode.into(), at);
        made.kind = BodyKind::Mode;
        made.physics = physics(mode, at);
        bodies.push(made);
    }
    for frame in &frames {
        let full = format!("{name}/{}", frame.name);
        let carries_tip = frame.name == TIP && tip.is_some();
        if carries_tip || used.contains(&full.as_str()) {
            bodies.extend(chain(frame, (&name, &full), &names, geometry, at));
        }
    }
}

/// What acts in a mode.
fn physics(mode: &ModeData, at: &Range<usize>) -> RawPhysics {
    let same = |number: &Number| {
        let value = PerVelocity::Same(number.clone());
        (!number.is_zero()).then(|| At {
            value,
            at: at.clone(),
        })
    };
    RawPhysics {
        rotor_inertia: same(&mode.physics.rotor_inertia),
        damping: same(&mode.physics.damping),
        stiffness: same(&mode.physics.stiffness),
        ..RawPhysics::default()
    }
}

/// The bodies from a flexible body to a frame on it: a shift, and turns about z, y and x, where the modes move it so. The last
/// has the name of the frame.
fn chain(
    frame: &FrameShapes,
    (body, full): (&str, &str),
    modes: &[String],
    geometry: Geometry,
    at: &Range<usize>,
) -> Vec<RawBody> {
    let held = geometry == Geometry::Undeformed;
    let mut links = Vec::new();
    let shifts: Vec<(usize, Deflected)> = (0..3)
        .map(|axis| (axis, frame.shift(axis, modes, held)))
        .filter(|(_, deflected)| deflected.moves())
        .collect();
    if !shifts.is_empty() {
        let (axes, deflected) = shifts.into_iter().unzip();
        links.push(("shift", RawJoint::own(Deflection { axes }), deflected));
    }
    for (axis, title) in [(2, "turn_z"), (1, "turn_y"), (0, "turn_x")] {
        let deflected = frame.turn(axis, modes, held);
        if deflected.moves() {
            let joint: Joint = match held {
                true => Tilt.into(),
                false => Revolute::default().into(),
            };
            let mut direction: [Number; 3] = Default::default();
            direction[axis] = Number::ONE;
            let direction = At {
                value: direction,
                at: 0..0,
            };
            links.push((
                title,
                RawJoint::Moving(Written::along(direction, joint)),
                vec![deflected],
            ));
        }
    }
    let last = links.len().checked_sub(1);
    let Some(last) = last else {
        let mut fixed = made(full, body, Mode.into(), at);
        fixed.joint = RawJoint::Fixed;
        fixed.placement = frame.placement();
        return vec![fixed];
    };
    let mut parent = body.to_owned();
    let mut made_links = Vec::with_capacity(links.len());
    for (index, (title, joint, deflected)) in links.into_iter().enumerate() {
        let name = match index == last {
            true => full.to_owned(),
            false => format!("{full}/{title}"),
        };
        let mut link = made(&name, &parent, Mode.into(), at);
        link.joint = joint;
        link.kind = BodyKind::Deflected(deflected);
        if index == 0 {
            link.placement = frame.placement();
        }
        parent = name;
        made_links.push(link);
    }
    made_links
}

impl FrameShapes {
    fn placement(&self) -> Placement {
        let [x, y, z] = &self.origin;
        Placement::shifted(x, y, z)
    }

    /// How the frame's origin follows the modes along an axis.
    fn shift(&self, axis: usize, modes: &[String], held: bool) -> Deflected {
        let mut squares = Vec::new();
        // −½ η_i S_ij η_j for both orders of two modes.
        for (i, row) in self.shortening.iter().enumerate().filter(|_| axis == 0) {
            for (j, shortening) in row.iter().enumerate().skip(i) {
                let factor = match i == j {
                    true => shortening / Number::from(2),
                    false => shortening.clone(),
                };
                if !factor.is_zero() {
                    squares.push((modes[i].clone(), modes[j].clone(), -factor));
                }
            }
        }
        Deflected {
            terms: terms(&self.shift, axis, modes),
            squares,
            held,
        }
    }

    /// How the frame turns about an axis with the modes.
    fn turn(&self, axis: usize, modes: &[String], held: bool) -> Deflected {
        Deflected {
            terms: terms(&self.turn, axis, modes),
            squares: Vec::new(),
            held,
        }
    }
}

/// The factors of the modes along an axis that are not 0.
fn terms(shapes: &[[Number; 3]], axis: usize, modes: &[String]) -> Vec<(String, Number)> {
    let factors = shapes.iter().map(|shape| shape[axis].clone());
    let terms = modes.iter().cloned().zip(factors);
    terms.filter(|(_, factor)| !factor.is_zero()).collect()
}

/// A massless body that the model does not name.
fn made(name: &str, parent: &str, joint: Joint, at: &Range<usize>) -> RawBody {
    let here = |value: String| At {
        value,
        at: at.clone(),
    };
    let name = here(name.to_owned());
    RawBody {
        rigid: RawRigid::massless(name.clone()),
        parent: Some(At {
            value: RawParent::Body(parent.to_owned()),
            at: at.clone(),
        }),
        joint: RawJoint::own(joint),
        limits: None,
        joint_name: name,
        physics: RawPhysics::default(),
        mimic: None,
        driven: None,
        elastic: None,
        placement: Placement::default(),
        after: Placement::default(),
        flexible: None,
        kind: BodyKind::Frame,
    }
}

impl RawFlexible {
    /// The modal integrals in the body's frame.
    fn integrals(&self) -> Integrals {
        match self {
            Self::Read(integrals) => integrals.as_ref().clone(),
            Self::Unread => Nodal::harmless().integrals(),
        }
    }
}
