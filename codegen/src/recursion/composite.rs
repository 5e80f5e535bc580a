//! The generalised inertia matrix from composite bodies: I = N_dᵀ M̃ N_d with M̃ = N_lᵀ M N_l, Saha (16a), (16b).
//!
//! Block (i, j) of M̃ is M̃_i A_ij with the composite mass M̃_i = M_i + Σ A_{ki}ᵀ M̃_k A_{ki} over the children k, so
//! that I_ij = p_jᵀ A_ijᵀ (M̃_i p_i) for an ancestor j of i, and 0 for bodies on different branches.

use super::System;
use super::modal::Modal;
use crate::joint::{Direction, Dof};
use crate::leaves::Leaves;
use crate::scalar::Scalar;
use crate::spatial::{Composite, Twist, Vec3, Wrench};

/// The n × n matrix M(q) of the tree, rows first, rotors on its diagonal; entries of different branches are literal
/// zeros.
pub(super) fn mass_matrix<L: Leaves>(system: &System<L::S>, leaves: &L) -> Vec<Vec<L::S>> {
    let composites = composites(system, leaves);
    let mut matrix = vec![vec![L::S::zero(); system.nv]; system.nv];
    for (i, link) in system.inward(leaves, "Saha (16a)") {
        for dof in &link.dofs {
            let mut wrench = momentum(&composites[i], dof);
            for ancestor in system.path(i) {
                for other in &system.links[ancestor].dofs {
                    if other.velocity <= dof.velocity {
                        let mut entry = other.component(wrench);
                        if other.velocity == dof.velocity {
                            entry = dof.rotor.map_or(entry, |rotor| entry + rotor);
                        }
                        matrix[dof.velocity][other.velocity] = entry;
                        matrix[other.velocity][dof.velocity] = entry;
                    }
                }
                wrench = system.links[ancestor].onto_parent(wrench);
            }
        }
        for (velocity, column) in link.modal.iter().flat_map(Modal::columns) {
            let mut wrench = column;
            for ancestor in system.path(i) {
                for other in &system.links[ancestor].dofs {
                    let entry = other.component(wrench);
                    matrix[velocity][other.velocity] = entry;
                    matrix[other.velocity][velocity] = entry;
                }
                wrench = system.links[ancestor].onto_parent(wrench);
            }
        }
        for (v, w, entry) in link.modal.iter().flat_map(Modal::mass) {
            matrix[v][w] = entry;
            matrix[w][v] = entry;
        }
    }
    matrix
}

/// M̃_i of every link, in its own frame.
pub(super) fn composites<L: Leaves>(system: &System<L::S>, leaves: &L) -> Vec<Composite<L::S>> {
    let mut composites: Vec<Composite<L::S>> =
        system.links.iter().map(|link| link.composite).collect();
    for (i, link) in system.inward(leaves, "Saha (16b)") {
        if let Some(parent) = link.parent {
            composites[parent] =
                composites[parent] + link.composite_onto_parent(composites[i], system.half);
        }
    }
    composites
}

/// M̃ p: the momentum of the composite body for a unit rate of one degree of freedom.
fn momentum<S: Scalar>(composite: &Composite<S>, dof: &Dof<S>) -> Wrench<S> {
    let ms = composite.first_moment;
    let turning = |k: usize| Wrench::new(composite.tensor().column(k), Vec3::unit(k).cross(ms));
    let moving = |k: usize| Wrench::new(ms.cross(Vec3::unit(k)), Vec3::unit(k) * composite.mass);
    match dof.direction {
        Direction::Angular(k) => turning(k),
        Direction::Linear(k) => moving(k),
        Direction::Internal => Wrench::zero(),
        Direction::Screw(pitch) => {
            let along = moving(2);
            turning(2) + along * pitch
        }
    }
}

/// M t of a composite body for any twist.
pub(super) fn composite_momentum<S: Scalar>(composite: &Composite<S>, t: Twist<S>) -> Wrench<S> {
    let ms = composite.first_moment;
    Wrench::new(
        composite.tensor() * t.angular + ms.cross(t.linear),
        t.linear * composite.mass - ms.cross(t.angular),
    )
}
