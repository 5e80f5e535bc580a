//! How a link turns: ω, ω̇ and U = ω̇~ + ω~ω~, what they make of the acceleration of its origin, and the moment that its inertia
//! takes for them, two ways.

use super::Link;
use crate::joint::JointRotation;
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Twist, Vec3};

/// The rotational state of a link.
#[derive(Clone, Copy, Debug)]
pub(super) struct RotationalMotion<S> {
    pub(super) ω: Vec3<S>,
    pub(super) ω_dot: Vec3<S>,
    /// U = ω̇~ + ω~ω~.
    pub(super) u: Mat3<S>,
}

impl<S: Scalar> RotationalMotion<S> {
    pub(super) fn rest() -> Self {
        Self {
            ω: Vec3::zero(),
            ω_dot: Vec3::zero(),
            u: Mat3::zero(),
        }
    }

    /// U from six products.
    pub(super) fn new(ω: Vec3<S>, ω_dot: Vec3<S>) -> Self {
        let ([x, y, z], [dx, dy, dz]) = (ω.0, ω_dot.0);
        let (xx, yy, zz) = (x * x, y * y, z * z);
        let (xy, xz, yz) = (x * y, x * z, y * z);
        let u = Mat3([
            [-(yy + zz), xy - dz, xz + dy],
            [xy + dz, -(xx + zz), yz - dx],
            [xz - dy, yz + dx, -(xx + yy)],
        ]);
        Self { ω, ω_dot, u }
    }
}

/// The acceleration of the body's origin without the joint's own: the slide swept along, and Coriolis. The column of
/// U along the joint's axis is the same before and after the joint's own rates.
pub(super) fn joint_acceleration<S: Scalar>(
    link: &Link<S>,
    at_joint: Vec3<S>,
    ω_carried: Vec3<S>,
    rotation: &RotationalMotion<S>,
    joint: Twist<S>,
) -> Vec3<S> {
    let slid = link
        .slide
        .map_or(at_joint, |slide| at_joint + rotation.u.column(2) * slide);
    match link.turn {
        // The velocity of the origin is measured in axes that turn with the joint.
        JointRotation::Matrix(_) => {
            slid + (link.turned_inward(ω_carried) + rotation.ω).cross(joint.linear)
        }
        _ => slid + rotation.ω.cross(joint.linear + joint.linear),
    }
}

/// J ω̇ + ω × J ω through the products ω_j ω_k: differences of principal moments are constants. Row k comes from the
/// k-th tensor (the tensor of the body over the scale of that row).
pub(super) fn moment_from_products<S: Scalar>(
    [j, k, l]: [Mat3<S>; 3],
    rotation: &RotationalMotion<S>,
) -> Vec3<S> {
    let ([x, y, z], [dx, dy, dz]) = (rotation.ω.0, rotation.ω_dot.0);
    let (xx, yy, zz) = (x * x, y * y, z * z);
    let (xy, xz, yz) = (x * y, x * z, y * z);
    Vec3([
        j[0][0] * dx
            + (j[2][2] - j[1][1]) * yz
            + j[0][1] * (dy - xz)
            + j[0][2] * (dz + xy)
            + j[1][2] * (yy - zz),
        k[1][1] * dy
            + (k[0][0] - k[2][2]) * xz
            + k[0][1] * (dx + yz)
            + k[1][2] * (dz - xy)
            + k[0][2] * (zz - xx),
        l[2][2] * dz
            + (l[1][1] - l[0][0]) * xy
            + l[0][2] * (dx - yz)
            + l[1][2] * (dy + xz)
            + l[0][1] * (xx - yy),
    ])
}

/// The axial vector of U K − (U K)ᵀ, with the Euler tensor K; row k from the k-th tensor, as above.
pub(super) fn moment_from_euler_tensor<S: Scalar>(
    [j, k, l]: [Mat3<S>; 3],
    rotation: &RotationalMotion<S>,
) -> Vec3<S> {
    let u = rotation.u;
    Vec3([
        j[1][1] * u[2][1] - j[2][2] * u[1][2] + (u[2][2] - u[1][1]) * j[1][2] + u[2][0] * j[0][1]
            - u[1][0] * j[0][2],
        k[2][2] * u[0][2] - k[0][0] * u[2][0] + (u[0][0] - u[2][2]) * k[0][2] + u[0][1] * k[1][2]
            - u[2][1] * k[0][1],
        l[0][0] * u[1][0] - l[1][1] * u[0][1] + (u[1][1] - u[0][0]) * l[0][1] + u[1][2] * l[0][2]
            - u[0][2] * l[1][2],
    ])
}
