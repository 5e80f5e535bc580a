//! Inertias of a link, seen by its parent.

use super::Link;
use crate::joint::JointRotation;
use crate::scalar::Scalar;
use crate::spatial::{Articulated, Composite, Mat3};

impl<S: Scalar> Link<S> {
    /// A_{i,i-1}ᵀ I A_{i,i-1}: an articulated inertia of this body, seen by the parent.
    #[must_use]
    pub fn inertia_onto_parent(&self, inertia: Articulated<S>) -> Articulated<S> {
        let slid = self
            .slide
            .map_or(inertia, |slide| inertia.shifted_along_z(slide));
        let turned = match self.turn {
            JointRotation::Fixed => slid,
            JointRotation::AboutZ(c, s) => slid.turned(2, c, s),
            JointRotation::Matrix(r) => slid.conjugated(r),
        };
        let placed = match self.placement.about_x {
            Some((c, s)) => turned.turned(0, c, s),
            None => turned.conjugated(self.placement.matrix),
        };
        if self.offset_in_plane {
            placed
                .shifted_along_x(self.offset[0])
                .shifted_along_z(self.offset[2])
        } else {
            placed.shifted(self.offset)
        }
    }

    /// A symmetric tensor in this body's axes, in those of the parent.
    pub(in crate::recursion) fn tensor_in_parent(&self, tensor: Mat3<S>) -> Mat3<S> {
        let turned = match self.turn {
            JointRotation::Fixed => tensor,
            JointRotation::AboutZ(c, s) => tensor.turned_symmetric(2, c, s),
            JointRotation::Matrix(r) => tensor.conjugated_symmetric(r),
        };
        match self.placement.about_x {
            Some((c, s)) => turned.turned_symmetric(0, c, s),
            None => turned.conjugated_symmetric(self.placement.matrix),
        }
    }

    /// The same for a composite inertia.
    #[must_use]
    pub fn composite_onto_parent(&self, composite: Composite<S>, half: S) -> Composite<S> {
        let slid = if self.slide.is_some() {
            composite.shifted(self.slid(), half)
        } else {
            composite
        };
        let euler = self.tensor_in_parent(slid.euler);
        let first_moment = self.placement.matrix * self.turned_outward(slid.first_moment);
        Composite {
            euler,
            first_moment,
            mass: slid.mass,
        }
        .shifted(self.offset, half)
    }
}
