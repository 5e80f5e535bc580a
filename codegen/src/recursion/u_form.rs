//! Inverse dynamics in the U form of Newton and Euler: U = ω̇~ + ω~ω~ carries all accelerations of a link.
//!
//! a_{i+1} = Rᵀ(a_i + U_i p), F = U ms + m a (`docs/formulations.md`). The moment about the origin comes either from
//! products of velocities or from the Euler tensor K.

mod link_motion;

pub(super) use self::link_motion::LinkMotion;
use self::link_motion::advance;
use super::rotation::{RotationalMotion, moment_from_euler_tensor, moment_from_products};
use super::{Link, Motion, System, zeros};
use crate::leaves::Leaves;
use crate::mechanism::MomentForm;
use crate::scalar::Scalar;
use crate::spatial::{Vec3, Wrench};

/// τ(q, q̇, q̈), Nm or N.
pub(super) fn inverse_dynamics<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    leaves: &L,
) -> Vec<L::S> {
    let mut τ = zeros(system.nv);
    let (states, loads) = forward(system, motion, leaves);
    let w = joint_wrenches(system, loads, leaves);
    for (i, link) in system.outward(leaves, "U form, τ = pᵀ w") {
        link.project(w[i], &mut τ);
        if let Some(modal) = &link.modal {
            modal.forces(&states[i].rotation, states[i].a, motion, &mut τ);
        }
    }
    τ
}

/// The wrench every joint carries, about its body's origin: what the bodies behind it need. In a group of parallel
/// axes the moments across the axis go straight to the group's first body, which alone has its full wrench.
pub(super) fn joint_wrenches<L: Leaves>(
    system: &System<L::S>,
    mut w: Vec<Wrench<L::S>>,
    leaves: &L,
) -> Vec<Wrench<L::S>> {
    let mut across = vec![Vec3::zero(); system.links.len()];
    for (i, link) in system.inward(leaves, "U form, backward") {
        let Some(parent) = link.parent else { continue };
        w[parent] = w[parent]
            + match link.group {
                None => link.onto_parent_with(w[i], across[i]),
                Some(member) => {
                    let moment = link.moment_about_joint(w[i]);
                    across[member.base] = across[member.base] + member.outward_across(moment);
                    link.force_onto_parent(w[i].force, moment[2])
                }
            };
    }
    w
}

/// The inertia wrench of every body about its origin, gravity included.
pub(super) fn loads<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    leaves: &L,
) -> Vec<Wrench<L::S>> {
    forward(system, motion, leaves).1
}

/// The motion of every link.
pub(super) fn motions<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    leaves: &L,
) -> Vec<LinkMotion<L::S>> {
    let mut motions = Vec::with_capacity(system.links.len());
    for (_, link) in system.outward(leaves, "U form, forward") {
        motions.push(advance(system, motion, link, &motions));
    }
    motions
}

/// The motion of every link, and its inertia wrench.
pub(super) fn forward<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    leaves: &L,
) -> (Vec<LinkMotion<L::S>>, Vec<Wrench<L::S>>) {
    let mut states: Vec<LinkMotion<L::S>> = Vec::new();
    let mut loads: Vec<Wrench<L::S>> = Vec::new();
    for (_, link) in system.outward(leaves, "U form, forward") {
        let state = advance(system, motion, link, &states);
        link.mark(leaves, "U form, F = U ms + m a");
        let (ms, rotation, a) = (link.mass.first_moment, &state.rotation, state.a);
        let rigid = Wrench::new(
            moment(link, rotation) + ms.cross(a),
            a * link.mass.mass + rotation.u * ms,
        );
        loads.push(match &link.modal {
            Some(modal) => rigid + modal.load(rotation, a, motion),
            None => rigid,
        });
        states.push(state);
    }
    (states, loads)
}

/// The moment of the body's inertia about its origin, in the form chosen for the body.
fn moment<S: Scalar>(link: &Link<S>, rotation: &RotationalMotion<S>) -> Vec3<S> {
    match link.moment {
        MomentForm::Products => moment_from_products([link.mass.tensor; 3], rotation),
        MomentForm::EulerTensor => moment_from_euler_tensor([link.composite.euler; 3], rotation),
    }
}
