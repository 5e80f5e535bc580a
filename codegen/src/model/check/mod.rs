//! RawModel → Mechanism: everything that must hold between the values of a model.

mod actuated;
mod aligned;
mod bodies;
mod coordinates;
mod inertia;
mod joint;
mod jointed;
mod links;
mod locks;
mod loops;
mod motors;
mod names;
mod payload;
mod physics;
mod roles;
mod singular;
mod tree;

use super::faults::Faults;
use super::raw::{Description, ModelFormat, RawModel, RawRigid};
use super::{elastic, flexible};
use crate::mechanism::{Carrier, Condition, Fixture, Mechanism, Source};
use jointed::Jointed;
use roles::Role;

/// Checks a model and builds its mechanism, and returns where every body as written is in it; `None` when an error was
/// found (all are in `faults`). The hash of the `source` says in which fields structure is decided.
pub(crate) fn check(
    raw: &RawModel,
    source: Source,
    faults: &mut Faults,
) -> Option<(Mechanism, Vec<Carrier>)> {
    let raw = &flexible::expanded(raw, faults);
    let raw = &elastic::released(raw, faults);
    let motors = motors::all(&raw.form);
    let joints = jointed::all(&raw.form, &motors);
    names::check_joints(&joints, raw, faults);
    let roles = roles::resolve(raw, &joints, faults);
    let motion = (&joints[..], &roles[..]);
    let built = match &raw.form {
        Description::Links(convention, links) => {
            names::check_links(links, faults);
            links
                .iter()
                .for_each(|link| inertia::check(&link.rigid, "link", faults));
            let sound = any(links.len(), "[[link]]", faults);
            if sound {
                links::build(*convention, links, motion, faults)
            } else {
                None
            }
        }
        Description::Bodies(bodies, frames) => {
            let clear = names::check_bodies(bodies, frames, raw.language, faults);
            bodies
                .iter()
                .for_each(|body| inertia::check(&body.rigid, raw.language.body(), faults));
            let sound = any(bodies.len(), raw.language.body_element(), faults) && clear;
            let tree = if sound {
                tree::order(bodies, faults)
            } else {
                None
            };
            let parts = tree.and_then(|tree| bodies::build(bodies, frames, &tree, motion, faults));
            parts.filter(|parts| anything_moves(parts, raw.language, faults))
        }
    };
    let mut parts = built?;
    payload::attach(&raw.payloads, &mut parts, faults);
    motors::attach(&motors, motion, &mut parts, faults);
    let coordinates = coordinates::build(raw, &joints, &roles, &parts, faults);
    if faults.any_error() {
        return None;
    }
    let actuated = actuated::names(raw, &joints, &roles);
    let mut mechanism = Mechanism {
        name: raw.name.clone(),
        gravity: raw.gravity.clone(),
        bodies: core::mem::take(&mut parts.bodies),
        frames: core::mem::take(&mut parts.frames),
        parameters: raw.parameters.clone(),
        conditions: conditions(raw),
        coordinates,
        loops: None,
        actuated: actuated
            .as_ref()
            .map(|names| names.iter().map(|name| name.value.clone()).collect()),
        inertialess: None,
        base: Vec::new(),
        fixtures: fixtures(raw, &joints, &roles),
        source,
    };
    let geared = raw.transmissions.iter().flat_map(|one| &one.motors);
    let names: Vec<_> = joints
        .iter()
        .map(|joint| joint.name)
        .chain(geared)
        .collect();
    let body = raw.language.body();
    if let Description::Bodies(_, frames) = &raw.form {
        names::check_functions(&mechanism, frames, faults);
    }
    mechanism.inertialess = singular::find(&mechanism, (&parts.places, body), &names, faults);
    if let Some(names) = &actuated {
        actuated::check(&mechanism, names, faults);
    }
    if !faults.any_error() {
        loops::close(raw, &joints, &parts, &mut mechanism, faults);
    }
    (!faults.any_error()).then_some((mechanism, parts.hosts))
}

/// Masses that depend on parameters: they must not be negative.
fn conditions(raw: &RawModel) -> Vec<Condition> {
    let rigid: Vec<(&str, &RawRigid)> = match &raw.form {
        Description::Links(_, links) => links.iter().map(|link| ("link", &link.rigid)).collect(),
        Description::Bodies(bodies, _) => bodies.iter().map(|body| ("body", &body.rigid)).collect(),
    };
    let payloads = raw.payloads.iter().map(|one| ("payload", &one.rigid));
    let all = rigid.into_iter().chain(payloads);
    let open = all.filter(|(_, rigid)| rigid.mass.value.is_formula());
    open.map(|(kind, rigid)| Condition {
        what: format!("the mass of {kind} \"{}\"", rigid.name.value),
        value: rigid.mass.value.clone(),
    })
    .collect()
}

/// Locked joints and payloads, as reports show them.
fn fixtures(raw: &RawModel, joints: &[Jointed], roles: &[Role]) -> Vec<Fixture> {
    let locked = joints
        .iter()
        .zip(roles)
        .filter_map(|(joint, role)| match role {
            Role::Locked(position) => Some(Fixture::Locked {
                joint: joint.name.value.clone(),
                position: position.clone(),
            }),
            _ => None,
        });
    let payloads = raw.payloads.iter().map(|payload| Fixture::Payload {
        name: payload.rigid.name.value.clone(),
        carrier: payload.carrier_name().to_owned(),
        mass: payload.rigid.mass.value.clone(),
    });
    locked.chain(payloads).collect()
}

/// Whether a body moves at all; it is reported when none does.
fn anything_moves(parts: &Parts, language: ModelFormat, faults: &mut Faults) -> bool {
    if !parts.bodies.is_empty() {
        return true;
    }
    let help = match language {
        ModelFormat::Toml => "give a body another joint type",
        ModelFormat::Mjcf => "give a body a <joint>, or a <freejoint>",
        ModelFormat::Urdf => {
            "`--base floating` (`base = \"floating\"`) lets the whole robot move freely; or give a joint another type"
        }
    };
    faults.error_of_file("no body can move: every joint is fixed", help);
    false
}

/// The parts built from either description of a model.
#[derive(Default)]
struct Parts {
    bodies: Vec<crate::mechanism::Body>,
    frames: Vec<crate::mechanism::Frame>,
    /// The place of each body in the file.
    places: Vec<core::ops::Range<usize>>,
    /// The joint as written that carries each body.
    joints: Vec<usize>,
    /// Every body or link as written.
    hosts: Vec<Carrier>,
}

/// Whether there is an element at all. (A file without `[[body]]` and `[[link]]` was reported by the reader.)
fn any(count: usize, what: &str, faults: &mut Faults) -> bool {
    if count == 0 && !faults.any_error() {
        faults.error_of_file(&format!("the model has no {what}"), "describe at least one");
    }
    count > 0
}
