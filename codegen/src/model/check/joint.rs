//! The user's joint axes → z.

use super::aligned::Aligned;
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::exact::turns::{Placement, Turns};
use crate::joint::{Frames, Vector, Written};
use crate::mechanism::Axis;
use crate::model::faults::Faults;
use crate::model::raw::RawJoint;

/// Turns a joint so that it acts about z; `None` for a fixed joint. Faults of its axes are reported, for body `name`.
pub(super) fn align(joint: &RawJoint, name: &str, faults: &mut Faults) -> Option<Aligned> {
    let RawJoint::Moving(Written { joint, frames }) = joint else {
        return None;
    };
    let (before, after) = match frames {
        Frames::Own => Default::default(),
        Frames::Along(axis) => {
            let placement = Placement::turned(taking_z_to(axis, name, faults));
            (placement.clone(), placement)
        }
        Frames::Across(axes) => across(axes, (joint.type_name(), name), faults),
        Frames::Behind(placement) => (Placement::default(), placement.clone()),
    };
    Some(Aligned {
        joint: joint.clone(),
        before,
        after,
    })
}

/// The turns that take z to an axis; a zero axis is reported.
fn taking_z_to(axis: &Vector, name: &str, faults: &mut Faults) -> Turns {
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

/// The frames A and A Rx(π/2), where A takes z to `axis` and -y to `axis2`:
/// `Rot(axis, q0) Rot(axis2, q1) = A Rz(q0) · Rx(π/2) Rz(q1) (A Rx(π/2))⁻¹`.
fn across(
    [axis, axis2]: &[Vector; 2],
    (kind, name): (&str, &str),
    faults: &mut Faults,
) -> (Placement, Placement) {
    let onto_axis = taking_z_to(axis, name, faults);
    taking_z_to(axis2, name, faults);
    if !axis.at.is_empty() && !axis2.at.is_empty() && !are_orthogonal(&axis.value, &axis2.value) {
        let message = format!("the axes of the {kind} joint of body \"{name}\" are not orthogonal");
        let help = "write an axis2 orthogonal to axis, good to 1e-9";
        faults.error(&axis2.at, message, help);
    }
    let [x, y, _] = onto_axis.inverse().rotation().apply(&axis2.value);
    // -y turned about z by the angle of (−y, x) is (x, y).
    let spin = Angle::of_direction(&-y, &x);
    let before = onto_axis.then(&Turns::about(Axis::Z, spin));
    let quarter = Turns::about(Axis::X, Angle::of_quarter_turns(1));
    let after = before.clone().then(&quarter);
    (Placement::turned(before), Placement::turned(after))
}

/// |a·b| ≤ 1e-9 |a| |b|; true when one is zero, which is another fault.
fn are_orthogonal(a: &[Number; 3], b: &[Number; 3]) -> bool {
    let dot =
        |a: &[Number; 3], b: &[Number; 3]| (0..3).fold(Number::ZERO, |sum, i| sum + &a[i] * &b[i]);
    let cosine = dot(a, b);
    let tolerance = Number::ONE / Number::from(1_000_000_000_000_000_000);
    &cosine * &cosine <= tolerance * dot(a, a) * dot(b, b)
}
