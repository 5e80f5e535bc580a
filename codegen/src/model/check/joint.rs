//! The user's joint axes → z.

use crate::exact::angle::Angle;
use crate::mechanism::{Axis, Joint, Rotation};
use crate::model::faults::Faults;
use crate::model::raw::{Direction, RawJoint};
use crate::model::turns::{Placement, Turns};

use super::aligned::Aligned;
use super::subspace;
use crate::exact::number::Number;

/// Turns a joint so that it acts about z; `None` for a fixed joint. Faults of its axes are told, for body `name`.
pub(super) fn align(joint: &RawJoint, name: &str, faults: &mut Faults) -> Option<Aligned> {
    let (joint, axis) = match joint {
        RawJoint::Fixed => return None,
        RawJoint::Revolute { axis, offset } => (
            Joint::Revolute {
                offset: offset.clone(),
            },
            Some(axis),
        ),
        RawJoint::Prismatic { axis, offset } => (
            Joint::Prismatic {
                offset: offset.clone(),
            },
            Some(axis),
        ),
        RawJoint::Helical { axis, pitch } => (
            Joint::Helical {
                pitch: pitch.clone(),
            },
            Some(axis),
        ),
        RawJoint::Cylindrical { axis } => (Joint::Cylindrical, Some(axis)),
        RawJoint::Universal { axis, axis2 } => return Some(universal(axis, axis2, name, faults)),
        RawJoint::Subspace { twists } => return Some(subspace::align(twists, name, faults)),
        RawJoint::Planar { normal } => (Joint::Planar, Some(normal)),
        RawJoint::Spherical => (Joint::Spherical, None),
        RawJoint::Free => (Joint::Free, None),
    };
    let turns = axis.map_or_else(Turns::default, |axis| taking_z_to(axis, name, faults));
    let placement = Placement::turned(turns);
    Some(Aligned {
        joint,
        before: placement.clone(),
        after: placement,
    })
}

/// The turns that take z to an axis; a zero axis is told.
fn taking_z_to(axis: &Direction, name: &str, faults: &mut Faults) -> Turns {
    Turns::taking_z_to(&axis.value).unwrap_or_else(|| {
        let message = format!("a joint axis of body \"{name}\" is zero");
        faults.error(
            &axis.at,
            message,
            "write a direction of any length, like [0, 0, 1]",
        );
        Turns::default()
    })
}

/// `Rot(axis, q0) Rot(axis2, q1) = A Rz(q0) · Rx(π/2) Rz(q1) (A Rx(π/2))⁻¹`, where A takes z to `axis` and -y to `axis2`.
fn universal(axis: &Direction, axis2: &Direction, name: &str, faults: &mut Faults) -> Aligned {
    let onto_axis = taking_z_to(axis, name, faults);
    taking_z_to(axis2, name, faults);
    if !axis.at.is_empty() && !axis2.at.is_empty() && !are_orthogonal(&axis.value, &axis2.value) {
        let message =
            format!("the axes of the universal joint of body \"{name}\" are not orthogonal");
        faults.error(
            &axis2.at,
            message,
            "write an axis2 orthogonal to axis, good to 1e-9",
        );
    }
    let [x, y, _] = onto_axis.inverse().rotation().apply(&axis2.value);
    // -y turned about z by the angle of (−y, x) is (x, y).
    let spin = Angle::of_direction(&-y, &x);
    let quarter = Turns::about(Axis::X, Angle::of_quarter_turns(1));
    let before = onto_axis.then(&Turns::about(Axis::Z, spin));
    let after = before.clone().then(&quarter);
    let turn: Rotation = quarter.rotation();
    Aligned {
        joint: Joint::Universal { turn },
        before: Placement::turned(before),
        after: Placement::turned(after),
    }
}

/// |a·b| ≤ 1e-9 |a| |b|; true when one is zero, which is another fault.
fn are_orthogonal(a: &[Number; 3], b: &[Number; 3]) -> bool {
    let dot =
        |a: &[Number; 3], b: &[Number; 3]| (0..3).fold(Number::ZERO, |sum, i| sum + &a[i] * &b[i]);
    let cosine = dot(a, b);
    let tolerance = Number::ONE / Number::from(1_000_000_000_000_000_000);
    &cosine * &cosine <= tolerance * dot(a, a) * dot(b, b)
}
