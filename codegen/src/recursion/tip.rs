//! Frames on bodies: pose, Jacobian, twist, bias acceleration.

use super::momentum::twists;
use super::system::pose;
use super::{Motion, System, denoc};
use crate::joint::Dof;
use crate::leaves::{Leaves, Origin};
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
        Twist {
            angular: t.angular,
            linear: t.linear + t.angular.cross(self.origin),
        }
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
    for i in tip.link.into_iter().flat_map(|link| system.path(link)) {
        let link = &system.links[i];
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "pose to the base",
        });
        columns = columns.map(|column| link.outward(column));
        let slid = if link.slide.is_some() {
            p + link.slid()
        } else {
            p
        };
        p = link.outward(slid) + link.offset;
    }
    let rows = (0..3)
        .flat_map(|i| columns.map(|column| column[i]))
        .collect();
    [rows, p.0.to_vec()]
}

/// J, rows [angular; linear] at the frame's origin, base axes. Column k is p_k carried to the tip, (13b).
pub(super) fn tip_jacobian<L: Leaves>(
    system: &System<L::S>,
    tip: &Tip<L::S>,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let mut jacobian = vec![vec![L::S::zero(); system.nv]; 6];
    // From the tip inwards: columns found so far and the arm from the current link's origin, in its axes.
    let mut columns: Vec<(usize, Twist<L::S>)> = Vec::new();
    let mut arm = tip.origin;
    for i in tip.link.into_iter().flat_map(|link| system.path(link)) {
        let link = &system.links[i];
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "Saha (13b)",
        });
        for dof in &link.dofs {
            let p = dof.twist();
            columns.push((
                dof.velocity,
                Twist {
                    angular: p.angular,
                    linear: p.linear + p.angular.cross(arm),
                },
            ));
        }
        for (_, column) in &mut columns {
            *column = Twist {
                angular: link.outward(column.angular),
                linear: link.outward(column.linear),
            };
        }
        let slid = if link.slide.is_some() {
            arm + link.slid()
        } else {
            arm
        };
        arm = link.outward(slid) + link.offset;
    }
    for (velocity, column) in columns {
        for k in 0..3 {
            jacobian[k][velocity] = column.angular[k];
            jacobian[3 + k][velocity] = column.linear[k];
        }
    }
    jacobian
}

/// The same from base to tip: every link's axes and origin in base axes, then p_k = [e; e × (tip − O)].
pub(super) fn tip_jacobian_in_base_axes<L: Leaves>(
    system: &System<L::S>,
    tip: &Tip<L::S>,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let mut jacobian = vec![vec![L::S::zero(); system.nv]; 6];
    let mut path: Vec<usize> = tip
        .link
        .into_iter()
        .flat_map(|link| system.path(link))
        .collect();
    path.reverse();
    let (mut axes, mut origin) = (Mat3::identity(), Vec3::zero());
    let mut found: Vec<(&Dof<L::S>, Mat3<L::S>, Vec3<L::S>)> = Vec::new();
    for i in path {
        let link = &system.links[i];
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "Saha (13b)",
        });
        origin = origin + axes * link.offset;
        axes = link.axes_in_parent(axes);
        origin = link
            .slide
            .map_or(origin, |slide| origin + axes.column(2) * slide);
        found.extend(link.dofs.iter().map(|dof| (dof, axes, origin)));
    }
    let end = origin + axes * tip.origin;
    for (dof, axes, origin) in found {
        let p = dof.twist();
        let angular = axes * p.angular;
        let linear = angular.cross(end - origin) + axes * p.linear;
        for k in 0..3 {
            jacobian[k][dof.velocity] = angular[k];
            jacobian[3 + k][dof.velocity] = linear[k];
        }
    }
    jacobian
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
    for (i, link) in system.links.iter().enumerate() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "Saha 2.4.1, forward",
        });
        let carried = link
            .parent
            .map_or(Twist::zero(), |parent| link.from_parent(t_dot[parent]));
        t_dot.push(carried + terms[i].acceleration);
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
    for i in tip.link.into_iter().flat_map(|link| system.path(link)) {
        let link = &system.links[i];
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "base axes",
        });
        t = Twist {
            angular: link.outward(t.angular),
            linear: link.outward(t.linear),
        };
    }
    t.angular.0.into_iter().chain(t.linear.0).collect()
}
