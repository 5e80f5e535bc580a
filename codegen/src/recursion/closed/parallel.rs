//! Parallel mechanisms, Saha section 3: legs on the base, one actuated joint at the foot of each, that meet in one point or frame.
//!
//! The twist t_e where they meet counts in the directions that the cut joints forbid. Each leg gives
//! t_e = Σ p̃_j θ̇_j, (24); the rates that are not actuated are taken out from the last to the second, (26)-(28), by the
//! projections Φ of (25b), until Φ t_e = Σ Φ₂ p̃₁ θ̇₁ over all legs, (29a). Back through (27a) all rates follow: N = N_l N_c N_d
//! of (32a) by columns, and with it the equations of the actuated joints, Nᵀ(M N θ̈ + h) = τ.

use super::constraint::Constraints;
use super::forces::Solved;
use super::{Closing, dot};
use crate::closed::Legs;
use crate::recursion::composite;
use crate::recursion::inputs::{Inputs, Motion};
use crate::recursion::zeros;
use crate::scalar::{Argument, Leaves, Scalar};

/// A leg: t_e = Σ p̃_j θ̇_j + bias.
struct Leg<S> {
    /// Velocities, the actuated one first.
    velocities: Vec<usize>,
    /// p̃_1.
    foot: Vec<S>,
    /// The rates that are not actuated, last first, as eliminated.
    eliminated: Vec<Eliminated<S>>,
    /// Bias of the twist rate.
    bias: Vec<S>,
}

/// p̃_j with the directions of the joints behind it taken out, c, and 1/δ = 1/cᵀc, (25a).
struct Eliminated<S> {
    velocity: usize,
    c: Vec<S>,
    inverse: S,
    /// p̃_j as it is.
    whole: Vec<S>,
}

/// A parallel mechanism, its legs eliminated.
struct Parallel<S> {
    legs: Vec<Leg<S>>,
    /// Φ of (29a).
    matrix: Vec<Vec<S>>,
}

