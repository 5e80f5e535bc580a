//! The inverse and the factors of the generalised inertia matrix.
//!
//! M⁻¹ = [I − HψK]ᵀ D⁻¹ [I − HψK], SOA (3.6), which is U⁻ᵀ D⁻¹ U⁻¹ of Saha (18): both operators are the same unit
//! triangular matrix, found once from articulated and once from composite bodies.

use super::articulated::eliminate;
use super::factor::{Factors, ancestry, factorise};
use super::{System, composite, zeros};
use crate::leaves::{Leaves, Origin};
use crate::scalar::Scalar;

/// M⁻¹ with I − HψK from articulated bodies, SOA (3.6).
pub(super) fn spatial_operator<L: Leaves>(system: &System<L::S>, leaves: &L) -> Vec<Vec<L::S>> {
    let factors = articulated_factors(system, leaves);
    assemble(&ancestry(system), &factors, leaves)
}

/// M⁻¹ with U from composite bodies, Saha (16a), (18).
pub(super) fn composite<L: Leaves>(system: &System<L::S>, leaves: &L) -> Vec<Vec<L::S>> {
    let factors = composite_factors(system, leaves);
    assemble(&ancestry(system), &factors, leaves)
}

/// U, D and det M from composite bodies.
pub(super) fn composite_factors<L: Leaves>(system: &System<L::S>, leaves: &L) -> Factors<L::S> {
    let matrix = composite::mass_matrix(&system.in_group_axes().system, leaves);
    leaves.mark(Origin::whole("Saha (18)"));
    factorise(matrix, &ancestry(system))
}

/// U_ij = p_iᵀ A_jiᵀ ψ_j and D_i = m̂_i from articulated bodies, Saha (19c).
pub(super) fn articulated_factors<L: Leaves>(system: &System<L::S>, leaves: &L) -> Factors<L::S> {
    let n = system.nv;
    let mut factors = Factors {
        upper: vec![zeros(n); n],
        diagonal: zeros(n),
        inverse: zeros(n),
    };
    let system = &system.in_group_axes().system;
    let eliminations = eliminate(system, leaves).eliminations;
    for (j, _) in system.outward(leaves, "Saha (18), U_ij = p_iᵀ A_jiᵀ ψ_j") {
        for elimination in &eliminations[j] {
            let column = elimination.dof.velocity;
            factors.diagonal[column] = elimination.m_hat;
            factors.inverse[column] = elimination.inverse;
            let mut ψ = elimination.ψ;
            for ancestor in system.path(j) {
                for dof in system.links[ancestor]
                    .dofs
                    .iter()
                    .filter(|dof| dof.velocity < column)
                {
                    factors.upper[dof.velocity][column] = dof.component(ψ);
                }
                ψ = system.links[ancestor].onto_parent(ψ);
            }
        }
    }
    factors
}

/// U with its unit diagonal, D, det M.
pub(super) fn of_factors<S: Scalar>(mut factors: Factors<S>) -> Vec<Vec<S>> {
    for (k, row) in factors.upper.iter_mut().enumerate() {
        row[k] = S::one();
    }
    let determinant = determinant(&factors);
    vec![factors.upper.concat(), factors.diagonal, vec![determinant]]
}

/// det M = Π D_i.
fn determinant<S: Scalar>(factors: &Factors<S>) -> S {
    factors
        .diagonal
        .iter()
        .fold(S::one(), |product, &d| product * d)
}

/// Σ_i L_ik L_il / D_i with L = U⁻¹, over the common ancestors i of k and l.
pub(super) fn assemble<L: Leaves>(
    ancestry: &[Vec<usize>],
    factors: &Factors<L::S>,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    leaves.mark(Origin::whole("SOA (3.6)"));
    let n = ancestry.len();
    let lower = inverse_upper(factors, ancestry);
    let mut inverse = vec![zeros(n); n];
    for k in 0..n {
        let scaled: Vec<_> = (0..n).map(|i| lower[i][k] * factors.inverse[i]).collect();
        for l in 0..=k {
            let mut entry = L::S::zero();
            for &i in ancestry[k]
                .iter()
                .chain([&k])
                .filter(|&&i| i == l || ancestry[l].contains(&i))
            {
                entry = entry + scaled[i] * lower[i][l];
            }
            inverse[k][l] = entry;
            inverse[l][k] = entry;
        }
    }
    inverse
}

/// U⁻¹, by columns: L_ik = −Σ_{i<j≤k} U_ij L_jk along the path of k.
pub(super) fn inverse_upper<S: Scalar>(
    factors: &Factors<S>,
    ancestry: &[Vec<usize>],
) -> Vec<Vec<S>> {
    let n = ancestry.len();
    let mut lower = vec![zeros(n); n];
    for k in 0..n {
        lower[k][k] = S::one();
        for (place, &i) in ancestry[k].iter().enumerate() {
            let between = ancestry[k][..place].iter().chain([&k]);
            lower[i][k] =
                between.fold(S::zero(), |sum, &j| sum - factors.upper[i][j] * lower[j][k]);
        }
    }
    lower
}
