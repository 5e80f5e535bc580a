//! `<joint>`: what moves how, between which links.

use super::element::Element;
use super::limit::limits;
use super::origin::origin;
use super::reader::UrdfReader;
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::exact::turns::Placement;
use crate::joint::{Free, Joint, Planar, Prismatic, Revolute, Vector, Written};
use crate::mechanism::Limits;
use crate::model::raw::{At, PerVelocity, RawJoint, RawMimic, RawPhysics};
use crate::name::nearest;

/// The types of URDF.
const TYPES: [&str; 6] = [
    "revolute",
    "continuous",
    "prismatic",
    "fixed",
    "floating",
    "planar",
];

/// The children of a joint that URDF knows.
const CHILDREN: [&str; 9] = [
    "origin",
    "parent",
    "child",
    "axis",
    "calibration",
    "dynamics",
    "limit",
    "mimic",
    "safety_controller",
];

/// A joint as written.
pub(super) struct UrdfJoint {
    pub(super) name: At<String>,
    /// The link that carries it.
    pub(super) parent: At<String>,
    /// The link that it moves.
    pub(super) child: At<String>,
    /// In the axes of the child.
    pub(super) motion: RawJoint,
    /// The child's frame at rest, in the parent's.
    pub(super) placement: Placement,
    pub(super) limits: Option<Limits>,
    pub(super) physics: RawPhysics,
    pub(super) mimic: Option<At<RawMimic>>,
}

/// A joint; `None` when its name, parent or child cannot be read, which is reported.
pub(super) fn joint(element: &Element, reader: &mut UrdfReader) -> Option<UrdfJoint> {
    element.report_mistyped(&CHILDREN, &["name", "type"], reader);
    let name = reader.name(element);
    let motion = motion(element, reader);
    let placement = origin(element, reader);
    let limits = limits(element, &motion, reader);
    let physics = physics(element, &motion, reader);
    let mimic = mimic(element, &motion, reader);
    let mut end = |tag: &str| {
        let example = format!("<{tag} link=\"upper_arm\"/>");
        let end = element.require_child(tag, &example, reader)?;
        reader.reference(&end, "link")
    };
    let (parent, child) = (end("parent"), end("child"));
    Some(UrdfJoint {
        name: name?,
        parent: parent?,
        child: child?,
        motion,
        placement,
        limits,
        physics,
        mimic,
    })
}

/// The joint of the type that the element names. The fallback after a fault is free.
fn motion(element: &Element, reader: &mut UrdfReader) -> RawJoint {
    let Some(kind) = element.require("type", "type=\"revolute\"", reader) else {
        return RawJoint::own(Free);
    };
    match kind.value {
        "revolute" | "continuous" => along(element, Revolute::default(), reader),
        "prismatic" => along(element, Prismatic::default(), reader),
        "planar" => along(element, Planar, reader),
        "fixed" => RawJoint::Fixed,
        "floating" => RawJoint::own(Free),
        other => {
            let shown: String = other.chars().take(60).collect();
            let message = format!("{} has unknown type \"{shown}\"", element.what);
            let help = match nearest(other, TYPES) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("the types are {}", TYPES.join(", ")),
            };
            reader.faults.error(&kind.at, message, help);
            RawJoint::own(Free)
        }
    }
}

/// A joint about or along the axis of the element.
fn along(element: &Element, joint: impl Into<Joint>, reader: &mut UrdfReader) -> RawJoint {
    RawJoint::Moving(Written::along(axis(element, reader), joint))
}

/// The axis in the child's frame, (1, 0, 0) by default and after a fault.
fn axis(element: &Element, reader: &mut UrdfReader) -> Vector {
    let along_x = || [1, 0, 0].map(Number::from);
    let text = element.child("axis", reader).and_then(|axis| {
        axis.report_mistyped(&[], &["xyz"], reader);
        axis.require("xyz", "xyz=\"0 0 1\"", reader)
    });
    let at = (text.as_ref()).map_or_else(|| element.at(reader), |text| text.at.clone());
    let given = text.and_then(|text| reader.vector(&text));
    let mut axis = given.unwrap_or_else(along_x);
    if axis.iter().all(Number::is_zero) {
        let message = format!("the axis of {} is zero", element.what);
        (reader.faults).error(&at, message, "write a direction, like xyz=\"0 0 1\"");
        axis = along_x();
    }
    let what = format!("the axis of {}", element.what);
    At {
        value: (reader.literals).direction(axis, &at, &what, reader.faults),
        at,
    }
}

