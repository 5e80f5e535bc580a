//! The sweeps over eliminated joints, Saha (19)-(21): generalised forces inwards, rates outwards.

use super::articulated::Elimination;
use super::{System, zeros};
use crate::leaves::Leaves;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Wrench};

/// The backward sweep: φ̂ = φ − pᵀ η (19a), φ̃ = φ̂ / m̂ (20), η = Aᵀ(η + ψ̂ φ̃) (19b); η starts from `loads`.
pub(super) fn backward<L: Leaves>(
    system: &System<L::S>,
    eliminations: &[Vec<Elimination<L::S>>],
    φ: &[L::S],
    mut η: Vec<Wrench<L::S>>,
    leaves: &L,
) -> Vec<L::S> {
    let mut φ_tilde = zeros(system.nv);
    for (i, link) in system.inward(leaves, "Saha (19a), (19b), (20)") {
        for elimination in eliminations[i].iter().rev() {
            let v = elimination.dof.velocity;
            let φ_hat = φ[v] - elimination.dof.component(η[i]);
            φ_tilde[v] = φ_hat * elimination.inverse;
            η[i] = elimination.loaded(η[i], φ_tilde[v], φ[v]);
        }
        if let Some(parent) = link.parent {
            η[parent] = η[parent] + link.onto_parent(η[i]);
        }
    }
    φ_tilde
}

/// The forward sweep: θ̈ = φ̃ − ψᵀ μ̃ (21a; erratum 2: ψ, not ψ̂), μ̃ = A (p θ̈ + μ̃) (21b).
pub(super) fn accelerations<L: Leaves>(
    system: &System<L::S>,
    eliminations: &[Vec<Elimination<L::S>>],
    φ_tilde: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let mut θ_ddot = zeros(system.nv);
    let imposed = vec![Twist::zero(); system.links.len()];
    forward(system, eliminations, φ_tilde, &imposed, &mut θ_ddot, leaves);
    θ_ddot
}

/// The same sweep for any rates x, with a twist imposed on every joint besides; returns the twist of every body.
pub(super) fn forward<L: Leaves>(
    system: &System<L::S>,
    eliminations: &[Vec<Elimination<L::S>>],
    x_tilde: &[L::S],
    imposed: &[Twist<L::S>],
    x: &mut [L::S],
    leaves: &L,
) -> Vec<Twist<L::S>> {
    let mut μ: Vec<Twist<L::S>> = Vec::with_capacity(system.links.len());
    for (i, link) in system.outward(leaves, "Saha (21a), (21b)") {
        let carried = link.carried(&μ);
        μ.push(resolve(&eliminations[i], carried + imposed[i], x_tilde, x));
    }
    μ
}

/// The rates of one joint, its body carried with the twist `carried`; returns the body's twist.
pub(super) fn resolve<S: Scalar>(
    eliminations: &[Elimination<S>],
    carried: Twist<S>,
    x_tilde: &[S],
    x: &mut [S],
) -> Twist<S> {
    eliminations.iter().fold(carried, |t, elimination| {
        let v = elimination.dof.velocity;
        let (rate, moved) = elimination.resolve(t, x_tilde[v]);
        x[v] = rate;
        moved
    })
}
