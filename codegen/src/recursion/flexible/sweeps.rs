//! The sweeps over eliminated joints and modes: forces inwards, accelerations outwards.

use super::Eliminated;
use crate::leaves::Leaves;
use crate::recursion::eliminated::resolve;
use crate::recursion::{System, zeros};
use crate::spatial::{Twist, Wrench};

/// φ̃ / d of every velocity of the user, from the tips to the base.
pub(super) fn backward<L: Leaves>(
    system: &System<L::S>,
    eliminated: &[Eliminated<L::S>],
    φ: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let mut left = φ.to_vec();
    let mut x_tilde = zeros(φ.len());
    let mut z = vec![Wrench::zero(); system.links.len()];
    for (i, link) in system.inward(leaves, "SOA, section 4: modal forces and wrenches inwards") {
        for (mode, twist) in &eliminated[i].follows {
            left[*mode] = left[*mode] - twist.power(z[i]);
        }
        for mode in &eliminated[i].modes {
            let v = mode.velocity;
            for &(other, factor) in &mode.row {
                left[other] = left[other] - factor * left[v];
            }
            z[i] = z[i] + mode.column * left[v];
            x_tilde[v] = left[v] * mode.inverse;
        }
        for elimination in eliminated[i].joint.iter().rev() {
            let v = elimination.dof.velocity;
            let rest = left[v] - elimination.dof.component(z[i]);
            x_tilde[v] = rest * elimination.inverse;
            z[i] = elimination.loaded(z[i], x_tilde[v], left[v]);
        }
        if let Some(parent) = link.parent {
            z[parent] = z[parent] + link.onto_parent(z[i]);
        }
    }
    x_tilde
}

/// q̈, from the base to the tips.
pub(super) fn forward<L: Leaves>(
    system: &System<L::S>,
    eliminated: &[Eliminated<L::S>],
    x_tilde: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let mut x = zeros(x_tilde.len());
    let mut μ: Vec<Twist<L::S>> = Vec::with_capacity(system.links.len());
    for (i, link) in system.outward(leaves, "SOA, section 4: accelerations outwards") {
        let here = &eliminated[i];
        let followed = (here.follows.iter()).fold(link.carried(&μ), |sum, (mode, twist)| {
            sum + *twist * x[*mode]
        });
        let moved = resolve(&here.joint, followed, x_tilde, &mut x);
        for mode in here.modes.iter().rev() {
            let row = mode.row.iter();
            let coupled = row.fold(moved.power(mode.column), |sum, &(other, factor)| {
                sum + factor * x[other]
            });
            x[mode.velocity] = x_tilde[mode.velocity] - coupled;
        }
        μ.push(moved);
    }
    x
}
