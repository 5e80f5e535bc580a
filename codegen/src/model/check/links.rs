//! A Denavit-Hartenberg table → bodies.

use super::Parts;
use crate::mechanism::{Body, BodyId, Choices, Frame, Inertia, Joint, Pose};
use crate::model::raw::{Convention, RawLink};
use crate::model::rotation::Axis;
use crate::model::turns::{Placement, Turns};
use crate::number::Number;

/// Body i is the frame that joint i turns or shifts: its z axis is the joint's. The rest of the row up to the link's
/// own frame goes into the next placement.
pub(super) fn build(convention: Convention, links: &[RawLink]) -> Parts {
    // The last link's own frame in the last body's frame.
    let mut end = Placement::default();
    let (mut bodies, mut places) = (Vec::new(), Vec::new());
    for (index, link) in links.iter().enumerate() {
        let (before, after) = split(convention, link);
        let rigid = &link.rigid;
        let own =
            Inertia::from_mass_centre(rigid.mass.value.clone(), &rigid.com, &rigid.inertia.value);
        bodies.push(Body {
            name: rigid.name.value.clone(),
            parent: index.checked_sub(1).map(BodyId),
            placement: end.times(&before).pose(),
            joint: if link.prismatic {
                Joint::Prismatic {
                    offset: link.b.clone(),
                }
            } else {
                Joint::Revolute {
                    offset: link.theta.clone(),
                }
            },
            inertia: own.seen_through(&after.pose()),
            user_frame: Pose::identity(),
            auxiliary: false,
            limits: None,
            choices: Choices::default(),
            driven: false,
        });
        places.push(rigid.name.at.clone());
        end = after;
    }
    let tip = Frame {
        name: "tip".to_owned(),
        body: links.len().checked_sub(1).map(BodyId),
        pose: end.pose(),
    };
    Parts {
        bodies,
        frames: vec![tip],
        places,
    }
}

/// The constant parts of a row before and after its joint's motion.
fn split(convention: Convention, link: &RawLink) -> (Placement, Placement) {
    let zero = Number::ZERO;
    let twist = Placement::turned(Turns::about(Axis::X, link.alpha.clone()));
    let along_x = Placement::shifted(&link.a, &zero, &zero);
    let along_z = Placement::shifted(&zero, &zero, &link.b);
    let turn = Placement::turned(Turns::about(Axis::Z, link.theta.clone()));
    match (convention, link.prismatic) {
        // Rz(θ) | Tz(b) Tx(a) Rx(α)
        (Convention::Saha, false) => (Placement::default(), along_z.times(&along_x).times(&twist)),
        // Rz(θ) Tz(b) | Tx(a) Rx(α)
        (Convention::Saha, true) => (turn, along_x.times(&twist)),
        // Rx(α) Tx(a) Tz(b) Rz(θ) |, for Rz and Tz commute
        (Convention::Craig, false) => (twist.times(&along_x).times(&along_z), Placement::default()),
        // Rx(α) Tx(a) Rz(θ) Tz(b) |
        (Convention::Craig, true) => (twist.times(&along_x).times(&turn), Placement::default()),
    }
}
