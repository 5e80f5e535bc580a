//! A Denavit-Hartenberg table → bodies.

use super::jointed::Jointed;
use super::roles::Role;
use super::{Parts, physics};
use crate::exact::number::Number;
use crate::exact::turns::{Placement, Turns};
use crate::joint::{Prismatic, Revolute};
use crate::mechanism::{Axis, Body, BodyId, Carrier, Choices, Frame, Inertia, Joint, Pose};
use crate::model::faults::Faults;
use crate::model::raw::{Convention, RawLink};

/// Body i is the frame that joint i turns or shifts: its z axis is the joint's. The rest of the row up to the link's
/// own frame goes into the next placement, and so does a row whose joint is locked. `None` when nothing moves, which
/// is reported.
pub(super) fn build(
    convention: Convention,
    links: &[RawLink],
    (joints, roles): (&[Jointed], &[Role]),
    faults: &mut Faults,
) -> Option<Parts> {
    let mut parts = Parts::default();
    // The frame of the link before in that of the body that carries it.
    let mut end = Placement::default();
    for (index, link) in links.iter().enumerate() {
        let (before, after) = split(convention, link);
        let physics = physics::of_joint(&joints[index], faults);
        let placed = end.times(&before);
        if let Role::Locked(position) = &roles[index] {
            end = placed.times(&joint(link).at(position)).times(&after);
            if let Some(carrier) = parts.bodies.last_mut() {
                let own = inertia(link).seen_through(&end.pose());
                carrier.inertia = carrier.inertia.plus(&own);
            }
        } else {
            end = after;
            parts.bodies.push(Body {
                name: link.rigid.name.value.clone(),
                place: faults.shown(&link.rigid.name.at),
                parent: parts.bodies.len().checked_sub(1).map(BodyId),
                placement: placed.pose(),
                joint: joint(link),
                joint_name: link.joint_name.value.clone(),
                physics,
                spring: None,
                inertia: inertia(link).seen_through(&end.pose()),
                deformation: None,
                user_frame: Pose::identity(),
                auxiliary: false,
                limits: None,
                choices: Choices::default(),
                driven: false,
            });
            parts.places.push(link.rigid.name.at.clone());
            parts.joints.push(index);
        }
        parts.hosts.push(Carrier {
            name: link.rigid.name.value.clone(),
            body: parts.bodies.len().checked_sub(1).map(BodyId),
            frame: end.pose(),
        });
    }
    parts.frames.push(Frame {
        name: "tip".to_owned(),
        body: parts.bodies.len().checked_sub(1).map(BodyId),
        pose: end.pose(),
    });
    if parts.bodies.is_empty() {
        faults.error_of_file("no link can move: every joint is locked", "unlock a joint");
        return None;
    }
    Some(parts)
}

fn joint(link: &RawLink) -> Joint {
    if link.prismatic {
        let offset = link.b.clone();
        Prismatic { offset }.into()
    } else {
        let offset = link.theta.clone();
        Revolute { offset }.into()
    }
}

/// In the link's own frame.
fn inertia(link: &RawLink) -> Inertia {
    let rigid = &link.rigid;
    Inertia::from_mass_centre(rigid.mass.value.clone(), &rigid.com, &rigid.inertia.value)
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
