//! Forward dynamics of trees with flexible bodies in O(n): the modes of a body are eliminated before its joint, as in the
//! factorisation of SOA, section 4.
//!
//! Behind a link stands an articulated inertia I, and for the modes j of a flexible body nearer to the base that the link moves
//! with, columns k_j and a block S: a twist a of the link and accelerations η̈ need the wrench I a + Σ k_j η̈_j and the modal forces
//! k_jᵀ a + Σ S_ji η̈_i. A frame on the body moves with the modes by the twists P_j; across it k_j becomes k_j + I P_j, and
//! S_ij takes k_jᵀ P_i + P_jᵀ (I P_i + k_i). At the body itself the modes are eliminated last first, pivot d = S_jj, and what
//! remains of the inertia is that of a rigid link.

mod felt;
mod sweeps;

use self::felt::{EliminatedMode, Felt};
use self::sweeps::{backward, forward};
use super::System;
use super::articulated::Elimination;
use super::coupling::Coupling;
use super::system::Link;
use crate::joint::Dof;
use crate::leaves::Leaves;
use crate::spatial::Twist;

/// What eliminating everything at a link leaves behind.
struct Eliminated<S> {
    joint: Vec<Elimination<S>>,
    modes: Vec<EliminatedMode<S>>,
    /// P_j by the user's velocity: how the link follows modes.
    follows: Vec<(usize, Twist<S>)>,
}

/// q̈ of M q̈ = φ in the user's velocities, for a tree whose only coupling is that frames follow modes.
pub(super) fn solve<L: Leaves>(
    system: &System<L::S>,
    coupling: &Coupling<'_, L>,
    φ: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let eliminated = eliminate(system, coupling, leaves);
    let x_tilde = backward(system, &eliminated, φ, leaves);
    forward(system, &eliminated, &x_tilde, leaves)
}

fn eliminate<L: Leaves>(
    system: &System<L::S>,
    coupling: &Coupling<'_, L>,
    leaves: &L,
) -> Vec<Eliminated<L::S>> {
    let modes: Vec<usize> = (system.modal())
        .flat_map(|(_, _, modal)| modal.columns())
        .filter_map(|(velocity, _)| coupling.user_velocity(velocity))
        .collect();
    let links = system.links.iter();
    let mut felt: Vec<Felt<L::S>> = links.map(|link| Felt::of(link, coupling)).collect();
    let mut all = Vec::with_capacity(felt.len());
    for (i, link) in system.inward(leaves, "SOA, section 4: modes before the joint") {
        let (follows, own) = split(link, &modes, coupling);
        let mut behind = felt[i].clone();
        behind.follow(&follows);
        let is_outermost = link
            .parent
            .is_none_or(|parent| system.links[parent].body != link.body);
        let modes = match is_outermost && follows.is_empty() {
            true => behind.eliminate_modes(),
            false => Vec::new(),
        };
        let mut joint = Vec::with_capacity(own.len());
        for dof in own.iter().rev() {
            let elimination = Elimination::new(behind.inertia, *dof);
            behind.inertia = elimination.reduce(behind.inertia);
            joint.insert(0, elimination);
        }
        if let Some(parent) = link.parent {
            behind.inertia = link.inertia_onto_parent(behind.inertia);
            for column in &mut behind.columns {
                *column = link.onto_parent(*column);
            }
            felt[parent].add(behind);
        }
        all.push(Eliminated {
            joint,
            modes,
            follows,
        });
    }
    all.reverse();
    all
}

/// How a link follows modes, and its own degrees of freedom by the user's velocities.
fn split<L: Leaves>(
    link: &Link<L::S>,
    modes: &[usize],
    coupling: &Coupling<'_, L>,
) -> (Vec<(usize, Twist<L::S>)>, Vec<Dof<L::S>>) {
    let (mut follows, mut own) = (Vec::new(), Vec::new());
    for dof in &link.dofs {
        let is_mode = |velocity: &usize| modes.contains(velocity);
        let own_velocity = coupling.user_velocity(dof.velocity);
        if let Some(velocity) = own_velocity.filter(|velocity| !is_mode(velocity)) {
            own.push(Dof { velocity, ..*dof });
            continue;
        }
        if dof.is_internal() {
            // A mode, which is eliminated at its body.
            continue;
        }
        for (mode, factor) in coupling.row(dof.velocity) {
            let known = follows.iter().position(|(other, _)| *other == mode);
            match known {
                Some(place) => {
                    let (_, twist): &mut (usize, Twist<L::S>) = &mut follows[place];
                    *twist = dof.added(*twist, factor);
                }
                None => follows.push((mode, dof.added(Twist::zero(), factor))),
            }
        }
    }
    (follows, own)
}
