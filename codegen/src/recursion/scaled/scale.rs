//! A system in scaled coordinates: how wrenches, twists and inertias get from link to link.

use super::gauge::{Gauge, on_screws};
use super::step::{Across, Step};
use crate::exact::number::Number;
use crate::joint::Turn;
use crate::leaves::Leaves;
use crate::mechanism::Mechanism;
use crate::recursion::{Link, System};
use crate::scalar::Scalar;
use crate::spatial::{Articulated, Mat3, Twist, Vec3, Wrench};

/// The scales of one link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale<S> {
    /// Value over scaled coordinate of a wrench.
    pub of: Wrench<S>,
    /// The inverses.
    pub inverse: Wrench<S>,
    /// κ: n_y − κ n_z and ω_z + κ ω_y are the coordinates of a link that leans.
    pub lean: S,
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
            lean: leaves.constant(&scale.lean),
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

/// An upright inertia, leaning.
fn leaning<S: Scalar>(inertia: Articulated<S>, κ: S) -> Articulated<S> {
    let (a, h) = (inertia.moment, inertia.coupling);
    let row = |m: Mat3<S>| Vec3(m[1]) - Vec3(m[2]) * κ;
    let (y, coupled) = (row(a), row(h));
    let yy = y[1] - κ * y[2];
    Articulated {
        moment: Mat3([
            [a[0][0], y[0], a[0][2]],
            [y[0], yy, y[2]],
            [a[2][0], y[2], a[2][2]],
        ]),
        coupling: Mat3([h[0], coupled.0, h[2]]),
        force: inertia.force,
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

    /// The wrench of a scaled one, upright.
    pub(super) fn wrench(&self, i: usize, upright: Wrench<S>) -> Wrench<S> {
        self.scale(i)
            .map_or(upright, |scale| wrench_times(upright, scale.of))
    }

    /// A wrench, scaled, upright.
    fn scaled_wrench(&self, i: usize, wrench: Wrench<S>) -> Wrench<S> {
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
    fn leaning_twist(&self, i: usize, upright: Twist<S>) -> Twist<S> {
        let mut leaning = upright;
        if let Some(scale) = self.scale(i) {
            leaning.angular[2] = upright.angular[2] + scale.lean * upright.angular[1];
        }
        leaning
    }

    /// A scaled wrench, upright, leaning.
    fn leaning_wrench(&self, i: usize, upright: Wrench<S>) -> Wrench<S> {
        let mut leaning = upright;
        if let Some(scale) = self.scale(i) {
            leaning.moment[1] = upright.moment[1] - scale.lean * upright.moment[2];
        }
        leaning
    }

    /// A twist, scaled, upright.
    fn scaled_twist(&self, i: usize, twist: Twist<S>) -> Twist<S> {
        self.scale(i)
            .map_or(twist, |scale| twist_times(twist, scale.of))
    }

    /// The scaled inertia of a body, leaning.
    pub(super) fn inertia(&self, i: usize) -> Articulated<S> {
        self.scaled_inertia(i, Articulated::from(self.link(i).mass))
    }

    /// An inertia, scaled, leaning.
    fn scaled_inertia(&self, i: usize, inertia: Articulated<S>) -> Articulated<S> {
        self.scale(i).map_or(inertia, |scale| {
            leaning(inertia_times(inertia, scale.inverse), scale.lean)
        })
    }

    /// The generalised force of a joint, scaled as its wrench; the rate of a scaled rate. (Only links with a revolute
    /// joint have scales.)
    pub(super) fn about_axis(&self, i: usize, x: S) -> S {
        self.scale(i).map_or(x, |scale| scale.inverse.moment[2] * x)
    }

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
