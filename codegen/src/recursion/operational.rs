//! Operational space: admittance Λ⁻¹ = J M⁻¹ Jᵀ of all frames together, and operational inertia Λ.
//!
//! Λ⁻¹ = Bᵀ Ω B, SOA (3.10), with Ω = Υ + ψ̃ᵀ Υ + Υ ψ̃ (A.4): the diagonal blocks Υ by recursion from the base to the
//! tips (A.3), an off-diagonal block from the Υ of the last common body by ψ along both branches (A.5).

use super::System;
use super::articulated::eliminate;
use super::compliance::{block, diagonal_blocks};
use super::factor::Factors;
use super::tip::{Tip, tip_jacobian};
use super::{factor, inverse, zeros};
use crate::leaves::{Leaves, Origin};
use crate::scalar::Scalar;

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
    leaves.mark(Origin::whole("Λ⁻¹ = J M⁻¹ Jᵀ"));
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
