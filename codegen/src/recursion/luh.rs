//! Inverse dynamics in vector form after Luh, Walker and Paul (1980; Saha, Table 1).
//!
//! Accelerations of the link origins forward, then of the mass centres; forces and moments about the origins
//! backward.

use super::{Motion, System, swept, zeros};
use crate::leaves::Leaves;
use crate::spatial::{Vec3, Wrench};

#[derive(Clone, Copy)]
struct LinkMotion<S> {
    ω: Vec3<S>,
    ω_dot: Vec3<S>,
    v_dot: Vec3<S>,
}

/// τ(q, q̇, q̈), Nm or N.
pub(super) fn inverse_dynamics<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    leaves: &L,
) -> Vec<L::S> {
    let base = LinkMotion {
        ω: Vec3::zero(),
        ω_dot: Vec3::zero(),
        v_dot: -system.gravity,
    };
    let mut motions: Vec<LinkMotion<L::S>> = Vec::new();
    for (_, link) in system.outward(leaves, "Luh, forward") {
        let parent = link.of_parent(&motions, base);
        let (joint, joint_rate) = (
            link.joint_twist(&motion.rates),
            link.joint_twist(&motion.accelerations),
        );
        let ω_carried = link.inward(parent.ω);
        let ω = ω_carried + joint.angular;
        let ω_dot_carried = link.inward(parent.ω_dot);
        let ω_dot = ω_dot_carried + ω_carried.cross(joint.angular) + joint_rate.angular;
        let at_joint = link.inward(parent.v_dot + swept(parent.ω, parent.ω_dot, link.offset));
        let v_dot = at_joint
            + swept(ω_carried, ω_dot_carried, link.slid())
            + (ω_carried + ω).cross(joint.linear)
            + joint_rate.linear;
        motions.push(LinkMotion { ω, ω_dot, v_dot });
    }

    let mut w: Vec<Wrench<L::S>> = vec![Wrench::zero(); system.links.len()];
    let mut τ = zeros(system.nv);
    for (i, link) in system.inward(leaves, "Luh, backward") {
        let LinkMotion { ω, ω_dot, v_dot } = motions[i];
        let c_ddot = v_dot + swept(ω, ω_dot, link.centre);
        let force = c_ddot * link.mass.mass;
        let moment = link.central_tensor * ω_dot
            + ω.cross(link.central_tensor * ω)
            + link.centre.cross(force);
        w[i] = Wrench::new(moment, force) + w[i];
        link.project(w[i], &mut τ);
        if let Some(parent) = link.parent {
            w[parent] = w[parent] + link.onto_parent(w[i]);
        }
    }
    τ
}
