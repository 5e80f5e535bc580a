//! Forces by their power along one virtual velocity, drawn at random, in place of all unit velocities.
//!
//! Two arrays of forces that have the same power along w are equal but for one w in p, p the prime; every body is passed once,
//! where unit velocities pass all bodies for every coordinate.
//!
//! | results | must be | is, of the results |
//! |---|---|---|
//! | τ, φ, g, p | ∫ ∂ṙ/∂w · (r̈ − g) dm, … | w · τ |
//! | M | ∫ ∂ṙ/∂w · ∂ṙ/∂a dm | wᵀ M a |
//! | q̈ | w · τ | ∫ ∂ṙ/∂w · (r̈ − g) dm at q̈ |
//! | q̇, ṗ | w · (p − p of driven joints), 0 | ∫ ∂ṙ/∂w · ∂ṙ/∂q̇ dm, w · ṗ − that at q̇ |
//!
//! So nothing is solved for where results divide by M.

use super::dynamics::Dynamics;
use super::elimination::dot;
use super::{array, difference};
use crate::leaves::{Argument, Leaves};
use crate::mechanism::Mechanism;
use crate::recursion::{Domain, Quantity};
use crate::scalar::Scalar;

/// Whether the results of a quantity are compared by their power.
pub(super) fn compares(mechanism: &Mechanism, quantity: Quantity) -> bool {
    let is_one = matches!(
        quantity,
        Quantity::InverseDynamics
            | Quantity::InverseDynamicsWithWrenches
            | Quantity::ForwardDynamics
            | Quantity::AccelerationFromPhi
            | Quantity::MassMatrix
            | Quantity::MassMatrixUpper
            | Quantity::Bias
            | Quantity::Gravity
            | Quantity::Momenta
            | Quantity::HamiltonianRates
    );
    is_one && quantity.domain(mechanism) != Domain::Loops
}

/// A mechanism at a random point with random virtual velocities.
pub(super) struct Power<'a, L: Leaves> {
    mechanism: &'a Mechanism,
    leaves: &'a L,
    /// The virtual velocity of forces: a direction in p, which is no input of functions with these results.
    w: Vec<L::S>,
}

impl<'a, L: Leaves> Power<'a, L> {
    pub(super) fn new(mechanism: &'a Mechanism, leaves: &'a L) -> Self {
        Self {
            mechanism,
            leaves,
            w: array(mechanism, leaves, Argument::DirectionP),
        }
    }

    /// What the power of results must be.
    pub(super) fn expected(&self, quantity: Quantity) -> Vec<Vec<L::S>> {
        let input = |argument| self.array(argument);
        let still = self.still();
        let at_rest = || self.dynamics([&still, &still]);
        let moving = || self.dynamics([&input(Argument::Qd), &still]);
        let accelerating = || self.dynamics([&input(Argument::Qd), &input(Argument::Qdd)]);
        match quantity {
            Quantity::InverseDynamics => vec![accelerating().forces()],
            Quantity::InverseDynamicsWithWrenches => {
                let dynamics = accelerating();
                let supported = dynamics.supported_by(&input(Argument::Wrenches));
                vec![difference(&dynamics.forces(), &supported)]
            }
            Quantity::MassMatrix | Quantity::MassMatrixUpper => {
                let a = self.array(Argument::P);
                vec![vec![self.inertial(&a)]]
            }
            Quantity::Bias => vec![moving().forces()],
            Quantity::Gravity => vec![at_rest().weight()],
            Quantity::Momenta => vec![moving().momenta()],
            Quantity::HamiltonianRates => {
                // p = M v + what driven joints contribute.
                let own = difference(&[self.along(&input(Argument::P))], &at_rest().momenta());
                vec![own, vec![L::S::zero()]]
            }
            _ => vec![vec![self.along(&input(Argument::Tau))]],
        }
    }

    /// The power of results; results of another shape stay as they are, and are no power.
    pub(super) fn of(&self, quantity: Quantity, results: Vec<Vec<L::S>>) -> Vec<Vec<L::S>> {
        let n = self.mechanism.nv();
        let len = match quantity {
            Quantity::MassMatrix => n * n,
            Quantity::MassMatrixUpper => n * (n + 1) / 2,
            _ => n,
        };
        if results.iter().any(|array| array.len() != len) {
            return results;
        }
        match (quantity, &results[..]) {
            (Quantity::MassMatrix, [m]) => {
                vec![vec![self.bilinear(|i, j| m[n * i + j])]]
            }
            (Quantity::MassMatrixUpper, [m]) => {
                // Rows before i have n, n − 1, … elements.
                let place = |i: usize, j: usize| i * (2 * n - i + 1) / 2 + (j - i);
                vec![vec![self.bilinear(|i, j| m[place(i.min(j), i.max(j))])]]
            }
            (Quantity::ForwardDynamics, [accelerations]) => {
                let velocities = self.array(Argument::Qd);
                vec![self.dynamics([&velocities, accelerations]).forces()]
            }
            (Quantity::AccelerationFromPhi, [accelerations]) => {
                vec![vec![self.inertial(accelerations)]]
            }
            (Quantity::HamiltonianRates, [velocities, momentum_rates]) => {
                let τ = self.along(&self.array(Argument::Tau));
                let rates = self.dynamics([velocities, &self.still()]);
                let rates = rates.momentum_rates(&[τ]);
                vec![
                    vec![self.inertial(velocities)],
                    difference(&[self.along(momentum_rates)], &rates),
                ]
            }
            (_, [forces]) => vec![vec![self.along(forces)]],
            _ => results,
        }
    }

    /// With velocities and accelerations, along w.
    fn dynamics(&self, motion: [&[L::S]; 2]) -> Dynamics<'a, L> {
        Dynamics::along(self.mechanism, self.leaves, motion, [self.w.clone()])
    }

    /// w · x.
    fn along(&self, x: &[L::S]) -> L::S {
        dot(&self.w, x)
    }

    /// wᵀ M a by the bodies; a is in the place of p, which M does not depend on.
    fn inertial(&self, a: &[L::S]) -> L::S {
        let (still, both) = (self.still(), [self.w.clone(), a.to_vec()]);
        let dynamics = Dynamics::along(self.mechanism, self.leaves, [&still, &still], both);
        dynamics.inertia(&dynamics.virtual_motions[0], &dynamics.virtual_motions[1])
    }

    /// wᵀ M a by the elements of M.
    fn bilinear(&self, entry: impl Fn(usize, usize) -> L::S) -> L::S {
        let a = self.array(Argument::P);
        let row = |i: usize| (0..a.len()).fold(L::S::zero(), |sum, j| sum + entry(i, j) * a[j]);
        let rows: Vec<L::S> = (0..a.len()).map(row).collect();
        self.along(&rows)
    }

    fn still(&self) -> Vec<L::S> {
        vec![L::S::zero(); self.mechanism.nv()]
    }

    fn array(&self, argument: Argument) -> Vec<L::S> {
        array(self.mechanism, self.leaves, argument)
    }
}
