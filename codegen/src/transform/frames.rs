//! Frames on common normals: z along the joint axis, the origin at the foot of the common normal from the parent's
//! axis, x along the common normal to the next axis (`OPERATIONS.md`, 3.2; Khalil and Kleinfinger's convention).
//!
//! Then the constant part of a joint is Rx(α) with the offset (a, 0, d): rotations in two stages, two coordinates
//! of every offset in use. In a tree the child with the largest subtree gets the common normal; the others get a
//! placement Rz(γ) Rx(α), the rest of which their own offset absorbs.

use super::Transformed;
use crate::mechanism::{BodyId, Inertia, Joint, Mechanism, Pose, Rotation};
use crate::model::angle::Angle;
use crate::model::rotation::Axis;
use crate::number::Number;

/// Bits after the binary point that a new constant keeps.
const BITS: usize = 90;

/// Puts every body's frame on common normals.
#[must_use]
pub fn common_normals(mechanism: &Mechanism) -> Transformed {
    let mut result = Transformed {
        mechanism: mechanism.clone(),
        exact: true,
    };
    let main_child = main_children(mechanism);
    for index in 0..mechanism.bodies.len() {
        let Some(child) = main_child[index] else {
            continue;
        };
        if !turns_about_z(&result.mechanism.bodies[index].joint) {
            continue;
        }
        let placement = result.mechanism.bodies[child.0].placement.clone();
        let φ = normal_direction(&placement);
        turn_body(&mut result, BodyId(index), &φ);
        settle_child(&mut result, child);
    }
    result
}

/// For every body, the child with the most bodies behind it.
fn main_children(mechanism: &Mechanism) -> Vec<Option<BodyId>> {
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

fn turns_about_z(joint: &Joint) -> bool {
    matches!(joint, Joint::Revolute { .. } | Joint::Prismatic { .. })
}

/// The angle about z of the common normal between z and the axis of a child placed like this, in (−π/2, π/2].
fn normal_direction(placement: &Pose) -> Angle {
    let axis = |i: usize| &placement.rotation.0[i][2];
    // z × u = (−u_y, u_x, 0)
    let (mut x, mut y) = (-axis(1), axis(0).clone());
    if x.is_zero() && y.is_zero() {
        (x, y) = (
            placement.translation[0].clone(),
            placement.translation[1].clone(),
        );
    }
    if x.is_zero() && y.is_zero() {
        return Angle::default();
    }
    if x.is_negative() || (x.is_zero() && y.is_negative()) {
        (x, y) = (-x, -y);
    }
    Angle::of_direction(&x, &y)
}

/// Turns the frame of a body about its own z axis by φ: its joint absorbs the turn.
fn turn_body(result: &mut Transformed, id: BodyId, φ: &Angle) {
    if φ.is_zero() {
        return;
    }
    result.exact &= φ.quarter_turns().is_some();
    let gauge = Pose {
        rotation: Rotation::about(Axis::Z, &φ.circle()),
        translation: Default::default(),
    };
    let body = &mut result.mechanism.bodies[id.0];
    match &mut body.joint {
        Joint::Revolute { offset } => *offset = offset.clone() + φ.clone(),
        _ => body.placement = body.placement.times(&gauge),
    }
    reseat(result, id, &gauge);
}

/// Moves a child's origin along its axis to the foot of the common normal and its x axis onto the normal.
fn settle_child(result: &mut Transformed, id: BodyId) {
    if matches!(result.mechanism.bodies[id.0].joint, Joint::Revolute { .. }) {
        let shift = foot(&result.mechanism.bodies[id.0].placement);
        slide_body(result, id, &shift);
        let rotation = &result.mechanism.bodies[id.0].placement.rotation;
        // Rx(α) Rz(β) has the first row (cos β, −sin β, 0).
        let β = Angle::of_direction(&rotation.0[0][0], &-&rotation.0[0][1]);
        untwist(result, id, &β);
    }
    round_placement(result, id);
}

/// How far along its axis the child's origin is from the foot of the common normal with the parent's z axis.
fn foot(placement: &Pose) -> Number {
    let u: [&Number; 3] = core::array::from_fn(|i| &placement.rotation.0[i][2]);
    let p = &placement.translation;
    let across = u[0] * u[0] + u[1] * u[1];
    match across.inverse() {
        // The point p + l u is nearest to the z axis where its projection on the xy plane is.
        Some(inverse) => -(u[0] * &p[0] + u[1] * &p[1]) * inverse,
        None => -(&p[2] * u[2]),
    }
}

/// Moves the frame of a revolute body along its own axis by `shift`.
fn slide_body(result: &mut Transformed, id: BodyId, shift: &Number) {
    if shift.is_zero() {
        return;
    }
    let rounded = shift.rounded(BITS);
    let gauge = Pose {
        rotation: Rotation::identity(),
        translation: [Number::ZERO, Number::ZERO, rounded],
    };
    let body = &mut result.mechanism.bodies[id.0];
    body.placement = body.placement.times(&gauge);
    reseat(result, id, &gauge);
}

/// Takes a turn β about the child's own axis out of its placement: its joint's offset absorbs it.
fn untwist(result: &mut Transformed, id: BodyId, β: &Angle) {
    if β.is_zero() {
        return;
    }
    result.exact &= β.quarter_turns().is_some();
    let body = &mut result.mechanism.bodies[id.0];
    let back = Rotation::about(Axis::Z, &β.circle()).transposed();
    body.placement.rotation = body.placement.rotation.times(&back);
    if let Joint::Revolute { offset } = &mut body.joint {
        *offset = offset.clone() + β.clone();
    }
}

/// Makes the placement exactly Rx(α) with offset (a, 0, d), where it is that but for rounding.
fn round_placement(result: &mut Transformed, id: BodyId) {
    let revolute = matches!(result.mechanism.bodies[id.0].joint, Joint::Revolute { .. });
    let placement = &mut result.mechanism.bodies[id.0].placement;
    if result.exact {
        return;
    }
    let r = &placement.rotation.0;
    let α = Angle::of_direction(&r[2][2], &-&r[1][2]);
    let about_x = Rotation::about(Axis::X, &α.circle());
    if revolute {
        placement.rotation = about_x;
        placement.translation[1] = Number::ZERO;
    } else {
        let β = Angle::of_direction(&r[0][0], &-&r[0][1]);
        placement.rotation = about_x.times(&Rotation::about(Axis::Z, &β.circle()));
    }
    for coordinate in &mut placement.translation {
        *coordinate = coordinate.rounded(BITS);
    }
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
    body.user_frame = back.times(&body.user_frame);
    for child in mechanism
        .bodies
        .iter_mut()
        .filter(|child| child.parent == Some(id))
    {
        child.placement = back.times(&child.placement);
    }
    for frame in mechanism
        .frames
        .iter_mut()
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
