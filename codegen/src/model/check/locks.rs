//! Locked joints: each stands still at coordinates that it can have.

use super::jointed::{Jointed, find};
use super::roles::Role;
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::mechanism::{Axis, Joint, Pose, Rotation};
use crate::model::faults::Faults;
use crate::model::raw::RawLock;
use crate::model::turns::{Placement, Turns};

/// Marks the locked joints.
pub(super) fn resolve(
    locks: &[RawLock],
    joints: &[Jointed],
    roles: &mut [Role],
    faults: &mut Faults,
) {
    for RawLock {
        joint: named,
        position,
    } in locks
    {
        let Some(index) = find(joints, named, faults) else {
            continue;
        };
        let (joint, name) = (&joints[index], &named.value);
        let fault = match &roles[index] {
            _ if joint.nq == 0 => Some(("is fixed already", "remove it from `lock`".to_owned())),
            Role::Locked(_) => Some(("is locked twice", "keep one position".to_owned())),
            Role::Geared { .. } => Some((
                "is moved by a transmission: it cannot be locked",
                "remove it from the transmission, or from `lock`".to_owned(),
            )),
            _ => None,
        };
        if let Some((what, help)) = fault {
            faults.error(&named.at, format!("joint \"{name}\" {what}"), help);
            continue;
        }
        let count = position.value.len();
        if count != 0 && count != joint.nq {
            let message = format!(
                "joint \"{name}\" is locked at {count} coordinates and has {}",
                joint.nq
            );
            faults.error(
                &position.at,
                message,
                "write one number for each coordinate",
            );
            continue;
        }
        if joint.has_quaternion() && count != 0 && is_zero(&position.value[count - 4..]) {
            let message = format!("joint \"{name}\" is locked at the quaternion 0");
            let help = "write x, y, z, w; no rotation is 0, 0, 0, 1";
            faults.error(&position.at, message, help);
            continue;
        }
        roles[index] = Role::Locked(position.value.clone());
    }
}

fn is_zero(quaternion: &[Angle]) -> bool {
    quaternion.iter().all(Angle::is_zero)
}

/// The constant motion of a joint at coordinates `q`; where there are none, they are 0 (a quaternion is 0, 0, 0, 1).
pub(super) fn motion(joint: &Joint, q: &[Angle]) -> Placement {
    let at = |k: usize| q.get(k).cloned().unwrap_or_default();
    let along = |k| at(k).to_number();
    match joint {
        Joint::Revolute { offset } => turned(at(0).rounding_removed() + offset.clone()),
        Joint::Prismatic { offset } => slid(&(along(0) + offset)),
        Joint::Helical { pitch } => screwed(Some(pitch), &at(0)),
        Joint::Cylindrical => slid(&along(0)).times(&turned(at(1).rounding_removed())),
        Joint::Universal { turn } => turned(at(0).rounding_removed())
            .times(&Placement::turned(Turns::by(turn.clone())))
            .times(&turned(at(1).rounding_removed())),
        Joint::Planar => Placement::shifted(&along(0), &along(1), &Number::ZERO)
            .times(&turned(at(2).rounding_removed())),
        Joint::Spherical => oriented(q),
        Joint::Free => {
            let shift = Placement::shifted(&along(0), &along(1), &along(2));
            shift.times(&oriented(q.get(3..).unwrap_or_default()))
        }
        Joint::Subspace(screws) => {
            (0..)
                .zip(screws)
                .fold(Placement::default(), |pose, (k, screw)| {
                    pose.times(&placed(&screw.placement))
                        .times(&screwed(screw.pitch.as_ref(), &at(k)))
                })
        }
    }
}

fn turned(angle: Angle) -> Placement {
    Placement::turned(Turns::about(Axis::Z, angle))
}

fn slid(distance: &Number) -> Placement {
    Placement::shifted(&Number::ZERO, &Number::ZERO, distance)
}

/// Metres along z for a radian about z; without a pitch, metres.
fn screwed(pitch: Option<&Number>, q: &Angle) -> Placement {
    match pitch {
        None => slid(&q.to_number()),
        Some(pitch) => slid(&(pitch * q.to_number())).times(&turned(q.clone().rounding_removed())),
    }
}

fn placed(pose: &Pose) -> Placement {
    Placement {
        turns: Turns::by(pose.rotation.clone()),
        xyz: pose.translation.clone(),
    }
}

/// The rotation of a quaternion x, y, z, w of any length.
fn oriented(q: &[Angle]) -> Placement {
    let [x, y, z, w] = q else {
        return Placement::default();
    };
    let quaternion = [x, y, z, w].map(Angle::to_number);
    let rotation = Rotation::from_quaternion(&quaternion);
    Placement::turned(rotation.map_or_else(Turns::default, |one| Turns::by(one.snapped())))
}
