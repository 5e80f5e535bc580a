//! Locked joints: each stands still at coordinates that it can have.

use super::jointed::{Jointed, find};
use super::roles::Role;
use crate::exact::angle::Angle;
use crate::model::faults::Faults;
use crate::model::raw::RawLock;

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
