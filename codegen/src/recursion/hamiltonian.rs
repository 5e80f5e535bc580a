//! Hamiltonian rates (q̇, ṗ) from (q, p, τ), Naudet (26)-(48).
//!
//! Backward: reduced masses M' and remainders D' (46)-(48). Forward: q̇ by (45). Then articulated momenta (26), whose
//! components along the joints are p itself, and ṗ by (35): E_j is constant in the body's frame.

use super::articulated::{Articulation, eliminate};
use super::factor::{ancestry, factorise, solve};
use super::joint_physics::JointPhysics;
use super::momentum::{self, first_moments};
use super::{System, composite, forward, gravity, zeros};
use crate::joint::{Direction, Dof};
use crate::leaves::Leaves;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Wrench};

/// The state of a Hamiltonian system and what acts on it.
#[derive(Clone, Debug)]
pub(super) struct CanonicalState<S> {
    /// Canonical momenta.
    pub p: Vec<S>,
    /// Generalised forces.
    pub τ: Vec<S>,
    /// Rates of driven joints, at their velocity indices (zeros before them).
    pub driven: Vec<S>,
}

/// Naudet: q̇ by articulated masses and remainder vectors (45); driven joints enter as Ω_t, (44).
pub(super) fn naudet<L: Leaves>(
    system: &System<L::S>,
    state: &CanonicalState<L::S>,
    physics: &JointPhysics<L::S>,
    leaves: &L,
) -> [Vec<L::S>; 2] {
    let system = &system.in_group_axes().system;
    let Articulation {
        inertias,
        eliminations,
    } = eliminate(system, leaves);
    let links = system.links.iter();
    let driven: Vec<_> = links.map(|link| link.driven_twist(&state.driven)).collect();
    let remainders = system
        .outward(leaves, "Naudet (44), M* Ω_t")
        .map(|(i, _)| inertias[i] * driven[i])
        .collect();
    let reduced = forward::backward(system, &eliminations, &state.p, remainders, leaves);
    let mut q_dot = zeros(system.nv);
    let twists = forward::forward(system, &eliminations, &reduced, &driven, &mut q_dot, leaves);
    let CanonicalState { p, τ, .. } = state.left(physics, &q_dot);
    let p_dot = momentum_rates(system, (&twists, &q_dot), Some(&p), &τ, leaves);
    [q_dot, p_dot]
}

/// q̇ by composite bodies and UDUᵀ, the rest as Naudet.
pub(super) fn composite<L: Leaves>(
    system: &System<L::S>,
    state: &CanonicalState<L::S>,
    physics: &JointPhysics<L::S>,
    leaves: &L,
) -> [Vec<L::S>; 2] {
    let system = &system.in_group_axes().system;
    let matrix = composite::mass_matrix(system, leaves);
    let ancestry = ancestry(system);
    let mut p = state.p.clone();
    if system.driven > 0 {
        let imposed = momentum::canonical(system, &state.driven, leaves);
        let pairs = p.iter().zip(imposed);
        p = pairs.map(|(&p, imposed)| p - imposed).collect();
    }
    let q_dot = solve(&factorise(matrix, &ancestry), p, &ancestry);
    let rates = [q_dot.clone(), state.driven[system.nv..].to_vec()].concat();
    let twists = momentum::twists(system, &rates, leaves);
    let CanonicalState { p, τ, .. } = state.left(physics, &q_dot);
    let p_dot = momentum_rates(system, (&twists, &rates), Some(&p), &τ, leaves);
    [q_dot, p_dot]
}

impl<S: Scalar> CanonicalState<S> {
    /// The part that turns with the bodies, at these rates: momenta without those of the rotors, forces without what overcomes
    /// the joints.
    fn left(&self, physics: &JointPhysics<S>, rates: &[S]) -> Self {
        let bodies = |(v, &p): (usize, &S)| match physics.rotor(v) {
            Some(rotor) => p - rotor * rates[v],
            None => p,
        };
        Self {
            p: self.p.iter().enumerate().map(bodies).collect(),
            τ: physics.less_resistance(self.τ.clone(), rates),
            driven: self.driven.clone(),
        }
    }
}

/// ṗ_K = E_jᵀ T*_K − E_jᵀ (Ω_K × P*_K), Naudet (35), with the weight of the bodies behind the joint in T*.
/// `p`: what of the momenta is of the bodies, if it is known.
pub(super) fn momentum_rates<L: Leaves>(
    system: &System<L::S>,
    (twists, rates): (&[Twist<L::S>], &[L::S]),
    p: Option<&[L::S]>,
    τ: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let g = gravity::directions(system, leaves);
    let (moments, _) = first_moments(system, leaves);
    let mut momenta = momentum::of_bodies(system, twists, rates, leaves);
    // Nothing but forces acts on a motor behind a spring; every other rate is set below.
    let mut p_dot = τ.to_vec();
    for (i, link) in system.inward(leaves, "Naudet (26), (35)") {
        for (dof, p) in link.dofs.iter().flat_map(|dof| Some((dof, p?))) {
            momenta[i] = with_component(momenta[i], dof, p[dof.velocity]); // (34)
        }
        let crossed = crossed(twists[i], momenta[i]);
        let weight = gravity::weight(moments[i], g[i]);
        if let Some(modal) = &link.modal {
            let mut slopes = zeros(system.nv);
            modal.slopes(twists[i], g[i], rates, &mut slopes);
            for (v, _) in modal.columns() {
                p_dot[v] = τ[v] + slopes[v];
            }
        }
        for dof in link.dofs.iter().filter(|dof| !dof.is_internal()) {
            p_dot[dof.velocity] =
                (τ[dof.velocity] + dof.component(weight)) - dof.component(crossed);
        }
        if let Some(parent) = link.parent {
            momenta[parent] = momenta[parent] + link.onto_parent(momenta[i]);
        }
    }
    p_dot
}

/// Ω × P = [ω × n + v × f; ω × f].
pub(super) fn crossed<S: Scalar>(t: Twist<S>, p: Wrench<S>) -> Wrench<S> {
    Wrench::new(
        t.angular.cross(p.moment) + t.linear.cross(p.force),
        t.angular.cross(p.force),
    )
}

/// The momentum with its component along a unit twist replaced by its known value.
pub(super) fn with_component<S: Scalar>(
    mut momentum: Wrench<S>,
    dof: &Dof<S>,
    value: S,
) -> Wrench<S> {
    match dof.direction {
        Direction::Angular(k) => momentum.moment[k] = value,
        Direction::Linear(k) => momentum.force[k] = value,
        Direction::Internal | Direction::Screw(_) => {}
    }
    momentum
}
