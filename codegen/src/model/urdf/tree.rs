//! Links and joints → bodies in Pinocchio's order: depth-first, children by the names of their joints.

use std::collections::HashMap;

use super::joint::UrdfJoint;
use crate::joint::Free;
use crate::model::Base;
use crate::model::faults::Faults;
use crate::model::raw::{At, RawBody, RawJoint, RawParent, RawRigid};
use crate::name::nearest;

/// The joints on both sides of every link.
struct LinkGraph {
    /// For every link, the joint whose child it is.
    carrier: Vec<Option<usize>>,
    /// For every link, the joints whose parent it is, by name.
    carried: Vec<Vec<usize>>,
    /// For every joint, the link whose parent it is.
    child: Vec<usize>,
}

/// The bodies, the root first; `None` when the joints make no tree, which is reported.
pub(super) fn bodies(
    links: Vec<RawRigid>,
    joints: Vec<UrdfJoint>,
    base: Base,
    faults: &mut Faults,
) -> Option<Vec<RawBody>> {
    let graph = LinkGraph::new(&links, &joints, faults)?;
    let root = root(&links, &graph, faults)?;
    let order = graph.depth_first(root);
    if order.len() < links.len() {
        report_loop(&links, &joints, &graph, &order, faults);
        return None;
    }
    let mut joints: Vec<Option<UrdfJoint>> = joints.into_iter().map(Some).collect();
    let mut links: Vec<Option<RawRigid>> = links.into_iter().map(Some).collect();
    let mut bodies = Vec::new();
    for link in order {
        let rigid = links[link].take()?;
        bodies.push(match graph.carrier[link] {
            None => root_body(rigid, base),
            Some(joint) => body(rigid, joints[joint].take()?),
        });
    }
    Some(bodies)
}

/// The root is fixed to the base, or moves freely.
fn root_body(rigid: RawRigid, base: Base) -> RawBody {
    let at = rigid.name.at.clone();
    let (joint, name) = match base {
        Base::Floating => (RawJoint::own(Free), "root_joint"),
        Base::Fixed => (RawJoint::Fixed, ""),
    };
    let joint_name = At {
        value: name.to_owned(),
        at: at.clone(),
    };
    RawBody {
        parent: Some(At {
            value: RawParent::Base,
            at,
        }),
        joint,
        ..RawBody::plain(rigid, joint_name)
    }
}

fn body(rigid: RawRigid, joint: UrdfJoint) -> RawBody {
    RawBody {
        parent: Some(At {
            value: RawParent::Body(joint.parent.value),
            at: joint.parent.at,
        }),
        joint: joint.motion,
        limits: joint.limits,
        physics: joint.physics,
        mimic: joint.mimic,
        placement: joint.placement,
        ..RawBody::plain(rigid, joint.name)
    }
}

impl LinkGraph {
    /// Which joint connects which links; `None` when a name is unknown or written twice, or a link has two parents.
    fn new(links: &[RawRigid], joints: &[UrdfJoint], faults: &mut Faults) -> Option<Self> {
        let index = unique("link", links.iter().map(|link| &link.name), faults);
        let joint_index = unique("joint", joints.iter().map(|joint| &joint.name), faults);
        let (index, _) = (index?, joint_index?);
        let mut graph = Self {
            carrier: vec![None; links.len()],
            carried: vec![Vec::new(); links.len()],
            child: Vec::new(),
        };
        let mut sound = true;
        for (number, joint) in joints.iter().enumerate() {
            let mut find = |name: &At<String>| {
                let found = index.get(name.value.as_str()).copied();
                if found.is_none() {
                    unknown(name, links, joint, faults);
                }
                found
            };
            let (Some(parent), Some(child)) = (find(&joint.parent), find(&joint.child)) else {
                sound = false;
                continue;
            };
            if let Some(first) = graph.carrier[child] {
                two_parents(joint, &joints[first], faults);
                sound = false;
            }
            graph.carrier[child] = Some(number);
            graph.carried[parent].push(number);
            graph.child.push(child);
        }
        for carried in &mut graph.carried {
            carried.sort_by(|&a, &b| joints[a].name.value.cmp(&joints[b].name.value));
        }
        sound.then_some(graph)
    }

