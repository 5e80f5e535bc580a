//! Second derivatives: of the inverse dynamics, the graph of its first derivatives, differentiated forward; of the forward dynamics by
//! those, at its accelerations. With ∂ and δ derivatives by two of q and q̇, and A = ∂q̈, of M(q) q̈ + h(q, q̇) = τ
//!
//! ```text
//!  M ∂q̈ + ∂τ = 0      M δ∂q̈ = −(δ∂τ + δM ∂q̈ + ∂M δq̈)      δM⁻¹ = −M⁻¹ δM M⁻¹
//! ```
//!
//! where ∂τ and δ∂τ are those of the inverse dynamics at q̈, and M does not depend on q̇.
//!
//! The order of two differentiations does not matter but for two coordinates of one orientation, whose axes turn with each other:
//! otherwise entries are computed once for both orders.

use core::ops::Range;

use super::differentiated::{Differentiation, Primal, differentiated, replayed};
use super::substituted::Substituted;
use crate::leaves::Argument::{self, Q, Qd};
use crate::leaves::Leaves;
use crate::mechanism::{BlockKind, Mechanism};
use crate::recursion::case::Case;
use crate::recursion::{Formulation, Quantity, run};
use crate::scalar::Scalar;

impl<L: Leaves> Case<'_, L> {
    /// The second derivatives from first ones by a formulation.
    pub(in crate::recursion) fn second_derivatives(
        &self,
        formulation: Formulation,
    ) -> Vec<Vec<L::S>> {
        second_derivatives(self.mechanism, formulation, self.leaves)
    }

    /// Those of the forward dynamics from first ones by a formulation.
    pub(in crate::recursion) fn second_derivatives_of_accelerations(
        &self,
        formulation: Formulation,
    ) -> Vec<Vec<L::S>> {
        of_accelerations(self.mechanism, formulation, self.leaves)
    }
}

/// ∂²τ/∂q∂q, ∂²τ/∂q∂q̇, ∂²τ/∂q̇∂q̇ and ∂M/∂q: element (i n + j) n + k is that of force i, by j first, then by k.
pub(super) fn second_derivatives<L: Leaves>(
    mechanism: &Mechanism,
    formulation: Formulation,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let quantity = Quantity::InverseDynamicsDerivativesWithMassMatrix;
    let found = by_q_and_rates_of(mechanism, quantity, formulation, leaves);
    // By q then by q̇, of ∂τ/∂q, ∂τ/∂q̇ and M.
    let Ok([by_q, _, of_mass, by_q_and_rates, by_rates, _]) = <[_; 6]>::try_from(found) else {
        return Vec::new();
    };
    let turning = orientations(mechanism);
    let commute = |j: usize, k: usize| !are_of_one(&turning, j, k);
    vec![
        symmetric(by_q, mechanism.nv(), commute),
        by_q_and_rates,
        symmetric(by_rates, mechanism.nv(), |_, _| true),
        of_mass,
    ]
}

/// The derivatives of first derivatives by q, then by q̇.
fn by_q_and_rates_of<L: Leaves>(
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let primal = Primal {
        mechanism,
        quantity,
        formulation,
    };
    differentiated(primal, &[Q, Qd], Differentiation::Forward, leaves)
}

/// Those of the forward dynamics by the graph of a formulation's first derivatives, differentiated forward.
pub(super) fn of_forward_dynamics_by_graph<L: Leaves>(
    mechanism: &Mechanism,
    formulation: Formulation,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let quantity = Quantity::ForwardDynamicsDerivatives;
    let found = by_q_and_rates_of(mechanism, quantity, formulation, leaves);
    let Ok([by_q, _, of_inverse, _, by_q_and_rates, by_rates, _, _]) = <[_; 8]>::try_from(found)
    else {
        return Vec::new();
    };
    vec![by_q, by_q_and_rates, by_rates, of_inverse]
}

