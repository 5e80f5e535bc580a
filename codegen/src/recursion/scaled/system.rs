//! A system in scaled coordinates: values of them, and back.

use super::gauge::Gauge;
use super::scale::{Scale, inertia_times, leaning, twist_times, wrench_times};
use super::screws::on_screws;
use super::step::Step;
use crate::joint::Turn;
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
    steps: Vec<Option<(Step<S>, (S, S))>>,
}

impl<S: Scalar> Scaled<S> {
    pub(super) fn lift<L: Leaves<S = S>>(mechanism: &Mechanism, leaves: &L) -> Self {
        let screws = on_screws(mechanism);
        let gauge = Gauge::choose(&screws);
        // Frames that were moved are moved back by their joints.
        let slide = |body: usize| screws.slides[body].clone();
        let system = System::lift_sliding(&screws.mechanism, slide, leaves);
        let lifted = |scale: &Option<super::gauge::Scale>| {
            scale.as_ref().map(|scale| Scale::lift(scale, leaves))
        };
        let scales = gauge.scales.iter().map(lifted).collect();
        let steps = gauge.steps.iter().zip(&system.links);
        let steps = steps
            .map(|(step, link)| match (step, link.turn) {
                (Some(step), Turn::AboutZ(c, s)) => Some((step.lift(leaves), (c, s))),
                _ => None,
            })
            .collect();
        Self {
            system,
            scales,
            steps,
        }
    }

    /// The constants and the turn of a scaled joint.
    pub(super) fn step(&self, i: usize) -> Option<&(Step<S>, (S, S))> {
        self.steps[i].as_ref()
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

    /// The wrench of a scaled one, upright.
    pub(super) fn wrench(&self, i: usize, upright: Wrench<S>) -> Wrench<S> {
        self.scale(i)
            .map_or(upright, |scale| wrench_times(upright, scale.of))
    }

    /// A wrench, scaled, upright.
    pub(super) fn scaled_wrench(&self, i: usize, wrench: Wrench<S>) -> Wrench<S> {
        self.scale(i)
            .map_or(wrench, |scale| wrench_times(wrench, scale.inverse))
    }

    /// How much link i leans, scaled; `None`: it has no scales.
    pub(super) fn lean(&self, i: usize) -> Option<S> {
        self.scale(i).map(|scale| scale.lean)
    }

    /// The twist of a scaled one, leaning.
    pub(super) fn twist(&self, i: usize, leaning: Twist<S>) -> Twist<S> {
        self.scale(i).map_or(leaning, |scale| {
            let mut upright = leaning;
            upright.angular[2] = leaning.angular[2] - scale.lean * leaning.angular[1];
            twist_times(upright, scale.inverse)
        })
    }

    /// A scaled twist, upright, leaning.
    pub(super) fn leaning_twist(&self, i: usize, upright: Twist<S>) -> Twist<S> {
        let mut leaning = upright;
        if let Some(scale) = self.scale(i) {
            leaning.angular[2] = upright.angular[2] + scale.lean * upright.angular[1];
        }
        leaning
    }

    /// A scaled wrench, upright, leaning.
    pub(super) fn leaning_wrench(&self, i: usize, upright: Wrench<S>) -> Wrench<S> {
        let mut leaning = upright;
        if let Some(scale) = self.scale(i) {
            leaning.moment[1] = upright.moment[1] - scale.lean * upright.moment[2];
        }
        leaning
    }

    /// A twist, scaled, upright.
    pub(super) fn scaled_twist(&self, i: usize, twist: Twist<S>) -> Twist<S> {
        self.scale(i)
            .map_or(twist, |scale| twist_times(twist, scale.of))
    }

    /// The scaled inertia of a body, leaning.
    pub(super) fn inertia(&self, i: usize) -> Articulated<S> {
        self.scaled_inertia(i, Articulated::from(self.link(i).mass))
    }

    /// An inertia, scaled, leaning.
    pub(super) fn scaled_inertia(&self, i: usize, inertia: Articulated<S>) -> Articulated<S> {
        self.scale(i).map_or(inertia, |scale| {
            leaning(inertia_times(inertia, scale.inverse), scale.lean)
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
