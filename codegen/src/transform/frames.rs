//! Frames on common normals: z along the joint axis, the origin at the foot of the common normal from the parent's
//! axis, x along the common normal to the next axis (`OPERATIONS.md`, 3.2; Khalil and Kleinfinger's convention).
//!
//! Then the constant part of a joint is Rx(α) with the offset (a, 0, d): rotations in two stages, two coordinates
//! of every offset in use. In a tree the child with the largest subtree gets the common normal; the others keep
//! Rz(γ) Rx(α) with one coordinate of the offset zero, and their own joints absorb the rest.
//!
//! The nearer two axes are to parallel, the farther away is their common normal, and in a frame there all lengths and
//! moments of inertia are large and cancel. So an origin moves along its axis only so far (`REACH`); where the foot is
//! farther, the offset behind Rx(α) keeps two coordinates, (x, y, 0), as many as a common normal leaves.

use super::Transformed;
use super::reseat::{main_children, slide_body, turn_body};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::mechanism::{Axis, BodyId, Mechanism, Pose, Rotation};

/// Bits after the binary point of a new angle. Fewer than a circle point holds (2⁻⁷⁰), so that an angle measured on a
/// frame that was turned by another is that other angle again, and turns that cancel leave nothing behind.
const ANGLE_BITS: usize = 60;

/// How far along its axis an origin may be moved, in the longest offset between two joints. Moments of inertia grow
/// with the square of the way, and lose as many digits: at 16 lengths 256 roundings of 1.1e-16 are 2.8e-14, and there are
/// states in which forces are small beside the moments that they come of.
const REACH: i64 = 16;

/// Puts every body's frame on common normals.
#[must_use]
pub fn common_normals(mechanism: &Mechanism) -> Transformed {
    let mut result = Transformed {
        mechanism: mechanism.clone(),
        exact: true,
    };
    let reach = reach(mechanism);
    let main_child = main_children(mechanism);
    for (index, main) in main_child.iter().enumerate() {
        let parent = BodyId(index);
        let Some(main) = *main else { continue };
        let body = &mechanism.bodies[index];
        // The axes of a flexible body are those in which its shapes are sparse.
        let turns =
            (body.joint.is_rotation() || body.joint.is_translation()) && body.deformation.is_none();
        if turns {
            let φ = normal_direction(&result.mechanism.bodies[main.0].placement);
            turn_body(&mut result, parent, &φ);
        }
        for child in children(mechanism, parent) {
            settle(&mut result, child, turns && child == main, &reach);
        }
    }
    result
}

fn children(mechanism: &Mechanism, parent: BodyId) -> impl Iterator<Item = BodyId> {
    mechanism
        .bodies
        .iter()
        .enumerate()
        .filter(move |(_, body)| body.parent == Some(parent))
        .map(|(index, _)| BodyId(index))
}

/// The longest way of an origin along its axis, m. (Roots stay where they are: how far they are placed from the base
/// says nothing of the size of the mechanism.)
fn reach(mechanism: &Mechanism) -> Number {
    let carried = mechanism.bodies.iter().filter(|body| body.parent.is_some());
    let coordinates = carried.flat_map(|body| &body.placement.translation);
    let longest = coordinates.map(Number::abs).max().unwrap_or_default();
    longest * Number::from(REACH)
}

/// The angle of the direction (x, y), on the grid of new angles.
pub(super) fn direction(x: &Number, y: &Number) -> Angle {
    let angle = Angle::of_direction(x, y);
    Angle {
        radians: angle.radians.rounded(ANGLE_BITS),
        half_turns: angle.half_turns,
    }
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
    direction(&x, &y)
}

