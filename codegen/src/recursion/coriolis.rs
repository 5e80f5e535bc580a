//! The matrix of convective inertia terms C = Nᵀ (M Ṅ + W M E N), Saha (16a), with Ṁ − 2C skew-symmetric.
//!
//! W M E t has the force part m ω × (ω × d) of the angular velocity alone. Written as −m (ω × d) × ω instead of the
//! printed −m ω~ d~ ω (the same vector) it makes Ṁ_i − 2 W_i M_i E_i skew for every body, and with it Ṁ − 2C.
//!
//! Composite bodies carry, beside M̃, the matrix B̃ = Σ A_kᵀ (W M E A_k + M Ȧ_k); it acts on angular velocities only:
//! B̃ t = [X ω; Y ω].

mod carried;

use self::carried::{Carried, carry, wrench};
use super::System;
use super::composite::composites;
use super::convective::{Convective, convective};
use super::momentum::twists;
use crate::leaves::Leaves;
use crate::scalar::Scalar;
use crate::spatial::{Composite, Twist};

/// The n × n matrix C(q, q̇), rows first.
pub(super) fn matrix<L: Leaves>(
    system: &System<L::S>,
    rates: &[L::S],
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let t = twists(system, rates, leaves);
    let composites = composites(system, leaves);
    let convective = convective(system, &composites, &t, rates, leaves);
    let mut matrix = vec![vec![L::S::zero(); system.nv]; system.nv];
    for (i, link) in system.outward(leaves, "Saha (16a), MCI") {
        for dof in link.dofs.iter().filter(|dof| !dof.is_internal()) {
            // Column of this velocity, rows of it and of what is between it and the base.
            let p = dof.twist();
            let p_dot = p.crossed(t[i].angular);
            let mut w = wrench(
                &composites[i],
                &convective[i],
                Carried { t: p, t_dot: p_dot },
            );
            for ancestor in system.path(i) {
                for other in &system.links[ancestor].dofs {
                    if ancestor == i || other.velocity < dof.velocity {
                        matrix[other.velocity][dof.velocity] = other.component(w);
                    }
                }
                w = system.links[ancestor].onto_parent(w);
            }
        }
        for (velocity, column) in
            (link.modal.iter()).flat_map(|one| one.convective_columns(t[i].angular, rates))
        {
            let mut w = column;
            for ancestor in system.path(i) {
                for other in &system.links[ancestor].dofs {
                    matrix[other.velocity][velocity] = other.component(w);
                }
                w = system.links[ancestor].onto_parent(w);
            }
        }
        for (row, column, entry) in
            (link.modal.iter()).flat_map(|one| one.convective_pairs(t[i].angular))
        {
            matrix[row][column] = entry;
        }
    }
    for root in 0..system.links.len() {
        below(
            system,
            root,
            &t,
            rates,
            (&composites, &convective),
            &mut matrix,
            leaves,
        );
    }
    matrix
}

/// Columns of the joint of `root`, rows of the joints behind it: its unit twists carried outwards.
fn below<L: Leaves>(
    system: &System<L::S>,
    root: usize,
    t: &[Twist<L::S>],
    rates: &[L::S],
    (composites, convective): (&[Composite<L::S>], &[Convective<L::S>]),
    matrix: &mut [Vec<L::S>],
    leaves: &L,
) {
    system.links[root].mark(leaves, "Saha (16a), MCI");
    for dof in &system.links[root].dofs {
        let p = dof.twist();
        let ω = t[root].angular;
        let p_dot = p.crossed(ω);
        let mut carried: Vec<Option<Carried<L::S>>> = vec![None; system.links.len()];
        carried[root] = Some(Carried { t: p, t_dot: p_dot });
        if dof.is_internal() {
            continue;
        }
        for k in root + 1..system.links.len() {
            let link = &system.links[k];
            let Some((parent, from)) = link
                .parent
                .and_then(|parent| Some((parent, carried[parent]?)))
            else {
                continue;
            };
            let moved = carry(link, from, t[parent], link.joint_twist(rates));
            let w = wrench(&composites[k], &convective[k], moved);
            for other in link.dofs.iter().filter(|other| !other.is_internal()) {
                matrix[other.velocity][dof.velocity] = other.component(w);
            }
            carried[k] = Some(moved);
        }
        let mut modal_rows = |k: usize, column: Carried<L::S>| {
            if let Some(modal) = &system.links[k].modal {
                let carried = (column.t, column.t_dot);
                for (row, entry) in modal.convective_rows(carried, t[k].angular, rates) {
                    matrix[row][dof.velocity] = entry;
                }
            }
        };
        // Rows of modes, which are of no link's twist.
        for k in root..system.links.len() {
            if let Some(column) = carried[k] {
                modal_rows(k, column);
            }
        }
    }
}
