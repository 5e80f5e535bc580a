//! Other frames on the same bodies: what is fixed on a body is expressed in the frame it is given.

use super::{BITS, Transformed};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::mechanism::{Axis, BodyId, Inertia, Mechanism, Pose, Rotation};

/// For every body, the child with the most bodies behind it.
pub(super) fn main_children(mechanism: &Mechanism) -> Vec<Option<BodyId>> {
    let mut size = vec![1_usize; mechanism.bodies.len()];
    let mut main: Vec<Option<BodyId>> = vec![None; mechanism.bodies.len()];
    for (index, body) in mechanism.bodies.iter().enumerate().rev() {
        if let Some(parent) = body.parent {
            size[parent.0] += size[index];
            // Walking backwards, an earlier child of equal size wins.
            if main[parent.0].is_none_or(|known| size[index] >= size[known.0]) {
                main[parent.0] = Some(BodyId(index));
            }
        }
    }
    main
}

/// Turns the frame of a body about its own z axis by φ: its joint absorbs the turn.
pub(super) fn turn_body(result: &mut Transformed, id: BodyId, φ: &Angle) {
    if φ.is_zero() {
        return;
    }
    result.exact &= φ.quarter_turns().is_some();
    let gauge = Pose {
        rotation: Rotation::about(Axis::Z, &φ.circle()),
        translation: Default::default(),
    };
    let body = &mut result.mechanism.bodies[id.0];
    match body.joint.rotation_mut() {
        Some(offset) => *offset = offset.clone() + φ.clone(),
        None => body.placement = body.placement.times(&gauge),
    }
    reseat(result, id, &gauge);
}

/// Moves the frame of a revolute or prismatic body along its own axis by `shift`.
pub(super) fn slide_body(result: &mut Transformed, id: BodyId, shift: &Number) {
    if shift.is_zero() {
        return;
    }
    let gauge = Pose {
        rotation: Rotation::identity(),
        translation: [Number::ZERO, Number::ZERO, shift.clone()],
    };
    let body = &mut result.mechanism.bodies[id.0];
    body.placement = body.placement.times(&gauge);
    reseat(result, id, &gauge);
}

/// Expresses what is fixed on a body in its new frame, `gauge` of the old: inertia, frames, children.
fn reseat(result: &mut Transformed, id: BodyId, gauge: &Pose) {
    let back = gauge.inverse();
    let exact = result.exact;
    let mechanism = &mut result.mechanism;
    let body = &mut mechanism.bodies[id.0];
    body.inertia = body.inertia.seen_through(&back);
    if !exact {
        round_inertia(&mut body.inertia);
    }
    body.deformation = body.deformation.as_ref().map(|one| one.seen_through(&back));
    body.user_frame = back.times(&body.user_frame);
    for child in mechanism
        .bodies
        .iter_mut()
        .filter(|child| child.parent == Some(id))
    {
        child.placement = back.times(&child.placement);
    }
    for frame in mechanism
        .fixed_frames_mut()
        .filter(|frame| frame.body == Some(id))
    {
        frame.pose = back.times(&frame.pose);
    }
}

fn round_inertia(inertia: &mut Inertia) {
    let tensor = &mut inertia.tensor;
    let entries = [
        &mut tensor.xx,
        &mut tensor.yy,
        &mut tensor.zz,
        &mut tensor.xy,
        &mut tensor.xz,
        &mut tensor.yz,
    ];
    for number in entries.into_iter().chain(&mut inertia.first_moment) {
        *number = number.rounded(BITS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generic::generic;

    /// Bodies of a chain on these parents.
    fn tree(parents: &[Option<usize>]) -> Mechanism {
        let mut tree = generic(parents.len());
        for (body, parent) in tree.bodies.iter_mut().zip(parents) {
            body.parent = parent.map(BodyId);
        }
        tree
    }

    #[test]
    fn the_main_child_has_the_most_bodies_behind_it() {
        let first = tree(&[None, Some(0), Some(1), Some(0)]);
        let last = tree(&[None, Some(0), Some(0), Some(2)]);
        assert_eq!(main_children(&first)[0], Some(BodyId(1)));
        assert_eq!(main_children(&last)[0], Some(BodyId(2)));
    }

    #[test]
    fn of_children_with_as_many_the_first_is_the_main_one() {
        let both = tree(&[None, Some(0), Some(0)]);
        assert_eq!(main_children(&both), [Some(BodyId(1)), None, None]);
    }
}
