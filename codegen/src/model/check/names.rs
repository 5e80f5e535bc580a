//! Names: unique, and still unique as identifiers of generated code.

use std::collections::HashMap;

use crate::model::faults::Faults;
use crate::model::name::identifier;
use crate::model::raw::{At, RawBody, RawFrame, RawLink};

/// Links by name.
pub(super) fn check_links(links: &[RawLink], faults: &mut Faults) {
    unique("link", links.iter().map(|link| &link.rigid.name), faults);
}

/// Bodies and frames by name.
pub(super) fn check_bodies(bodies: &[RawBody], frames: &[RawFrame], faults: &mut Faults) {
    for RawBody { rigid, .. } in bodies {
        if rigid.name.value == "base" {
            faults.error(
                &rigid.name.at,
                "a body is named \"base\"".to_owned(),
                "the base is not a body: choose another name",
            );
        }
    }
    unique("body", bodies.iter().map(|body| &body.rigid.name), faults);
    unique("frame", frames.iter().map(|frame| &frame.name), faults);
}

fn unique<'a>(kind: &str, names: impl Iterator<Item = &'a At<String>>, faults: &mut Faults) {
    // Looked up only, never iterated.
    let mut seen: HashMap<String, &str> = HashMap::new();
    for At { value: name, at } in names.filter(|name| !name.value.starts_with('\0')) {
        match seen.insert(identifier(name), name) {
            Some(first) if first == name => {
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
}
