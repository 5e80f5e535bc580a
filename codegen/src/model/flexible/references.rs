//! What a model says of frames on flexible bodies: `parent = "upper/tip"`.

use core::ops::Range;

use super::integrals::{FrameShapes, Integrals};
use crate::exact::number::Number;
use crate::model::faults::Faults;
use crate::model::raw::{At, Description, RawCarrier, RawModel, RawParent};
use crate::name::nearest;

/// The names of bodies and of frames on them that something refers to, with their places.
pub(super) fn references(raw: &RawModel) -> Vec<(&str, &Range<usize>)> {
    let Description::Bodies(bodies, frames) = &raw.form else {
        return Vec::new();
    };
    let parents = bodies.iter().map(|body| &body.parent);
    let carriers = frames.iter().map(|frame| &frame.body);
    let ends = (raw.closures.loops.iter()).flat_map(|one| one.ends.iter().map(|end| &end.body));
    let named = parents.chain(carriers).chain(ends).filter_map(|one| {
        let At { value, at } = one.as_ref()?;
        match value {
            RawParent::Body(name) => Some((name.as_str(), at)),
            RawParent::Base => None,
        }
    });
    let payloads = raw.payloads.iter().filter_map(|one| match &one.carrier {
        Some(RawCarrier::Body(name)) => Some((name.value.as_str(), &name.at)),
        Some(RawCarrier::Frame(_)) | None => None,
    });
    named.chain(payloads).collect()
}

/// Gives the body a harmless frame for each that something refers to and that it does not have, and reports these to `faults`,
/// if any: what hangs on them is then no fault of its own.
pub(super) fn complete(
    body: &str,
    raw: &RawModel,
    integrals: &mut Integrals,
    mut faults: Option<&mut Faults>,
) {
    let Description::Bodies(bodies, _) = &raw.form else {
        return;
    };
    let is_body = |name: &str| bodies.iter().any(|one| one.rigid.name.value == name);
    let count = integrals.modes.len();
    let own: Vec<String> = integrals
        .frames
        .iter()
        .map(|one| one.name.clone())
        .collect();
    for (full, at) in references(raw) {
        let named = full
            .strip_prefix(body)
            .and_then(|rest| rest.strip_prefix('/'));
        let Some(frame) = named.filter(|frame| !own.iter().any(|one| one == frame)) else {
            continue;
        };
        if is_body(full) {
            continue;
        }
        if let Some(faults) = &mut faults {
            report(body, frame, &own, at, faults);
        }
        if integrals.frames.iter().all(|one| one.name != frame) {
            integrals.frames.push(FrameShapes {
                name: frame.to_owned(),
                origin: Default::default(),
                shift: vec![Default::default(); count],
                turn: vec![Default::default(); count],
                shortening: vec![vec![Number::ZERO; count]; count],
            });
        }
    }
}

/// Complains of a frame that a flexible body does not have.
fn report(body: &str, frame: &str, own: &[String], at: &Range<usize>, faults: &mut Faults) {
    let shown: String = frame.chars().take(60).collect();
    let names = own.iter().map(String::as_str);
    let help = match nearest(frame, names) {
        Some(near) => format!("did you mean \"{body}/{near}\"?"),
        None if own.is_empty() => "add it to its `frames`".to_owned(),
        None => format!(
            "its frames are {}: write one of these, or add it to `frames`",
            own.join(", ")
        ),
    };
    let message = format!("body \"{body}\" has no frame \"{shown}\"");
    faults.error(at, message, help);
}
