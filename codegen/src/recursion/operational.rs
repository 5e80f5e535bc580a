//! Operational space: admittance Λ⁻¹ = J M⁻¹ Jᵀ of all frames together, and operational inertia Λ.
//!
//! Λ⁻¹ = Bᵀ Ω B, SOA (3.10), with Ω = Υ + ψ̃ᵀ Υ + Υ ψ̃ (A.4): the diagonal blocks Υ by recursion from the base to the
//! tips (A.3), an off-diagonal block from the Υ of the last common body by ψ along both branches (A.5).

use super::System;
use super::articulated::{Elimination, eliminate};
use super::factor::Factors;
use super::tip::{Tip, tip_jacobian};
use super::{factor, inverse, zeros};
use crate::leaves::{Leaves, Origin};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3};

/// A 6×6 matrix as six columns, each a twist.
type Columns<S> = [Twist<S>; 6];

/// Λ⁻¹, 6k × 6k for k frames, rows [angular; linear] per frame, base axes.
pub(super) fn admittance<L: Leaves>(
    system: &System<L::S>,
    tips: &[Tip<L::S>],
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let eliminations = eliminate(system, leaves).eliminations;
    let diagonal = diagonal_blocks(system, &eliminations, leaves);
    let n = 6 * tips.len();
    let mut matrix = vec![zeros(n); n];
    for (a, tip_a) in tips.iter().enumerate() {
        for (b, tip_b) in tips.iter().enumerate().take(a + 1) {
            let block = block(system, &eliminations, &diagonal, (tip_a, tip_b), leaves);
            for i in 0..6 {
                for j in 0..6 {
                    matrix[6 * a + i][6 * b + j] = block[i][j];
                    matrix[6 * b + j][6 * a + i] = block[i][j];
                }
            }
        }
    }
    matrix
}

/// J M⁻¹ Jᵀ with M⁻¹ = U⁻ᵀ D⁻¹ U⁻¹ from composite bodies.
pub(super) fn admittance_from_jacobian<L: Leaves>(
    system: &System<L::S>,
    tips: &[Tip<L::S>],
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let rows = jacobians(system, tips, leaves);
    let factors = inverse::composite_factors(system, leaves);
    compliance(&rows, &factors, &factor::ancestry(system), leaves)
}

/// The rows of the Jacobians of all tips.
pub(super) fn jacobians<L: Leaves>(
    system: &System<L::S>,
    tips: &[Tip<L::S>],
    leaves: &L,
) -> Vec<Vec<L::S>> {
    tips.iter()
        .flat_map(|tip| tip_jacobian(system, tip, leaves))
        .collect()
}

/// J M⁻¹ Jᵀ from the rows of J and the factors of M.
pub(super) fn compliance<L: Leaves>(
    rows: &[Vec<L::S>],
    factors: &Factors<L::S>,
    ancestry: &[Vec<usize>],
    leaves: &L,
) -> Vec<Vec<L::S>> {
    leaves.mark(Origin {
        body: None,
        equation: "Λ⁻¹ = J M⁻¹ Jᵀ",
    });
    let solved: Vec<Vec<L::S>> = rows
        .iter()
        .map(|row| factor::solve(factors, row.clone(), ancestry))
        .collect();
    let dot = |a: &[L::S], b: &[L::S]| {
        a.iter()
            .zip(b)
            .fold(L::S::zero(), |sum, (&a, &b)| sum + a * b)
    };
    let mut matrix = vec![zeros(rows.len()); rows.len()];
    for i in 0..rows.len() {
        for j in 0..=i {
            let entry = dot(&rows[j], &solved[i]);
            matrix[i][j] = entry;
            matrix[j][i] = entry;
        }
    }
    matrix
}

/// The inverse of a symmetric positive-definite matrix by UDUᵀ without pivoting.
pub(super) fn inverted<S: Scalar>(matrix: Vec<Vec<S>>) -> Vec<Vec<S>> {
    let n = matrix.len();
    let ancestry = factor::dense(n);
    let factors = factor::factorise(matrix, &ancestry);
    let unit = |k: usize| (0..n).map(|i| S::literal(i8::from(i == k))).collect();
    let columns: Vec<Vec<S>> = (0..n)
        .map(|k| factor::solve(&factors, unit(k), &ancestry))
        .collect();
    // Symmetric: the lower triangle serves both.
    (0..n)
        .map(|i| (0..n).map(|j| columns[i.min(j)][i.max(j)]).collect())
        .collect()
}

/// Υ(k) = ψᵀ Υ(k+1) ψ + Hᵀ D⁻¹ H of every link, (A.3), in its frame about its origin.
fn diagonal_blocks<L: Leaves>(
    system: &System<L::S>,
    eliminations: &[Vec<Elimination<L::S>>],
    leaves: &L,
) -> Vec<Columns<L::S>> {
    let mut diagonal: Vec<Columns<L::S>> = Vec::with_capacity(system.links.len());
    for (i, link) in system.links.iter().enumerate() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "SOA (A.3)",
        });
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
    let p = components(elimination.dof.twist());
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
fn block<L: Leaves>(
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
    leaves.mark(Origin {
        body: Some(system.links[common].body),
        equation: "SOA (A.5)",
    });
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
                t = Twist {
                    angular: link.outward(t.angular),
                    linear: link.outward(t.linear),
                };
            }
            t
        })
    };
    // Columns are twists of tip a for unit wrenches on the common body; transposed, the same for tip b.
    let left = along(diagonal[common], &path_a, a);
    let both = along(transposed(left), &path_b, b);
    let entries = both.map(components);
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

fn components<S: Scalar>(t: Twist<S>) -> [S; 6] {
    core::array::from_fn(|k| if k < 3 { t.angular[k] } else { t.linear[k - 3] })
}

fn transposed<S: Scalar>(columns: Columns<S>) -> Columns<S> {
    let entries = columns.map(components);
    core::array::from_fn(|j| column(|i| entries[i][j]))
}

/// The symmetric matrix of the lower triangle's entries.
fn symmetric<S: Scalar>(columns: Columns<S>) -> Columns<S> {
    let entries = columns.map(components);
    core::array::from_fn(|j| column(|i| entries[i.min(j)][i.max(j)]))
}

fn column<S: Scalar>(entry: impl Fn(usize) -> S) -> Twist<S> {
    Twist {
        angular: Vec3(core::array::from_fn(&entry)),
        linear: Vec3(core::array::from_fn(|k| entry(k + 3))),
    }
}
