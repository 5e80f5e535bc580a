//! `[[joint]]` beside `urdf`: what a URDF cannot say of its joints, or what the user wants otherwise.

use super::table::{TomlTable, Value};
use super::value::ModelReader;
use super::{elastic, physics};
use crate::model::raw::{At, RawBody, RawJoint, RawPhysics};
use crate::name::nearest;

/// Adds the physics of all `[[joint]]` tables to the joints they name.
pub(super) fn apply(value: Option<&Value>, bodies: &mut [RawBody], reader: &mut ModelReader) {
    let Some(value) = value else { return };
    let mut named: Vec<String> = Vec::new();
    for (index, value) in reader.tables(value, "joint").into_iter().enumerate() {
        let what = format!("joint {}", index + 1);
        let Some(mut table) = reader.table(value, what, "[[joint]]") else {
            continue;
        };
        let name = name(&mut table, reader);
        let physics = physics::physics(&mut table, reader);
        let elastic = elastic::elastic(&mut table, reader);
        table.finish(reader);
        let Some(name) = name else { continue };
        if named.contains(&name.value) {
            let message = format!("two joint tables are named \"{}\"", name.value);
            (reader.faults).error(&name.at, message, "say everything of a joint in one table");
        }
        if let Some(body) = find(&name, bodies, reader) {
            body.physics = over(physics, core::mem::take(&mut body.physics));
            body.elastic = elastic;
        }
        named.push(name.value);
    }
}

fn name(table: &mut TomlTable, reader: &mut ModelReader) -> Option<At<String>> {
    let value = table.require("name", "name = \"elbow\"", reader)?;
    let name = reader.string(value, &table.describe("name"))?;
    table.what = format!("joint \"{}\"", name.chars().take(60).collect::<String>());
    Some(At {
        value: name,
        at: value.span(),
    })
}

/// The body that the joint of that name carries; none is reported, unless there is no robot at all.
fn find<'a>(
    name: &At<String>,
    bodies: &'a mut [RawBody],
    reader: &mut ModelReader,
) -> Option<&'a mut RawBody> {
    let moves = |body: &RawBody| !matches!(body.joint, RawJoint::Fixed);
    let named = |body: &RawBody| moves(body) && body.joint_name.value == name.value;
    let found = bodies.iter().position(named);
    if found.is_none() && !bodies.is_empty() {
        let shown: String = name.value.chars().take(60).collect();
        let moving = bodies.iter().filter(|body| moves(body));
        let names = moving.map(|body| body.joint_name.value.as_str());
        let help = match nearest(&name.value, names) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "write the name of a joint of the robot that moves".to_owned(),
        };
        let message = format!("no joint that moves is named \"{shown}\"");
        reader.faults.error(&name.at, message, help);
    }
    bodies.get_mut(found?)
}

/// The value in `own`, otherwise that in `robots`.
fn over(own: RawPhysics, robots: RawPhysics) -> RawPhysics {
    RawPhysics {
        rotor_inertia: own.rotor_inertia.or(robots.rotor_inertia),
        gear: own.gear.or(robots.gear),
        damping: own.damping.or(robots.damping),
        friction: own.friction.or(robots.friction),
        friction_rate: own.friction_rate.or(robots.friction_rate),
        stiffness: own.stiffness.or(robots.stiffness),
        rest: own.rest.or(robots.rest),
    }
}
