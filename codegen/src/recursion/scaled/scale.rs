//! A system in scaled coordinates: how wrenches, twists and inertias get from link to link.

use super::gauge::{Gauge, Screws, Unit, on_screws};
use super::step::{Across, Step};
use crate::joint::Turn;
use crate::mechanism::Mechanism;
use crate::number::Number;
use crate::recursion::{Link, System};
use crate::scalar::{Leaves, Scalar};
use crate::spatial::{Articulated, Mat3, Twist, Vec3, Wrench};

/// The scales of one link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale<S> {
    /// Value over scaled coordinate of a wrench.
    pub of: Wrench<S>,
    /// The inverses.
    pub inverse: Wrench<S>,
}

/// A system on screws with scales and the constants of scaled joints.
pub(super) struct Scaled<S> {
    /// Links in axes of groups; their constants are not scaled.
    pub system: System<S>,
    /// `None`: all 1.
    scales: Vec<Option<Scale<S>>>,
    steps: Vec<Option<(Step<S>, (S, S))>>,
}

impl<S: Scalar> Scale<S> {
    fn lift<L: Leaves<S = S>>(scale: &super::gauge::Scale, leaves: &L) -> Self {
        let vector = |v: &[Number; 3]| Vec3(core::array::from_fn(|k| leaves.constant(&v[k])));
        let of = Wrench {
            moment: vector(&scale.moment),
            force: vector(&scale.force),
        };
        let inverted = |v: Vec3<S>| Vec3(v.0.map(|x| S::one() / x));
        Self {
            of,
            inverse: Wrench {
                moment: inverted(of.moment),
                force: inverted(of.force),
            },
        }
    }
}

fn times<S: Scalar>(v: Vec3<S>, by: Vec3<S>) -> Vec3<S> {
    Vec3(core::array::from_fn(|k| v[k] * by[k]))
}

fn wrench_times<S: Scalar>(w: Wrench<S>, by: Wrench<S>) -> Wrench<S> {
    Wrench {
        moment: times(w.moment, by.moment),
        force: times(w.force, by.force),
    }
}

fn twist_times<S: Scalar>(t: Twist<S>, by: Wrench<S>) -> Twist<S> {
    Twist {
        angular: times(t.angular, by.moment),
        linear: times(t.linear, by.force),
    }
}

/// An inertia with its rows and columns multiplied.
fn inertia_times<S: Scalar>(inertia: Articulated<S>, by: Wrench<S>) -> Articulated<S> {
    let (n, f) = (by.moment, by.force);
    Articulated {
        moment: Mat3::symmetric(|i, j| inertia.moment[i][j] * (n[i] * n[j])),
        coupling: Mat3::from_fn(|i, j| inertia.coupling[i][j] * (n[i] * f[j])),
        force: Mat3::symmetric(|i, j| inertia.force[i][j] * (f[i] * f[j])),
    }
}

/// The links of a mechanism on screws: frames that were moved are moved back by their joints.
pub(super) fn system_on<L: Leaves>(screws: &Screws, leaves: &L) -> System<L::S> {
    System::lift_sliding(
        &screws.mechanism,
        |body| screws.slides[body].clone(),
        leaves,
    )
}

