//! Offsets along a joint axis: before the joint's turn or behind it.
//!
//! With frames on common normals a body's main child is at (a, 0, d). Moving the body's frame along its own axis by
//! d leaves (a, 0, 0), and the shift d appears behind the body's own turn: the same number of constants, another
//! pattern of zeros.

use super::Transformed;
use super::reseat::{main_children, slide_body};
use crate::exact::number::Number;
use crate::mechanism::{BodyId, Mechanism};

/// Moves the frames of the bodies that `chosen` names to the level of their main child.
#[must_use]
pub fn slide_offsets(mechanism: &Mechanism, chosen: impl Fn(usize) -> bool) -> Mechanism {
    let shifts = shifts(mechanism);
    let mut result = Transformed {
        mechanism: mechanism.clone(),
        exact: true,
    };
    for (index, shift) in shifts.iter().enumerate() {
        if let Some(shift) = shift.as_ref().filter(|_| chosen(index)) {
            slide_body(&mut result, BodyId(index), shift);
            result.mechanism.bodies[index].choices.offset_behind = true;
        }
    }
    result.mechanism
}

/// For every body, whether its frame can slide.
#[must_use]
pub fn can_slide(mechanism: &Mechanism) -> Vec<bool> {
    shifts(mechanism).iter().map(Option::is_some).collect()
}

fn shifts(mechanism: &Mechanism) -> Vec<Option<Number>> {
    let shift = |(body, child): (_, Option<BodyId>)| {
        let body: &crate::mechanism::Body = body;
        let moves = body.joint.is_rotation() || body.joint.is_translation();
        let slides = moves && body.deformation.is_none();
        let child = &mechanism.bodies[child.filter(|_| slides)?.0];
        let d = &child.placement.translation[2];
        (!d.is_zero()).then(|| d.clone())
    };
    let children = main_children(mechanism);
    mechanism.bodies.iter().zip(children).map(shift).collect()
}
