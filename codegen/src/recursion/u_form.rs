//! Inverse dynamics in the U form of Newton and Euler: U = ω̇~ + ω~ω~ carries all accelerations of a link.
//!
//! a_{i+1} = Rᵀ(a_i + U_i p), F = U ms + m a (`docs/formulations.md`). The moment about the origin comes either from
//! products of velocities or from the Euler tensor K.

use super::{Link, Motion, System, swept, zeros};
use crate::joint::Turn;
use crate::scalar::{Leaves, Origin, Scalar};
use crate::spatial::{Mat3, Twist, Vec3, Wrench};

/// The rotational state of a link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rotation<S> {
    ω: Vec3<S>,
    ω_dot: Vec3<S>,
    /// U = ω̇~ + ω~ω~.
    u: Mat3<S>,
}

impl<S: Scalar> Rotation<S> {
    fn rest() -> Self {
        Self {
            ω: Vec3::zero(),
            ω_dot: Vec3::zero(),
            u: Mat3::zero(),
        }
    }

    /// U from six products.
    fn new(ω: Vec3<S>, ω_dot: Vec3<S>) -> Self {
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

/// The rotational inertia moment of a link about its origin.
pub(super) type Moment<S> = fn(&Link<S>, &Rotation<S>) -> Vec3<S>;

/// τ(q, q̇, q̈), Nm or N.
pub(super) fn inverse_dynamics<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    moment: Moment<L::S>,
    leaves: &L,
) -> Vec<L::S> {
    let mut τ = zeros(system.nv);
    let w = joint_wrenches(system, loads(system, motion, moment, leaves), leaves);
    for (link, w) in system.links.iter().zip(w) {
        link.project(w, &mut τ);
    }
    τ
}

/// The wrench every joint carries, about its body's origin: what the bodies behind it need.
pub(super) fn joint_wrenches<L: Leaves>(
    system: &System<L::S>,
    mut w: Vec<Wrench<L::S>>,
    leaves: &L,
) -> Vec<Wrench<L::S>> {
    for (i, link) in system.links.iter().enumerate().rev() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "U form, backward",
        });
        if let Some(parent) = link.parent {
            w[parent] = w[parent] + link.onto_parent(w[i]);
        }
    }
    w
}

/// The inertia wrench of every body about its origin, gravity included.
pub(super) fn loads<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    moment: Moment<L::S>,
    leaves: &L,
) -> Vec<Wrench<L::S>> {
    let mut states: Vec<(Rotation<L::S>, Vec3<L::S>)> = Vec::new();
    let mut loads: Vec<Wrench<L::S>> = Vec::new();
    for link in &system.links {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "U form, forward",
        });
        let (parent, a) = link
            .parent
            .map_or((Rotation::rest(), -system.gravity), |p| states[p]);
        let (joint, joint_rate) = (
            link.joint_twist(&motion.rates),
            link.joint_twist(&motion.accelerations),
        );
        let ω_carried = link.inward(parent.ω);
        let ω = ω_carried + joint.angular;
        let ω_dot_carried = link.inward(parent.ω_dot);
        let rotation = Rotation::new(
            ω,
            ω_dot_carried + ω.cross(joint.angular) + joint_rate.angular,
        );
        let at_joint = link.inward(a + parent.u * link.offset);
        let a = joint_acceleration(link, at_joint, (ω_carried, ω_dot_carried), &rotation, joint)
            + joint_rate.linear;
        let ms = link.mass.first_moment;
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "U form, F = U ms + m a",
        });
        let force = a * link.mass.mass + rotation.u * ms;
        loads.push(Wrench {
            moment: moment(link, &rotation) + ms.cross(a),
            force,
        });
        states.push((rotation, a));
    }
    loads
}

/// The acceleration of the body's origin without the joint's own: the slide swept along, and Coriolis.
fn joint_acceleration<S: Scalar>(
    link: &Link<S>,
    at_joint: Vec3<S>,
    (ω_carried, ω_dot_carried): (Vec3<S>, Vec3<S>),
    rotation: &Rotation<S>,
    joint: Twist<S>,
) -> Vec3<S> {
    match (link.turn, link.slide) {
        // A prismatic joint does not turn: U of the parent is U of the body.
        (Turn::Fixed, Some(slide)) => {
            at_joint + rotation.u.column(2) * slide + rotation.ω.cross(joint.linear + joint.linear)
        }
        (_, slide) => {
            let slid = slide.map_or(at_joint, |_| {
                at_joint + swept(ω_carried, ω_dot_carried, link.slid())
            });
            slid + (ω_carried + rotation.ω).cross(joint.linear)
        }
    }
}

/// J ω̇ + ω × J ω through the products ω_j ω_k: differences of principal moments are constants.
pub(super) fn moment_from_products<S: Scalar>(link: &Link<S>, rotation: &Rotation<S>) -> Vec3<S> {
    let (j, [x, y, z], [dx, dy, dz]) = (link.mass.tensor, rotation.ω.0, rotation.ω_dot.0);
    let (xx, yy, zz) = (x * x, y * y, z * z);
    let (xy, xz, yz) = (x * y, x * z, y * z);
    Vec3([
        j[0][0] * dx
            + (j[2][2] - j[1][1]) * yz
            + j[0][1] * (dy - xz)
            + j[0][2] * (dz + xy)
            + j[1][2] * (yy - zz),
        j[1][1] * dy
            + (j[0][0] - j[2][2]) * xz
            + j[0][1] * (dx + yz)
            + j[1][2] * (dz - xy)
            + j[0][2] * (zz - xx),
        j[2][2] * dz
            + (j[1][1] - j[0][0]) * xy
            + j[0][2] * (dx - yz)
            + j[1][2] * (dy + xz)
            + j[0][1] * (xx - yy),
    ])
}

/// The axial vector of U K − (U K)ᵀ, with the Euler tensor K.
pub(super) fn moment_from_euler_tensor<S: Scalar>(
    link: &Link<S>,
    rotation: &Rotation<S>,
) -> Vec3<S> {
    let (k, u) = (link.composite.euler, rotation.u);
    Vec3([
        k[1][1] * u[2][1] - k[2][2] * u[1][2] + (u[2][2] - u[1][1]) * k[1][2] + u[2][0] * k[0][1]
            - u[1][0] * k[0][2],
        k[2][2] * u[0][2] - k[0][0] * u[2][0] + (u[0][0] - u[2][2]) * k[0][2] + u[0][1] * k[1][2]
            - u[2][1] * k[0][1],
        k[0][0] * u[1][0] - k[1][1] * u[0][1] + (u[1][1] - u[0][0]) * k[0][1] + u[1][2] * k[0][2]
            - u[0][2] * k[1][2],
    ])
}
