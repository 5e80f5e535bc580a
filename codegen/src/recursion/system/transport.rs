//! Across the joint of a link: vectors, twists and wrenches from one side to the other.

use super::Link;
use crate::joint::JointRotation;
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Twist, Vec3, Wrench};

impl<S: Scalar> Link<S> {
    /// A vector given in the parent's axes, in this body's axes.
    #[must_use]
    pub fn inward(&self, v: Vec3<S>) -> Vec3<S> {
        self.turned_inward(self.inward_before_turn(v))
    }

    /// The same in the axes of the joint frame, before the joint's turn.
    #[must_use]
    pub fn inward_before_turn(&self, v: Vec3<S>) -> Vec3<S> {
        self.placement.matrix.transposed() * v
    }

    /// A vector given in the axes of the joint frame, in this body's axes.
    #[must_use]
    pub fn turned_inward(&self, v: Vec3<S>) -> Vec3<S> {
        match self.turn {
            JointRotation::Fixed => v,
            JointRotation::AboutZ(c, s) => about_z(c, -s, v),
            JointRotation::Matrix(r) => r.transposed() * v,
        }
    }

    /// A vector given in this body's axes, in those of the joint frame.
    pub(super) fn turned_outward(&self, v: Vec3<S>) -> Vec3<S> {
        match self.turn {
            JointRotation::Fixed => v,
            JointRotation::AboutZ(c, s) => about_z(c, s, v),
            JointRotation::Matrix(r) => r * v,
        }
    }

    /// A vector given in this body's axes, in the parent's axes.
    #[must_use]
    pub fn outward(&self, v: Vec3<S>) -> Vec3<S> {
        self.placement.matrix * self.turned_outward(v)
    }

    /// The axes of this body (columns), given those of the parent in some other frame.
    #[must_use]
    pub fn axes_in_parent(&self, parent: Mat3<S>) -> Mat3<S> {
        let placed = parent * self.placement.matrix;
        let [x, y, z] = core::array::from_fn(|j| placed.column(j));
        let columns = match self.turn {
            JointRotation::Fixed => return placed,
            JointRotation::AboutZ(c, s) => [x * c + y * s, y * c - x * s, z],
            JointRotation::Matrix(r) => return placed * r,
        };
        Mat3::from_fn(|i, j| columns[j][i])
    }

    /// Position of the body's origin from the joint frame's, in body axes.
    #[must_use]
    pub fn slid(&self) -> Vec3<S> {
        Vec3([S::zero(), S::zero(), self.slide.unwrap_or(S::zero())])
    }

    /// A point given in this body's frame, in the parent's.
    #[must_use]
    pub fn point_in_parent(&self, p: Vec3<S>) -> Vec3<S> {
        let slid = self.slide.map_or(p, |_| p + self.slid());
        self.outward(slid) + self.offset
    }

    /// A_{i,i-1} t, Saha (11d): the twist of the parent, carried to this body's origin and axes.
    #[must_use]
    pub fn from_parent(&self, t: Twist<S>) -> Twist<S> {
        let angular = self.inward(t.angular);
        let linear = self.inward(t.linear + t.angular.cross(self.offset));
        match self.slide {
            Some(_) => Twist::new(angular, linear + angular.cross(self.slid())),
            None => Twist::new(angular, linear),
        }
    }

    /// A_{i,i-1}ᵀ w: a wrench on this body about its origin, as a wrench on the parent about the parent's origin.
    #[must_use]
    pub fn onto_parent(&self, w: Wrench<S>) -> Wrench<S> {
        self.onto_parent_with(w, Vec3::zero())
    }

    /// The same with a moment more, in the axes of the joint frame.
    #[must_use]
    pub fn onto_parent_with(&self, w: Wrench<S>, moment: Vec3<S>) -> Wrench<S> {
        let moment = self.turned_outward(self.moment_about_joint(w)) + moment;
        let force = self.placement.matrix * self.turned_outward(w.force);
        Wrench::new(
            self.placement.matrix * moment + self.offset.cross(force),
            force,
        )
    }

    /// A force and a moment along z, both at the origin of the joint frame, as a wrench on the parent.
    #[must_use]
    pub fn force_onto_parent(&self, force: Vec3<S>, moment: S) -> Wrench<S> {
        let force = self.placement.matrix * self.turned_outward(force);
        let moment = self.placement.matrix * Vec3([S::zero(), S::zero(), moment]);
        Wrench::new(moment + self.offset.cross(force), force)
    }

    /// The moment of a wrench, given about the body's origin, about the origin of the joint frame; in body axes.
    #[must_use]
    pub fn moment_about_joint(&self, w: Wrench<S>) -> Vec3<S> {
        if self.slide.is_some() {
            self.slid().cross(w.force) + w.moment
        } else {
            w.moment
        }
    }
}

/// Rz(c, s) v.
pub(in crate::recursion) fn about_z<S: Scalar>(c: S, s: S, v: Vec3<S>) -> Vec3<S> {
    let [x, y, z] = v.0;
    Vec3([c * x - s * y, s * x + c * y, z])
}
