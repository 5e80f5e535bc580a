//! Both ends of a cut joint, and the rows that it demands of them.

use crate::leaves::Leaves;
use crate::mechanism::{BodyId, Closure, Mechanism};
use crate::recursion::System;
use crate::recursion::closed::relative::{EndFrame, end};
use crate::recursion::groups::Grouped;
use crate::recursion::tip::Tip;
use crate::scalar::Scalar;
use crate::spatial::Vec3;

/// Both ends of all cut joints.
pub(in crate::recursion::closed) fn sides<L: Leaves>(
    mechanism: &Mechanism,
    system: &System<L::S>,
    rates: &[L::S],
    leaves: &L,
) -> Vec<Sides<L::S>> {
    let (grouped, plain) = (system.in_group_axes(), system.in_own_axes());
    let closures = mechanism.loops.iter().flat_map(|loops| &loops.closures);
    let sides = closures.map(|closure| {
        let root = root(mechanism, closure.ends.each_ref().map(|one| one.body));
        // A carrier's axes are not those of its body, which carries the other end: that of the first body of a group neither.
        let has_carrier = root.is_some_and(|root| grouped.turns[root].is_some());
        let system_of_path = if has_carrier { &plain } else { &grouped };
        Sides::new(closure, root, system_of_path, rates, leaves)
    });
    sides.collect()
}

/// The last body that carries both; `None`: the base.
fn root(mechanism: &Mechanism, [a, b]: [Option<BodyId>; 2]) -> Option<usize> {
    let path = |id: Option<BodyId>| {
        core::iter::successors(id, |&id| mechanism.bodies[id.0].parent).collect::<Vec<_>>()
    };
    let (inner, outer) = (path(a), path(b));
    inner
        .into_iter()
        .find(|id| outer.contains(id))
        .map(|id| id.0)
}

/// Both ends of a cut joint, and where one is from the other.
pub(in crate::recursion::closed) struct Sides<S> {
    pub from: EndFrame<S>,
    pub to: EndFrame<S>,
    /// From the origin of `from` to that of `to`.
    pub(super) gap: Vec3<S>,
    pub(super) root: Option<usize>,
}

impl<S: Scalar> Sides<S> {
    fn new<L: Leaves<S = S>>(
        closure: &Closure,
        root: Option<usize>,
        grouped: &Grouped<S>,
        rates: &[S],
        leaves: &L,
    ) -> Self {
        let [from, to] = closure.ends.each_ref().map(|frame| {
            let tip = Tip::lift(frame, leaves);
            end(grouped, (root, &tip), rates, leaves)
        });
        Self {
            gap: to.origin - from.origin,
            from,
            to,
            root,
        }
    }
}
