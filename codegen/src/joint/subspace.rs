//! Subspace: the motions of commuting screws one after the other (SOA, section 2.1, H* constant).

use super::between;
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::mechanism::{Body, Joint, Pose, Screw};

pub(super) fn elementary(body: &Body, screws: &[Screw]) -> Vec<Body> {
    let mut parts: Vec<Body> = Vec::with_capacity(screws.len());
    for (index, screw) in screws.iter().enumerate() {
        let outer = if index == 0 {
            body.placement.clone()
        } else {
            Pose::identity()
        };
        let placement = outer.times(&screw.placement);
        let joint = elementary_joint(screw);
        parts.push(if index + 1 == screws.len() {
            Body {
                placement,
                joint,
                ..body.clone()
            }
        } else {
            between(body, &format!("screw{}", index + 1), placement, joint)
        });
    }
    parts
}

fn elementary_joint(screw: &Screw) -> Joint {
    match &screw.pitch {
        None => Joint::Prismatic {
            offset: Number::ZERO,
        },
        Some(pitch) if pitch.is_zero() => Joint::Revolute {
            offset: Angle::default(),
        },
        Some(pitch) => Joint::Helical {
            pitch: pitch.clone(),
        },
    }
}
