//! The gauge: model data → the scales of every link and the constants of every scaled joint. Exact numbers only.
//!
//! A joint i is *scaled* when it and its parent's joint are revolute, outside groups of parallel axes and not driven,
//! and the joint frame is placed by Tx(a) Rx(α), α away from multiples of a quarter turn (the constants below multiply
//! rounding by up to 1/cos² α and 1/sin² α). An offset d along the parent's axis becomes a slide of the parent's frame
//! along its own axis: [`on_screws`](super::screws::on_screws).
//!
//! With c, s, t the cosine, sine and tangent of α the wrench of a body on its parent is, in the parent's axes,
//!
//! f_y' = c f_y − s f_z,  s f_z' = f_y − c f_y',  n_z' = s n_y + c n_z + a f_y',  s n_y' = c n_z' − n_z − a f_y.
//!
//! The last line is what saves most. The parent's moment is carried as (n_x, Y, n_z) with Y = n_y − (c/s) n_z; the twist
//! coordinates it works on are (ω_x, ω_y, ω_z + (c/s) ω_y). Then Y' = −(n_z + a f_y)/s: of an inertia, where n_z is
//! eliminated, a copy of f_y. Behind the parent's own joint Y and n_y are the same (of a wrench except for the known
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
//! A body has the scales its first scaled child gives it; without one they are 1, except for the body of a leaf, whose
//! scales are free: there the turn needs no constants. Scales grow like Π 1/cos α. Where they leave [2⁻²⁰, 2²⁰] the
//! joint is not scaled and its parent starts again from 1.

use super::constants::ScaledConstants;
use super::scaled_joint::ScaledJoint;
use super::screws::{Screws, leaders};
use crate::exact::number::Number;

/// Scales beyond 2^±this are not used.
const MAX_MAGNITUDE: i64 = 20;

/// Scales of the wrench coordinates of a link: value = scale · scaled coordinate. Twists have the inverse scales.
/// A link with a scaled child is *sheared*: the second coordinate of its moment is Y, the third of its angular velocity
/// ω_z + κ ω_y. Unsheared coordinates have the same scales and n_y, ω_z.
#[derive(Clone, Debug)]
pub(super) struct ExactScale {
    /// Of the moment.
    pub moment: [Number; 3],
    /// Of the force.
    pub force: [Number; 3],
    /// κ of the second coordinate of the moment, n_y − κ n_z, all scaled.
    pub shear: Number,
}

/// The scales of a mechanism.
pub(super) struct Gauge {
    /// Scales of every body; `None`: all 1.
    pub scales: Vec<Option<ExactScale>>,
    /// The constants of every scaled joint.
    pub joints: Vec<Option<ScaledJoint<Number>>>,
}

/// Whether a scale is near enough to 1.
pub(super) fn is_moderate(scale: &Number) -> bool {
    scale.magnitude().abs() <= MAX_MAGNITUDE
}

impl ExactScale {
    fn unit() -> Self {
        let ones = || core::array::from_fn(|_| Number::ONE);
        Self {
            moment: ones(),
            force: ones(),
            shear: Number::ZERO,
        }
    }

    fn is_moderate(&self) -> bool {
        self.moment.iter().chain(&self.force).all(is_moderate)
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
            joints: bodies.iter().map(|_| None).collect(),
        };
        for (index, body) in bodies.iter().enumerate().rev() {
            let Some(parent) = body.parent.map(|parent| parent.0) else {
                continue;
            };
            if leaders[parent] != Some(index) {
                continue;
            }
            let constants = ScaledConstants {
                cos: &body.placement.rotation.0[1][1],
                sin: &body.placement.rotation.0[2][1],
                a: &body.placement.translation[0],
                d: &screws.slides[index],
            };
            let mut inner = gauge.scales[index].clone().unwrap_or_else(ExactScale::unit);
            let (ν, φ) = constants.choose(&inner);
            if is_leaf[index] {
                inner.moment[0] = ν.clone();
                inner.moment[1] = ν.clone();
                inner.force[0] = φ.clone();
                inner.force[1] = φ.clone();
            }
            let (outer, joint) = constants.joint(&inner, &ν, &φ);
            if outer.is_moderate() && inner.is_moderate() {
                gauge.scales[index] = Some(inner);
                gauge.scales[parent] = Some(outer);
                gauge.joints[index] = Some(joint);
            }
        }
        gauge
    }
}

#[cfg(test)]
mod tests {
    use super::super::screws::on_screws;
    use super::*;
    use crate::exact::angle::Angle;
    use crate::generic::generic;
    use crate::mechanism::{Axis, Rotation};

    #[test]
    fn a_chain_of_steep_twists_starts_again_before_scales_are_far_from_one() {
        // Every joint takes scales 1/cos 1.44 = 7.7 further, so seven of them leave the range.
        let steep = Number::from_f64(1.44).expect("a finite number");
        let steep = Rotation::about(Axis::X, &Angle::from_radians(steep).circle());
        let mut chain = generic(12);
        for body in &mut chain.bodies[1..] {
            body.placement.rotation = steep.clone();
        }
        let gauge = Gauge::choose(&on_screws(&chain));
        assert!(gauge.scales.iter().flatten().all(ExactScale::is_moderate));
        let scaled = gauge.joints.iter().flatten().count();
        assert!((6..11).contains(&scaled), "{scaled}");
    }
}