    /// The links that `root` carries, itself first.
    fn depth_first(&self, root: usize) -> Vec<usize> {
        let (mut order, mut stack) = (Vec::new(), vec![root]);
        while let Some(link) = stack.pop() {
            order.push(link);
            let children = self.carried[link].iter().map(|&joint| self.child[joint]);
            stack.extend(children.rev());
        }
        order
    }
}

/// Indices by name; `None` when two elements have one name, which is reported.
fn unique<'a>(
    tag: &str,
    names: impl Iterator<Item = &'a At<String>>,
    faults: &mut Faults,
) -> Option<HashMap<&'a str, usize>> {
    let (mut index, mut clear) = (HashMap::new(), true);
    for (number, At { value: name, at }) in names.enumerate() {
        if index.insert(name.as_str(), number).is_some() {
            clear = false;
            let message = format!("two {tag}s are named \"{name}\"");
            faults.error(at, message, "give each a name of its own");
        }
    }
    clear.then_some(index)
}

/// Complains of a name that no link has.
fn unknown(name: &At<String>, links: &[RawRigid], joint: &UrdfJoint, faults: &mut Faults) {
    let shown: String = name.value.chars().take(60).collect();
    let names = links.iter().map(|link| link.name.value.as_str());
    let help = match nearest(&name.value, names) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("add <link name=\"{shown}\"/>, or write the name of a link there is"),
    };
    let message = format!(
        "no link is named \"{shown}\", which joint \"{}\" connects",
        joint.name.value
    );
    faults.error(&name.at, message, help);
}

fn two_parents(joint: &UrdfJoint, first: &UrdfJoint, faults: &mut Faults) {
    let message = format!(
        "link \"{}\" is the child of two joints, \"{}\" and \"{}\"",
        joint.child.value, first.name.value, joint.name.value
    );
    let help = "the joints of a URDF make a tree: a link has one joint that carries it";
    faults.error(&joint.child.at, message, help);
}

/// The only link that no joint carries; `None` when there is none or another, which is reported.
fn root(links: &[RawRigid], graph: &LinkGraph, faults: &mut Faults) -> Option<usize> {
    let free = |&link: &usize| graph.carrier[link].is_none();
    let roots: Vec<usize> = (0..links.len()).filter(free).collect();
    if let [root] = roots[..] {
        return Some(root);
    }
    let Some(&second) = roots.get(1) else {
        let message = "every link is the child of a joint: the joints close a loop".to_owned();
        let help = "remove the joint whose child is the root";
        faults.error(&links[0].name.at, message, help);
        return None;
    };
    let name = |&link: &usize| format!("\"{}\"", links[link].name.value);
    let listed: Vec<String> = roots.iter().take(8).map(name).collect();
    let message = format!(
        "the robot has {} root links: {}",
        roots.len(),
        listed.join(", ")
    );
    let help = format!(
        "add a joint whose child is {}, of type fixed if it does not move",
        name(&second)
    );
    faults.error(&links[second].name.at, message, help);
    None
}

/// Reports the joints that carry each other: a link that the walk from the root did not reach hangs on such a loop.
fn report_loop(
    links: &[RawRigid],
    joints: &[UrdfJoint],
    graph: &LinkGraph,
    order: &[usize],
    faults: &mut Faults,
) {
    let index: HashMap<&str, usize> = (links
        .iter()
        .enumerate()
        .map(|(i, link)| (link.name.value.as_str(), i)))
    .collect();
    let Some(mut link) = (0..links.len()).find(|link| !order.contains(link)) else {
        return;
    };
    let mut trail: Vec<usize> = Vec::new();
    while let Some(joint) = graph.carrier[link] {
        if let Some(entry) = trail.iter().position(|&seen| seen == joint) {
            let listed: Vec<String> = (trail[entry..].iter().take(8))
                .map(|&joint| format!("\"{}\"", joints[joint].name.value))
                .collect();
            let message = format!(
                "the joints {} carry each other in a loop",
                listed.join(", ")
            );
            let help = "one of them needs a parent that hangs on the root";
            faults.error(&joints[joint].parent.at, message, help);
            return;
        }
        trail.push(joint);
        match index.get(joints[joint].parent.value.as_str()) {
            Some(&parent) => link = parent,
            None => return,
        }
    }
}
