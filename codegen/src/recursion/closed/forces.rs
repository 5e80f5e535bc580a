//! The effect of multipliers: wrenches at the cut joints, and through the joints of the tree.

use super::ClosedSystem;
use super::constraint::{Constraints, in_base};
use super::dense::at;
use crate::leaves::{Argument, Leaves};
use crate::recursion::inputs::Motion;
use crate::recursion::tip::Tip;
use crate::recursion::{external, u_form};
use crate::scalar::Scalar;
use crate::spatial::{Vec3, Wrench};

/// Accelerations, and multipliers.
pub(in crate::recursion) struct Solved<S> {
    pub qdd: Vec<S>,
    pub λ: Vec<S>,
}

/// From G, γ and the inputs to accelerations and multipliers.
type Route<C, L> = fn(&C, &Constraints<<L as Leaves>::S>) -> Solved<<L as Leaves>::S>;

impl<L: Leaves> ClosedSystem<'_, L> {
    /// q̈ and those of the independent velocities by a route.
    pub(in crate::recursion) fn forward(&self, route: Route<Self, L>) -> Vec<Vec<L::S>> {
        let Solved { qdd, .. } = route(self, &self.moving());
        let independent = at(&qdd, self.independent());
        vec![qdd, independent]
    }

    /// The wrenches of the cut joints by a route.
    pub(in crate::recursion) fn constraint_forces(&self, route: Route<Self, L>) -> Vec<Vec<L::S>> {
        let constraints = self.moving();
        let Solved { λ, .. } = route(self, &constraints);
        vec![self.wrenches(&constraints, &λ)]
    }

    /// The wrenches that the joints of the tree transmit, by a route.
    pub(in crate::recursion) fn joint_wrenches(&self, route: Route<Self, L>) -> Vec<Vec<L::S>> {
        let constraints = self.moving();
        let solved = route(self, &constraints);
        vec![self.transmitted(&constraints, solved)]
    }

    /// [moment; force] of every closure on its `to`, about the origin of that frame, base axes.
    pub(super) fn wrenches(&self, constraints: &Constraints<L::S>, λ: &[L::S]) -> Vec<L::S> {
        let closures = self.loops().map_or(0, |loops| loops.closures.len());
        self.mark("wrenches of cut joints");
        let all = (0..closures).flat_map(|closure| {
            let (wrench, root) = self.on_closure(constraints, λ, closure);
            let moment = in_base(self.system, root, wrench.moment);
            let force = in_base(self.system, root, wrench.force);
            moment.0.into_iter().chain(force.0)
        });
        all.collect()
    }

    /// The wrench of one closure in the axes of its root, and the root.
    fn on_closure(
        &self,
        constraints: &Constraints<L::S>,
        λ: &[L::S],
        closure: usize,
    ) -> (Wrench<L::S>, Option<usize>) {
        let rows = constraints.rows.iter().zip(λ);
        let own = rows.filter(|(row, _)| row.closure == closure);
        own.fold((Wrench::zero(), None), |(sum, _), (row, &λ)| {
            let Wrench { moment, force } = row.direction;
            let added = Wrench {
                moment: moment * λ,
                force: force * λ,
            };
            (sum + added, row.root)
        })
    }

    /// The wrench that every joint of the tree transmits: what moves the bodies behind it, less what closures do there.
    fn transmitted(&self, constraints: &Constraints<L::S>, solved: Solved<L::S>) -> Vec<L::S> {
        let accelerations =
            (self.coupling).accelerations(solved.qdd, || self.inputs.array(Argument::Qd));
        let motion = Motion {
            rates: self.inputs.rates(),
            accelerations,
        };
        let mut loads = u_form::loads(self.system, &motion, self.leaves);
        let closures = self.loops().map_or(&[][..], |loops| &loops.closures);
        for (index, closure) in closures.iter().enumerate() {
            let (wrench, root) = self.on_closure(constraints, &solved.λ, index);
            let [from, to] = closure
                .ends
                .each_ref()
                .map(|end| Tip::lift(end, self.leaves));
            let gap = constraints.gap(index);
            let on_from = Wrench {
                moment: wrench.moment + gap.cross(wrench.force),
                force: wrench.force,
            };
            self.add(&mut loads, (root, &from), on_from, false);
            self.add(&mut loads, (root, &to), wrench, true);
        }
        let wrenches = u_form::joint_wrenches(self.system, loads, self.leaves);
        external::in_user_frames(self.system, self.mechanism, &wrenches)
    }

    /// Adds a wrench at a tip, given in the axes of a root, to what the tip's body needs; `helps`: it does the work.
    fn add(
        &self,
        loads: &mut [Wrench<L::S>],
        (root, tip): (Option<usize>, &Tip<L::S>),
        wrench: Wrench<L::S>,
        helps: bool,
    ) {
        let Some(link) = tip.link else { return };
        let mut path: Vec<usize> = self.system.path(link).collect();
        path.retain(|&one| root.is_none_or(|root| one > root));
        let inward = |v: Vec3<L::S>| {
            let links = path.iter().rev();
            links.fold(v, |v, &link| self.system.links[link].inward(v))
        };
        let force = inward(wrench.force);
        let moment = inward(wrench.moment) + tip.origin.cross(force);
        let needed = Wrench { moment, force };
        loads[link] = if helps {
            loads[link]
                + Wrench {
                    moment: -needed.moment,
                    force: -needed.force,
                }
        } else {
            loads[link] + needed
        };
    }
}

impl<S: Scalar> Constraints<S> {
    /// From the origin of `from` to that of `to`, where a closure leaves some of it free; 0 where not.
    fn gap(&self, closure: usize) -> Vec3<S> {
        self.gaps[closure]
    }
}
