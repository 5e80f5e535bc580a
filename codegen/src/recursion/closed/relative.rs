//! The motion of a frame against the root of its loop: the last body that carries both ends of a cut joint.
//!
//! All is in the axes of the root, which counts as at rest: what a cut joint forbids is relative motion, and that does not
//! depend on how the root moves. Unit twists are [e; e × (tip − O)], Saha (13b).

use crate::leaves::{Leaves, Origin};
use crate::recursion::System;
use crate::recursion::groups::Grouped;
use crate::recursion::tip::Tip;
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Twist, Vec3};

/// A frame on a body, with its motion against the root.
#[derive(Clone, Debug)]
pub(super) struct EndFrame<S> {
    /// Position of its origin, m.
    pub origin: Vec3<S>,
    /// Its axes, columns.
    pub axes: Mat3<S>,
    /// For every velocity on the path, the twist of the origin for a unit rate.
    pub columns: Vec<(usize, Twist<S>)>,
    /// Twist of the origin.
    pub twist: Twist<S>,
    /// Rate of the twist for accelerations 0: J̇ q̇.
    pub bias: Twist<S>,
}

/// The frame reached on a path, with its motion.
struct PathFrame<S> {
    axes: Mat3<S>,
    origin: Vec3<S>,
    twist: Twist<S>,
    bias: Twist<S>,
}

/// The ends of a path from its root to a tip.
pub(super) fn end<L: Leaves>(
    grouped: &Grouped<L::S>,
    (root, tip): (Option<usize>, &Tip<L::S>),
    rates: &[L::S],
    leaves: &L,
) -> EndFrame<L::S> {
    let system = &grouped.system;
    let place = |link: usize| grouped.bodies[link];
    let root = root.map(place);
    let mut path: Vec<usize> = match tip.link {
        Some(link) => system.path(place(link)).collect(),
        None => Vec::new(),
    };
    if let Some(root) = root {
        path.retain(|&link| link > root);
    }
    path.reverse();
    let mut step = PathFrame {
        axes: Mat3::identity(),
        origin: Vec3::zero(),
        twist: Twist::zero(),
        bias: Twist::zero(),
    };
    // A carrier of a group is before its body, and only the body is on the root.
    let (mut columns, mut axes_after) = (Vec::new(), step.axes);
    for &link in &path {
        leaves.mark(Origin {
            body: Some(system.links[link].body),
            equation: "closure, root to tip",
        });
        step = advance(system, link, step, rates, &mut columns);
        axes_after = step.axes;
    }
    let arm = axes_after * tip.origin;
    let origin = step.origin + arm;
    let at_tip = |(velocity, unit, from): (usize, Twist<L::S>, Vec3<L::S>)| {
        let linear = unit.linear + unit.angular.cross(origin - from);
        let angular = unit.angular;
        (velocity, Twist { angular, linear })
    };
    let (twist, bias) = (step.twist, step.bias);
    EndFrame {
        origin,
        axes: axes_after * tip.rotation,
        columns: columns.into_iter().map(at_tip).collect(),
        twist: Twist {
            angular: twist.angular,
            linear: twist.linear + twist.angular.cross(arm),
        },
        bias: Twist {
            angular: bias.angular,
            linear: bias.linear
                + bias.angular.cross(arm)
                + twist.angular.cross(twist.angular.cross(arm)),
        },
    }
}

/// One link farther; its unit twists go to `columns`, with the points they are about.
fn advance<S: Scalar>(
    system: &System<S>,
    link: usize,
    before: PathFrame<S>,
    rates: &[S],
    columns: &mut Vec<(usize, Twist<S>, Vec3<S>)>,
) -> PathFrame<S> {
    let link = &system.links[link];
    let axes = link.axes_in_parent(before.axes);
    let fixed = before.axes * link.offset;
    let arm = link
        .slide
        .map_or(fixed, |slide| fixed + axes.column(2) * slide);
    let origin = before.origin + arm;
    let in_root = |t: Twist<S>| Twist {
        angular: axes * t.angular,
        linear: axes * t.linear,
    };
    columns.extend(
        link.dofs
            .iter()
            .map(|dof| (dof.velocity, in_root(dof.twist()), origin)),
    );
    let joint = in_root(link.joint_twist(rates));
    let ω = before.twist.angular;
    let (ω_dot, a) = (before.bias.angular, before.bias.linear);
    // Ȧ t + W p θ̇, with the parent's ω before and the body's own behind the joint.
    let ω_after = ω + joint.angular;
    PathFrame {
        axes,
        origin,
        twist: Twist {
            angular: ω_after,
            linear: before.twist.linear + ω.cross(arm) + joint.linear,
        },
        bias: Twist {
            angular: ω_dot + ω.cross(joint.angular),
            linear: a
                + ω_dot.cross(arm)
                + ω.cross(ω.cross(arm) + joint.linear)
                + ω_after.cross(joint.linear),
        },
    }
}
