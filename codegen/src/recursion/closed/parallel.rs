//! Parallel mechanisms, Saha section 3: legs on the base, one actuated joint at the foot of each, that meet in one point or frame.
//!
//! The twist t_e where they meet counts in the directions that the cut joints forbid. Each leg gives
//! t_e = Σ p̃_j θ̇_j, (24); the rates that are not actuated are taken out from the last to the second, (26)-(28), by the
//! projections Φ of (25b), until Φ t_e = Σ Φ₂ p̃₁ θ̇₁ over all legs, (29a). Back through (27a) all rates follow: N = N_l N_c N_d
//! of (32a) by columns, and with it the equations of the actuated joints, Nᵀ(M N θ̈ + h) = τ.
//!
//! What two legs with one more joint each make of this in a plane is in [`five_bar`](super::five_bar); with least norm it is in
//! [`meeting`](super::meeting).

use super::Closing;
use super::constraint::{Constraint, Constraints};
use super::dense::{combined, congruent, diagonal, dot, plus, times, unit};
use super::forces::Solved;
use crate::closed::Legs;
use crate::leaves::{Argument, Leaves};
use crate::recursion::inputs::Inputs;
use crate::recursion::zeros;
use crate::recursion::{composite, factor};
use crate::scalar::Scalar;

/// A leg: t_e = Σ p̃_j θ̇_j + bias.
pub(super) struct Leg<S> {
    /// Velocities, the actuated one first.
    pub(super) velocities: Vec<usize>,
    /// p̃_1.
    pub(super) foot: Vec<S>,
    /// The rates that are not actuated, last first, as eliminated.
    eliminated: Vec<Eliminated<S>>,
    /// Bias of the twist rate.
    pub(super) bias: Vec<S>,
}

/// p̃_j with the directions of the joints behind it taken out, c, and 1/δ = 1/cᵀc, (25a).
struct Eliminated<S> {
    velocity: usize,
    c: Vec<S>,
    inverse: S,
    /// p̃_j as it is.
    whole: Vec<S>,
}

/// What the rates of the feet give.
struct Natural<S> {
    /// N.
    columns: Vec<Vec<S>>,
    /// Rates that follow from biases alone.
    free: Vec<S>,
    /// Positive unless Φ is singular.
    margins: Vec<S>,
}

impl<S: Scalar> Leg<S> {
    /// From the rows of its closure, with γ of each.
    fn new(rows: &[(&Constraint<S>, S)], side: usize, velocities: &[usize]) -> Self {
        // Rows say what `to` does less what `from` does.
        let column = |v: usize| -> Vec<S> {
            let entries = rows.iter().map(|(row, _)| row.sides[side][v]);
            entries
                .map(|entry| if side == 0 { -entry } else { entry })
                .collect()
        };
        let bias = |&(row, γ): &(&Constraint<S>, S)| match side {
            0 => -row.bias[0],
            _ => γ - row.bias[0],
        };
        let mut leg = Self {
            velocities: velocities.to_vec(),
            foot: column(velocities[0]),
            eliminated: Vec::new(),
            bias: rows.iter().map(bias).collect(),
        };
        for &velocity in velocities[1..].iter().rev() {
            let whole = column(velocity);
            let c = leg.projected(whole.clone());
            let inverse = S::one() / dot(&c, &c);
            leg.eliminated.push(Eliminated {
                velocity,
                c,
                inverse,
                whole,
            });
        }
        leg
    }

    /// Φ x, (25b), for the joints eliminated so far.
    pub(super) fn projected(&self, x: Vec<S>) -> Vec<S> {
        self.eliminated.iter().fold(x, |x, joint| {
            let along = dot(&joint.c, &x) * joint.inverse;
            x.iter()
                .zip(&joint.c)
                .map(|(&x, &c)| x - c * along)
                .collect()
        })
    }

    /// Sets all rates of the leg for a twist where the legs meet, less `bias` where there is one, and the rate of its foot: (27a).
    pub(super) fn rates(&self, t_e: &[S], foot: S, bias: Option<&[S]>, rates: &mut [S]) {
        let mut rest: Vec<S> = t_e
            .iter()
            .zip(&self.foot)
            .map(|(&t, &p)| t - p * foot)
            .collect();
        if let Some(bias) = bias {
            rest = rest.iter().zip(bias).map(|(&t, &b)| t - b).collect();
        }
        rates[self.velocities[0]] = foot;
        for joint in self.eliminated.iter().rev() {
            let rate = dot(&joint.c, &rest) * joint.inverse;
            rates[joint.velocity] = rate;
            for (rest, &p) in rest.iter_mut().zip(&joint.whole) {
                *rest = *rest - p * rate;
            }
        }
    }
}

/// Φ of (29a).
pub(super) fn projection<S: Scalar>(legs: &[Leg<S>]) -> Vec<Vec<S>> {
    let k = legs.first().map_or(0, |leg| leg.foot.len());
    let mut matrix = vec![zeros(k); k];
    for leg in legs {
        for j in 0..k {
            let column = leg.projected(unit(k, j));
            for i in 0..=j {
                let entry = matrix[i][j] + column[i];
                matrix[i][j] = entry;
                matrix[j][i] = entry;
            }
        }
    }
    matrix
}

