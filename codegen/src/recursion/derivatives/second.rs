//! Second derivatives of the inverse dynamics: the graph of its first derivatives, differentiated forward.
//!
//! The order of two differentiations does not matter but for two coordinates of one orientation, whose axes turn with each other:
//! otherwise entries are computed once for both orders.

use core::ops::Range;

use super::differentiated::{Differentiation, Primal, differentiated};
use crate::leaves::Argument::{Q, Qd};
use crate::leaves::Leaves;
use crate::mechanism::{BlockKind, Mechanism};
use crate::recursion::case::Case;
use crate::recursion::{Formulation, Quantity};

impl<L: Leaves> Case<'_, L> {
    /// The second derivatives from first ones by a formulation.
    pub(in crate::recursion) fn second_derivatives(
        &self,
        formulation: Formulation,
    ) -> Vec<Vec<L::S>> {
        second_derivatives(self.mechanism, formulation, self.leaves)
    }
}

/// ∂²τ/∂q∂q, ∂²τ/∂q∂q̇, ∂²τ/∂q̇∂q̇ and ∂M/∂q: element (i n + j) n + k is that of force i, by j first, then by k.
pub(super) fn second_derivatives<L: Leaves>(
    mechanism: &Mechanism,
    formulation: Formulation,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let primal = Primal {
        mechanism,
        quantity: Quantity::InverseDynamicsDerivativesWithMassMatrix,
        formulation,
    };
    let found = differentiated(primal, &[Q, Qd], Differentiation::Forward, leaves);
    // By q then by q̇, of ∂τ/∂q, ∂τ/∂q̇ and M.
    let Ok([by_q, _, of_mass, by_q_and_rates, by_rates, _]) = <[_; 6]>::try_from(found) else {
        return Vec::new();
    };
    let turning = orientations(mechanism);
    let same_orientation = |j: usize, k: usize| {
        let both = |velocities: &Range<usize>| velocities.contains(&j) && velocities.contains(&k);
        turning.iter().any(both)
    };
    vec![
        symmetric(by_q, mechanism.nv(), |j, k| !same_orientation(j, k)),
        by_q_and_rates,
        symmetric(by_rates, mechanism.nv(), |_, _| true),
        of_mass,
    ]
}

/// The velocities of joints with quaternions.
fn orientations(mechanism: &Mechanism) -> Vec<Range<usize>> {
    let blocks = mechanism.blocks();
    let turning = blocks.iter().filter(|block| block.kind != BlockKind::Rates);
    turning
        .map(|block| block.v..block.v + block.velocities.len())
        .collect()
}

/// The same with one of every two elements that are equal.
fn symmetric<S: Copy>(
    mut elements: Vec<S>,
    n: usize,
    is_symmetric: impl Fn(usize, usize) -> bool,
) -> Vec<S> {
    for matrix in elements.chunks_mut((n * n).max(1)) {
        for j in 0..n {
            for k in (0..j).filter(|&k| is_symmetric(j, k)) {
                matrix[j * n + k] = matrix[k * n + j];
            }
        }
    }
    elements
}
