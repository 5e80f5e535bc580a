//! Forward dynamics: four ways from (q, q̇, τ) to q̈. `motion` is the motion with q̈ = 0.

use super::articulated::{Articulation, Elimination, eliminate};
use super::factor::{ancestry, factorise, solve};
use super::{Motion, System, composite, denoc, u_form, zeros};
use crate::leaves::{Leaves, Origin};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

/// (a) DeNOC: φ = τ − h, then UDUᵀ recursively, Saha (18)-(21) with errata 2 and 3.
pub(super) fn denoc<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    τ: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let h = denoc::inverse_dynamics(system, motion, leaves);
    from_phi(system, &less(τ, &h), leaves)
}

/// φ = τ − h.
fn less<S: Scalar>(τ: &[S], h: &[S]) -> Vec<S> {
    τ.iter().zip(h).map(|(&τ, &h)| τ - h).collect()
}

/// q̈ = I⁻¹ φ in O(n), Saha (19a)-(21b).
pub(super) fn from_phi<L: Leaves>(system: &System<L::S>, φ: &[L::S], leaves: &L) -> Vec<L::S> {
    let system = &system.in_group_axes().system;
    let eliminations = eliminate(system, leaves).eliminations;
    let φ_tilde = backward(
        system,
        &eliminations,
        φ,
        vec![Wrench::zero(); system.links.len()],
        leaves,
    );
    accelerations(system, &eliminations, &φ_tilde, leaves)
}

/// (b) SOA: articulated bodies with the velocity-dependent accelerations a(k) and wrenches b(k), (A.1)-(A.2) for
/// trees. Gravity is an acceleration of the base; T(k) − H z(k) = ε, z(k) carries P a + b.
pub(super) fn spatial_operator<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    τ: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let velocity = denoc::velocity_terms(system, motion, leaves);
    let Articulation {
        inertias,
        eliminations,
    } = eliminate(system, leaves);
    let z = velocity
        .iter()
        .zip(&inertias)
        .map(|(terms, &inertia)| terms.wrench + inertia * terms.acceleration)
        .collect();
    let ν = backward(system, &eliminations, τ, z, leaves);
    let mut α: Vec<Twist<L::S>> = Vec::with_capacity(system.links.len());
    let mut β = zeros(system.nv);
    for (i, link) in system.links.iter().enumerate() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "SOA (A.2), α and β",
        });
        let base = Twist {
            angular: Vec3::zero(),
            linear: -system.gravity,
        };
        let carried = link.from_parent(link.parent.map_or(base, |parent| α[parent]));
        α.push(resolve(&eliminations[i], carried, &ν, &mut β) + velocity[i].acceleration);
    }
    β
}

/// (c) Composite bodies, bias by the U form, UDUᵀ with the zeros of the tree.
pub(super) fn composite<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    τ: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let matrix = composite::mass_matrix(&system.in_group_axes().system, leaves);
    let h = u_form::inverse_dynamics(system, motion, leaves);
    leaves.mark(Origin {
        body: None,
        equation: "Saha (18)",
    });
    let φ = less(τ, &h);
    let ancestry = ancestry(system);
    solve(&factorise(matrix, &ancestry), φ, &ancestry)
}

/// (d) One merged backward pass (`OPERATIONS.md`, 3.7): the wrenches of the motion with q̈ = 0 and the eliminations
/// go back together; behind a joint the wrench's component along it is τ, at no cost.
pub(super) fn merged<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    τ: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let grouped = system.in_group_axes();
    let loads = grouped.wrenches(u_form::loads(system, motion, leaves));
    let system = &grouped.system;
    let eliminations = eliminate(system, leaves).eliminations;
    let x_tilde = backward(system, &eliminations, τ, loads, leaves);
    accelerations(system, &eliminations, &x_tilde, leaves)
}

/// The backward sweep: φ̂ = φ − pᵀ η (19a), φ̃ = φ̂ / m̂ (20), η = Aᵀ(η + ψ̂ φ̃) (19b); η starts from `loads`.
pub(super) fn backward<L: Leaves>(
    system: &System<L::S>,
    eliminations: &[Vec<Elimination<L::S>>],
    φ: &[L::S],
    mut η: Vec<Wrench<L::S>>,
    leaves: &L,
) -> Vec<L::S> {
    let mut φ_tilde = zeros(system.nv);
    for (i, link) in system.links.iter().enumerate().rev() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "Saha (19a), (19b), (20)",
        });
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
fn accelerations<L: Leaves>(
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
    for (i, link) in system.links.iter().enumerate() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "Saha (21a), (21b)",
        });
        let carried = link
            .parent
            .map_or(Twist::zero(), |parent| link.from_parent(μ[parent]));
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
