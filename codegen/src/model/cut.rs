//! Where loops are cut: at their own joint, at another by name, or where the tree becomes least deep.
//!
//! A loop runs from the last body that carries both its ends out along one branch, over its own joint, and back along the other. To
//! cut it at another of its joints, the tree is hung up anew: the loop's own joint carries the end of the branch that is cut off, and the
//! joints between there and the cut are turned round. A joint that is turned round keeps its coordinate: J(q)⁻¹ is the same
//! joint about the opposite axis. RawModel → RawModel, before anything is checked; what cannot be cut is reported.

use std::collections::HashSet;

use super::faults::Faults;
use super::raw::{
    At, Description, RawBody, RawEnd, RawJoint, RawLoop, RawModel, RawParent, RawPhysics,
};
use crate::exact::turns::Placement;
use crate::joint::Joint;
use crate::name::nearest;

/// The value with which the user leaves the choice to the compiler.
const AUTO: &str = "auto";

/// The model with its loops cut where they are to be.
pub(crate) fn cut(raw: &RawModel, faults: &mut Faults) -> RawModel {
    let mut raw = raw.clone();
    let kept = Kept::of(&raw);
    for index in 0..raw.closures.loops.len() {
        let Some(wanted) = raw.closures.loops[index].cut.clone() else {
            continue;
        };
        let Description::Bodies(bodies, _) = &mut raw.form else {
            let help = "describe the mechanism by [[body]] tables";
            faults.error(&wanted.at, "`cut` goes with bodies".to_owned(), help);
            continue;
        };
        recut(
            bodies,
            &mut raw.closures.loops[index],
            &wanted,
            &kept,
            faults,
        );
    }
    raw
}

/// What a model says of joints by name, which holds of joints of the tree alone: the compiler does not choose to cut these.
struct Kept {
    joints: HashSet<String>,
    /// The joints of the tree, where the model lists them all.
    order: Option<HashSet<String>>,
}

impl Kept {
    fn of(raw: &RawModel) -> Self {
        let bodies = match &raw.form {
            Description::Bodies(bodies, _) => &bodies[..],
            Description::Links(..) => &[],
        };
        let order = raw.order.as_ref().map(|order| &order.value);
        let listed = (raw.actuated.iter().map(|one| &one.value)).chain(order);
        let listed = listed.chain(&raw.actuators).flatten();
        let geared = raw.transmissions.iter().flat_map(|one| &one.joints);
        let held = raw.lock.iter().chain(&raw.closures.assembly);
        let followed = bodies.iter().filter_map(|body| body.mimic.as_ref());
        let names = (listed.chain(geared))
            .chain(held.map(|one| &one.joint))
            .chain(followed.map(|one| &one.value.joint));
        let owned = |name: &At<String>| name.value.clone();
        Self {
            joints: names.map(owned).collect(),
            order: order.map(|order| order.iter().map(owned).collect()),
        }
    }

    /// Whether the joint of a body may be cut in place of a loop's own, which the tree gets for it.
    fn allows_cut(&self, body: &RawBody, own: &RawLoop) -> bool {
        let gets = |order: &HashSet<String>| order.contains(&own.name.value);
        body.limits.is_none()
            && !self.joints.contains(&body.joint_name.value)
            && self.order.as_ref().is_none_or(gets)
    }
}

/// The bodies from one to the base, itself first; `None`: unknown names or a cycle, which the check of the tree reports.
fn path(bodies: &[RawBody], start: &RawEnd) -> Option<Vec<usize>> {
    let named = |name: &str| bodies.iter().position(|body| body.rigid.name.value == name);
    // Or a frame of a flexible body.
    let find = |name: &str| named(name).or_else(|| named(name.rsplit_once('/')?.0));
    let mut next = start.body.as_ref()?.value.clone();
    let mut path = Vec::new();
    while let RawParent::Body(name) = &next {
        let body = find(name)?;
        if path.contains(&body) {
            return None;
        }
        path.push(body);
        next = bodies[body].parent.as_ref()?.value.clone();
    }
    Some(path)
}

