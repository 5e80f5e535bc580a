//! Joints by type.

use super::table::Table;
use super::value::Reader;
use crate::model::name::nearest;
use crate::model::raw::{At, Direction, RawJoint};
use crate::number::Number;

/// All joint types.
const TYPES: [&str; 9] = [
    "revolute",
    "prismatic",
    "helical",
    "cylindrical",
    "universal",
    "planar",
    "spherical",
    "free",
    "fixed",
];

/// The joint of a body. The fallback after a fault is free.
pub(super) fn joint(body: &mut Table, reader: &mut Reader) -> RawJoint {
    let example = "{ type = \"revolute\", axis = [0, 0, 1] }";
    let read = (body.require("joint", &format!("joint = {example}"), reader)).and_then(|value| {
        let mut table = reader.table(value, body.describe("joint"), example)?;
        let joint = typed(&body.what, &mut table, reader);
        if joint.is_none() {
            // Of no type, so any joint's key may be meant.
            for key in ["axis", "axis2", "pitch", "offset"] {
                table.get(key);
            }
        }
        table.finish(reader);
        joint
    });
    read.unwrap_or(RawJoint::Free)
}

/// The joint of the type the table names, for `body`.
fn typed(body: &str, table: &mut Table, reader: &mut Reader) -> Option<RawJoint> {
    let kind = table.require("type", "type = \"revolute\"", reader)?;
    let name = reader.string(kind, &table.describe("type"))?;
    let joint = of_type(&name, table, reader);
    if joint.is_none() {
        let shown: String = name.chars().take(60).collect();
        let help = match nearest(&name, TYPES) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("the types are {}", TYPES.join(", ")),
        };
        let message = format!("{body} has unknown joint type \"{shown}\"");
        reader.faults.error(&kind.span(), message, help);
    }
    joint
}

fn of_type(name: &str, table: &mut Table, reader: &mut Reader) -> Option<RawJoint> {
    Some(match name {
        "fixed" => RawJoint::Fixed,
        "revolute" => RawJoint::Revolute {
            axis: direction("axis", table, reader),
            offset: (table.get("offset"))
                .and_then(|value| reader.angle(value, &table.describe("offset")))
                .unwrap_or_default(),
        },
        "prismatic" => RawJoint::Prismatic {
            axis: direction("axis", table, reader),
            offset: (table.get("offset"))
                .and_then(|value| reader.number(value, &table.describe("offset")))
                .unwrap_or_default(),
        },
        "helical" => RawJoint::Helical {
            axis: direction("axis", table, reader),
            pitch: (table.require("pitch", "pitch = 0.01", reader))
                .and_then(|value| reader.number(value, &table.describe("pitch")))
                .unwrap_or_default(),
        },
        "cylindrical" => RawJoint::Cylindrical {
            axis: direction("axis", table, reader),
        },
        "universal" => RawJoint::Universal {
            axis: direction("axis", table, reader),
            axis2: direction("axis2", table, reader),
        },
        "planar" => RawJoint::Planar,
        "spherical" => RawJoint::Spherical,
        "free" => RawJoint::Free,
        _ => return None,
    })
}

/// A direction; the fallback after a fault is z, with an empty place.
fn direction(key: &'static str, table: &mut Table, reader: &mut Reader) -> Direction {
    let read = (table.require(key, &format!("{key} = [0, 0, 1]"), reader)).and_then(|value| {
        let direction = reader.vector3(value, &table.describe(key))?;
        Some(At {
            value: direction,
            at: value.span(),
        })
    });
    read.unwrap_or(At {
        value: [0, 0, 1].map(Number::from),
        at: 0..0,
    })
}
