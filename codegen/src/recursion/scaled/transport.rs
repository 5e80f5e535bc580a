//! How scaled wrenches, twists and inertias get from link to link.

use super::scale::inertia_times;
use super::scaled_joint::Transverse;
use super::system::Scaled;
use crate::scalar::Scalar;
use crate::spatial::{Articulated, Twist, Wrench};

impl<S: Scalar> Scaled<S> {
    /// Takes a scaled wrench on link i (unsheared) to its parent (sheared); for a scaled joint also its transverse parts.
    pub(super) fn onto_parent(
        &self,
        i: usize,
        parent: usize,
        w: Wrench<S>,
    ) -> (Wrench<S>, Option<Transverse<S>>) {
        match self.joint(i) {
            Some((joint, turn)) => {
                let (w, transverse) = joint.outward(*turn, w);
                (w, Some(transverse))
            }
            None => {
                let w = self.link(i).onto_parent(self.wrench(i, w));
                (
                    self.sheared_wrench(parent, self.scaled_wrench(parent, w)),
                    None,
                )
            }
        }
    }

    /// Takes the scaled twist of the parent to link i, both sheared; for a scaled joint also its transverse parts.
    pub(super) fn carried_inward(
        &self,
        i: usize,
        parent: usize,
        t: Twist<S>,
    ) -> (Twist<S>, Option<Transverse<S>>) {
        let (unsheared, transverse) = match self.joint(i) {
            Some((joint, turn)) => {
                let (t, transverse) = joint.inward(*turn, t);
                (t, Some(transverse))
            }
            None => {
                let t = self.link(i).from_parent(self.twist(parent, t));
                (self.scaled_twist(i, t), None)
            }
        };
        (self.sheared_twist(i, unsheared), transverse)
    }

    /// Takes a scaled inertia of link i, its joint eliminated (which makes its sheared and unsheared coordinates equal), to its
    /// parent, sheared.
    pub(super) fn inertia_onto_parent(
        &self,
        i: usize,
        parent: usize,
        inertia: Articulated<S>,
    ) -> Articulated<S> {
        if let Some((joint, turn)) = self.joint(i) {
            return joint.inertia_outward(*turn, inertia);
        }
        let inertia = self
            .scale(i)
            .map_or(inertia, |scale| inertia_times(inertia, scale.of));
        self.scaled_inertia(parent, self.link(i).inertia_onto_parent(inertia))
    }
}