impl<S: Scalar> Scaled<S> {
    pub(super) fn lift<L: Leaves<S = S>>(mechanism: &Mechanism, unit: Unit, leaves: &L) -> Self {
        let screws = on_screws(mechanism);
        let gauge = Gauge::choose(&screws, unit);
        let system = system_on(&screws, leaves);
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
            Wrench {
                moment: Vec3([S::one(); 3]),
                force: Vec3([S::one(); 3]),
            },
            |scale| scale.inverse,
        )
    }

    fn scale(&self, i: usize) -> Option<Scale<S>> {
        self.scales[i]
    }

    /// The wrench of a scaled one.
    pub(super) fn wrench(&self, i: usize, scaled: Wrench<S>) -> Wrench<S> {
        self.scale(i)
            .map_or(scaled, |scale| wrench_times(scaled, scale.of))
    }

    /// A wrench, scaled.
    pub(super) fn scaled_wrench(&self, i: usize, wrench: Wrench<S>) -> Wrench<S> {
        self.scale(i)
            .map_or(wrench, |scale| wrench_times(wrench, scale.inverse))
    }

    /// The twist of a scaled one.
    pub(super) fn twist(&self, i: usize, scaled: Twist<S>) -> Twist<S> {
        self.scale(i)
            .map_or(scaled, |scale| twist_times(scaled, scale.inverse))
    }

    /// A twist, scaled.
    pub(super) fn scaled_twist(&self, i: usize, twist: Twist<S>) -> Twist<S> {
        self.scale(i)
            .map_or(twist, |scale| twist_times(twist, scale.of))
    }

    /// The scaled inertia of a body.
    pub(super) fn inertia(&self, i: usize) -> Articulated<S> {
        let inertia = Articulated::from(self.link(i).mass);
        self.scale(i)
            .map_or(inertia, |scale| inertia_times(inertia, scale.inverse))
    }

    /// The generalised force of a joint, scaled as its wrench; the rate of a scaled rate. (Only links with a revolute
    /// joint have scales.)
    pub(super) fn about_axis(&self, i: usize, x: S) -> S {
        self.scale(i).map_or(x, |scale| scale.inverse.moment[2] * x)
    }

    /// A scaled wrench on link i, on its parent, scaled; for a scaled joint with its parts across the axis.
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
                (self.scaled_wrench(parent, w), None)
            }
        }
    }

    /// The scaled twist of the parent, of link i, scaled; for a scaled joint with its parts across the axis.
    pub(super) fn carried_inward(
        &self,
        i: usize,
        parent: usize,
        t: Twist<S>,
    ) -> (Twist<S>, Option<Across<S>>) {
        match self.step(i) {
            Some((step, turn)) => {
                let (t, across) = step.inward(*turn, t);
                (t, Some(across))
            }
            None => {
                let t = self.link(i).from_parent(self.twist(parent, t));
                (self.scaled_twist(i, t), None)
            }
        }
    }

    /// A scaled inertia of link i, its joint eliminated, seen by its parent, scaled.
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
        let seen = self.link(i).inertia_onto_parent(inertia);
        self.scale(parent)
            .map_or(seen, |scale| inertia_times(seen, scale.inverse))
    }

    /// A first moment of link i with its mass, scaled as a force, about the parent's origin; for a scaled joint with
    /// its part across the axis.
    pub(super) fn first_moment_onto_parent(
        &self,
        i: usize,
        parent: usize,
        moment: Vec3<S>,
        mass: S,
    ) -> (Vec3<S>, Option<[S; 2]>) {
        let link = self.link(i);
        let slid = moment + self.scaled_force(i, link.slid() * mass);
        let arm = self.scaled_force(parent, link.offset * mass);
        match self.step(i) {
            Some((step, turn)) => {
                let (moment, across) = step.force_outward(*turn, slid);
                (moment + arm, Some(across))
            }
            None => {
                let moment = link.outward(self.force(i, slid));
                (self.scaled_force(parent, moment) + arm, None)
            }
        }
    }

    /// The force of a scaled one.
    pub(super) fn force(&self, i: usize, scaled: Vec3<S>) -> Vec3<S> {
        self.scale(i)
            .map_or(scaled, |scale| times(scaled, scale.of.force))
    }

    /// A force, scaled.
    pub(super) fn scaled_force(&self, i: usize, force: Vec3<S>) -> Vec3<S> {
        self.scale(i)
            .map_or(force, |scale| times(force, scale.inverse.force))
    }

    /// The direction of one scaled as a linear velocity.
    pub(super) fn direction(&self, i: usize, scaled: Vec3<S>) -> Vec3<S> {
        self.scale(i)
            .map_or(scaled, |scale| times(scaled, scale.inverse.force))
    }

    /// A direction, scaled as a linear velocity.
    pub(super) fn scaled_direction(&self, i: usize, direction: Vec3<S>) -> Vec3<S> {
        self.scale(i)
            .map_or(direction, |scale| times(direction, scale.of.force))
    }

    fn link(&self, i: usize) -> &Link<S> {
        &self.system.links[i]
    }
}
