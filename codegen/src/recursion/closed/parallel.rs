//! Parallel mechanisms, Saha section 3: legs on the base, one actuated joint at the foot of each, that meet in one point or frame.
//!
//! The twist t_e where they meet counts in the directions that the cut joints forbid. Each leg gives
//! t_e = Σ p̃_j θ̇_j, (24); the rates that are not actuated are taken out from the last to the second, (26)-(28), by the
//! projections Φ of (25b), until Φ t_e = Σ Φ₂ p̃₁ θ̇₁ over all legs, (29a). Back through (27a) all rates follow: N = N_l N_c N_d
//! of (32a) by columns, and with it the equations of the actuated joints, Nᵀ(M N θ̈ + h) = τ.
//!
//! The planar case of two legs with one more joint each is in [`five_bar`](super::five_bar); with least norm it is in
//! [`joined_legs`](super::joined_legs).

use super::ClosedSystem;
use super::constraint::Constraints;
use super::dense::{combined, congruent, diagonal, dot, plus, times};
use super::forces::Solved;
use super::leg::{LegKinematics, projection};
use super::solving::{Equations, definite};
use crate::leaves::{Argument, Leaves};
use crate::recursion::{factor, zeros};
use crate::scalar::Scalar;

/// The results from the rates of the feet.
struct Natural<S> {
    /// N.
    columns: Vec<Vec<S>>,
    /// Rates that follow from biases alone.
    free: Vec<S>,
}

impl<L: Leaves> ClosedSystem<'_, L> {
    /// N by columns, and rates that follow from biases alone.
    fn natural(&self, constraints: &Constraints<L::S>, rates: Option<&[L::S]>) -> Natural<L::S> {
        if let Some(five_bar) = self.five_bar() {
            self.mark("Saha (29), (30), (32)");
            let (one, zero, nv) = (L::S::one(), L::S::zero(), self.system.nv);
            let feet = [[one, zero], [zero, one]];
            return Natural {
                columns: feet.map(|feet| five_bar.rates(feet, nv)).into(),
                free: rates.map_or_else(Vec::new, |rates| five_bar.biases(rates)),
            };
        }
        let γ = match rates {
            Some(_) => self.stabilised(constraints),
            None => constraints.biases(),
        };
        self.natural_by_projections(&self.legs(constraints, &γ), rates.is_some())
    }

    fn natural_by_projections(&self, legs: &[LegKinematics<L::S>], biased: bool) -> Natural<L::S> {
        let n = self.system.nv;
        let matrix = projection(legs);
        let k = matrix.len();
        let ancestry = factor::dense(k);
        let factors = factor::factorise(matrix.clone(), &ancestry);
        let solve = |right: Vec<L::S>| factor::solve(&factors, right, &ancestry);
        self.mark("Saha (29b), (30), (32)");
        let mut columns = Vec::new();
        for (index, leg) in legs.iter().enumerate() {
            let t_e = solve(leg.projected(leg.foot.clone()));
            let mut column = zeros(n);
            for (other, one) in legs.iter().enumerate() {
                let foot = L::S::literal(i8::from(other == index));
                one.rates(&t_e, foot, None, &mut column);
            }
            columns.push(column);
        }
        let mut free = zeros(n);
        if biased {
            let total = legs.iter().fold(zeros::<L::S>(k), |sum, leg| {
                plus(&sum, &leg.projected(leg.bias.clone()))
            });
            let t_e = solve(total);
            for leg in legs {
                leg.rates(&t_e, L::S::zero(), Some(&leg.bias), &mut free);
            }
        }
        self.guard(&factors.diagonal, &diagonal(&matrix));
        Natural { columns, free }
    }

    /// q̈ from τ: Nᵀ M N θ̈ = τ − Nᵀ(M b + h), q̈ = N θ̈ + b.
    pub(in crate::recursion) fn parallel_forward(
        &self,
        constraints: &Constraints<L::S>,
    ) -> Solved<L::S> {
        if self.least_norm().is_some() {
            return self.joined_legs_forward(constraints);
        }
        let Natural { columns, free } = self.natural(constraints, Some(&self.inputs.rates()));
        let mass = self.mass_matrix();
        let h = self.bias();
        self.mark("Saha (16a), parallel");
        let moved: Vec<Vec<L::S>> = columns.iter().map(|c| times(&mass, c)).collect();
        let matrix = congruent(&columns, &moved);
        let τ = self.in_leg_order(&self.inputs.array(Argument::Tau));
        let needed = columns.iter().zip(&moved);
        let needed = needed.map(|(column, moved)| dot(column, &h) + dot(moved, &free));
        let right = τ.into_iter().zip(needed).map(|(τ, h)| τ - h).collect();
        let (accelerations, pivots) = definite(&Equations { matrix, right });
        // As positive as M: nothing is lost where N is sound.
        self.leaves.guard(&pivots);
        let qdd = combined(&free, &columns, &accelerations);
        let λ = Vec::new();
        Solved { qdd, λ }
    }

    /// τ = Nᵀ (M q̈ + h).
    pub(in crate::recursion) fn parallel_inverse(
        &self,
        needed: &[L::S],
        constraints: &Constraints<L::S>,
    ) -> (Vec<L::S>, Vec<L::S>) {
        let τ = if self.least_norm().is_some() {
            self.joined_legs_inverse(needed)
        } else if let Some(five_bar) = self.five_bar() {
            self.mark("Saha (42), parallel");
            five_bar.forces(needed).to_vec()
        } else {
            let natural = self.natural(constraints, None);
            self.mark("Saha (42), parallel");
            times(&natural.columns, needed)
        };
        (self.in_velocity_order(&τ), Vec::new())
    }

    /// q̇ = N θ̇.
    pub(in crate::recursion) fn parallel_rates(&self, rates: &[L::S]) -> Vec<L::S> {
        let rates = self.in_leg_order(rates);
        if self.least_norm().is_some() {
            self.joined_legs_rates(&rates)
        } else if let Some(five_bar) = self.five_bar() {
            self.mark("Saha (29), (30)");
            five_bar.rates([rates[0], rates[1]], self.system.nv)
        } else {
            let natural = self.natural(&self.at_rest(), None);
            let still = zeros(self.system.nv);
            combined(&still, &natural.columns, &rates)
        }
    }
}
