//! The actuated joints and motors.

use super::jointed::{Jointed, named};
use super::roles::Role;
use crate::mechanism::Mechanism;
use crate::model::faults::Faults;
use crate::model::raw::{At, RawModel};
use crate::name::nearest;

/// The names that the model lists, or those of joints of actuators that do not stand still; `None`: all are actuated.
pub(super) fn names<'a>(
    raw: &'a RawModel,
    joints: &[Jointed],
    roles: &[Role],
) -> Option<Vec<&'a At<String>>> {
    if let Some(names) = &raw.actuated {
        return Some(names.value.iter().collect());
    }
    let stands_still = |name: &&At<String>| {
        let joint = named(joints, &name.value);
        joint.is_some_and(|joint| matches!(roles[joint], Role::Locked(_)))
    };
    let names = raw.actuators.as_ref()?.iter();
    Some(names.filter(|name| !stands_still(name)).collect())
}

/// Reports duplicate names and names of joints that do not move by themselves.
pub(super) fn check(mechanism: &Mechanism, names: &[&At<String>], faults: &mut Faults) {
    let blocks = mechanism.blocks();
    for (index, At { value: name, at }) in names.iter().enumerate() {
        let shown: String = name.chars().take(60).collect();
        if names[..index].iter().any(|before| before.value == *name) {
            let message = format!("\"{shown}\" occurs twice in `actuated`");
            faults.error(at, message, "name each joint once");
        } else if blocks.iter().all(|block| block.name != *name) {
            let message = format!("no joint or motor \"{shown}\" moves by itself");
            let help = match nearest(name, blocks.iter().map(|block| block.name.as_str())) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "name joints and motors that have coordinates of their own".to_owned(),
            };
            faults.error(at, message, help);
        }
    }
}