impl<S: Scalar> Leg<S> {
    fn new(rows: &[&super::constraint::Constraint<S>], side: usize, velocities: &[usize]) -> Self {
        // Rows say what `to` does less what `from` does.
        let signed = |value: S| if side == 0 { -value } else { value };
        let column =
            |v: usize| -> Vec<S> { rows.iter().map(|row| signed(row.sides[side][v])).collect() };
        let mut leg = Self {
            velocities: velocities.to_vec(),
            foot: column(velocities[0]),
            eliminated: Vec::new(),
            bias: rows.iter().map(|row| signed(row.bias[side])).collect(),
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
    fn projected(&self, x: Vec<S>) -> Vec<S> {
        self.eliminated.iter().fold(x, |x, joint| {
            let along = dot(&joint.c, &x) * joint.inverse;
            x.iter()
                .zip(&joint.c)
                .map(|(&x, &c)| x - c * along)
                .collect()
        })
    }

    /// All rates of the leg for a twist where the legs meet, (27a); `free`: with that of the foot, and without bias.
    fn rates(&self, t_e: &[S], foot: S, bias: Option<&[S]>, rates: &mut [S]) {
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

impl<L: Leaves> Closing<'_, L> {
    fn parallel(&self, constraints: &Constraints<L::S>) -> Parallel<L::S> {
        self.mark("Saha (26)-(29a)");
        let legs = Legs::of(self.mechanism).unwrap_or_default().0;
        let legs: Vec<Leg<L::S>> = (legs.iter())
            .map(|leg| {
                let rows = constraints.rows.iter();
                let rows: Vec<_> = rows.filter(|row| row.closure == leg.closure).collect();
                Leg::new(&rows, leg.side, &leg.velocities)
            })
            .collect();
        let k = legs.first().map_or(0, |leg| leg.foot.len());
        let unit = |j: usize| (0..k).map(|i| L::S::literal(i8::from(i == j))).collect();
        let mut matrix = vec![zeros(k); k];
        for leg in &legs {
            for j in 0..k {
                let column = leg.projected(unit(j));
                for i in 0..=j {
                    let entry = matrix[i][j] + column[i];
                    matrix[i][j] = entry;
                    matrix[j][i] = entry;
                }
            }
        }
        Parallel { legs, matrix }
    }

    /// N by columns, and rates that follow from biases alone, with the margins of Φ.
    fn natural(
        &self,
        parallel: &Parallel<L::S>,
        biased: bool,
    ) -> (Vec<Vec<L::S>>, Vec<L::S>, Vec<L::S>) {
        let n = self.system.nv;
        let Parallel { legs, matrix } = parallel;
        let k = matrix.len();
        let ancestry = crate::recursion::factor::dense(k);
        let factors = crate::recursion::factor::factorise(matrix.clone(), &ancestry);
        let solve = |right: Vec<L::S>| crate::recursion::factor::solve(&factors, right, &ancestry);
        self.mark("Saha (29b), (30), (32)");
        let none = zeros::<L::S>(k);
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
            let total = legs.iter().fold(none, |sum, leg| {
                let own = leg.projected(leg.bias.clone());
                sum.iter().zip(own).map(|(&a, b)| a + b).collect()
            });
            let t_e = solve(total);
            for leg in legs {
                leg.rates(&t_e, L::S::zero(), Some(&leg.bias), &mut free);
            }
        }
        let diagonal: Vec<L::S> = (0..k).map(|i| matrix[i][i]).collect();
        let margins = self.margins(&factors.diagonal, &diagonal);
        (columns, free, margins)
    }

    /// Nᵀ x.
    fn reduced(columns: &[Vec<L::S>], x: &[L::S]) -> Vec<L::S> {
        columns.iter().map(|column| dot(column, x)).collect()
    }

    /// q̈ from τ: Nᵀ M N θ̈ = τ − Nᵀ(M b + h), q̈ = N θ̈ + b.
    pub(super) fn parallel_forward(
        &self,
        inputs: &Inputs<'_, L>,
        constraints: &Constraints<L::S>,
    ) -> (Solved<L::S>, Vec<L::S>) {
        let parallel = self.parallel(constraints);
        let (columns, free, mut margins) = self.natural(&parallel, true);
        let mass = composite::mass_matrix(&self.system.in_group_axes().system, self.leaves);
        let motion = Motion {
            rates: inputs.rates(),
            accelerations: free.clone(),
        };
        let needed = self.resisted(&motion);
        self.mark("Saha (16a), parallel");
        let moved: Vec<Vec<L::S>> = (columns.iter())
            .map(|column| mass.iter().map(|row| dot(row, column)).collect())
            .collect();
        let d = columns.len();
        let mut inertia = vec![zeros(d); d];
        for i in 0..d {
            for j in 0..=i {
                let entry = dot(&columns[j], &moved[i]);
                inertia[i][j] = entry;
                inertia[j][i] = entry;
            }
        }
        let τ = self.in_leg_order(&self.given(Argument::Tau, self.actuated().len()));
        let reduced = Self::reduced(&columns, &needed);
        let right: Vec<L::S> = τ.into_iter().zip(reduced).map(|(τ, h)| τ - h).collect();
        let (accelerations, pivots) = super::multipliers::definite(&inertia, &right);
        let diagonal: Vec<L::S> = (0..d).map(|k| inertia[k][k]).collect();
        margins.extend(self.margins(&pivots, &diagonal));
        let qdd = columns.iter().zip(&accelerations);
        let qdd = qdd.fold(free, |sum, (column, &x)| {
            sum.iter()
                .zip(column)
                .map(|(&sum, &c)| sum + c * x)
                .collect()
        });
        let λ = Vec::new();
        (Solved { qdd, λ }, margins)
    }

    /// τ = Nᵀ (M q̈ + h).
    pub(super) fn parallel_inverse(&self, inputs: &Inputs<'_, L>) -> Vec<Vec<L::S>> {
        let constraints = self.at_rest();
        let parallel = self.parallel(&constraints);
        let (columns, _, margins) = self.natural(&parallel, false);
        let needed = self.resisted(&inputs.motion());
        self.mark("Saha (42), parallel");
        let τ = self.in_velocity_order(&Self::reduced(&columns, &needed));
        vec![τ, margins]
    }

    /// q̇ = N θ̇.
    pub(super) fn parallel_rates(&self, rates: &[L::S]) -> Vec<Vec<L::S>> {
        let parallel = self.parallel(&self.at_rest());
        let (columns, _, margins) = self.natural(&parallel, false);
        let rates = self.in_leg_order(rates);
        let mut all = zeros(self.system.nv);
        for (column, rate) in columns.iter().zip(rates) {
            for (all, &entry) in all.iter_mut().zip(column) {
                *all = *all + entry * rate;
            }
        }
        vec![all, margins]
    }

    /// Velocities of the feet, by leg.
    fn feet(&self) -> Vec<usize> {
        let legs = Legs::of(self.mechanism).unwrap_or_default().0;
        legs.iter().map(|leg| leg.velocities[0]).collect()
    }

    /// Values by actuated velocity, by leg.
    fn in_leg_order(&self, values: &[L::S]) -> Vec<L::S> {
        let place = |foot: &usize| self.actuated().iter().position(|one| one == foot);
        let feet = self.feet();
        let places = feet.iter().filter_map(place);
        places.map(|place| values[place]).collect()
    }

    /// Values by leg, by actuated velocity.
    fn in_velocity_order(&self, values: &[L::S]) -> Vec<L::S> {
        let feet = self.feet();
        let place = |velocity: &usize| feet.iter().position(|one| one == velocity);
        let places = self.actuated().iter().filter_map(place);
        places.map(|place| values[place]).collect()
    }
}
