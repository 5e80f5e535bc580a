//! Momenta: of bodies, of the joints (canonical), of the whole mechanism; kinetic energy.

mod first_moments;

pub(super) use self::first_moments::{first_moments, moment_onto_parent};
use super::{System, composite, zeros};
use crate::leaves::{Leaves, Origin};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

/// The twist of every body, Saha (11c).
pub(super) fn twists<L: Leaves>(
    system: &System<L::S>,
    rates: &[L::S],
    leaves: &L,
) -> Vec<Twist<L::S>> {
    let mut t: Vec<Twist<L::S>> = Vec::with_capacity(system.links.len());
    for (_, link) in system.outward(leaves, "Saha (11c)") {
        t.push(link.carried(&t) + link.joint_twist(rates));
    }
    t
}

/// The momentum P_K = M_K t_K of every body by itself.
pub(super) fn of_bodies<L: Leaves>(
    system: &System<L::S>,
    t: &[Twist<L::S>],
    rates: &[L::S],
    leaves: &L,
) -> Vec<Wrench<L::S>> {
    system
        .outward(leaves, "P = M t")
        .map(|(i, link)| {
            let rigid = composite::composite_momentum(&link.composite, t[i]);
            match &link.modal {
                Some(modal) => rigid + modal.momentum(rates),
                None => rigid,
            }
        })
        .collect()
}

/// The articulated momentum P*_K = P_K + Σ T P*_{K+1} of every body, Naudet (26).
pub(super) fn articulated_momenta<L: Leaves>(
    system: &System<L::S>,
    t: &[Twist<L::S>],
    rates: &[L::S],
    leaves: &L,
) -> Vec<Wrench<L::S>> {
    let mut momenta = of_bodies(system, t, rates, leaves);
    for (i, link) in system.inward(leaves, "Naudet (26)") {
        if let Some(parent) = link.parent {
            momenta[parent] = momenta[parent] + link.onto_parent(momenta[i]);
        }
    }
    momenta
}

/// The canonical momenta p_K = E_jᵀ P*_K, Naudet (34): p = M q̇.
pub(super) fn canonical<L: Leaves>(system: &System<L::S>, rates: &[L::S], leaves: &L) -> Vec<L::S> {
    let t = twists(system, rates, leaves);
    let momenta = articulated_momenta(system, &t, rates, leaves);
    let mut p = zeros(system.nv);
    for (i, link) in system.outward(leaves, "Naudet (34)") {
        link.project(momenta[i], &mut p);
        if let Some(modal) = &link.modal {
            modal.momenta(t[i], rates, &mut p);
        }
    }
    p
}

/// T = ½ Σ tᵀ M t, J.
pub(super) fn kinetic_energy<L: Leaves>(system: &System<L::S>, rates: &[L::S], leaves: &L) -> L::S {
    let t = twists(system, rates, leaves);
    leaves.mark(Origin::whole("T = ½ Σ tᵀ M t"));
    let double = system
        .links
        .iter()
        .zip(&t)
        .fold(L::S::zero(), |sum, (link, &t)| {
            let rigid = sum + t.power(link.mass * t);
            let modal = link.modal.as_ref();
            modal.map_or(rigid, |modal| rigid + modal.double_energy(t, rates))
        });
    double * system.half
}

/// T = ½ q̇ᵀ p, J: half the power of the articulated momenta on the joints' twists, driven ones included.
pub(super) fn kinetic_energy_from_momenta<L: Leaves>(
    system: &System<L::S>,
    rates: &[L::S],
    leaves: &L,
) -> L::S {
    let t = twists(system, rates, leaves);
    let momenta = articulated_momenta(system, &t, rates, leaves);
    leaves.mark(Origin::whole("T = ½ q̇ᵀ p"));
    let links = system.links.iter().zip(momenta);
    let double = links.fold(L::S::zero(), |sum, (link, momentum)| {
        sum + link.joint_twist(rates).power(momentum)
    });
    let mut p = zeros(system.nv);
    let double = system.modal().fold(double, |sum, (i, _, modal)| {
        modal.momenta(t[i], rates, &mut p);
        let columns = modal.columns();
        columns.fold(sum, |sum, (v, _)| sum + rates[v] * p[v])
    });
    double * system.half
}

/// The momentum of the whole mechanism about its mass centre, base axes: [angular; linear].
pub(super) fn centroidal<L: Leaves>(
    system: &System<L::S>,
    rates: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let t = twists(system, rates, leaves);
    let momenta = articulated_momenta(system, &t, rates, leaves);
    let (moments, mass) = first_moments(system, leaves);
    leaves.mark(Origin::whole("momentum about the mass centre"));
    let (mut momentum, mut first_moment) = (Wrench::zero(), Vec3::zero());
    for (i, link) in system
        .links
        .iter()
        .enumerate()
        .filter(|(_, link)| link.parent.is_none())
    {
        momentum = momentum + link.onto_parent(momenta[i]);
        first_moment = first_moment + moment_onto_parent(system, i, moments[i]).0;
    }
    let centre = first_moment * (L::S::one() / mass);
    let angular = momentum.moment - centre.cross(momentum.force);
    angular.0.into_iter().chain(momentum.force.0).collect()
}
