//! Splits joints whose unit twists move in the body's frame into elementary ones with massless bodies between.

use crate::mechanism::{BodyId, Mechanism};

/// The same mechanism with elementary joints only. Coordinates and velocities keep their order; the physics is
/// exactly the same.
#[must_use]
pub fn elementary(mechanism: &Mechanism) -> Mechanism {
    let mut bodies = Vec::with_capacity(mechanism.bodies.len());
    let mut place: Vec<BodyId> = Vec::with_capacity(mechanism.bodies.len());
    for body in &mechanism.bodies {
        let mut parent = body.parent.map(|parent| place[parent.0]);
        let mut physics = body.physics.iter();
        for mut part in body.elementary() {
            part.physics = physics.by_ref().take(part.joint.nv()).cloned().collect();
            part.parent = parent;
            if let Some(spring) = &mut part.spring {
                spring.joint = place[spring.joint.0];
            }
            parent = Some(BodyId(bodies.len()));
            bodies.push(part);
        }
        place.push(BodyId(bodies.len() - 1));
    }
    let mut split = Mechanism {
        bodies,
        ..mechanism.clone()
    };
    for frame in split.fixed_frames_mut() {
        frame.body = frame.body.map(|body| place[body.0]);
    }
    split
}
