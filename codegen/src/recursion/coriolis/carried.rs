//! Unit twists and their rates, carried along a path, and the wrenches that they need.

use crate::recursion::Link;
use crate::recursion::composite::composite_momentum;
use crate::recursion::convective::Convective;
use crate::scalar::Scalar;
use crate::spatial::{Composite, Twist, Wrench};

/// A unit twist of a joint, carried along a path, with its rate.
#[derive(Clone, Copy)]
pub(super) struct Carried<S> {
    pub(super) t: Twist<S>,
    pub(super) t_dot: Twist<S>,
}

/// A t and A ṫ + Ȧ t across a joint; Ȧ t = [0; ω_t × ȧ].
pub(super) fn carry<S: Scalar>(
    link: &Link<S>,
    from: Carried<S>,
    t_parent: Twist<S>,
    joint: Twist<S>,
) -> Carried<S> {
    let t = link.from_parent(from.t);
    let mut t_dot = link.from_parent(from.t_dot);
    let fixed = link.inward(from.t.angular.cross(t_parent.angular.cross(link.offset)));
    let sliding = link.inward(t_parent.angular).cross(link.slid()) + joint.linear;
    t_dot.linear = t_dot.linear + fixed + t.angular.cross(sliding);
    Carried { t, t_dot }
}

/// M̃ ṫ + B̃ t.
pub(super) fn wrench<S: Scalar>(
    composite: &Composite<S>,
    convective: &Convective<S>,
    carried: Carried<S>,
) -> Wrench<S> {
    let ω = carried.t.angular;
    composite_momentum(composite, carried.t_dot) + Wrench::new(convective.x * ω, convective.y * ω)
}
