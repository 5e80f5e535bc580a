//! Payloads → inertia of the bodies that carry them.

use super::Parts;
use super::inertia;
use crate::mechanism::{BodyId, Inertia, Pose};
use crate::model::faults::Faults;
use crate::model::raw::{At, RawCarrier, RawPayload};
use crate::name::nearest;

/// Adds every payload to its carrier; what is attached to the base moves nothing.
pub(super) fn attach(payloads: &[RawPayload], parts: &mut Parts, faults: &mut Faults) {
    for RawPayload { carrier, rigid } in payloads {
        inertia::check(rigid, "payload", faults);
        let Some((Some(body), pose)) = carrier
            .as_ref()
            .and_then(|carrier| place(carrier, parts, faults))
        else {
            continue;
        };
        let own =
            Inertia::from_mass_centre(rigid.mass.value.clone(), &rigid.com, &rigid.inertia.value);
        let body = &mut parts.bodies[body.0];
        body.inertia = body.inertia.plus(&own.seen_through(&pose));
    }
}

/// The moving body that a payload is attached to, and the payload's frame on it; none is reported.
fn place(
    carrier: &RawCarrier,
    parts: &Parts,
    faults: &mut Faults,
) -> Option<(Option<BodyId>, Pose)> {
    match carrier {
        RawCarrier::Frame(named) => {
            let found = parts.frames.iter().find(|frame| frame.name == named.value);
            if found.is_none() {
                let names = parts.frames.iter().map(|frame| frame.name.as_str());
                unknown("frame", named, names, faults);
            }
            found.map(|frame| (frame.body, frame.pose.clone()))
        }
        RawCarrier::Body(named) => {
            let found = parts.hosts.iter().find(|host| host.name == named.value);
            if found.is_none() {
                let names = parts.hosts.iter().map(|host| host.name.as_str());
                unknown("body", named, names, faults);
            }
            found.map(|host| (host.body, host.frame.clone()))
        }
    }
}

fn unknown<'a>(
    kind: &str,
    At { value: name, at }: &At<String>,
    names: impl Iterator<Item = &'a str>,
    faults: &mut Faults,
) {
    let shown: String = name.chars().take(60).collect();
    let help = match nearest(name, names) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("write the name of a {kind} of this model"),
    };
    faults.error(at, format!("no {kind} is named \"{shown}\""), help);
}
