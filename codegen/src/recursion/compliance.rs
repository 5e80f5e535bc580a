//! The blocks of the admittance Λ⁻¹ of several frames: Υ of every link, and what it is between two frames, SOA (A.3), (A.5).

use super::System;
use super::articulated::Elimination;
use super::tip::Tip;
use crate::leaves::Leaves;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3};

/// A 6×6 matrix as six columns, each a twist.
pub(super) type Columns<S> = [Twist<S>; 6];

/// Υ(k) = ψᵀ Υ(k+1) ψ + Hᵀ D⁻¹ H of every link, (A.3), in its frame about its origin.
pub(super) fn diagonal_blocks<L: Leaves>(
    system: &System<L::S>,
    eliminations: &[Vec<Elimination<L::S>>],
    leaves: &L,
) -> Vec<Columns<L::S>> {
    let mut diagonal: Vec<Columns<L::S>> = Vec::with_capacity(system.links.len());
    for (i, link) in system.outward(leaves, "SOA (A.3)") {
        let mut columns = [Twist::zero(); 6];
        if let Some(parent) = link.parent {
            let half = diagonal[parent].map(|column| link.from_parent(column));
            columns = transposed(half).map(|column| link.from_parent(column));
            columns = symmetric(columns);
        }
        for elimination in &eliminations[i] {
            columns = add_joint(columns, elimination);
        }
        diagonal.push(columns);
    }
    diagonal
}

/// τ̄ᵀ Υ τ̄ + p D⁻¹ pᵀ for one unit twist: τ̄ᵀ = 1 − p ψᵀ.
fn add_joint<S: Scalar>(columns: Columns<S>, elimination: &Elimination<S>) -> Columns<S> {
    let absorb = |columns: Columns<S>| columns.map(|column| absorbed(column, elimination));
    let reduced = symmetric(absorb(transposed(absorb(columns))));
    let p = elimination.dof.twist().components();
    core::array::from_fn(|j| {
        elimination
            .dof
            .added(reduced[j], p[j] * elimination.inverse)
    })
}

/// t − p (ψᵀ t): what a joint that yields passes on of a twist.
fn absorbed<S: Scalar>(t: Twist<S>, elimination: &Elimination<S>) -> Twist<S> {
    elimination.resolve(t, S::zero()).1
}

/// The block of two tips, in base axes.
pub(super) fn block<L: Leaves>(
    system: &System<L::S>,
    eliminations: &[Vec<Elimination<L::S>>],
    diagonal: &[Columns<L::S>],
    (a, b): (&Tip<L::S>, &Tip<L::S>),
    leaves: &L,
) -> [[L::S; 6]; 6] {
    let path = |tip: &Tip<L::S>| -> Vec<usize> {
        tip.link
            .into_iter()
            .flat_map(|link| system.path(link))
            .collect()
    };
    let (path_a, path_b) = (path(a), path(b));
    let Some(&common) = path_a.iter().find(|link| path_b.contains(link)) else {
        return [[L::S::zero(); 6]; 6];
    };
    system.links[common].mark(leaves, "SOA (A.5)");
    let along = |columns: Columns<L::S>, path: &[usize], tip: &Tip<L::S>| {
        let outwards = path
            .iter()
            .rev()
            .skip_while(|&&link| link != common)
            .skip(1);
        let at_link = outwards.fold(columns, |columns, &link| {
            let carried = columns.map(|column| system.links[link].from_parent(column));
            eliminations[link]
                .iter()
                .fold(carried, |columns, elimination| {
                    columns.map(|column| absorbed(column, elimination))
                })
        });
        at_link.map(|column| {
            let mut t = tip.twist(column);
            for &link in path {
                let link = &system.links[link];
                t = t.turned(|v| link.outward(v));
            }
            t
        })
    };
    // Columns are twists of tip a for unit wrenches on the common body; transposed, the same for tip b.
    let left = along(diagonal[common], &path_a, a);
    let both = along(transposed(left), &path_b, b);
    let entries = both.map(Twist::components);
    // Column i of `both` belongs to component i of tip a.
    core::array::from_fn(|i| {
        core::array::from_fn(|j| {
            if core::ptr::eq(a, b) {
                entries[i.min(j)][i.max(j)]
            } else {
                entries[i][j]
            }
        })
    })
}

fn transposed<S: Scalar>(columns: Columns<S>) -> Columns<S> {
    let entries = columns.map(Twist::components);
    core::array::from_fn(|j| column(|i| entries[i][j]))
}

/// The symmetric matrix of the lower triangle's entries.
fn symmetric<S: Scalar>(columns: Columns<S>) -> Columns<S> {
    let entries = columns.map(Twist::components);
    core::array::from_fn(|j| column(|i| entries[i.min(j)][i.max(j)]))
}

fn column<S: Scalar>(entry: impl Fn(usize) -> S) -> Twist<S> {
    Twist::new(
        Vec3(core::array::from_fn(&entry)),
        Vec3(core::array::from_fn(|k| entry(k + 3))),
    )
}
