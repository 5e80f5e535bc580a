//! Frames on bodies: pose, twist, bias acceleration.

pub(super) use super::jacobian::{tip_jacobian, tip_jacobian_in_base_axes};
use super::momentum::twists;
use super::system::pose;
use super::{Motion, System, denoc};
use crate::leaves::Leaves;
use crate::mechanism::Frame;
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Twist, Vec3};

/// A frame in the axes of its link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tip<S> {
    /// The carrying link; `None`: the base.
    pub link: Option<usize>,
    /// Axes of the frame, columns, in the link's.
    pub rotation: Mat3<S>,
    /// Origin of the frame in the link's frame.
    pub origin: Vec3<S>,
}

impl<S: Scalar> Tip<S> {
    pub(super) fn lift<L: Leaves<S = S>>(frame: &Frame, leaves: &L) -> Self {
        let (rotation, origin) = pose(&frame.pose, leaves);
        Self {
            link: frame.body.map(|body| body.0),
            rotation,
            origin,
        }
    }

    /// The twist of the frame's origin, in the link's axes.
    pub(super) fn twist(&self, t: Twist<S>) -> Twist<S> {
        Twist::new(t.angular, t.linear + t.angular.cross(self.origin))
    }
}

/// R (3×3, rows first) and p in base axes: the frame is carried link by link to the base.
pub(super) fn tip_pose<L: Leaves>(
    system: &System<L::S>,
    tip: &Tip<L::S>,
    leaves: &L,
) -> [Vec<L::S>; 2] {
    let mut columns: [Vec3<L::S>; 3] = core::array::from_fn(|j| tip.rotation.column(j));
    let mut p = tip.origin;
    for link in system.towards_base(tip.link, leaves, "pose to the base") {
        columns = columns.map(|column| link.outward(column));
        p = link.point_in_parent(p);
    }
    let rows = (0..3)
        .flat_map(|i| columns.map(|column| column[i]))
        .collect();
    [rows, p.0.to_vec()]
}

/// [ω; v] of the frame's origin in base axes.
pub(super) fn tip_twist<L: Leaves>(
    system: &System<L::S>,
    tip: &Tip<L::S>,
    rates: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let t = twists(system, rates, leaves);
    let at_link = tip.link.map_or(Twist::zero(), |link| t[link]);
    to_base(system, tip, tip.twist(at_link), leaves)
}

/// J̇ q̇: the acceleration [ω̇; v̇] of the frame's origin for q̈ = 0, without gravity, base axes.
pub(super) fn tip_bias_acceleration<L: Leaves>(
    system: &System<L::S>,
    tip: &Tip<L::S>,
    motion: &Motion<L::S>,
    leaves: &L,
) -> Vec<L::S> {
    let t = twists(system, &motion.rates, leaves);
    let terms = denoc::velocity_terms(system, motion, leaves);
    let mut t_dot: Vec<Twist<L::S>> = Vec::new();
    for (i, link) in system.outward(leaves, "Saha 2.4.1, forward") {
        t_dot.push(link.carried(&t_dot) + terms[i].acceleration);
    }
    let (ω, at_link) = tip.link.map_or((Vec3::zero(), Twist::zero()), |link| {
        (t[link].angular, t_dot[link])
    });
    let mut at_tip = tip.twist(at_link);
    at_tip.linear = at_tip.linear + ω.cross(ω.cross(tip.origin));
    to_base(system, tip, at_tip, leaves)
}

/// A twist in the axes of the tip's link, in base axes.
fn to_base<L: Leaves>(
    system: &System<L::S>,
    tip: &Tip<L::S>,
    t: Twist<L::S>,
    leaves: &L,
) -> Vec<L::S> {
    let mut t = t;
    for link in system.towards_base(tip.link, leaves, "base axes") {
        t = t.turned(|v| link.outward(v));
    }
    t.angular.0.into_iter().chain(t.linear.0).collect()
}
