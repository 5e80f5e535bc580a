//! Groups of parallel revolute axes: bodies whose orientation is one turn by a sum of joint angles.

use crate::mechanism::{Body, Mechanism, Rotation};

/// Marks every body whose joint axis is parallel (or antiparallel) to that of its parent as a member of its parent's
/// group. `None`: there is no such body.
#[must_use]
pub fn parallel_groups(mechanism: &Mechanism) -> Option<Mechanism> {
    let mut result = mechanism.clone();
    for index in 0..result.bodies.len() {
        let body = &result.bodies[index];
        let group = body
            .parent
            .filter(|&parent| turns(body) && turns(&result.bodies[parent.0]))
            .filter(|_| keeps_axis(&body.placement.rotation))
            .map(|parent| result.bodies[parent.0].choices.group.unwrap_or(parent));
        result.bodies[index].choices.group = group;
    }
    let found = |body: &Body| body.choices.group.is_some();
    result.bodies.iter().any(found).then_some(result)
}

fn turns(body: &Body) -> bool {
    body.joint.is_rotation()
}

/// Whether a placement is the identity or half a turn about x. (Frames on common normals leave no other parallel axes.)
fn keeps_axis(rotation: &Rotation) -> bool {
    *rotation == Rotation::identity() || *rotation == Rotation::half_turn_about_x()
}
