//! Articulated inertias: what every O(n) forward recursion shares.
//!
//! The same quantities under three names: M̂_i, ψ̂_i = M̂_i p_i, m̂_i = p_iᵀ ψ̂_i of Saha (19c), (19d); P, G, D of
//! SOA (A.1); M*, M_j, M' of Naudet (43)-(47). A joint of several degrees of freedom is eliminated one unit twist
//! after the other, last first: its twists are constant in the body's frame, so nothing moves in between.
//!
//! The rotor of a motor adds its inertia I to m̂ = pᵀ M̂ p + I: it follows the joint's own rate and nothing else. With
//! one, some of M̂ is felt through the joint even along p, and what vanishes or is known there without one does not.

use super::System;
use crate::joint::{Direction, Dof};
use crate::leaves::Leaves;
use crate::scalar::Scalar;
use crate::spatial::{Articulated, Twist, Wrench};

/// The result of eliminating one degree of freedom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elimination<S> {
    /// The degree of freedom.
    pub dof: Dof<S>,
    /// ψ̂ = M̂ p.
    pub ψ_hat: Wrench<S>,
    /// ψ = ψ̂ / m̂ (erratum 2: without Aᵀ).
    pub ψ: Wrench<S>,
    /// m̂ = pᵀ ψ̂, and the rotor's inertia.
    pub m_hat: S,
    /// 1 / m̂, the only division.
    pub inverse: S,
}

/// Articulated inertias and eliminations of all links.
#[derive(Clone, Debug)]
pub(super) struct Articulation<S> {
    /// M̂_i, before the joint of body i is eliminated.
    pub inertias: Vec<Articulated<S>>,
    /// The eliminations of every link, in the order of its degrees of freedom.
    pub eliminations: Vec<Vec<Elimination<S>>>,
}

/// Articulated inertias from the tips to the base; the unit twists of a joint are eliminated last first.
pub(super) fn eliminate<L: Leaves>(system: &System<L::S>, leaves: &L) -> Articulation<L::S> {
    let links = system.links.iter();
    let mut inertias: Vec<Articulated<L::S>> = links.map(|link| link.mass.into()).collect();
    let mut eliminations = vec![Vec::new(); system.links.len()];
    for (i, link) in system.inward(leaves, "Saha (19c)") {
        let mut reduced = inertias[i];
        for dof in link.dofs.iter().rev() {
            let elimination = Elimination::new(reduced, *dof);
            reduced = elimination.reduce(reduced);
            eliminations[i].insert(0, elimination);
        }
        if let Some(parent) = link.parent {
            link.mark(leaves, "Saha (19d)");
            inertias[parent] = inertias[parent] + link.inertia_onto_parent(reduced);
        }
    }
    Articulation {
        inertias,
        eliminations,
    }
}

/// The direction of a degree of freedom without a rotor: one along which components are known once it is eliminated.
fn bare<S: Scalar>(dof: &Dof<S>) -> Option<Direction<S>> {
    dof.rotor.is_none().then_some(dof.direction)
}

impl<S: Scalar> Elimination<S> {
    pub(super) fn new(inertia: Articulated<S>, dof: Dof<S>) -> Self {
        let ψ_hat = inertia * dof.twist();
        let felt = dof.component(ψ_hat);
        let m_hat = dof.rotor.map_or(felt, |rotor| felt + rotor);
        let inverse = S::one() / m_hat;
        let mut ψ = ψ_hat * inverse;
        // pᵀ ψ = 1 by construction.
        match bare(&dof) {
            Some(Direction::Angular(k)) => ψ.moment[k] = S::one(),
            Some(Direction::Linear(k)) => ψ.force[k] = S::one(),
            Some(Direction::Internal | Direction::Screw(_)) | None => {}
        }
        Self {
            dof,
            ψ_hat,
            ψ,
            m_hat,
            inverse,
        }
    }

    /// M̄ = M̂ − ψ ψ̂ᵀ, Saha (19d): without a rotor, row and column of the eliminated unit twist vanish.
    pub(super) fn reduce(&self, inertia: Articulated<S>) -> Articulated<S> {
        let mut reduced = inertia.reduced(self.ψ, self.ψ_hat);
        let zero = S::zero();
        match bare(&self.dof) {
            Some(Direction::Angular(k)) => {
                for j in 0..3 {
                    reduced.moment.0[k][j] = zero;
                    reduced.moment.0[j][k] = zero;
                    reduced.coupling.0[k][j] = zero;
                }
            }
            Some(Direction::Linear(k)) => {
                for j in 0..3 {
                    reduced.force.0[k][j] = zero;
                    reduced.force.0[j][k] = zero;
                    reduced.coupling.0[j][k] = zero;
                }
            }
            Some(Direction::Internal | Direction::Screw(_)) | None => {}
        }
        reduced
    }

    /// The wrench w + ψ̂ x, whose component along p is known to be `total`, except for what a rotor takes of it.
    pub(super) fn loaded(&self, w: Wrench<S>, x: S, total: S) -> Wrench<S> {
        let mut loaded = w + self.ψ_hat * x;
        match bare(&self.dof) {
            Some(Direction::Angular(k)) => loaded.moment[k] = total,
            Some(Direction::Linear(k)) => loaded.force[k] = total,
            Some(Direction::Internal | Direction::Screw(_)) | None => {}
        }
        loaded
    }

    /// The rate x of this degree of freedom with pᵀ(ψ̂-weighted) balance x = x̃ − ψᵀ t, and the twist t + p x.
    pub(super) fn resolve(&self, t: Twist<S>, x_tilde: S) -> (S, Twist<S>) {
        let (mut ψ, mut moved) = (self.ψ, t);
        match bare(&self.dof) {
            Some(Direction::Angular(k)) => {
                // ψ_k = 1: x + t_k = x̃ − Σ' ψᵀ t is the new component.
                ψ.moment[k] = S::zero();
                let component = x_tilde - t.power(ψ);
                moved.angular[k] = component;
                (component - t.angular[k], moved)
            }
            Some(Direction::Linear(k)) => {
                ψ.force[k] = S::zero();
                let component = x_tilde - t.power(ψ);
                moved.linear[k] = component;
                (component - t.linear[k], moved)
            }
            Some(Direction::Internal | Direction::Screw(_)) | None => {
                let x = x_tilde - t.power(ψ);
                (x, self.dof.added(t, x))
            }
        }
    }
}
