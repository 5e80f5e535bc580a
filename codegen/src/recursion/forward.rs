//! Forward dynamics: four ways from (q, q̇, τ) to q̈. `motion` is the motion with q̈ = 0.

use super::articulated::{Articulation, eliminate};
use super::eliminated::{accelerations, resolve};
pub(super) use super::eliminated::{backward, forward};
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
    leaves.mark(Origin::whole("φ = τ − h"));
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
    let unloaded = vec![Wrench::zero(); system.links.len()];
    let φ_tilde = backward(system, &eliminations, φ, unloaded, leaves);
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
    let z = system
        .outward(leaves, "SOA (A.1), P a + b")
        .map(|(i, _)| velocity[i].wrench + inertias[i] * velocity[i].acceleration)
        .collect();
    let ν = backward(system, &eliminations, τ, z, leaves);
    let mut α: Vec<Twist<L::S>> = Vec::with_capacity(system.links.len());
    let mut β = zeros(system.nv);
    for (i, link) in system.outward(leaves, "SOA (A.2), α and β") {
        let base = Twist::new(Vec3::zero(), -system.gravity);
        let carried = link.from_parent(link.of_parent(&α, base));
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
    leaves.mark(Origin::whole("Saha (18)"));
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
