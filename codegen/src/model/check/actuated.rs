//! The actuated joints and motors.

use crate::mechanism::Mechanism;
use crate::model::faults::Faults;
use crate::model::raw::At;
use crate::name::nearest;

/// Reports duplicate names and names of joints that do not move by themselves.
pub(super) fn check(mechanism: &Mechanism, names: &[At<String>], faults: &mut Faults) {
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
