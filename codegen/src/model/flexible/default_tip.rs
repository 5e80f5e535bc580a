//! The frame `tip` of a model that names no frame.

use std::collections::HashSet;

use super::beam::TIP;
use crate::exact::turns::Placement;
use crate::model::raw::{At, RawBody, RawFlexible, RawFrame, RawParent};

/// The frame on the only body that carries no other; `None` where there are several. It is found among the bodies that the model names:
/// once a flexible one is expanded, it carries others.
pub(super) fn default_tip(bodies: &[RawBody]) -> Option<RawFrame> {
    let carriers = Carriers::of(bodies);
    let mut leaves = bodies.iter().filter(|body| !carriers.include(body));
    let (Some(leaf), None) = (leaves.next(), leaves.next()) else {
        return None;
    };
    let At { value: name, at } = &leaf.rigid.name;
    let end = leaf.flexible.as_ref().and_then(|one| one.value.end());
    let carrier = match end {
        Some(frame) => format!("{name}/{frame}"),
        None => name.clone(),
    };
    Some(RawFrame {
        name: At {
            value: TIP.to_owned(),
            at: at.clone(),
        },
        body: Some(At {
            value: RawParent::Body(carrier),
            at: at.clone(),
        }),
        placement: Placement::default(),
    })
}

/// The names of what carries bodies.
struct Carriers<'a> {
    bodies: HashSet<&'a str>,
    /// `upper/tip`.
    frames: Vec<&'a str>,
}

impl<'a> Carriers<'a> {
    fn of(bodies: &'a [RawBody]) -> Self {
        let names = bodies.iter().map(|body| body.rigid.name.value.as_str());
        let names: HashSet<&str> = names.collect();
        let parents = bodies
            .iter()
            .filter_map(|body| match &body.parent.as_ref()?.value {
                RawParent::Body(parent) => Some(parent.as_str()),
                RawParent::Base => None,
            });
        let (own, frames): (Vec<&str>, _) = parents.partition(|parent| names.contains(parent));
        Self {
            bodies: own.into_iter().collect(),
            frames,
        }
    }

    /// Whether a body carries others, itself or at a frame on it.
    fn include(&self, body: &RawBody) -> bool {
        let name = body.rigid.name.value.as_str();
        let on_it =
            |frame: &&str| matches!(frame.strip_prefix(name), Some(rest) if rest.starts_with('/'));
        self.bodies.contains(name) || self.frames.iter().any(on_it)
    }
}

impl RawFlexible {
    /// The frame at which it ends: `tip`, or the only one that it has.
    fn end(&self) -> Option<&str> {
        let Self::Read(integrals) = self else {
            return None;
        };
        let names = integrals.frames.iter().map(|frame| frame.name.as_str());
        match names.collect::<Vec<_>>()[..] {
            [only] => Some(only),
            ref several => several.iter().copied().find(|name| *name == TIP),
        }
    }
}
