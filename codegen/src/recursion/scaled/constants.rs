//! The constants of a scaled joint and the scales of its parent, in the notation of `gauge.rs`.

use super::gauge::ExactScale;
use super::scaled_joint::ScaledJoint;
use crate::exact::number::Number;

/// The constants of a scaled joint, as far as they come from the model.
pub(super) struct ScaledConstants<'a> {
    pub cos: &'a Number,
    pub sin: &'a Number,
    /// Distance of the axes.
    pub a: &'a Number,
    /// The slide of the body's frame along its axis.
    pub d: &'a Number,
}

impl ScaledConstants<'_> {
    /// ν and φ: the constants of f_z and of the slide are 1. Where d is 0, that of the arm.
    pub(super) fn choose(&self, inner: &ExactScale) -> (Number, Number) {
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
    pub(super) fn joint(
        &self,
        inner: &ExactScale,
        ν: &Number,
        φ: &Number,
    ) -> (ExactScale, ScaledJoint<Number>) {
        let (c, s) = (self.cos, self.sin);
        let h = &inner.moment[2];
        let copied = -&(self.a * φ / s);
        let y = if copied.is_zero() {
            c * ν
        } else {
            copied.clone()
        };
        let z = s * ν;
        let joint = ScaledJoint {
            moment: [&inner.moment[0] / ν, &inner.moment[1] / ν],
            force: [&inner.force[0] / φ, &inner.force[1] / φ],
            slide: self.d * φ / ν,
            square: c * c,
            arm: self.a * c * φ / &z,
            copy: &copied / &y,
            axial: [-&(h / (s * &y)), c * h / &z],
        };
        let outer = ExactScale {
            shear: c / s * &z / &y,
            moment: [ν.clone(), y, z],
            force: [φ.clone(), c * φ, φ / s],
        };
        (outer, joint)
    }
}
