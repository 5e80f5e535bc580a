//! The structure of a mechanism with loops: legs that are joined, subsystems that are solved one by one, a secondary
//! system that is solved first.

mod legs;
mod subsystems;

pub use legs::{Leg, Legs};
pub use subsystems::{Branch, Indeterminate, SubsystemBlock, Subsystems};

use crate::mechanism::{Loops, Mechanism};

/// Velocities of the secondary system: bodies on the base that nothing actuates, each in one piece, where every loop
/// connects such a body with one that is not. None where this is not so, or where bodies
/// or joints are flexible.
pub(crate) fn secondary_velocities(mechanism: &Mechanism, loops: &Loops) -> Vec<usize> {
    if !mechanism.inner_velocities().is_empty() {
        return Vec::new();
    }
    let branches = subsystems::branches(mechanism);
    let is_secondary = |branch: &Branch| {
        let actuated = branch.velocities.iter().any(|v| loops.actuated.contains(v));
        !actuated && branch.closures > 0
    };
    let secondary: Vec<bool> = branches.iter().map(is_secondary).collect();
    let of = |body: Option<crate::mechanism::BodyId>| {
        let branch = body.and_then(|body| branches.iter().position(|one| one.has(body)));
        branch.is_some_and(|branch| secondary[branch])
    };
    let mixed = loops.bodies().all(|[from, to]| of(from) != of(to));
    if !mixed || secondary.iter().all(|&one| one) {
        return Vec::new();
    }
    let own = branches.iter().zip(&secondary).filter(|(_, one)| **one);
    own.flat_map(|(branch, _)| branch.velocities.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::parse;

    #[test]
    fn one_closure_is_enough_for_a_secondary_system() {
        let held = parse(
            "held.toml",
            r#"
name = "held"
actuated = ["arm"]
[assembly]
block = [0.4, 0, 0, 0, 0, 0, 1]
[[body]]
name = "arm"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
mass = 1.5
inertia = { xx = 0.02, yy = 0.03, zz = 0.04 }
[[body]]
name = "block"
parent = "base"
joint = { type = "free" }
mass = 0.7
inertia = { xx = 0.005, yy = 0.006, zz = 0.004 }
[[loop]]
name = "hold"
joint = { type = "spherical" }
from = { body = "arm", placement = { xyz = [0.4, 0, 0] } }
to = { body = "block", placement = { xyz = [0, 0, 0] } }
"#,
        );
        let mechanism = held.expect("a sound model").mechanism;
        let loops = mechanism.loops.as_ref().expect("a loop");
        let velocities = secondary_velocities(&mechanism, loops);
        assert_eq!(velocities, [1, 2, 3, 4, 5, 6]);
    }
}
