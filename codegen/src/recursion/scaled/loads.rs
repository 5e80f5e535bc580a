//! The wrenches that the bodies' inertia takes, in U form (`../u_form.rs`) with α scaling: U, ω and ω̇ as they are, accelerations
//! and wrenches with scaled z components.

use super::link_motion::{LinkMotion, advance};
use super::twisted::TwistedJoints;
use crate::joint::Direction;
use crate::leaves::Leaves;
use crate::recursion::rotation::{RotationalMotion, moment_from_euler_tensor};
use crate::recursion::{Link, Motion, System, zeros};
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Vec3, Wrench};

/// The accelerations at which the loads are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reference {
    /// Those of the motion.
    Motion,
    /// On a body with a revolute joint that is not driven ω̇_z = −ω_x ω_y: then U_10 = 0.
    Symmetric,
}

/// The wrenches of a reference motion.
pub(super) struct Loads<S> {
    /// Scaled wrenches on the bodies, about their origins.
    pub wrenches: Vec<Wrench<S>>,
    /// The accelerations of the joints in the reference motion less those of the motion.
    pub ahead: Vec<S>,
    /// ω̇ of every body in the reference motion, in its axes.
    pub angular: Vec<Vec3<S>>,
}

/// The inertia wrench of every body about its origin, gravity included, every row multiplied by `inverse`.
pub(super) fn loads<L: Leaves>(
    system: &System<L::S>,
    twists: &TwistedJoints<L::S>,
    motion: &Motion<L::S>,
    reference: Reference,
    inverse: impl Fn(usize) -> Wrench<L::S>,
    leaves: &L,
) -> Loads<L::S> {
    let mut motions: Vec<LinkMotion<L::S>> = Vec::with_capacity(system.links.len());
    let mut loads = Loads {
        wrenches: Vec::with_capacity(system.links.len()),
        ahead: zeros(system.nv),
        angular: Vec::with_capacity(system.links.len()),
    };
    for (i, link) in system.outward(leaves, "scaled U form, forward") {
        let mut link_motion = advance(system, twists, motion, i, &motions);
        if let (Reference::Symmetric, Some(v)) = (reference, axis_velocity(link)) {
            let (ω, carried) = (link_motion.rotation.ω, link_motion.rotation.ω_dot);
            let chosen = -(ω[0] * ω[1]);
            loads.ahead[v] = chosen - carried[2];
            link_motion.rotation = RotationalMotion::new(ω, Vec3([carried[0], carried[1], chosen]));
        }
        if let (Some(_), Some(slide)) = (twists.inward[i], link.slide) {
            let arm = over_z(Vec3([slide; 3]), twists.motion_z[i]);
            let along = link_motion.rotation.u.column(2);
            link_motion.a = Vec3(core::array::from_fn(|k| {
                link_motion.a[k] + arm[k] * along[k]
            }));
        }
        link.mark(leaves, "scaled U form, F = U ms + m a");
        let z = twists.motion_z[i];
        loads.wrenches.push(load(link, &link_motion, z, inverse(i)));
        loads.angular.push(link_motion.rotation.ω_dot);
        motions.push(link_motion);
    }
    loads
}

/// The velocity of a link with one degree of freedom, about its axis.
fn axis_velocity<S: Scalar>(link: &Link<S>) -> Option<usize> {
    match link.dofs[..] {
        [dof] => matches!(dof.direction, Direction::Angular(2)).then_some(dof.velocity),
        _ => None,
    }
}

/// A vector with its z component divided.
fn over_z<S: Scalar>(v: Vec3<S>, z: S) -> Vec3<S> {
    Vec3([v[0], v[1], v[2] / z])
}

/// The inertia wrench of a body, every row multiplied by `inverse`: F = U ms + m a, N with ms × a.
fn load<S: Scalar>(
    link: &Link<S>,
    link_motion: &LinkMotion<S>,
    z: S,
    inverse: Wrench<S>,
) -> Wrench<S> {
    let rows = |tensor: Mat3<S>| {
        inverse
            .moment
            .0
            .map(|scale| Mat3::from_fn(|i, j| tensor[i][j] * scale))
    };
    let own = moment_from_euler_tensor(rows(link.composite.euler), &link_motion.rotation);
    let (ms, m) = (link.mass.first_moment, link.mass.mass);
    let value = Vec3([S::one(), S::one(), z]);
    let a = link_motion.a;
    let crossed = |k: usize| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let scale = inverse.moment[k];
        (ms[i] * value[j] * scale) * a[j] - (ms[j] * value[i] * scale) * a[i]
    };
    let force = |k: usize| {
        let scale = inverse.force[k];
        Vec3(link_motion.rotation.u[k]).dot(ms * scale) + (m * value[k] * scale) * a[k]
    };
    Wrench::new(
        own + Vec3(core::array::from_fn(crossed)),
        Vec3(core::array::from_fn(force)),
    )
}
