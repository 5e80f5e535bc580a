//! Names: unique, and still unique as identifiers of generated code.

use std::collections::HashMap;

use super::jointed::Jointed;
use crate::mechanism::Mechanism;
use crate::model::faults::Faults;
use crate::model::raw::{At, ModelFormat, RawBody, RawFrame, RawLink, RawModel};
use crate::name::snake;
use crate::recursion::Quantity;

/// Links by name.
pub(super) fn check_links(links: &[RawLink], faults: &mut Faults) {
    unique("link", links.iter().map(|link| &link.rigid.name), faults);
}

/// Bodies and frames by name; whether every body has a name of its own.
pub(super) fn check_bodies(
    bodies: &[RawBody],
    frames: &[RawFrame],
    language: ModelFormat,
    faults: &mut Faults,
) -> bool {
    unique("frame", frames.iter().map(|frame| &frame.name), faults);
    if language != ModelFormat::Toml {
        // Links and bodies were distinguished when their tree was built; the base is none of them, whatever their names.
        return true;
    }
    let mut clear = bodies.iter().all(|body| !is_unread(&body.rigid.name));
    for RawBody { rigid, .. } in bodies {
        if rigid.name.value == "base" {
            clear = false;
            let help = "the base is not a body: choose another name";
            faults.error(&rigid.name.at, "a body is named \"base\"".to_owned(), help);
        }
    }
    unique("body", bodies.iter().map(|body| &body.rigid.name), faults) && clear
}

/// Joints and motors by name. (Fixed joints of a URDF or an MJCF were distinguished when its tree was built, and are in no code.)
pub(super) fn check_joints(joints: &[Jointed], raw: &RawModel, faults: &mut Faults) {
    let motors = raw.transmissions.iter().flat_map(|one| &one.motors);
    let matters = |joint: &&Jointed| joint.nq > 0 || raw.language == ModelFormat::Toml;
    let joints = joints.iter().filter(matters);
    let named = joints
        .map(|joint| (joint.name, joint.has_own_name))
        .chain(motors.map(|name| (name, true)));
    // Looked up only, never iterated.
    let mut seen: HashMap<String, (&str, bool)> = HashMap::new();
    for (At { value: name, at }, own) in named.filter(|(name, _)| !is_unread(name)) {
        // Two joints named after their bodies have been reported as bodies.
        let Some((first, known)) = seen.insert(snake(name), (name, own)) else {
            continue;
        };
        if own || known {
            let message = format!(
                "two joints or motors are named \"{first}\" and \"{name}\", one identifier, `{}`",
                snake(name)
            );
            let help = "give each a name of its own; a joint without one has that of its body";
            faults.error(at, message, help);
        }
    }
}

/// Frames of which a function has the name of another's: of `a` and `a_jvp` there would be two `tip_pose_a_jvp`.
pub(super) fn check_functions(mechanism: &Mechanism, frames: &[RawFrame], faults: &mut Faults) {
    let of_frames: Vec<Quantity> = Quantity::table()
        .filter(|one| one.frame().is_some())
        .collect();
    // Looked up only, never iterated.
    let mut seen: HashMap<String, &str> = HashMap::new();
    for (place, frame) in mechanism.frames.iter().enumerate() {
        let own = of_frames.iter().filter_map(|one| one.of_frame(place));
        let names = own.map(|quantity| quantity.name(mechanism));
        let names: Vec<String> = names
            .flat_map(|name| [name.clone(), format!("{name}_batch")])
            .collect();
        let taken = names.iter().find_map(|name| Some((name, *seen.get(name)?)));
        let raw = frames.iter().find(|raw| raw.name.value == frame.name);
        if let (Some((function, other)), Some(raw)) = (taken, raw) {
            let message = format!(
                "frames \"{other}\" and \"{}\" would have one function, `{function}`",
                frame.name
            );
            faults.error(&raw.name.at, message, "rename one of the frames");
        }
        seen.extend(names.into_iter().map(|name| (name, frame.name.as_str())));
    }
}

/// Whether this is the reader's placeholder for a name that it could not read.
fn is_unread(name: &At<String>) -> bool {
    name.value.starts_with('\0')
}

/// Reports names that are equal, or equal as identifiers; whether no two are equal.
fn unique<'a>(
    kind: &str,
    names: impl Iterator<Item = &'a At<String>>,
    faults: &mut Faults,
) -> bool {
    // Looked up only, never iterated.
    let mut seen: HashMap<String, &str> = HashMap::new();
    let mut clear = true;
    for At { value: name, at } in names.filter(|name| !is_unread(name)) {
        match seen.insert(snake(name), name) {
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
                    snake(name)
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
