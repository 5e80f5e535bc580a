//! The factors of a body's parameters: ∫ (ν + β × x) · (a + U x) dm, linear in m, m c and I.

use super::Coefficients;
use crate::recursion::rotation::RotationalMotion;
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Twist, Vec3};

/// A vector at every point x of a body: a + U x with U = ω̇~ + ω~ω~. Accelerations, or velocities.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<S> {
    /// ω, ω̇ and U; of velocities U = ω~ stands in the place of ω̇~, with no products.
    pub(super) rotation: RotationalMotion<S>,
    /// At the origin.
    pub(super) origin: Vec3<S>,
}

impl<S: Scalar> Field<S> {
    /// The velocities v + ω × x of a body with this twist.
    pub(super) fn of_velocities(twist: Twist<S>) -> Self {
        Self {
            rotation: RotationalMotion {
                ω: Vec3::zero(),
                ω_dot: twist.angular,
                u: Mat3::skew(twist.angular),
            },
            origin: twist.linear,
        }
    }

    /// The factors on a twist (β, ν): ν·a of m, Uᵀν + a × β of m c, and of the moments of inertia β times the moments
    /// E ω̇ + ω × E ω of unit tensors E, whose products β_i ω_j ω_k are shared by two of them; of second moments β times the axial
    /// vectors of U K − (U K)ᵀ.
    pub(super) fn on(&self, twist: Twist<S>) -> Coefficients<S> {
        let (β, ν) = (twist.angular, twist.linear);
        let (u, [x, y, z], [dx, dy, dz]) =
            (self.rotation.u, self.rotation.ω.0, self.rotation.ω_dot.0);
        let (p, q, r) = (β[0] * (y * z), β[1] * (x * z), β[2] * (x * y));
        let first = u.transposed() * ν + self.origin.cross(β);
        [
            ν.dot(self.origin),
            first[0],
            first[1],
            first[2],
            β[0] * dx + (q - r),
            Vec3([-u[2][0], u[2][1], x * x - y * y]).dot(β),
            β[1] * dy + (r - p),
            Vec3([u[1][0], z * z - x * x, -u[1][2]]).dot(β),
            Vec3([y * y - z * z, -u[0][1], u[0][2]]).dot(β),
            β[2] * dz + (p - q),
            β[2] * u[1][0] - β[1] * u[2][0],
            β[0] * u[2][1] - β[2] * u[0][1],
            β[1] * u[0][2] - β[0] * u[1][2],
        ]
    }
}
