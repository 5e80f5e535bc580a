//! Tip frames: where a robot touches the world, as far as a URDF says.

use std::collections::HashSet;

use crate::exact::turns::Placement;
use crate::model::raw::{At, RawBody, RawFrame, RawJoint, RawParent};

/// A frame on every leaf link that a joint moves, named as the link; the only one is named `tip`. A robot without
/// joints that move (it may fly) has frames on all leaf links.
pub(super) fn tips(bodies: &[RawBody]) -> Vec<RawFrame> {
    // Parents are before their children; the root's own joint does not count.
    let mut moving: HashSet<&str> = HashSet::new();
    let mut parents: HashSet<&str> = HashSet::new();
    for body in bodies {
        if let Some(RawParent::Body(parent)) = body.parent.as_ref().map(|parent| &parent.value) {
            parents.insert(parent);
            if !matches!(body.joint, RawJoint::Fixed) || moving.contains(parent.as_str()) {
                moving.insert(&body.rigid.name.value);
            }
        }
    }
    let names = bodies.iter().map(|body| &body.rigid.name);
    let leaves: Vec<&At<String>> = names
        .filter(|name| !parents.contains(name.value.as_str()))
        .filter(|name| moving.is_empty() || moving.contains(name.value.as_str()))
        .collect();
    let only = leaves.len() == 1;
    (leaves.into_iter())
        .map(|name| {
            let At { value: link, at } = name.clone();
            RawFrame {
                name: At {
                    value: if only { "tip".to_owned() } else { link.clone() },
                    at: at.clone(),
                },
                body: Some(At {
                    value: RawParent::Body(link),
                    at,
                }),
                placement: Placement::default(),
            }
        })
        .collect()
}
