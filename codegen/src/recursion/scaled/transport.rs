//! How scaled wrenches, twists and inertias get from link to link.

use super::scale::inertia_times;
use super::step::Across;
use super::system::Scaled;
use crate::scalar::Scalar;
use crate::spatial::{Articulated, Twist, Wrench};

impl<S: Scalar> Scaled<S> {
    /// A scaled wrench on link i, upright, on its parent, leaning; for a scaled joint with its parts across the axis.
    pub(super) fn onto_parent(
        &self,
        i: usize,
        parent: usize,
        w: Wrench<S>,
    ) -> (Wrench<S>, Option<Across<S>>) {
        match self.step(i) {
            Some((step, turn)) => {
                let (w, across) = step.outward(*turn, w);
                (w, Some(across))
            }
            None => {
                let w = self.link(i).onto_parent(self.wrench(i, w));
                (
                    self.leaning_wrench(parent, self.scaled_wrench(parent, w)),
                    None,
                )
            }
        }
    }

    /// The scaled twist of the parent, of link i, both leaning; for a scaled joint with its parts across the axis.
    pub(super) fn carried_inward(
        &self,
        i: usize,
        parent: usize,
        t: Twist<S>,
    ) -> (Twist<S>, Option<Across<S>>) {
        let (upright, across) = match self.step(i) {
            Some((step, turn)) => {
                let (t, across) = step.inward(*turn, t);
                (t, Some(across))
            }
            None => {
                let t = self.link(i).from_parent(self.twist(parent, t));
                (self.scaled_twist(i, t), None)
            }
        };
        (self.leaning_twist(i, upright), across)
    }

    /// A scaled inertia of link i, its joint eliminated (which makes leaning and upright ones the same), seen by its
    /// parent, leaning.
    pub(super) fn inertia_onto_parent(
        &self,
        i: usize,
        parent: usize,
        inertia: Articulated<S>,
    ) -> Articulated<S> {
        if let Some((step, turn)) = self.step(i) {
            return step.inertia_outward(*turn, inertia);
        }
        let inertia = self
            .scale(i)
            .map_or(inertia, |scale| inertia_times(inertia, scale.of));
        self.scaled_inertia(parent, self.link(i).inertia_onto_parent(inertia))
    }
}
