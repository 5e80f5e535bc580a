//! RawModel → Mechanism: everything that must hold between the values of a model.

mod aligned;
mod bodies;
mod inertia;
mod joint;
mod links;
mod names;
mod singular;
mod subspace;
mod tree;

use super::faults::Faults;
use super::raw::{Form, RawModel};
use crate::mechanism::{Mechanism, Source};

/// The most bodies between the base and a leaf.
const DEPTH: usize = 128;

/// Checks a model and builds its mechanism; `None` when an error was found (all are in `faults`).
pub(crate) fn check(raw: &RawModel, faults: &mut Faults) -> Option<Mechanism> {
    let built = match &raw.form {
        Form::Links(convention, links) => {
            names::check_links(links, faults);
            links
                .iter()
                .for_each(|link| inertia::check(&link.rigid, "link", faults));
            let sound = any(links.len(), "[[link]]", faults);
            sound.then(|| links::build(*convention, links))
        }
        Form::Bodies(bodies, frames) => {
            let clear = names::check_bodies(bodies, frames, raw.language, faults);
            bodies
                .iter()
                .for_each(|body| inertia::check(&body.rigid, raw.language.body(), faults));
            let sound = any(bodies.len(), "[[body]]", faults) && clear;
            let tree = if sound {
                tree::order(bodies, faults)
            } else {
                None
            };
            tree.and_then(|tree| bodies::build(bodies, frames, &tree, faults))
        }
    };
    let parts = built.filter(|_| !faults.any_error())?;
    let mechanism = Mechanism {
        name: raw.name.clone(),
        gravity: raw.gravity.clone(),
        bodies: parts.bodies,
        frames: parts.frames,
        source: Source::default(),
    };
    singular::check(&mechanism, &parts.places, raw.language.body(), faults);
    (!faults.any_error()).then_some(mechanism)
}

/// What the two forms of a model build.
struct Parts {
    bodies: Vec<crate::mechanism::Body>,
    frames: Vec<crate::mechanism::Frame>,
    /// Where each body stands in the file.
    places: Vec<core::ops::Range<usize>>,
}

/// Whether there is an element at all. (A file without `[[body]]` and `[[link]]` was told of by the reader.)
fn any(count: usize, what: &str, faults: &mut Faults) -> bool {
    if count == 0 && !faults.any_error() {
        faults.error_of_file(&format!("the model has no {what}"), "describe at least one");
    }
    count > 0
}