/// Cuts one loop where it is wanted.
fn recut(
    bodies: &mut [RawBody],
    own: &mut RawLoop,
    wanted: &At<String>,
    kept: &Kept,
    faults: &mut Faults,
) {
    let (Some(mut from), Some(mut to)) = (path(bodies, &own.ends[0]), path(bodies, &own.ends[1]))
    else {
        return;
    };
    // What carries both ends moves them together.
    while from.last().is_some() && from.last() == to.last() {
        from.pop();
        to.pop();
    }
    let chosen = if wanted.value == AUTO {
        balanced(bodies, own, (&from, &to), kept)
    } else {
        let on = |branch: &[usize]| {
            let named = |&body: &usize| bodies[body].joint_name.value == wanted.value;
            branch.iter().position(named)
        };
        let found = on(&from)
            .map(|at| (0, at))
            .or_else(|| on(&to).map(|at| (1, at)));
        if found.is_none() && own.name.value != wanted.value {
            unknown(bodies, (&from, &to), own, wanted, faults);
            return;
        }
        found
    };
    let Some((side, at)) = chosen else { return };
    let branch = if side == 0 { &from[..=at] } else { &to[..=at] };
    if let Some(why) = obstacle(bodies, branch, own) {
        let help = "cut the loop at another joint";
        faults.error(&wanted.at, why, help);
        return;
    }
    hang(bodies, branch, side, own);
}

/// Reports a joint that is none of the loop's.
fn unknown(
    bodies: &[RawBody],
    (from, to): (&[usize], &[usize]),
    own: &RawLoop,
    wanted: &At<String>,
    faults: &mut Faults,
) {
    let names = from.iter().chain(to);
    let names: Vec<&str> = names
        .map(|&body| bodies[body].joint_name.value.as_str())
        .collect();
    let shown: String = wanted.value.chars().take(60).collect();
    let help = match nearest(&wanted.value, names.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("its joints are {}; or write \"{AUTO}\"", names.join(", ")),
    };
    let message = format!("loop \"{}\" has no joint \"{shown}\"", own.name.value);
    faults.error(&wanted.at, message, help);
}

/// The cut that leaves both branches equally long, nearly: a side, and the place of a body on it; `None`: where it is.
fn balanced(
    bodies: &[RawBody],
    own: &RawLoop,
    (from, to): (&[usize], &[usize]),
    kept: &Kept,
) -> Option<(usize, usize)> {
    let (m, n) = (from.len(), to.len());
    let sides = [(0, from), (1, to)];
    let places = sides
        .into_iter()
        .flat_map(|(side, branch)| (0..branch.len()).map(move |at| (side, at, branch)));
    // Cut at `at`, the branch loses at + 1 bodies to the other.
    let depth = |side: usize, at: usize| match side {
        0 => (m - at - 1).max(n + at + 1),
        _ => (n - at - 1).max(m + at + 1),
    };
    let possible = places.filter(|(_, at, branch)| {
        let turned = branch[..*at].iter().map(|&body| &bodies[body].joint);
        reversed(&own.joint).is_some()
            && kept.allows_cut(&bodies[branch[*at]], own)
            && branch[..=*at].iter().all(|&body| is_plain(&bodies[body]))
            && turned.clone().all(|joint| reversed(joint).is_some())
            && can_be_cut(&bodies[branch[*at]].joint)
    });
    let best = possible.min_by_key(|&(side, at, _)| (depth(side, at), at))?;
    (depth(best.0, best.1) < m.max(n)).then_some((best.0, best.1))
}

/// Why a branch cannot be cut behind its last body.
fn obstacle(bodies: &[RawBody], branch: &[usize], own: &RawLoop) -> Option<String> {
    let named = |body: usize| &bodies[body].joint_name.value;
    let (&last, inner) = branch.split_last()?;
    if !can_be_cut(&bodies[last].joint) {
        return Some(format!(
            "joint \"{}\" is of a type that cannot be cut",
            named(last)
        ));
    }
    if let Some(&flexible) = branch.iter().find(|&&body| bodies[body].flexible.is_some()) {
        return Some(format!(
            "body \"{}\", between there and the loop's own joint, is flexible: it cannot be hung up at another of its frames",
            bodies[flexible].rigid.name.value
        ));
    }
    if !is_plain(&bodies[last]) {
        return Some(format!(
            "joint \"{}\" has physics of its own, or is tied to others: it cannot be cut",
            named(last)
        ));
    }
    if reversed(&own.joint).is_none() {
        return Some(format!(
            "the joint of loop \"{}\" cannot carry a body of the tree",
            own.name.value
        ));
    }
    let stuck = inner
        .iter()
        .find(|&&body| reversed(&bodies[body].joint).is_none())?;
    Some(format!(
        "joint \"{}\" would have to be turned round, and cannot",
        named(*stuck)
    ))
}

