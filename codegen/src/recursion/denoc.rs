//! Inverse dynamics by the DeNOC matrices, Saha 2.4.1, with twists about the link origins O_i.
//!
//! Forward t_i, ṫ_i from base to tip, backward w*_i from tip to base. The printed t_2 = p_2 θ̇_2 + t_1 lacks A_21
//! (erratum 1); (11c) has it.

use super::rotation::RotationalMotion;
use super::{Link, Motion, System, zeros};
use crate::leaves::Leaves;
use crate::scalar::Scalar;
use crate::spatial::{Mass, Twist, Vec3, Wrench};

/// τ(q, q̇, q̈), Nm or N.
pub(super) fn inverse_dynamics<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    leaves: &L,
) -> Vec<L::S> {
    let (mut t, mut t_dot) = (Vec::new(), Vec::new());
    let gravity = Twist::new(Vec3::zero(), -system.gravity); // Saha (17)
    for (_, link) in system.outward(leaves, "Saha (11c)") {
        let (t_parent, t_dot_parent) = (
            link.of_parent(&t, Twist::zero()),
            link.of_parent(&t_dot, gravity),
        );
        let p_θ_dot = link.joint_twist(&motion.rates);
        let p_θ_ddot = link.joint_twist(&motion.accelerations);
        let t_i = link.from_parent(t_parent) + p_θ_dot;
        link.mark(leaves, "Saha 2.4.1, forward");
        // ṫ_i = p_i θ̈_i + W_i p_i θ̇_i + A_{i,i-1} ṫ_{i-1} + Ȧ_{i,i-1} t_{i-1}
        let t_dot_i = p_θ_ddot
            + p_θ_dot.crossed(t_i.angular)
            + link.from_parent(t_dot_parent)
            + propagation_rate(link, t_parent, p_θ_dot);
        t.push(t_i);
        t_dot.push(t_dot_i);
    }
    let mut w = vec![Wrench::zero(); system.links.len()];
    let mut τ = zeros(system.nv);
    for (i, link) in system.inward(leaves, "Saha 2.4.1, backward") {
        w[i] = inertia_wrench(link.mass, t[i], t_dot[i]) + w[i];
        if let Some(modal) = &link.modal {
            let rotation = RotationalMotion::new(t[i].angular, t_dot[i].angular);
            w[i] = w[i] + modal.load(&rotation, t_dot[i].linear, motion);
            modal.forces(&rotation, t_dot[i].linear, motion, &mut τ);
        }
        link.project(w[i], &mut τ); // τ_i = p_iᵀ w*_i
        if let Some(parent) = link.parent {
            w[parent] = w[parent] + link.onto_parent(w[i]); // A_{i,i-1}ᵀ w*_i
        }
    }
    τ
}

/// Ȧ_{i,i-1} t_{i-1} = [0; ω × ȧ_{i-1,i}] with ȧ_{i-1,i} = ω × a_{i-1,i} + e ḃ, ω of body i−1.
fn propagation_rate<S: Scalar>(link: &Link<S>, t: Twist<S>, joint: Twist<S>) -> Twist<S> {
    let fixed = link.inward(t.angular.cross(t.angular.cross(link.offset)));
    let ω = link.inward(t.angular);
    let linear = fixed + ω.cross(ω.cross(link.slid()) + joint.linear);
    Twist::new(Vec3::zero(), linear)
}

/// M_i ṫ_i + W_i M_i E_i t_i, Saha (5); E_i keeps the angular part of a twist.
fn inertia_wrench<S: Scalar>(mass: Mass<S>, t: Twist<S>, t_dot: Twist<S>) -> Wrench<S> {
    let momentum = mass * Twist::new(t.angular, Vec3::zero());
    mass * t_dot + momentum.crossed(t.angular)
}

/// The contribution of a body's velocity to its dynamics.
#[derive(Clone, Copy, Debug)]
pub(super) struct VelocityTerms<S> {
    /// Ȧ_{i,i-1} t_{i-1} + W_i p_i θ̇_i: twist rate without joint accelerations; SOA's a(k).
    pub acceleration: Twist<S>,
    /// W_i M_i E_i t_i: gyroscopic wrench; SOA's b(k).
    pub wrench: Wrench<S>,
}

/// The velocity terms of every body, for a motion with q̈ = 0 except for driven joints.
pub(super) fn velocity_terms<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    leaves: &L,
) -> Vec<VelocityTerms<L::S>> {
    let (mut t, mut terms) = (Vec::new(), Vec::new());
    for (_, link) in system.outward(leaves, "SOA, a(k) and b(k)") {
        let t_parent = link.of_parent(&t, Twist::zero());
        let joint = link.joint_twist(&motion.rates);
        let t_i = link.from_parent(t_parent) + joint;
        let acceleration = link.joint_twist(&motion.accelerations)
            + joint.crossed(t_i.angular)
            + propagation_rate(link, t_parent, joint);
        let wrench = inertia_wrench(link.mass, t_i, Twist::zero());
        t.push(t_i);
        terms.push(VelocityTerms {
            acceleration,
            wrench,
        });
    }
    terms
}
