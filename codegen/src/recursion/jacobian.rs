//! The Jacobian of a frame on a body, two ways: from the tip inwards, and in base axes.

use super::System;
use super::tip::Tip;
use crate::joint::Dof;
use crate::leaves::Leaves;
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Twist, Vec3};

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
    for link in system.towards_base(tip.link, leaves, "Saha (13b)") {
        for dof in &link.dofs {
            let p = dof.twist();
            let at_tip = Twist::new(p.angular, p.linear + p.angular.cross(arm));
            columns.push((dof.velocity, at_tip));
        }
        for (_, column) in &mut columns {
            *column = column.turned(|v| link.outward(v));
        }
        arm = link.point_in_parent(arm);
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
        link.mark(leaves, "Saha (13b)");
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
