//! The role of each joint in the model: moves by itself, follows another, is geared to motors, or stands still.

use super::jointed::{Jointed, find};
use super::locks;
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::model::faults::Faults;
use crate::model::raw::{RawModel, RawTransmission};

/// The role of a joint.
#[derive(Clone, Debug)]
pub(super) enum Role {
    /// It has coordinates of its own (or is driven, or fixed).
    Independent,
    /// Its coordinate is `factor` times that of `leader`, which follows none, plus `offset`.
    Follows {
        leader: usize,
        factor: Number,
        offset: Angle,
    },
    /// Its coordinate is a row of a transmission's matrix times the motors' coordinates.
    Geared { transmission: usize, row: usize },
    /// It stands still at these coordinates; none: all are 0.
    Locked(Vec<Angle>),
}

/// The roles of all joints; faults are reported.
pub(super) fn resolve(raw: &RawModel, joints: &[Jointed], faults: &mut Faults) -> Vec<Role> {
    let mut roles = vec![Role::Independent; joints.len()];
    for (index, transmission) in raw.transmissions.iter().enumerate() {
        gear(transmission, index, joints, &mut roles, faults);
    }
    let leaders = leaders(joints, &roles, faults);
    locks::resolve(&raw.lock, joints, &mut roles, faults);
    report_cycles(joints, &leaders, faults);
    for joint in 0..joints.len() {
        if let Some(role) = following(joint, joints, &leaders, &roles, faults) {
            roles[joint] = role;
        }
    }
    roles
}

/// Marks the joints of a transmission.
fn gear(
    transmission: &RawTransmission,
    index: usize,
    joints: &[Jointed],
    roles: &mut [Role],
    faults: &mut Faults,
) {
    for (row, named) in transmission.joints.iter().enumerate() {
        let Some(joint) = find(joints, named, faults) else {
            continue;
        };
        let (name, at) = (&named.value, &named.at);
        if let Some(why) = joints[joint].cannot_be_geared() {
            let message = format!("joint \"{name}\" of a transmission {why}");
            let help = "a transmission moves revolute, prismatic and helical joints";
            faults.error(at, message, help);
        } else if joints[joint].mimic.is_some() {
            let message = format!("joint \"{name}\" of a transmission follows another joint");
            faults.error(at, message, "keep `mimic` or the transmission");
        } else if matches!(roles[joint], Role::Geared { .. }) {
            let message = format!("joint \"{name}\" is in two transmissions");
            faults.error(at, message, "give it one row of one matrix");
        } else {
            roles[joint] = Role::Geared {
                transmission: index,
                row,
            };
        }
    }
}

/// The joint that each follows, where it can.
fn leaders(joints: &[Jointed], roles: &[Role], faults: &mut Faults) -> Vec<Option<usize>> {
    let mut leader_of = |(joint, role): (&Jointed, &Role)| {
        let mimic = &joint.mimic?.value;
        let leader = find(joints, &mimic.joint, faults)?;
        let name = &joint.name.value;
        for (one, whose) in [(joint, name), (&joints[leader], &mimic.joint.value)] {
            if let Some(why) = one.cannot_be_geared() {
                let message = format!("joint \"{whose}\" {why}: \"{name}\" cannot follow it");
                let message = if core::ptr::eq(one, joint) {
                    format!("joint \"{name}\" {why}: it cannot follow another")
                } else {
                    message
                };
                let help = "revolute, prismatic and helical joints follow each other";
                faults.error(&mimic.joint.at, message, help);
                return None;
            }
        }
        if mimic.factor.is_zero() {
            let at = joint.mimic.map_or(0..0, |mimic| mimic.at.clone());
            let message = format!("joint \"{name}\" follows with the factor 0");
            let help = format!("it stands still: write `lock = [\"{name}\"]`");
            faults.error(&at, message, help);
            return None;
        }
        matches!(role, Role::Independent).then_some(leader)
    };
    joints.iter().zip(roles).map(&mut leader_of).collect()
}

/// Reports each cycle of joints that follow each other once, at its first joint in the file.
fn report_cycles(joints: &[Jointed], leaders: &[Option<usize>], faults: &mut Faults) {
    let mut seen = vec![false; joints.len()];
    for start in 0..joints.len() {
        let (mut trail, mut next) = (Vec::new(), Some(start));
        while let Some(joint) = next.filter(|&joint| !seen[joint]) {
            seen[joint] = true;
            trail.push(joint);
            next = leaders[joint];
        }
        let Some(entry) = next.and_then(|end| trail.iter().position(|&joint| joint == end)) else {
            continue;
        };
        let name = |&joint: &usize| format!("\"{}\"", joints[joint].name.value);
        let listed: Vec<String> = trail[entry..].iter().take(8).map(name).collect();
        let first = trail[entry..]
            .iter()
            .min()
            .and_then(|&first| joints[first].mimic);
        let at = first.map_or(0..0, |mimic| mimic.at.clone());
        let message = format!(
            "the joints {} follow each other in a cycle",
            listed.join(", ")
        );
        faults.error(
            &at,
            message,
            "one of them must move by itself: remove its `mimic`",
        );
    }
}

/// The role of a joint that follows: through all between, the first that does not. `None` of any other joint.
fn following(
    joint: usize,
    joints: &[Jointed],
    leaders: &[Option<usize>],
    roles: &[Role],
    faults: &mut Faults,
) -> Option<Role> {
    let (mut leader, mut factor, mut offset) = (joint, Number::ONE, Angle::default());
    for _ in 0..joints.len() {
        let (Some(next), Some(mimic)) = (leaders[leader], joints[leader].mimic) else {
            break;
        };
        if leader != joint && matches!(roles[leader], Role::Locked(_)) {
            break;
        }
        // q = f q' + o and q' = f' q'' + o': q = f f' q'' + (f o' + o)
        offset = offset + mimic.value.offset.times(&factor);
        factor = factor * &mimic.value.factor;
        leader = next;
    }
    if leader == joint {
        return None;
    }
    if let Role::Locked(_) = roles[joint] {
        let name = &joints[joint].name.value;
        let at = joints[joint].mimic.map_or(0..0, |mimic| mimic.at.clone());
        let message = format!("joint \"{name}\" is locked and follows another joint");
        let help = format!(
            "lock \"{}\", and it stands still too",
            joints[leader].name.value
        );
        faults.error(&at, message, help);
        return None;
    }
    if joints[joint].turns {
        offset = offset.rounding_removed();
    }
    Some(match &roles[leader] {
        Role::Locked(position) => {
            let position = position.first().cloned().unwrap_or_default();
            Role::Locked(vec![position.times(&factor) + offset])
        }
        _ => Role::Follows {
            leader,
            factor,
            offset,
        },
    })
}
