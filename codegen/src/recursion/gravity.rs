//! Gravity: potential energy and generalised forces from the composite first moments.

use super::momentum::{first_moments, moment_onto_parent};
use super::{System, zeros};
use crate::leaves::{Leaves, Origin};
use crate::scalar::Scalar;
use crate::spatial::{Vec3, Wrench};

/// V = −g · Σ m c, zero at the base origin, J.
pub(super) fn potential_energy<L: Leaves>(system: &System<L::S>, leaves: &L) -> L::S {
    let (moments, _) = first_moments(system, leaves);
    leaves.mark(Origin::whole("V = −g · Σ m c"));
    let links = system.links.iter().enumerate();
    let roots = links.filter(|(_, link)| link.parent.is_none());
    let total = roots.fold(Vec3::zero(), |sum, (i, _)| {
        sum + moment_onto_parent(system, i, moments[i]).0
    });
    -system.gravity.dot(total)
}

/// The gravity vector in every body's axes.
pub(super) fn directions<L: Leaves>(system: &System<L::S>, leaves: &L) -> Vec<Vec3<L::S>> {
    let mut g: Vec<Vec3<L::S>> = Vec::with_capacity(system.links.len());
    for (_, link) in system.outward(leaves, "gravity in body axes") {
        g.push(link.inward(link.of_parent(&g, system.gravity)));
    }
    g
}

/// The generalised forces that hold the mechanism: −pᵀ [ms × g; m g] of the bodies behind each joint.
pub(super) fn holding_forces<L: Leaves>(system: &System<L::S>, leaves: &L) -> Vec<L::S> {
    let g = directions(system, leaves);
    let (moments, _) = first_moments(system, leaves);
    let mut τ = zeros(system.nv);
    for (i, link) in system.outward(leaves, "g = dV/dq") {
        link.project(weight(moments[i], -g[i]), &mut τ);
        if let Some(modal) = &link.modal {
            modal.held(-g[i], &mut τ);
        }
    }
    τ
}

/// [ms × g; m g].
pub(super) fn weight<S: Scalar>((moment, mass): (Vec3<S>, S), g: Vec3<S>) -> Wrench<S> {
    Wrench::new(moment.cross(g), g * mass)
}
