//! The gauge: model data → the scales of every link and the constants of every scaled joint. Exact numbers only.
//!
//! A joint i is *scaled* when it and its parent's joint are revolute, outside groups of parallel axes and not driven,
//! and the joint frame is placed by Tx(a) Rx(α), α away from multiples of a quarter turn (the two shears below multiply
//! rounding by up to 1/cos² α). An offset d along the parent's axis becomes a slide of the parent's frame along its own
//! axis: [`on_screws`]. From the scales (s_n, s_f) of the link,
//! with c, s, t the cosine, sine and tangent of α, g the scale of f_z, h that of n_z, and ν, φ free:
//!
//! | after | coordinates | scales |
//! |---|---|---|
//! | the joint's turn | n_x, n_y; f_x, f_y | ν, ν; φ, φ |
//! | Rx(α) | f_x, f_y, f_z | φ, c φ, g/c |
//! | Rx(α) | n_x, n_y, n_z | ν, c ν, s ν |
//!
//! In these coordinates Rx(α) is two shears, f_y −= (t g/φ) f_z and f_z += (s c φ/g) f_y; the moment's y component
//! feeds n_y and n_z with the factor 1, and behind an eliminated joint n_z = 0, so that n_z' is a copy of n_y. The
//! shifts along z and x are n −= (d φ/ν) z × f, n_y −= (a g/(c² ν)) f_z and n_z += (a c φ/(s ν)) f_y. ν and φ are
//! chosen so that two of these constants are 1 ([`Unit`]).
//!
//! A body has the scales its first scaled child gives it; without one they are 1, but for the body of a leaf, whose
//! scales are free: there the turn needs no constants. Scales grow like Π 1/cos α. Where they leave [2⁻²⁰, 2²⁰] the
//! joint is not scaled and its parent starts again from 1.

use super::step::Step;
use crate::mechanism::{Body, Joint, Mechanism, Pose, Rotation};
use crate::number::Number;
use crate::transform::spread_parameters;

/// Scales beyond 2^±this are not used.
const MAX_MAGNITUDE: i64 = 20;

/// Joints with |cos α| or |sin α| below 1/this are not scaled: their shears are steep and cancel digits.
const STEEPEST: i64 = 8;

/// Scales of the wrench coordinates of a link: value = scale · scaled coordinate. Twists have the inverse scales.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    /// Of the moment.
    pub moment: [Number; 3],
    /// Of the force.
    pub force: [Number; 3],
}

/// The constant that is 1 beside that of the slide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    /// Of n_y −= (a g/(c² ν)) f_z: cheapest for inertias, of which it crosses six entries.
    Arm,
    /// Of f_y −= (t g/φ) f_z, which crosses five, but is also met by directions and first moments.
    Shear,
}

/// What is scaled, and by how much.
pub(super) struct Gauge {
    /// Scales of every body; `None`: all 1.
    pub scales: Vec<Option<Scale>>,
    /// The constants of every scaled joint.
    pub steps: Vec<Option<Step<Number>>>,
}

/// A mechanism whose scaled joints are screws, and how far each body's frame was moved for it.
pub(super) struct Screws {
    /// The bodies in the new frames.
    pub mechanism: Mechanism,
    /// How far along its own axis each body's frame was moved, m.
    pub slides: Vec<Number>,
}

/// The mechanism with the frames of the bodies that carry a scaled joint moved along their own axes, so that the
/// scaled joint's offset is (a, 0, 0). The joint itself does not see the move but for its slide. Groups of parallel axes
/// are left: what scales saves is in twisted joints.
pub(super) fn on_screws(mechanism: &Mechanism) -> Screws {
    let mut result = mechanism.clone();
    for body in &mut result.bodies {
        body.choices.group = None;
    }
    let mut slides = vec![Number::ZERO; mechanism.bodies.len()];
    for (index, leader) in leaders(mechanism).iter().enumerate() {
        let Some(leader) = *leader else { continue };
        let slide = result.bodies[leader].placement.translation[2].clone();
        let back = Pose {
            rotation: Rotation::identity(),
            translation: [Number::ZERO, Number::ZERO, -&slide],
        };
        let body = &mut result.bodies[index];
        body.inertia = body.inertia.seen_through(&back);
        for child in &mut result.bodies {
            if child.parent.is_some_and(|parent| parent.0 == index) {
                child.placement = back.times(&child.placement);
            }
        }
        slides[index] = slide;
    }
    Screws {
        mechanism: result,
        slides,
    }
}

impl Screws {
    /// The same bodies with spread parameters.
    pub(super) fn spread(mut self) -> Self {
        let mut placed = self.mechanism.clone();
        for (body, slide) in placed.bodies.iter_mut().zip(&self.slides) {
            let along = Pose {
                rotation: Rotation::identity(),
                translation: [Number::ZERO, Number::ZERO, slide.clone()],
            };
            body.placement = body.placement.times(&along);
        }
        let spread = spread_parameters(&placed).bodies;
        for (body, spread) in self.mechanism.bodies.iter_mut().zip(spread) {
            body.inertia = spread.inertia;
            body.choices.basis = None;
        }
        self
    }
}

/// Whether scaled formulations differ from the others: two revolute joints follow each other at a generic twist.
#[must_use]
pub fn has_twisted_joints(mechanism: &Mechanism) -> bool {
    leaders(mechanism).iter().any(Option::is_some)
}