/// Chooses origin and x axis of a child along and about its own axis; `on_normal` when the parent's x axis is on the
/// common normal.
fn settle(result: &mut Transformed, id: BodyId, on_normal: bool, reach: &Number) {
    let mut at_foot = false;
    let body = &result.mechanism.bodies[id.0];
    if body.joint.is_rotation() {
        let slides = body.deformation.is_none();
        let placement = &result.mechanism.bodies[id.0].placement;
        let near = |shift: &Number| slides && shift.abs() <= *reach;
        let foot = on_normal.then(|| foot(placement)).filter(near);
        at_foot = foot.is_some();
        let shift = foot.or_else(|| zeroing(placement).find(near));
        slide_body(result, id, &shift.unwrap_or_default());
        untwist(result, id, on_normal);
    }
    round_placement(result, id, on_normal, at_foot);
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

/// The shifts along the child's axis that make one more coordinate of its offset zero, z first.
fn zeroing(placement: &Pose) -> impl Iterator<Item = Number> {
    (0..3)
        .rev()
        .filter(|&k| !placement.translation[k].is_zero())
        .filter_map(|k| Some(-&placement.translation[k] * placement.rotation.0[k][2].inverse()?))
}

/// Takes a turn β about the child's own axis out of its placement, where it is Rz(γ) Rx(α) Rz(β): its joint's offset
/// absorbs it.
fn untwist(result: &mut Transformed, id: BodyId, on_normal: bool) {
    let body = &mut result.mechanism.bodies[id.0];
    let r = &body.placement.rotation.0;
    let parallel = r[2][0].is_zero() && r[2][1].is_zero();
    let β = if on_normal || parallel {
        // With γ = 0 the first row is (cos β, −sin β, 0).
        direction(&r[0][0], &-&r[0][1])
    } else {
        // The last row is (sin α sin β, sin α cos β, cos α).
        direction(&r[2][1], &r[2][0])
    };
    if β.is_zero() {
        return;
    }
    let back = Rotation::about(Axis::Z, &β.circle()).transposed();
    body.placement.rotation = body.placement.rotation.times(&back);
    result.exact &= β.quarter_turns().is_some();
    if let Some(offset) = body.joint.rotation_mut() {
        *offset = offset.clone() + β;
    }
}

/// Makes the placement exactly Rz(γ) Rx(α) (with γ = 0 when the parent's x axis is on the common normal, and the offset
/// (a, 0, d) when the origin is at its foot), where it is that except for rounding.
fn round_placement(result: &mut Transformed, id: BodyId, on_normal: bool, at_foot: bool) {
    if result.exact {
        return;
    }
    let body = &mut result.mechanism.bodies[id.0];
    let r = &body.placement.rotation.0;
    let about = |axis: Axis, angle: &Angle| Rotation::about(axis, &angle.circle());
    let α = direction(&r[2][2], &-&r[1][2]);
    let settled = if body.joint.is_rotation() {
        if on_normal {
            about(Axis::X, &α)
        } else {
            let γ = direction(&r[0][0], &r[1][0]);
            let sine = &r[1][0] * &r[0][2] - &r[0][0] * &r[1][2];
            about(Axis::Z, &γ).times(&about(Axis::X, &direction(&r[2][2], &sine)))
        }
    } else if body.joint.is_translation() && on_normal {
        about(Axis::X, &α).times(&about(Axis::Z, &direction(&r[0][0], &-&r[0][1])))
    } else {
        return;
    };
    body.placement.rotation = settled;
    if at_foot {
        body.placement.translation[1] = Number::ZERO;
    }
    for coordinate in &mut body.placement.translation {
        *coordinate = coordinate.rounded(super::BITS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::parse;

    /// Two bodies, each with its axis in a direction of its own: `joint` is that of the second.
    fn pair(joint: &str, rpy: &str) -> Mechanism {
        let body = |name: &str, parent: &str, joint: &str, rpy: &str| {
            format!(
                "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\njoint = {{ type = \"{joint}\", axis = [0, 0, 1] }}\n\
                 placement = {{ xyz = [0.3, 0.1, 0.2], rpy = {rpy} }}\nmass = 2\ncom = [0.1, 0.2, 0.3]\n\
                 inertia = {{ xx = 0.1, yy = 0.2, zz = 0.15 }}\n"
            )
        };
        let first = body("a", "base", "revolute", "[0.4, 0.3, -0.2]");
        let second = body("b", "a", joint, rpy);
        let text = format!("name = \"pair\"\n{first}{second}");
        parse("pair.toml", &text).expect("a sound model").mechanism
    }

    /// The poses of all bodies at coordinates 0.
    fn poses(mechanism: &Mechanism) -> Vec<Pose> {
        let mut poses: Vec<Pose> = Vec::new();
        for body in &mechanism.bodies {
            let still = vec![Angle::default(); body.joint.nq()];
            let parent = body.parent.map(|parent| poses[parent.0].clone());
            let placed = parent.unwrap_or_else(Pose::identity).times(&body.placement);
            poses.push(placed.times(&body.joint.at(&still).pose()));
        }
        poses
    }

    /// The compiler compares a mechanism with what it was made of, and does without frames that are wrong: they cost operations, not
    /// digits.
    #[test]
    fn bodies_stay_where_they_are() {
        let near =
            |a: &Number, b: &Number| (a - b).abs() < Number::parse("1e-16").expect("a decimal");
        for joint in ["revolute", "prismatic", "cylindrical"] {
            let mut own = pair(joint, "[0.7, -0.5, 0.6]");
            // One that makes the branch of the second the longer one, and one more on the first body, off its common normal.
            for (name, parent) in [("c", 1), ("d", 0)] {
                let mut body = own.bodies[1].clone();
                name.clone_into(&mut body.name);
                name.clone_into(&mut body.joint_name);
                body.parent = Some(BodyId(parent));
                body.placement.translation[2] = Number::from(1);
                if parent == 0 {
                    body.placement.rotation = body.placement.rotation.transposed();
                }
                own.bodies.push(body);
            }
            let normals = common_normals(&own);
            assert!(!normals.exact);
            let all = poses(&own).into_iter().zip(poses(&normals.mechanism));
            for ((before, after), body) in all.zip(&own.bodies) {
                // Frames turn about axes, and move along those of rotations.
                let rotates = body.joint.is_rotation();
                let has_axis = rotates || body.joint.is_translation();
                let columns = if has_axis { 2..3 } else { 0..3 };
                for (row, column) in (0..3).flat_map(|row| columns.clone().map(move |k| (row, k))) {
                    let [a, b] = [&before, &after].map(|pose| &pose.rotation.0[row][column]);
                    assert!(near(a, b), "{joint} of {}: {a} is {b}", body.name);
                }
                let axis: Vec<&Number> = (0..3).map(|row| &before.rotation.0[row][2]).collect();
                let moved: Vec<Number> = (0..3)
                    .map(|row| &after.translation[row] - &before.translation[row])
                    .collect();
                for k in 0..3 {
                    let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                    let across = match rotates {
                        true => &moved[i] * axis[j] - &moved[j] * axis[i],
                        false => moved[k].clone(),
                    };
                    assert!(near(&across, &Number::ZERO), "{joint} of {}", body.name);
                }
            }
        }
    }

    #[test]
    fn the_axis_of_a_slide_has_no_part_along_the_normal_either() {
        let normals = common_normals(&pair("prismatic", "[0.7, -0.5, 0.6]"));
        assert!(!normals.exact);
        let slide = &normals.mechanism.bodies[1].placement.rotation;
        // Rx(α) Rz(β), to the last digit.
        assert!(slide.0[0][2].is_zero());
        assert!(!slide.0[1][2].is_zero());
    }

    #[test]
    fn the_origin_is_at_the_foot_of_the_common_normal() {
        let normals = common_normals(&pair("revolute", "[0.7, -0.5, 0.6]"));
        let placement = &normals.mechanism.bodies[1].placement;
        assert!(placement.rotation.0[0][0].is_one());
        assert!(placement.translation[1].is_zero());
    }

    #[test]
    fn axes_in_one_line_need_no_turn() {
        let mut pair = pair("revolute", "[0, 0, 0]");
        pair.bodies[1].placement = Pose::identity();
        let normals = common_normals(&pair);
        assert!(normals.exact);
        assert_eq!(normals.mechanism.bodies[1].placement, Pose::identity());
    }
}
