//! Rows of a constant motion subspace H* → screws about and along z.
//!
//! Coordinates whose rates are the velocities exist when the screws commute: T = Π exp(ξ_k q_k) in any order.

use super::aligned::Aligned;
use super::rank::rank;
use crate::exact::number::Number;
use crate::mechanism::{Joint, Screw};
use crate::model::faults::Faults;
use crate::model::raw::At;
use crate::model::turns::{Placement, Turns};

type Vector = [Number; 3];

/// Bits to which a direction is normalised.
const BITS: usize = 100;

/// A joint of these twists [angular; linear], each scaled to a unit rotation, or to a unit translation.
pub(super) fn align(twists: &At<Vec<[Number; 6]>>, name: &str, faults: &mut Faults) -> Aligned {
    let before = Placement::default();
    let mut frames = Vec::new();
    for twist in &twists.value {
        let [a, b, c, x, y, z] = twist.clone();
        match frame([a, b, c], [x, y, z]) {
            Some(frame) => frames.push(frame),
            None => {
                let message = format!("a row of the subspace of body \"{name}\" is zero");
                faults.error(
                    &twists.at,
                    message,
                    "write unit twists like [0, 0, 1, 0, 0, 0]",
                );
            }
        }
    }
    check_rows(twists, name, faults);
    let mut last = Placement::default();
    let mut screws = Vec::new();
    for (frame, pitch) in frames {
        screws.push(Screw {
            placement: last.inverse().times(&frame).pose(),
            pitch,
        });
        last = frame;
    }
    Aligned {
        joint: Joint::Subspace(screws),
        before,
        after: last,
    }
}

/// The frame of a screw, z along it, and its pitch; `None` for a zero twist.
fn frame(ω: Vector, v: Vector) -> Option<(Placement, Option<Number>)> {
    let squared = dot(&ω, &ω);
    let Some(inverse) = squared.inverse() else {
        return Some((Placement::turned(Turns::taking_z_to(&v)?), None));
    };
    // About the point ω × v / ω², with the pitch ω · v / ω² per radian.
    let point = cross(&ω, &v).map(|x| x * &inverse);
    let placement = Placement {
        turns: Turns::taking_z_to(&ω)?,
        xyz: point,
    };
    Some((placement, Some(dot(&ω, &v) * &inverse)))
}

/// Rows must commute and be independent.
fn check_rows(twists: &At<Vec<[Number; 6]>>, name: &str, faults: &mut Faults) {
    let rows: Vec<(Vector, Vector)> = twists
        .value
        .iter()
        .map(|[a, b, c, x, y, z]| ([a, b, c].map(Clone::clone), [x, y, z].map(Clone::clone)))
        .collect();
    for (i, (ω, v)) in rows.iter().enumerate() {
        for (ω2, v2) in &rows[..i] {
            let turning = cross(ω, ω2);
            let moving: Vector = std::array::from_fn(|k| &cross(ω, v2)[k] - &cross(ω2, v)[k]);
            let scale = (dot(ω, ω) + dot(v, v)) * (dot(ω2, ω2) + dot(v2, v2));
            let tolerance = scale.rounded(BITS) / Number::from(1_000_000_000_000_000_000);
            if dot(&turning, &turning) + dot(&moving, &moving) > tolerance {
                let message = format!("the rows of the subspace of body \"{name}\" do not commute");
                let help = "write rows that commute (translations, or screws on one axis), or compose the joint of several bodies";
                faults.error(&twists.at, message, help);
                return;
            }
        }
    }
    let matrix = twists.value.iter().map(|row| row.to_vec()).collect();
    if rank(matrix) < rows.len() {
        let message = format!("the rows of the subspace of body \"{name}\" are dependent");
        faults.error(
            &twists.at,
            message,
            "write independent rows, one for each degree of freedom",
        );
    }
}

fn dot(a: &Vector, b: &Vector) -> Number {
    (0..3).fold(Number::ZERO, |sum, i| sum + &a[i] * &b[i])
}

fn cross([a, b, c]: &Vector, [x, y, z]: &Vector) -> Vector {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}
