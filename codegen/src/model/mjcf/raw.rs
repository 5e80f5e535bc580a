//! Bodies with any number of joints → one of the model for each joint.
//!
//! The pose of a body in its parent's is T · Π Trans(aᵢ) Jᵢ Trans(-aᵢ), with the anchors aᵢ of its joints. A joint that is not the last
//! carries a body without mass, called `body/joint`.

use std::collections::HashSet;

use super::body::{Bodies, MjcfBody, shift};
use super::joint::{Kind, MjcfJoint};
use crate::exact::number::Number;
use crate::exact::turns::Placement;
use crate::model::faults::Faults;
use crate::model::raw::{At, RawBody, RawFrame, RawParent, RawRigid};

/// The bodies of the model, in the order of the file, and for every joint of every body the index of its own.
pub(super) struct Chains {
    pub(super) bodies: Vec<RawBody>,
    /// By body and joint.
    pub(super) places: Vec<Vec<usize>>,
}

/// Gives names to joints that have none, and reports names that two bodies or two joints have.
pub(super) fn name(all: &mut Bodies, faults: &mut Faults) {
    let mut bodies = HashSet::new();
    for MjcfBody { name, .. } in &all.bodies {
        if name.value == "world" || !bodies.insert(&name.value) {
            let message = format!("two bodies are named \"{}\"", name.value);
            let help = "give each a name of its own; \"world\" is that of <worldbody>, and those without a name have their numbers";
            faults.error(&name.at, message, help);
        }
    }
    let given = all.bodies.iter().flat_map(|body| &body.joints);
    let mut names: HashSet<String> = HashSet::new();
    for name in given.filter_map(|joint| joint.name.as_ref()) {
        if !names.insert(name.value.clone()) {
            let message = format!("two joints are named \"{}\"", name.value);
            faults.error(&name.at, message, "give each a name of its own");
        }
    }
    for MjcfBody { name, joints, .. } in &mut all.bodies {
        let only = joints.len() == 1;
        for (number, joint) in joints.iter_mut().enumerate() {
            let MjcfJoint { name: own, at, .. } = joint;
            own.get_or_insert_with(|| {
                let mut value = match only {
                    true => name.value.clone(),
                    false => format!("{}/{}", name.value, number + 1),
                };
                while !names.insert(value.clone()) {
                    value.push('_');
                }
                At {
                    value,
                    at: at.clone(),
                }
            });
        }
    }
}

/// The bodies, each cut into one for each of its joints.
pub(super) fn chains(all: &Bodies) -> Chains {
    let mut chains = Chains {
        bodies: Vec::new(),
        places: Vec::new(),
    };
    for body in &all.bodies {
        let mut carrier = At {
            value: match body.parent {
                None => RawParent::Base,
                Some(parent) => RawParent::Body(all.bodies[parent].name.value.clone()),
            },
            at: body.name.at.clone(),
        };
        let mut placement = body.placement.clone();
        let mut places = Vec::new();
        let count = body.joints.len();
        for (number, joint) in body.joints.iter().enumerate() {
            let last = number + 1 == count;
            let mut raw = moved(body, joint, last);
            raw.parent = Some(carrier);
            raw.placement = match joint.kind {
                // Its coordinates are its pose in the world.
                Kind::Free => Placement::default(),
                _ => placement.times(&shift(&joint.anchor)),
            };
            placement = shift(&back(&joint.anchor));
            carrier = At {
                value: RawParent::Body(raw.rigid.name.value.clone()),
                at: joint.at.clone(),
            };
            places.push(chains.bodies.len());
            chains.bodies.push(raw);
        }
        if count == 0 {
            let mut raw = RawBody::plain(rigid(body), unnamed(body));
            raw.parent = Some(carrier);
            raw.placement = placement;
            chains.bodies.push(raw);
        }
        chains.places.push(places);
    }
    chains
}

/// The body that a joint moves: the one of the file behind the last.
fn moved(body: &MjcfBody, joint: &MjcfJoint, last: bool) -> RawBody {
    let name = joint.name.clone().unwrap_or_else(|| body.name.clone());
    let carried = if last {
        rigid(body)
    } else {
        RawRigid::massless(At {
            value: format!("{}/{}", body.name.value, name.value),
            at: joint.at.clone(),
        })
    };
    RawBody {
        joint: joint.motion.clone(),
        limits: joint.limits.clone(),
        physics: joint.physics.clone(),
        after: if last {
            shift(&back(&joint.anchor))
        } else {
            Placement::default()
        },
        ..RawBody::plain(carried, name)
    }
}

fn back(vector: &[Number; 3]) -> [Number; 3] {
    vector.each_ref().map(|x| -x)
}

fn rigid(body: &MjcfBody) -> RawRigid {
    let at = &body.inertia_at;
    RawRigid {
        name: body.name.clone(),
        mass: At {
            value: body.inertia.mass.clone(),
            at: at.clone(),
        },
        com: body.inertia.com.clone(),
        inertia: At {
            value: body.inertia.inertia.clone(),
            at: at.clone(),
        },
    }
}

/// The name of the joint of a body that is fixed: none, so that no joint that moves has the same.
fn unnamed(body: &MjcfBody) -> At<String> {
    At {
        value: String::new(),
        at: body.name.at.clone(),
    }
}

/// A frame on every body that moves and carries no other, named as the body; the only one is named `tip`.
pub(super) fn tips(all: &Bodies) -> Vec<RawFrame> {
    let parents: HashSet<usize> = all.bodies.iter().filter_map(|body| body.parent).collect();
    let leaf = |index: &usize| !parents.contains(index) && all.is_moved(Some(*index));
    let leaves: Vec<usize> = (0..all.bodies.len()).filter(leaf).collect();
    let only = leaves.len() == 1;
    let frame = |index: usize| {
        let At { value, at } = all.bodies[index].name.clone();
        RawFrame {
            name: At {
                value: if only {
                    "tip".to_owned()
                } else {
                    value.clone()
                },
                at: at.clone(),
            },
            body: Some(At {
                value: RawParent::Body(value),
                at,
            }),
            placement: Placement::default(),
        }
    };
    leaves.into_iter().map(frame).collect()
}