/// Damping and friction, when the user wants them; otherwise their presence is remembered.
fn physics(element: &Element, motion: &RawJoint, reader: &mut UrdfReader) -> RawPhysics {
    let Some(dynamics) = element.child("dynamics", reader) else {
        return RawPhysics::default();
    };
    dynamics.report_mistyped(&[], &["damping", "friction"], reader);
    let mut quantity = |key: &str| {
        let text = dynamics.attribute(key, reader)?;
        let value = reader.number(&text)?;
        (!value.is_zero()).then_some(At {
            value: PerVelocity::Same(value),
            at: text.at,
        })
    };
    let (damping, friction) = (quantity("damping"), quantity("friction"));
    if matches!(motion, RawJoint::Fixed) {
        return RawPhysics::default();
    }
    if reader.settings.dynamics == Some(true) {
        return RawPhysics {
            damping,
            friction,
            ..RawPhysics::default()
        };
    }
    if let (None, Some(first)) = (reader.settings.dynamics, damping.or(friction)) {
        reader.unused_dynamics.get_or_insert(first.at);
    }
    RawPhysics::default()
}

/// The joint that this one follows, unless the user wants it to be independent.
fn mimic(element: &Element, motion: &RawJoint, reader: &mut UrdfReader) -> Option<At<RawMimic>> {
    let mimic = element.child("mimic", reader)?;
    mimic.report_mistyped(&[], &["joint", "multiplier", "offset"], reader);
    let mut number = |key: &str| {
        let text = mimic.attribute(key, reader)?;
        reader.number(&text)
    };
    let factor = number("multiplier").unwrap_or(Number::ONE);
    let offset = number("offset").unwrap_or_default();
    let offset = if motion.is_turned_by_an_angle() {
        let what = format!("`offset` of {}", mimic.what);
        reader.angle(offset, &mimic.at(reader), &what)
    } else {
        Angle::of_radians(offset)
    };
    let joint = reader.reference(&mimic, "joint")?;
    let followed = RawMimic {
        joint,
        factor,
        offset,
    };
    (reader.settings.mimic).then(|| At {
        value: followed,
        at: mimic.at(reader),
    })
}

/// Drops the findings about joints that cannot follow another, and warns: a `<mimic>` of a fixed joint, or one that names no
/// joint that moves. Other readers pass over it too.
pub(super) fn drop_strays(joints: &mut [UrdfJoint], reader: &mut UrdfReader) {
    let moving: Vec<String> = (joints.iter())
        .filter(|joint| !matches!(joint.motion, RawJoint::Fixed))
        .map(|joint| joint.name.value.clone())
        .collect();
    // A gripper whose joints are all fixed has many of them: one warning.
    let mut fixed: Vec<At<String>> = Vec::new();
    for joint in joints {
        let Some(mimic) = &joint.mimic else { continue };
        let (own, leader) = (&joint.name.value, &mimic.value.joint);
        if matches!(joint.motion, RawJoint::Fixed) {
            fixed.push(At {
                value: own.clone(),
                at: leader.at.clone(),
            });
        } else if !moving.contains(&leader.value) {
            let shown: String = leader.value.chars().take(60).collect();
            let help = match nearest(&leader.value, moving.iter().map(String::as_str)) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "name a joint that moves, or remove the <mimic>".to_owned(),
            };
            let message = format!(
                "no joint that moves is named \"{shown}\": joint \"{own}\" moves by itself"
            );
            reader.faults.warning(&leader.at, message, help);
        } else {
            continue;
        }
        joint.mimic = None;
    }
    let Some((At { value: first, at }, others)) = fixed.split_first() else {
        return;
    };
    let message = match others.len() {
        0 => format!("joint \"{first}\" is fixed: its <mimic> is read over"),
        more => format!("joint \"{first}\" and {more} more are fixed: their <mimic> is read over"),
    };
    reader.faults.warning(at, message, "remove the <mimic>");
}
