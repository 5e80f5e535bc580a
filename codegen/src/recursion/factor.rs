//! UDUᵀ factors of the generalised inertia matrix, with the zeros of the tree, and what is solved with them.
//!
//! Saha (18): I = U D Uᵀ, eliminated from the last velocity to the first (Featherstone's LTL in other words). Row k
//! of Uᵀ reaches the ancestors of k only.

use super::System;
use crate::scalar::Scalar;

/// U (unit upper triangular, by rows) and 1/D.
#[derive(Clone, Debug)]
pub(super) struct Factors<S> {
    /// `upper[i][k]` = U_ik for i < k on one path.
    pub upper: Vec<Vec<S>>,
    /// D_k.
    pub diagonal: Vec<S>,
    /// 1 / D_k, the only divisions.
    pub inverse: Vec<S>,
}

/// For every velocity, the velocities before it on the way to the base, nearest first.
pub(super) fn ancestry<S: Scalar>(system: &System<S>) -> Vec<Vec<usize>> {
    let mut before = vec![Vec::new(); system.nv];
    for (i, link) in system.links.iter().enumerate() {
        for dof in &link.dofs {
            before[dof.velocity] = system
                .path(i)
                .flat_map(|link| system.links[link].dofs.iter().rev().map(|dof| dof.velocity))
                .filter(|&other| other < dof.velocity)
                .collect();
        }
    }
    before
}

/// The same for a matrix without the zeros of a tree: all before it.
pub(super) fn dense(n: usize) -> Vec<Vec<usize>> {
    (0..n).map(|k| (0..k).rev().collect()).collect()
}

/// The factors of a matrix with the zeros of the tree.
pub(super) fn factorise<S: Scalar>(mut h: Vec<Vec<S>>, ancestry: &[Vec<usize>]) -> Factors<S> {
    let n = h.len();
    let mut factors = Factors {
        upper: vec![vec![S::zero(); n]; n],
        diagonal: vec![S::zero(); n],
        inverse: vec![S::zero(); n],
    };
    for k in (0..n).rev() {
        factors.diagonal[k] = h[k][k];
        factors.inverse[k] = S::one() / h[k][k];
        for &i in &ancestry[k] {
            let u = h[k][i] * factors.inverse[k];
            factors.upper[i][k] = u;
            for &j in ancestry[k].iter().filter(|&&j| j <= i) {
                h[i][j] = h[i][j] - u * h[k][j];
            }
        }
    }
    factors
}

/// x of U D Uᵀ x = φ: φ̂ = U⁻¹ φ (19a), φ̃ = D⁻¹ φ̂ (20), x = U⁻ᵀ φ̃ (21a).
pub(super) fn solve<S: Scalar>(
    factors: &Factors<S>, φ: Vec<S>, ancestry: &[Vec<usize>]
) -> Vec<S> {
    let φ_hat = half_solve(factors, φ, ancestry);
    let scaled = φ_hat.iter().zip(&factors.inverse);
    let φ_tilde: Vec<S> = scaled.map(|(&φ, &inverse)| φ * inverse).collect();
    finish(factors, &φ_tilde, ancestry)
}

/// φ̂ = U⁻¹ φ.
pub(super) fn half_solve<S: Scalar>(
    factors: &Factors<S>,
    mut φ: Vec<S>,
    ancestry: &[Vec<usize>],
) -> Vec<S> {
    for k in (0..φ.len()).rev() {
        for &i in &ancestry[k] {
            φ[i] = φ[i] - factors.upper[i][k] * φ[k];
        }
    }
    φ
}

/// x = U⁻ᵀ φ̃.
pub(super) fn finish<S: Scalar>(
    factors: &Factors<S>,
    φ_tilde: &[S],
    ancestry: &[Vec<usize>],
) -> Vec<S> {
    let mut x = Vec::with_capacity(φ_tilde.len());
    for k in 0..φ_tilde.len() {
        let solved = ancestry[k]
            .iter()
            .rev()
            .fold(φ_tilde[k], |sum, &i| sum - factors.upper[i][k] * x[i]);
        x.push(solved);
    }
    x
}