/// Whether a joint has nothing but its motion.
fn is_plain(body: &RawBody) -> bool {
    let RawPhysics {
        rotor_inertia,
        gear,
        damping,
        friction,
        friction_rate,
        stiffness,
        rest,
    } = &body.physics;
    let all = [
        rotor_inertia,
        gear,
        damping,
        friction,
        friction_rate,
        stiffness,
        rest,
    ];
    all.iter().all(|one| one.is_none())
        && body.flexible.is_none()
        && body.elastic.is_none()
        && body.mimic.is_none()
        && body.driven.is_none()
}

fn can_be_cut(joint: &RawJoint) -> bool {
    let cut = |joint: &Joint| joint.joint_type().cut;
    joint.moving().is_none_or(|joint| cut(joint).is_some())
}

/// J(q)⁻¹ as a joint with the same coordinates.
fn reversed(joint: &RawJoint) -> Option<RawJoint> {
    match joint {
        RawJoint::Fixed => Some(RawJoint::Fixed),
        RawJoint::Moving(written) => written.reversed().map(RawJoint::Moving),
    }
}

/// A joint between two frames, apart from the bodies it connects.
#[derive(Clone)]
struct Edge {
    parent: Option<At<RawParent>>,
    placement: Placement,
    joint: RawJoint,
    after: Placement,
    name: At<String>,
    body: RawBody,
}

impl Edge {
    fn of(body: &RawBody) -> Self {
        Self {
            parent: body.parent.clone(),
            placement: body.placement.clone(),
            joint: body.joint.clone(),
            after: body.after.clone(),
            name: body.joint_name.clone(),
            body: body.clone(),
        }
    }
}

/// Hangs the bodies of a branch, from the loop's end to the cut, on the other end of the loop.
fn hang(bodies: &mut [RawBody], branch: &[usize], side: usize, own: &mut RawLoop) {
    let edges: Vec<Edge> = branch.iter().map(|&body| Edge::of(&bodies[body])).collect();
    let other = own.ends[1 - side].clone();
    let near = own.ends[side].clone();
    // T_from J = T_to: hung on `from`, the body of `to` is at from · J · to⁻¹; hung on `to`, the joint is turned round.
    let joint = match side {
        1 => own.joint.clone(),
        _ => reversed(&own.joint).unwrap_or(RawJoint::Fixed),
    };
    let first = &mut bodies[branch[0]];
    first.parent.clone_from(&other.body);
    first.placement = other.placement;
    first.joint = joint;
    first.after = near.placement.inverse();
    first.joint_name = own.name.clone();
    first.physics = RawPhysics::default();
    first.elastic = None;
    first.limits = None;
    // T_outer = T_inner · placement · J · after, turned round: T_inner = T_outer · after⁻¹ · J⁻¹ · placement⁻¹.
    for (pair, edge) in branch.windows(2).zip(&edges) {
        let carrier = bodies[pair[0]].rigid.name.clone();
        let body = &mut bodies[pair[1]];
        body.parent = Some(At {
            value: RawParent::Body(carrier.value),
            at: carrier.at,
        });
        body.placement = edge.after.inverse();
        body.joint = reversed(&edge.joint).unwrap_or(RawJoint::Fixed);
        body.after = edge.placement.inverse();
        body.joint_name = edge.name.clone();
        body.physics = edge.body.physics.clone();
        body.limits.clone_from(&edge.body.limits);
        body.mimic.clone_from(&edge.body.mimic);
        body.driven.clone_from(&edge.body.driven);
        body.elastic.clone_from(&edge.body.elastic);
    }
    let (Some(cut), Some(&outer)) = (edges.last(), branch.last()) else {
        return;
    };
    let name = bodies[outer].rigid.name.clone();
    own.joint = cut.joint.clone();
    own.name = cut.name.clone();
    own.ends = [
        RawEnd {
            body: cut.parent.clone(),
            placement: cut.placement.clone(),
        },
        RawEnd {
            body: Some(At {
                value: RawParent::Body(name.value),
                at: name.at,
            }),
            placement: cut.after.inverse(),
        },
    ];
}
