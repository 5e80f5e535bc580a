//! Names: unique, and still unique as identifiers of generated code.

use std::collections::HashMap;

use super::jointed::Jointed;
use crate::model::faults::Faults;
use crate::model::name::identifier;
use crate::model::raw::{At, RawBody, RawFrame, RawLink, RawTransmission};

/// Links by name.
pub(super) fn check_links(links: &[RawLink], faults: &mut Faults) {
    unique("link", links.iter().map(|link| &link.rigid.name), faults);
}

/// Bodies and frames by name; whether every body can be told by its name.
pub(super) fn check_bodies(bodies: &[RawBody], frames: &[RawFrame], faults: &mut Faults) -> bool {
    let mut clear = bodies.iter().all(|body| !is_unread(&body.rigid.name));
    for RawBody { rigid, .. } in bodies {
        if rigid.name.value == "base" {
            clear = false;
            let help = "the base is not a body: choose another name";
            faults.error(&rigid.name.at, "a body is named \"base\"".to_owned(), help);
        }
    }
    unique("frame", frames.iter().map(|frame| &frame.name), faults);
    unique("body", bodies.iter().map(|body| &body.rigid.name), faults) && clear
}

/// Joints and motors by name.
pub(super) fn check_joints(
    joints: &[Jointed],
    transmissions: &[RawTransmission],
    faults: &mut Faults,
) {
    let motors = transmissions.iter().flat_map(|one| &one.motors);
    let joints = joints.iter().map(|joint| (joint.name, joint.has_own_name));
    let named = joints.chain(motors.map(|name| (name, true)));
    // Looked up only, never iterated.
    let mut seen: HashMap<String, (&str, bool)> = HashMap::new();
    for (At { value: name, at }, own) in named.filter(|(name, _)| !is_unread(name)) {
        // Two joints named after their bodies have been told of as bodies.
        let Some((first, known)) = seen.insert(identifier(name), (name, own)) else {
            continue;
        };
        if own || known {
            let message = format!(
                "two joints or motors are named \"{first}\" and \"{name}\", one identifier, `{}`",
                identifier(name)
            );
            let help = "give each a name of its own; a joint without one has that of its body";
            faults.error(at, message, help);
        }
    }
}

/// Whether this is the reader's stand-in for a name that it could not read.
fn is_unread(name: &At<String>) -> bool {
    name.value.starts_with('\0')
}

/// Tells names that are equal, or equal as identifiers; whether no two are equal.
fn unique<'a>(
    kind: &str,
    names: impl Iterator<Item = &'a At<String>>,
    faults: &mut Faults,
) -> bool {
    // Looked up only, never iterated.
    let mut seen: HashMap<String, &str> = HashMap::new();
    let mut clear = true;
    for At { value: name, at } in names.filter(|name| !is_unread(name)) {
        match seen.insert(identifier(name), name) {
            Some(first) if first == name => {
                clear = false;
                faults.error(
                    at,
                    format!("two {kind} tables are named \"{name}\""),
                    "give each a name of its own",
                );
            }
            Some(first) => {
                let message = format!(
                    "{kind} names \"{first}\" and \"{name}\" are one identifier, `{}`",
                    identifier(name)
                );
                faults.error(
                    at,
                    message,
                    "rename one: they differ only in case or punctuation",
                );
            }
            None => {}
        }
    }
    clear
}
