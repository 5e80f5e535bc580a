//! What the motion of a link as a rigid whole makes of the row and the columns of its revolute joint.
//!
//! With V = ∂U/∂q = [U, z~], which needs two products, c = [axial(V K − (V K)ᵀ) + ms × ∂a; V ms + m ∂a] is the change of the inertia wrench.

use crate::recursion::rotation::{RotationalMotion, moment_from_euler_tensor};
use crate::scalar::Scalar;
use crate::spatial::{Composite, Mat3, Vec3, Wrench};

/// The parts of c, d and σ.
pub(super) struct RigidMotion<S> {
    pub by_angle: Wrench<S>,
    pub by_rate: Wrench<S>,
    pub row: Vec3<S>,
}

impl<S: Scalar> RigidMotion<S> {
    /// Of a composite body; `swept` is the change of the acceleration of its origin with the angle.
    pub(super) fn of(
        inertia: &Composite<S>,
        rotation: &RotationalMotion<S>,
        swept: Vec3<S>,
    ) -> Self {
        let (k, ms, u) = (inertia.euler, inertia.first_moment, rotation.u);
        let [x, y, z] = rotation.ω.0;
        let doubled = |v: S| v + v;
        let (p, q) = (doubled(x * y), y * y - x * x);
        let turned = Mat3([
            [p, q, u[1][2]],
            [q, -p, -u[0][2]],
            [u[2][1], -u[2][0], S::zero()],
        ]);
        let changed = RotationalMotion {
            u: turned,
            ..*rotation
        };
        Self {
            by_angle: Wrench::new(
                moment_from_euler_tensor([k; 3], &changed) + ms.cross(swept),
                turned * ms + swept * inertia.mass,
            ),
            by_rate: Wrench::new(
                Vec3([
                    doubled(k[0][1] * x + k[1][1] * y + k[1][2] * z),
                    -doubled(k[0][0] * x + k[0][1] * y + k[0][2] * z),
                    S::zero(),
                ]),
                Vec3([
                    -doubled(z * ms[0]),
                    -doubled(z * ms[1]),
                    doubled(x * ms[0] + y * ms[1]),
                ]),
            ),
            row: Vec3(core::array::from_fn(|i| {
                k[i][0] * doubled(y) - k[i][1] * doubled(x)
            })),
        }
    }
}
