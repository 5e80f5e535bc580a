//! The degrees of freedom of a link: unit twists p, and what they make of rates and wrenches.

use super::Link;
use crate::joint::{Direction, Dof};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Wrench};

impl<S: Scalar> Link<S> {
    /// Σ p_k x_k over the joint's unit twists, driven ones included: the joint's twist for rates x, in body axes.
    #[must_use]
    pub fn joint_twist(&self, x: &[S]) -> Twist<S> {
        self.dofs
            .iter()
            .chain(&self.driven)
            .fold(Twist::zero(), |twist, dof| {
                dof.added(twist, x[dof.velocity])
            })
    }

    /// The part of the joint's twist that is an input: Ω_t of Naudet (23).
    #[must_use]
    pub fn driven_twist(&self, x: &[S]) -> Twist<S> {
        self.driven.iter().fold(Twist::zero(), |twist, dof| {
            dof.added(twist, x[dof.velocity])
        })
    }

    /// Whether the link's origin moves against its joint frame's.
    pub(in crate::recursion) fn slides(&self) -> bool {
        let along =
            |dof: &Dof<S>| matches!(dof.direction, Direction::Linear(_) | Direction::Screw(_));
        self.slide.is_some() || self.dofs.iter().chain(&self.driven).any(along)
    }

    /// τ_k = p_kᵀ w for every degree of freedom of the joint.
    pub fn project(&self, w: Wrench<S>, τ: &mut [S]) {
        for dof in self.dofs.iter().filter(|dof| !dof.is_internal()) {
            τ[dof.velocity] = dof.component(w);
        }
    }
}

impl<S: Scalar> Dof<S> {
    /// t + p x.
    #[must_use]
    pub fn added(&self, mut t: Twist<S>, x: S) -> Twist<S> {
        match self.direction {
            Direction::Angular(k) => t.angular[k] = t.angular[k] + x,
            Direction::Linear(k) => t.linear[k] = t.linear[k] + x,
            Direction::Internal => {}
            Direction::Screw(pitch) => {
                t.angular[2] = t.angular[2] + x;
                t.linear[2] = t.linear[2] + pitch * x;
            }
        }
        t
    }

    /// Whether it moves no body: the rate of a mode, on which the flexible body acts, or of a motor, on which its spring acts.
    pub(in crate::recursion) fn is_internal(&self) -> bool {
        matches!(self.direction, Direction::Internal)
    }

    /// The unit twist p.
    #[must_use]
    pub fn twist(&self) -> Twist<S> {
        self.added(Twist::zero(), S::one())
    }

    /// pᵀ w.
    #[must_use]
    pub fn component(&self, w: Wrench<S>) -> S {
        match self.direction {
            Direction::Angular(k) => w.moment[k],
            Direction::Linear(k) => w.force[k],
            Direction::Internal => S::zero(),
            Direction::Screw(pitch) => w.moment[2] + pitch * w.force[2],
        }
    }
}