/// For every body, the child whose joint sets its scales.
fn leaders(mechanism: &Mechanism) -> Vec<Option<usize>> {
    let bodies = &mechanism.bodies;
    let mut leaders = vec![None; bodies.len()];
    for (index, body) in bodies.iter().enumerate() {
        let Some(parent) = body.parent else { continue };
        if leaders[parent.0].is_none()
            && turns(body)
            && turns(&bodies[parent.0])
            && is_twisted(&body.placement)
            && body.placement.translation[1].is_zero()
        {
            leaders[parent.0] = Some(index);
        }
    }
    leaders
}

fn turns(body: &Body) -> bool {
    matches!(body.joint, Joint::Revolute { .. }) && !body.driven
}

/// Whether a placement turns about x, by an angle away from multiples of a quarter turn.
pub(super) fn is_twisted(placement: &Pose) -> bool {
    let r = &placement.rotation.0;
    let is_large = |x: &Number| x.abs() * Number::from(STEEPEST) >= Number::ONE;
    r[0][0].is_one() && is_large(&r[1][1]) && is_large(&r[2][1])
}

/// Whether a scale is near enough to 1.
pub(super) fn is_moderate(scale: &Number) -> bool {
    scale.magnitude().abs() <= MAX_MAGNITUDE
}

impl Scale {
    fn unit() -> Self {
        let ones = || core::array::from_fn(|_| Number::ONE);
        Self {
            moment: ones(),
            force: ones(),
        }
    }

    fn is_moderate(&self) -> bool {
        self.moment.iter().chain(&self.force).all(is_moderate)
    }
}

/// The constants of a scaled joint, as far as they come from the model.
struct Twist<'a> {
    cos: &'a Number,
    sin: &'a Number,
    /// Distance of the axes.
    a: &'a Number,
    /// The slide of the body's frame along its axis.
    d: &'a Number,
}

impl Twist<'_> {
    /// ν and φ: the constant of n −= (d φ/ν) z × f is 1, and so is one more. Where a or d is 0, the two that are left.
    fn choose(&self, inner: &Scale, unit: Unit) -> (Number, Number) {
        let g = &inner.force[2];
        let sheared = self.sin / self.cos * g;
        let armed = self.a * g / (self.cos * self.cos);
        if unit == Unit::Shear || self.a.is_zero() {
            let φ = sheared;
            let ν = if !self.d.is_zero() {
                self.d * &φ
            } else if !self.a.is_zero() {
                armed
            } else {
                inner.moment[0].clone()
            };
            return (ν, φ);
        }
        let ν = armed;
        let φ = if self.d.is_zero() {
            sheared
        } else {
            &ν / self.d
        };
        (ν, φ)
    }

    /// The scales of the parent and the joint's constants.
    fn step(&self, inner: &Scale, ν: &Number, φ: &Number) -> (Scale, Step<Number>) {
        let (c, s) = (self.cos, self.sin);
        let t = &(s / c);
        let (g, h) = (&inner.force[2], &inner.moment[2]);
        let outer = Scale {
            moment: [ν.clone(), c * ν, s * ν],
            force: [φ.clone(), c * φ, g / c],
        };
        let step = Step {
            moment: [&inner.moment[0] / ν, &inner.moment[1] / ν],
            force: [&inner.force[0] / φ, &inner.force[1] / φ],
            slide: self.d * φ / ν,
            shear: [t * g / φ, s * c * φ / g],
            axial: [t * h / ν, h / (t * ν)],
            arm: [
                self.a * &outer.force[2] / &outer.moment[1],
                self.a * &outer.force[1] / &outer.moment[2],
            ],
        };
        (outer, step)
    }
}

impl Gauge {
    /// The scales of a mechanism on screws.
    pub(super) fn choose(screws: &Screws, unit: Unit) -> Self {
        let bodies = &screws.mechanism.bodies;
        let leaders = leaders(&screws.mechanism);
        let mut is_leaf = vec![true; bodies.len()];
        for parent in bodies.iter().filter_map(|body| body.parent) {
            is_leaf[parent.0] = false;
        }
        let mut gauge = Self {
            scales: vec![None; bodies.len()],
            steps: bodies.iter().map(|_| None).collect(),
        };
        for (index, body) in bodies.iter().enumerate().rev() {
            let Some(parent) = body.parent.map(|parent| parent.0) else {
                continue;
            };
            if leaders[parent] != Some(index) {
                continue;
            }
            let twist = Twist {
                cos: &body.placement.rotation.0[1][1],
                sin: &body.placement.rotation.0[2][1],
                a: &body.placement.translation[0],
                d: &screws.slides[index],
            };
            let mut inner = gauge.scales[index].clone().unwrap_or_else(Scale::unit);
            let (ν, φ) = twist.choose(&inner, unit);
            if is_leaf[index] {
                inner.moment[0] = ν.clone();
                inner.moment[1] = ν.clone();
                inner.force[0] = φ.clone();
                inner.force[1] = φ.clone();
            }
            let (outer, step) = twist.step(&inner, &ν, &φ);
            if outer.is_moderate() && inner.is_moderate() {
                gauge.scales[index] = Some(inner);
                gauge.scales[parent] = Some(outer);
                gauge.steps[index] = Some(step);
            }
        }
        gauge
    }
}
