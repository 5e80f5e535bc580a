//! Inverse dynamics with twists about the mass centres C_i: the algorithm of Saha (1999a), RIDIM (Table 1).
//!
//! c̈_i = c̈_{i-1} + (ω̇_{i-1} + ω_{i-1}×ω_{i-1}×) r_{i-1} + (ω̇_i + ω_i×ω_i×) d_i, with r_{i-1} from C_{i-1} to O_i and
//! d_i from O_i to C_i; the inertia tensor is the one about C_i, Saha (1a).

use super::{Motion, System, swept, zeros};
use crate::joint::JointRotation;
use crate::leaves::Leaves;
use crate::spatial::{Vec3, Wrench};

#[derive(Clone, Copy)]
struct LinkMotion<S> {
    ω: Vec3<S>,
    ω_dot: Vec3<S>,
    c_ddot: Vec3<S>,
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
        c_ddot: -system.gravity,
    }; // Saha (17)
    let mut motions: Vec<LinkMotion<L::S>> = Vec::new();
    for (_, link) in system.outward(leaves, "Saha (2b), (11a)") {
        let parent = link.of_parent(&motions, base);
        let r = link
            .parent
            .map_or(link.offset, |p| link.offset - system.links[p].centre);
        let (joint, joint_rate) = (
            link.joint_twist(&motion.rates),
            link.joint_twist(&motion.accelerations),
        );
        let ω_carried = link.inward(parent.ω);
        let ω = ω_carried + joint.angular;
        let ω_dot = link.inward(parent.ω_dot) + ω.cross(joint.angular) + joint_rate.angular;
        let at_joint = link.inward(parent.c_ddot + swept(parent.ω, parent.ω_dot, r));
        // A prismatic joint does not turn: its slide is swept together with d.
        let (apart, together) = match link.turn {
            JointRotation::Fixed => (Vec3::zero(), link.slid()),
            _ => (
                swept(ω_carried, link.inward(parent.ω_dot), link.slid()),
                Vec3::zero(),
            ),
        };
        let o_ddot = at_joint + apart + (ω_carried + ω).cross(joint.linear) + joint_rate.linear;
        let d = link.centre + together;
        motions.push(LinkMotion {
            ω,
            ω_dot,
            c_ddot: o_ddot + swept(ω, ω_dot, d),
        });
    }

    // Wrenches about the mass centres.
    let mut w: Vec<Wrench<L::S>> = vec![Wrench::zero(); system.links.len()];
    let mut τ = zeros(system.nv);
    for (i, link) in system.inward(leaves, "Saha (1a), (1b)") {
        let LinkMotion { ω, ω_dot, c_ddot } = motions[i];
        let tensor = link.central_tensor;
        let force = c_ddot * link.mass.mass + w[i].force;
        let moment = tensor * ω_dot + ω.cross(tensor * ω) + w[i].moment;
        link.mark(leaves, "Saha (3)");
        let at_origin = Wrench::new(moment + link.centre.cross(force), force);
        link.project(at_origin, &mut τ);
        if let Some(parent) = link.parent {
            let moved = link.onto_parent(at_origin);
            let centre = system.links[parent].centre;
            let about_centre = Wrench::new(moved.moment - centre.cross(moved.force), moved.force);
            w[parent] = w[parent] + about_centre;
        }
    }
    τ
}
