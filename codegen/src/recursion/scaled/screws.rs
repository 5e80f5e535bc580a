//! The scaled joints, and the frames in which they are screws.

use crate::exact::number::Number;
use crate::mechanism::{Body, Mechanism, Pose, Rotation};

/// Joints with |cos α| or |sin α| below 1/this are not scaled: their constants are steep and cancel digits.
const STEEPEST: i64 = 8;

/// A mechanism whose scaled joints are screws, and how far each body's frame was moved for it.
pub(super) struct Screws {
    /// The bodies in the new frames.
    pub mechanism: Mechanism,
    /// How far along its own axis each body's frame was moved, m.
    pub slides: Vec<Number>,
}

/// The mechanism with the frames of the bodies that carry a scaled joint moved along their own axes, so that the
/// scaled joint's offset is (a, 0, 0). The joint itself does not see the move except for its slide. Groups of parallel axes
/// are left: what scales saves is in twisted joints.
pub(super) fn on_screws(mechanism: &Mechanism) -> Screws {
    let mut result = mechanism.clone();
    for body in &mut result.bodies {
        body.choices.group = None;
    }
    let mut slides = vec![Number::ZERO; mechanism.bodies.len()];
    for (index, leader) in leaders(mechanism).iter().enumerate() {
        let Some(leader) = *leader else { continue };
        let slide = result.bodies[leader].placement.translation[2].clone();
        let back = Pose {
            rotation: Rotation::identity(),
            translation: [Number::ZERO, Number::ZERO, -&slide],
        };
        let body = &mut result.bodies[index];
        body.inertia = body.inertia.seen_through(&back);
        for child in &mut result.bodies {
            if child.parent.is_some_and(|parent| parent.0 == index) {
                child.placement = back.times(&child.placement);
            }
        }
        slides[index] = slide;
    }
    Screws {
        mechanism: result,
        slides,
    }
}

/// For every body, the child whose joint sets its scales.
pub(super) fn leaders(mechanism: &Mechanism) -> Vec<Option<usize>> {
    let bodies = &mechanism.bodies;
    let mut leaders = vec![None; bodies.len()];
    for (index, body) in bodies.iter().enumerate() {
        let Some(parent) = body.parent else { continue };
        if leaders[parent.0].is_none()
            && turns(body)
            && turns(&bodies[parent.0])
            && is_twisted(&body.placement)
            && body.placement.translation[1].is_zero()
        {
            leaders[parent.0] = Some(index);
        }
    }
    leaders
}

fn turns(body: &Body) -> bool {
    body.joint.is_rotation() && !body.driven
}

/// Whether a placement turns about x, by an angle away from multiples of a quarter turn.
pub(super) fn is_twisted(placement: &Pose) -> bool {
    let r = &placement.rotation.0;
    let is_large = |x: &Number| x.abs() * Number::from(STEEPEST) >= Number::ONE;
    r[0][0].is_one() && is_large(&r[1][1]) && is_large(&r[2][1])
}