/// ∂²q̈/∂q∂q, ∂²q̈/∂q∂q̇, ∂²q̈/∂q̇∂q̇ and ∂M⁻¹/∂q, elements in the same order.
fn of_accelerations<L: Leaves>(
    mechanism: &Mechanism,
    formulation: Formulation,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let quantity = Quantity::ForwardDynamicsDerivatives;
    let first = run(mechanism, quantity, formulation, leaves);
    let Ok([by_q, by_rates, inverse, accelerations]) = <[_; 4]>::try_from(first) else {
        return Vec::new();
    };
    let at = Substituted {
        inner: leaves,
        arrays: &[(Argument::Qdd, accelerations)],
    };
    let second = replayed(
        |graph| second_derivatives(mechanism, formulation, graph),
        &at,
    );
    let Ok([twice_by_q, by_both, twice_by_rates, of_mass]) = <[_; 4]>::try_from(second) else {
        return Vec::new();
    };
    let solving = Accelerating {
        nv: mechanism.nv(),
        inverse: &inverse,
        of_mass: &of_mass,
    };
    let turning = orientations(mechanism);
    let commute = |j: usize, k: usize| !are_of_one(&turning, j, k);
    vec![
        symmetric(
            solving.elements(|i, j, k| {
                twice_by_q[solving.place(i, j, k)]
                    + solving.inertial(i, k, (&by_q, j))
                    + solving.inertial(i, j, (&by_q, k))
            }),
            solving.nv,
            commute,
        ),
        solving.elements(|i, j, k| {
            by_both[solving.place(i, j, k)] + solving.inertial(i, j, (&by_rates, k))
        }),
        symmetric(
            solving.elements(|i, j, k| twice_by_rates[solving.place(i, j, k)]),
            solving.nv,
            |_, _| true,
        ),
        symmetric_in_rows(
            solving.elements(|i, j, k| solving.inertial(i, k, (&inverse, j))),
            solving.nv,
        ),
    ]
}

/// What second derivatives of the forward dynamics are solved with.
struct Accelerating<'a, S> {
    nv: usize,
    /// M⁻¹, row-major.
    inverse: &'a [S],
    /// ∂M/∂q.
    of_mass: &'a [S],
}

impl<S: Scalar> Accelerating<'_, S> {
    fn place(&self, i: usize, j: usize, k: usize) -> usize {
        (i * self.nv + j) * self.nv + k
    }

    /// Row i of ∂M/∂q_k times a column of a matrix.
    fn inertial(&self, i: usize, k: usize, (matrix, column): (&[S], usize)) -> S {
        (0..self.nv).fold(S::zero(), |sum, m| {
            sum + self.of_mass[self.place(i, m, k)] * matrix[m * self.nv + column]
        })
    }

    /// −M⁻¹ times forces, by j and k.
    fn elements(&self, force: impl Fn(usize, usize, usize) -> S) -> Vec<S> {
        let n = self.nv;
        let mut elements = vec![S::zero(); n * n * n];
        for (j, k) in (0..n * n).map(|pair| (pair / n, pair % n)) {
            let forces: Vec<S> = (0..n).map(|i| force(i, j, k)).collect();
            for (i, row) in self.inverse.chunks(n).enumerate() {
                let terms = row.iter().zip(&forces);
                let sum = terms.fold(S::zero(), |sum, (&inverse, &force)| sum + inverse * force);
                elements[self.place(i, j, k)] = -sum;
            }
        }
        elements
    }
}

/// Whether two velocities are those of one orientation.
fn are_of_one(turning: &[Range<usize>], j: usize, k: usize) -> bool {
    let both = |velocities: &Range<usize>| velocities.contains(&j) && velocities.contains(&k);
    turning.iter().any(both)
}

/// The derivatives of a symmetric matrix, with one of every two elements that are equal.
fn symmetric_in_rows<S: Copy>(mut elements: Vec<S>, n: usize) -> Vec<S> {
    for i in 0..n {
        for j in 0..i {
            for k in 0..n {
                elements[(i * n + j) * n + k] = elements[(j * n + i) * n + k];
            }
        }
    }
    elements
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that say where they were: 100 i + 10 j + k.
    fn places(n: usize) -> Vec<usize> {
        let place = |at: usize| 100 * (at / (n * n)) + 10 * (at / n % n) + at % n;
        (0..n * n * n).map(place).collect()
    }

    #[test]
    fn of_elements_that_are_equal_one_stands_for_both() {
        let n = 3;
        let by_rows = symmetric_in_rows(places(n), n);
        let by_columns = symmetric(places(n), n, |_, _| true);
        for (at, &place) in places(n).iter().enumerate() {
            let (i, j, k) = (place / 100, place / 10 % 10, place % 10);
            assert_eq!(by_rows[at], 100 * i.min(j) + 10 * i.max(j) + k);
            assert_eq!(by_columns[at], 100 * i + 10 * j.min(k) + j.max(k));
        }
    }
}
