//! The convective matrix B̃ = Σ A_kᵀ (W M E A_k + M Ȧ_k) of composite bodies: B̃ t = [X ω; Y ω].

use super::{Link, System};
use crate::joint::JointRotation;
use crate::leaves::Leaves;
use crate::scalar::Scalar;
use crate::spatial::{Composite, Mat3, Twist, Vec3};

/// B̃ of a composite body: B̃ t = [X ω; Y ω].
#[derive(Clone, Copy)]
pub(super) struct Convective<S> {
    pub x: Mat3<S>,
    pub y: Mat3<S>,
}

/// B̃ of every link.
pub(super) fn convective<L: Leaves>(
    system: &System<L::S>,
    composites: &[Composite<L::S>],
    t: &[Twist<L::S>],
    rates: &[L::S],
    leaves: &L,
) -> Vec<Convective<L::S>> {
    let mut all: Vec<Convective<L::S>> = system
        .outward(leaves, "Saha (16a), W M E")
        .map(|(i, link)| {
            let ω = t[i].angular;
            let rigid = Convective {
                x: Mat3::skew(ω) * link.mass.tensor,
                y: Mat3::skew(link.mass.first_moment.cross(ω)), // −(ω × m d)~
            };
            let Some(modal) = &link.modal else {
                return rigid;
            };
            let (moment, force) = modal.convective(rates);
            Convective {
                x: rigid.x + moment,
                y: rigid.y + force,
            }
        })
        .collect();
    for (i, link) in system.inward(leaves, "Saha (16b), M̃_l, M̃_e") {
        let Some(parent) = link.parent else { continue };
        let moved = convective_onto_parent(
            link,
            all[i],
            &composites[i],
            t[parent].angular,
            link.joint_twist(rates),
        );
        all[parent] = Convective {
            x: all[parent].x + moved.x,
            y: all[parent].y + moved.y,
        };
    }
    all
}

/// Aᵀ (B̃ A + M̃ Ȧ) of a child, with Ȧ = [0, 0; −ȧ~, 0].
fn convective_onto_parent<S: Scalar>(
    link: &Link<S>,
    b: Convective<S>,
    composite: &Composite<S>,
    ω_parent: Vec3<S>,
    joint: Twist<S>,
) -> Convective<S> {
    // The slide: about the joint frame's origin, still in body axes.
    let along = link.slid();
    let a_dot = link.inward(ω_parent).cross(along) + joint.linear;
    let slid = Shift { a: along, a_dot }.apply(b, composite.first_moment, composite.mass);
    let moment = composite.first_moment + along * composite.mass;
    let turn = match link.turn {
        JointRotation::Fixed => Mat3::identity(),
        JointRotation::AboutZ(c, s) => {
            let (o, i) = (S::zero(), S::one());
            Mat3([[c, -s, o], [s, c, o], [o, o, i]])
        }
        JointRotation::Matrix(r) => r,
    };
    let r = link.placement.matrix * turn;
    let turned = Convective {
        x: slid.x.conjugated(r),
        y: slid.y.conjugated(r),
    };
    let shift = Shift {
        a: link.offset,
        a_dot: ω_parent.cross(link.offset),
    };
    shift.apply(turned, link.outward(moment), composite.mass)
}

/// A shift by a point that moves: a and ȧ in one frame.
struct Shift<S> {
    a: Vec3<S>,
    a_dot: Vec3<S>,
}

impl<S: Scalar> Shift<S> {
    /// Y' = Y − m ȧ~, X' = X − ms~ ȧ~ + a~ Y'.
    fn apply(&self, b: Convective<S>, first_moment: Vec3<S>, mass: S) -> Convective<S> {
        let rate = Mat3::skew(self.a_dot);
        let y = b.y - Mat3::from_fn(|i, j| rate[i][j] * mass);
        let x = b.x - Mat3::skew(first_moment) * rate + Mat3::skew(self.a) * y;
        Convective { x, y }
    }
}
