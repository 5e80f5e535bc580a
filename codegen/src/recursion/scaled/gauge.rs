//! The gauge: model data → the scales of every link and the constants of every scaled joint. Exact numbers only.
//!
//! A joint i is *scaled* when it and its parent's joint are revolute, outside groups of parallel axes and not driven,
//! and the joint frame is placed by Tx(a) Rx(α), α away from multiples of a quarter turn (the constants below multiply
//! rounding by up to 1/cos² α and 1/sin² α). An offset d along the parent's axis becomes a slide of the parent's frame
//! along its own axis: [`on_screws`].
//!
//! With c, s, t the cosine, sine and tangent of α the wrench of a body on its parent is, in the parent's axes,
//!
//! f_y' = c f_y − s f_z,  s f_z' = f_y − c f_y',  n_z' = s n_y + c n_z + a f_y',  s n_y' = c n_z' − n_z − a f_y.
//!
//! The last line is what saves most. The parent's moment is carried as (n_x, Y, n_z) with Y = n_y − (c/s) n_z; the twist
//! coordinates it works on are (ω_x, ω_y, ω_z + (c/s) ω_y). Then Y' = −(n_z + a f_y)/s: of an inertia, where n_z is
//! eliminated, a copy of f_y. Behind the parent's own joint Y and n_y are the same (of a wrench but for the known
//! n_z), so that its turn sees nothing of it.
//!
//! From the scales h of n_z and g of f_z of the link, with φ = t g and ν free:
//!
//! | after | coordinates | scales |
//! |---|---|---|
//! | the joint's turn | n_x, n_y; f_x, f_y | ν, ν; φ, φ |
//! | Rx(α) | f_x, f_y, f_z | φ, c φ, φ/s |
//! | Rx(α) | n_x, Y, n_z | ν, −a φ/s, s ν |
//!
//! In these coordinates f_y' = f_y − f_z, f_z' = f_y − c² f_y', Y' = f_y + (h/(a φ)) n_z and
//! n_z' = n_y + (a c φ/(s ν)) f_y' + (c h/(s ν)) n_z; the slide is n −= (d φ/ν) z × f. ν is chosen so that the constant
//! of the slide is 1; where there is none, that of the arm.
//!
//! A body has the scales its first scaled child gives it; without one they are 1, but for the body of a leaf, whose
//! scales are free: there the turn needs no constants. Scales grow like Π 1/cos α. Where they leave [2⁻²⁰, 2²⁰] the
//! joint is not scaled and its parent starts again from 1.

use super::step::Step;
use crate::exact::number::Number;
use crate::mechanism::{Body, Mechanism, Pose, Rotation};

/// Scales beyond 2^±this are not used.
const MAX_MAGNITUDE: i64 = 20;

/// Joints with |cos α| or |sin α| below 1/this are not scaled: their constants are steep and cancel digits.
const STEEPEST: i64 = 8;

/// Scales of the wrench coordinates of a link: value = scale · scaled coordinate. Twists have the inverse scales.
/// A link with a scaled child *leans*: the second coordinate of its moment is Y, the third of its angular velocity
/// ω_z + κ ω_y. Upright coordinates have the same scales and n_y, ω_z.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    /// Of the moment.
    pub moment: [Number; 3],
    /// Of the force.
    pub force: [Number; 3],
    /// κ of the second coordinate of the moment, n_y − κ n_z, all scaled.
    pub lean: Number,
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
    body.joint.is_rotation() && !body.driven
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
            lean: Number::ZERO,
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
    /// ν and φ: the constants of f_z and of the slide are 1. Where d is 0, that of the arm.
    fn choose(&self, inner: &Scale) -> (Number, Number) {
        let t = self.sin / self.cos;
        let φ = &t * &inner.force[2];
        let ν = if !self.d.is_zero() {
            self.d * &φ
        } else if !self.a.is_zero() {
            self.a * &inner.force[2]
        } else {
            inner.moment[0].clone()
        };
        (ν, φ)
    }

    /// The scales of the parent and the joint's constants.
    fn step(&self, inner: &Scale, ν: &Number, φ: &Number) -> (Scale, Step<Number>) {
        let (c, s) = (self.cos, self.sin);
        let h = &inner.moment[2];
        let copied = -&(self.a * φ / s);
        let y = if copied.is_zero() {
            c * ν
        } else {
            copied.clone()
        };
        let z = s * ν;
        let step = Step {
            moment: [&inner.moment[0] / ν, &inner.moment[1] / ν],
            force: [&inner.force[0] / φ, &inner.force[1] / φ],
            slide: self.d * φ / ν,
            square: c * c,
            arm: self.a * c * φ / &z,
            copy: &copied / &y,
            axial: [-&(h / (s * &y)), c * h / &z],
        };
        let outer = Scale {
            lean: c / s * &z / &y,
            moment: [ν.clone(), y, z],
            force: [φ.clone(), c * φ, φ / s],
        };
        (outer, step)
    }
}

impl Gauge {
    /// The scales of a mechanism on screws.
    pub(super) fn choose(screws: &Screws) -> Self {
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
            let (ν, φ) = twist.choose(&inner);
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
