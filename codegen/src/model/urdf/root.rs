//! The root link that stands still although it looks like one that moves.

use std::collections::HashSet;

use crate::model::faults::Faults;
use crate::model::raw::{RawBody, RawJoint, RawParent};

/// Notes that the root link stands still where it has a mass, and more than one joint that moves hangs on it: an arm is
/// mounted by its root, a walking machine is not.
pub(super) fn report(bodies: &[RawBody], faults: &mut Faults) {
    let Some(root) = bodies.first() else { return };
    let mut standing: HashSet<&str> = HashSet::from([root.rigid.name.value.as_str()]);
    let mut hanging = 0;
    // Parents are before their children.
    for body in &bodies[1..] {
        let parent = body.parent.as_ref().map(|parent| &parent.value);
        if !matches!(parent, Some(RawParent::Body(parent)) if standing.contains(parent.as_str())) {
            continue;
        }
        if matches!(body.joint, RawJoint::Fixed) {
            standing.insert(&body.rigid.name.value);
        } else {
            hanging += 1;
        }
    }
    let masses = (bodies.iter()).filter(|body| standing.contains(body.rigid.name.value.as_str()));
    let mass: f64 = masses.map(|body| body.rigid.mass.value.to_f64()).sum();
    if mass > 0.0 && hanging > 1 {
        let name: String = root.rigid.name.value.chars().take(60).collect();
        let mass = (mass * 1000.0).round() / 1000.0;
        let message = format!("link \"{name}\", {mass} kg with what is fixed on it, does not move");
        let help = "`--base floating` (`base = \"floating\"`) lets it move freely; `--base fixed` says that it is fixed";
        faults.note(&root.rigid.name.at, message, help);
    }
}
