//! Subspace: the motions of commuting screws one after the other (SOA, section 2.1, H* constant).
//!
//! A model gives the rows of the constant motion subspace H*. Coordinates whose rates are the velocities exist when the screws
//! commute: T = Π exp(ξ_k q_k) in any order.

use super::{
    ChainJoint, Component, Compound, Fields, Frames, Helical, Joint, JointType, Prismatic,
};
use super::{Revolute, Written};
use crate::error::At;
use crate::exact::number::Number;
use crate::exact::pose::Pose;
use crate::exact::rank::rank;
use crate::exact::turns::{Placement, Turns};

/// The product of the motions of commuting screws, one coordinate each: a motion subspace H* that is constant in the body's frame
/// (SOA, section 2.1). The body's frame is that of the last screw.
#[derive(Clone, Debug)]
pub struct Subspace {
    /// The screws, from the parent on.
    pub screws: Vec<Screw>,
}

/// One screw of a [`Subspace`].
#[derive(Clone, Debug)]
pub struct Screw {
    /// Its frame in that of the screw before (identity for the first).
    pub placement: Pose,
    /// Metres along z for a radian about z; `None`: a translation along z.
    pub pitch: Option<Number>,
}

/// Names of the velocities.
const NAMES: [&str; 6] = ["screw1", "screw2", "screw3", "screw4", "screw5", "screw6"];

/// Bits to which a direction is normalised.
const BITS: usize = 100;

impl JointType for Subspace {
    const NAME: &'static str = "subspace";
    const HAS_AXIS: bool = false;

    /// Twists [angular; linear], each scaled to a unit rotation, or to a unit translation.
    fn read(fields: &mut dyn Fields) -> Written {
        let twists = fields.twists("subspace");
        let split = |[a, b, c, x, y, z]: [Number; 6]| ([a, b, c], [x, y, z]);
        let rows: Vec<_> = twists.value.iter().cloned().map(split).collect();
        let frames = rows.iter().filter_map(|(ω, v)| frame(ω, v));
        let frames: Vec<(Placement, Option<Number>)> = frames.collect();
        for _ in frames.len()..rows.len() {
            let message = format!("a row of the subspace of {} is zero", fields.owner());
            fields.error(
                &twists.at,
                message,
                "write unit twists like [0, 0, 1, 0, 0, 0]",
            );
        }
        if frames.len() == rows.len() {
            check_rows(&rows, &twists, fields);
        }
        let mut last = Placement::default();
        let mut screws = Vec::with_capacity(frames.len());
        for (frame, pitch) in frames {
            let placement = last.inverse().times(&frame).pose();
            screws.push(Screw { placement, pitch });
            last = frame;
        }
        Written {
            joint: Self { screws }.into(),
            frames: Frames::Behind(last),
        }
    }

    fn velocities(&self) -> Vec<Component> {
        let named = self.screws.iter().zip(NAMES);
        let component = |(screw, name): (&Screw, _)| match screw.pitch {
            Some(_) => Component::turn(name),
            None => Component::shift(name),
        };
        named.map(component).collect()
    }
}

impl Compound for Subspace {
    fn parts(&self) -> Vec<ChainJoint> {
        let named = self.screws.iter().zip(NAMES);
        let part =
            |(screw, name): (&Screw, _)| ChainJoint::new(name, screw.placement.clone(), screw);
        named.map(part).collect()
    }
}

impl From<&Screw> for Joint {
    fn from(screw: &Screw) -> Self {
        match &screw.pitch {
            None => Prismatic::default().into(),
            Some(pitch) if pitch.is_zero() => Revolute::default().into(),
            Some(pitch) => Self::from(Helical {
                pitch: pitch.clone(),
            }),
        }
    }
}

/// The frame of a screw, z along it, and its pitch; `None` for a zero twist.
fn frame(ω: &[Number; 3], v: &[Number; 3]) -> Option<(Placement, Option<Number>)> {
    let squared = dot(ω, ω);
    let Some(inverse) = squared.inverse() else {
        return Some((Placement::turned(Turns::taking_z_to(v)?), None));
    };
    // About the point ω × v / ω², with the pitch ω · v / ω² per radian.
    let point = cross(ω, v).map(|x| x * &inverse);
    let placement = Placement {
        turns: Turns::taking_z_to(ω)?,
        xyz: point,
    };
    Some((placement, Some(dot(ω, v) * &inverse)))
}

/// Rows must commute and be independent.
fn check_rows(
    rows: &[([Number; 3], [Number; 3])],
    twists: &At<Vec<[Number; 6]>>,
    fields: &mut dyn Fields,
) {
    for (i, (ω, v)) in rows.iter().enumerate() {
        for (ω2, v2) in &rows[..i] {
            let turning = cross(ω, ω2);
            let moving: [Number; 3] = std::array::from_fn(|k| &cross(ω, v2)[k] - &cross(ω2, v)[k]);
            let scale = (dot(ω, ω) + dot(v, v)) * (dot(ω2, ω2) + dot(v2, v2));
            let tolerance = scale.rounded(BITS) / Number::from(1_000_000_000_000_000_000);
            if dot(&turning, &turning) + dot(&moving, &moving) > tolerance {
                let message = format!(
                    "the rows of the subspace of {} do not commute",
                    fields.owner()
                );
                let help = "write rows that commute (translations, or screws on one axis), or compose the joint of several bodies";
                fields.error(&twists.at, message, help);
                return;
            }
        }
    }
    let matrix = twists.value.iter().map(|row| row.to_vec()).collect();
    if rank(matrix, Number::is_zero) < rows.len() {
        let message = format!(
            "the rows of the subspace of {} are dependent",
            fields.owner()
        );
        let help = "write independent rows, one for each degree of freedom";
        fields.error(&twists.at, message, help);
    }
}

fn dot(a: &[Number; 3], b: &[Number; 3]) -> Number {
    (0..3).fold(Number::ZERO, |sum, i| sum + &a[i] * &b[i])
}

fn cross([a, b, c]: &[Number; 3], [x, y, z]: &[Number; 3]) -> [Number; 3] {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}
