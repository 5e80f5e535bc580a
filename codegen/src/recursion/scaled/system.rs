//! A system in scaled coordinates: values of them, and back.

use super::gauge::Gauge;
use super::scale::{Scale, inertia_times, sheared, twist_times, wrench_times};
use super::scaled_joint::ScaledJoint;
use super::screws::on_screws;
use crate::joint::JointRotation;
use crate::leaves::Leaves;
use crate::mechanism::Mechanism;
use crate::recursion::{Link, System};
use crate::scalar::Scalar;
use crate::spatial::{Articulated, Twist, Vec3, Wrench};

/// A system on screws with scales and the constants of scaled joints.
pub(super) struct Scaled<S> {
    /// Links in axes of groups; their constants are not scaled.
    pub system: System<S>,
    /// `None`: all 1.
    scales: Vec<Option<Scale<S>>>,
    joints: Vec<Option<(ScaledJoint<S>, (S, S))>>,
}

impl<S: Scalar> Scaled<S> {
    pub(super) fn lift<L: Leaves<S = S>>(mechanism: &Mechanism, leaves: &L) -> Self {
        let screws = on_screws(mechanism);
        let gauge = Gauge::choose(&screws);
        // Frames that were moved are moved back by their joints.
        let slide = |body: usize| screws.slides[body].clone();
        let system = System::lift_sliding(&screws.mechanism, slide, leaves);
        let lifted = |scale: &Option<super::gauge::ExactScale>| {
            scale.as_ref().map(|scale| Scale::lift(scale, leaves))
        };
        let scales = gauge.scales.iter().map(lifted).collect();
        let joints = gauge.joints.iter().zip(&system.links);
        let joints = joints
            .map(|(joint, link)| match (joint, link.turn) {
                (Some(joint), JointRotation::AboutZ(c, s)) => Some((joint.lift(leaves), (c, s))),
                _ => None,
            })
            .collect();
        Self {
            system,
            scales,
            joints,
        }
    }

    /// The constants and the turn of a scaled joint.
    pub(super) fn joint(&self, i: usize) -> Option<&(ScaledJoint<S>, (S, S))> {
        self.joints[i].as_ref()
    }

    /// 1 over the scales of link i.
    pub(super) fn inverse(&self, i: usize) -> Wrench<S> {
        self.scale(i).map_or(
            Wrench::new(Vec3([S::one(); 3]), Vec3([S::one(); 3])),
            |scale| scale.inverse,
        )
    }

    pub(super) fn scale(&self, i: usize) -> Option<Scale<S>> {
        self.scales[i]
    }

    /// The wrench of link i from its scaled, unsheared coordinates.
    pub(super) fn wrench(&self, i: usize, unsheared: Wrench<S>) -> Wrench<S> {
        self.scale(i)
            .map_or(unsheared, |scale| wrench_times(unsheared, scale.of))
    }

    /// The scaled, unsheared coordinates of a wrench on link i.
    pub(super) fn scaled_wrench(&self, i: usize, wrench: Wrench<S>) -> Wrench<S> {
        self.scale(i)
            .map_or(wrench, |scale| wrench_times(wrench, scale.inverse))
    }

    /// The shear κ of link i, scaled; `None`: it has no scales.
    pub(super) fn shear(&self, i: usize) -> Option<S> {
        self.scale(i).map(|scale| scale.shear)
    }

    /// The twist of link i from its scaled, sheared coordinates.
    pub(super) fn twist(&self, i: usize, sheared: Twist<S>) -> Twist<S> {
        self.scale(i).map_or(sheared, |scale| {
            let mut unsheared = sheared;
            unsheared.angular[2] = sheared.angular[2] - scale.shear * sheared.angular[1];
            twist_times(unsheared, scale.inverse)
        })
    }

    /// Shears a scaled twist of link i.
    pub(super) fn sheared_twist(&self, i: usize, unsheared: Twist<S>) -> Twist<S> {
        let mut sheared = unsheared;
        if let Some(scale) = self.scale(i) {
            sheared.angular[2] = unsheared.angular[2] + scale.shear * unsheared.angular[1];
        }
        sheared
    }

    /// Shears a scaled wrench on link i.
    pub(super) fn sheared_wrench(&self, i: usize, unsheared: Wrench<S>) -> Wrench<S> {
        let mut sheared = unsheared;
        if let Some(scale) = self.scale(i) {
            sheared.moment[1] = unsheared.moment[1] - scale.shear * unsheared.moment[2];
        }
        sheared
    }

    /// The scaled, unsheared coordinates of a twist of link i.
    pub(super) fn scaled_twist(&self, i: usize, twist: Twist<S>) -> Twist<S> {
        self.scale(i)
            .map_or(twist, |scale| twist_times(twist, scale.of))
    }

    /// The scaled inertia of a body in sheared coordinates.
    pub(super) fn inertia(&self, i: usize) -> Articulated<S> {
        self.scaled_inertia(i, Articulated::from(self.link(i).mass))
    }

    /// An inertia in scaled, sheared coordinates.
    pub(super) fn scaled_inertia(&self, i: usize, inertia: Articulated<S>) -> Articulated<S> {
        self.scale(i).map_or(inertia, |scale| {
            sheared(inertia_times(inertia, scale.inverse), scale.shear)
        })
    }

    /// The generalised force of a joint, scaled as its wrench; the rate of a scaled rate. (Only links with a revolute
    /// joint have scales.)
    pub(super) fn about_axis(&self, i: usize, x: S) -> S {
        self.scale(i).map_or(x, |scale| scale.inverse.moment[2] * x)
    }

    pub(super) fn link(&self, i: usize) -> &Link<S> {
        &self.system.links[i]
    }
}