impl<L: Leaves> Closing<'_, L> {
    /// The legs, with γ of all rows.
    pub(super) fn legs(&self, constraints: &Constraints<L::S>, γ: &[L::S]) -> Vec<Leg<L::S>> {
        self.mark("Saha (26)-(29a)");
        let legs = Legs::of(self.mechanism).unwrap_or_default().0;
        let leg = |leg: &crate::closed::Leg| {
            let rows = constraints.rows.iter().zip(γ.iter().copied());
            let rows: Vec<_> = rows.filter(|(row, _)| row.closure == leg.closure).collect();
            Leg::new(&rows, leg.side, &leg.velocities)
        };
        legs.iter().map(leg).collect()
    }

    /// N by columns, and rates that follow from biases alone, with the margins of Φ.
    fn natural(&self, constraints: &Constraints<L::S>, rates: Option<&[L::S]>) -> Natural<L::S> {
        if let Some((five_bar, margins)) = self.five_bar() {
            self.mark("Saha (29), (30), (32)");
            let (one, zero, nv) = (L::S::one(), L::S::zero(), self.system.nv);
            let feet = [[one, zero], [zero, one]];
            return Natural {
                columns: feet.map(|feet| five_bar.rates(feet, nv)).into(),
                free: rates.map_or_else(Vec::new, |rates| five_bar.biases(rates)),
                margins,
            };
        }
        let γ = match rates {
            Some(rates) => self.stabilised(constraints, rates),
            None => constraints.biases(),
        };
        self.natural_by_projections(&self.legs(constraints, &γ), rates.is_some())
    }

    fn natural_by_projections(&self, legs: &[Leg<L::S>], biased: bool) -> Natural<L::S> {
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
        let margins = self.margins(&factors.diagonal, &diagonal(&matrix));
        Natural {
            columns,
            free,
            margins,
        }
    }

    /// q̈ from τ: Nᵀ M N θ̈ = τ − Nᵀ(M b + h), q̈ = N θ̈ + b.
    pub(super) fn parallel_forward(
        &self,
        inputs: &Inputs<'_, L>,
        constraints: &Constraints<L::S>,
    ) -> (Solved<L::S>, Vec<L::S>) {
        let Natural {
            columns,
            free,
            mut margins,
        } = self.natural(constraints, Some(&inputs.rates()));
        let mass = composite::mass_matrix(&self.system.in_group_axes().system, self.leaves);
        let h = self.bias(&inputs.bias_motion());
        self.mark("Saha (16a), parallel");
        let moved: Vec<Vec<L::S>> = columns.iter().map(|c| times(&mass, c)).collect();
        let inertia = congruent(&columns, &moved);
        let τ = self.in_leg_order(&self.given(Argument::Tau, self.actuated().len()));
        let needed = columns.iter().zip(&moved);
        let needed = needed.map(|(column, moved)| dot(column, &h) + dot(moved, &free));
        let right: Vec<L::S> = τ.into_iter().zip(needed).map(|(τ, h)| τ - h).collect();
        let (accelerations, pivots) = super::multipliers::definite(&inertia, &right);
        // As positive as M: nothing is lost where N is sound.
        margins.extend(pivots);
        let qdd = combined(&free, &columns, &accelerations);
        let λ = Vec::new();
        (Solved { qdd, λ }, margins)
    }

    /// τ = Nᵀ (M q̈ + h).
    pub(super) fn parallel_inverse(&self, inputs: &Inputs<'_, L>) -> Vec<Vec<L::S>> {
        let needed = self.resisted(&inputs.motion());
        let (τ, margins) = if let Some((five_bar, margins)) = self.five_bar() {
            self.mark("Saha (42), parallel");
            (five_bar.forces(&needed).to_vec(), margins)
        } else {
            let natural = self.natural(&self.at_rest(), None);
            self.mark("Saha (42), parallel");
            (times(&natural.columns, &needed), natural.margins)
        };
        vec![self.in_velocity_order(&τ), margins]
    }

    /// q̇ = N θ̇.
    pub(super) fn parallel_rates(&self, rates: &[L::S]) -> Vec<Vec<L::S>> {
        let rates = self.in_leg_order(rates);
        let (all, margins) = if let Some((five_bar, margins)) = self.five_bar() {
            self.mark("Saha (29), (30)");
            (
                five_bar.rates([rates[0], rates[1]], self.system.nv),
                margins,
            )
        } else {
            let natural = self.natural(&self.at_rest(), None);
            let still = zeros(self.system.nv);
            let all = combined(&still, &natural.columns, &rates);
            (all, natural.margins)
        };
        vec![all, margins]
    }

    /// Velocities of the feet, by leg.
    fn feet(&self) -> Vec<usize> {
        let legs = Legs::of(self.mechanism).unwrap_or_default().0;
        legs.iter().map(|leg| leg.velocities[0]).collect()
    }

    /// Values by actuated velocity, by leg.
    pub(super) fn in_leg_order(&self, values: &[L::S]) -> Vec<L::S> {
        let place = |foot: &usize| self.actuated().iter().position(|one| one == foot);
        let feet = self.feet();
        let places = feet.iter().filter_map(place);
        places.map(|place| values[place]).collect()
    }

    /// Values by leg, by actuated velocity.
    pub(super) fn in_velocity_order(&self, values: &[L::S]) -> Vec<L::S> {
        let feet = self.feet();
        let place = |velocity: &usize| feet.iter().position(|one| one == velocity);
        let places = self.actuated().iter().filter_map(place);
        places.map(|place| values[place]).collect()
    }
}
