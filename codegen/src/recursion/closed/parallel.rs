//! Parallel mechanisms, Saha section 3: legs on the base, one actuated joint at the foot of each, that meet in one point or frame.
//!
//! The twist t_e where they meet counts in the directions that the cut joints forbid. Each leg gives
//! t_e = Σ p̃_j θ̇_j, (24); the rates that are not actuated are taken out from the last to the second, (26)-(28), by the
//! projections Φ of (25b), until Φ t_e = Σ Φ₂ p̃₁ θ̇₁ over all legs, (29a). Back through (27a) all rates follow: N = N_l N_c N_d
//! of (32a) by columns, and with it the equations of the actuated joints, Nᵀ(M N θ̈ + h) = τ.
//!
//! Two legs in a plane with one more joint each, a five-bar, have projections Φ = n nᵀ / nᵀn of rank one, n across p̃_2. There
//! t_e is not formed: n of the one leg takes all but the foot from its equation (24), and gives the rate of the other.

use super::constraint::Constraints;
use super::forces::Solved;
use super::{Closing, dot};
use crate::closed::Legs;
use crate::recursion::inputs::Inputs;
use crate::recursion::zeros;
use crate::recursion::{composite, factor};
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

/// What the rates of the feet give.
struct Natural<S> {
    /// N.
    columns: Vec<Vec<S>>,
    /// Rates that follow from biases alone.
    free: Vec<S>,
    /// Positive unless Φ is singular.
    margins: Vec<S>,
}

/// A leg with two joints in a plane: t_e = p̃_1 θ̇_1 + p̃_2 θ̇_2 + bias.
struct Limb<S> {
    velocities: [usize; 2],
    /// p̃_1.
    foot: [S; 2],
    /// p̃_2.
    knee: [S; 2],
    bias: [S; 2],
}

/// Two legs with two joints each.
struct FiveBar<S> {
    limbs: [Limb<S>; 2],
    /// n_1 · p̃_2 of the second.
    det: S,
}

/// n · b with n across a: the z of a × b.
fn across<S: Scalar>(a: [S; 2], b: [S; 2]) -> S {
    a[0] * b[1] - a[1] * b[0]
}

impl<S: Scalar> FiveBar<S> {
    /// The rates of the knees for what the rest of the first leg gives t_e more than that of the second: n of the one leg
    /// takes its knee from the equation.
    fn knees(&self, difference: [S; 2], inverse: S, rates: &mut [S]) {
        let [one, other] = &self.limbs;
        rates[one.velocities[1]] = across(other.knee, difference) * inverse;
        rates[other.velocities[1]] = across(one.knee, difference) * inverse;
    }
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
    fn natural(&self, constraints: &Constraints<L::S>, biased: bool) -> Natural<L::S> {
        match self.five_bar(constraints) {
            Some(five_bar) => self.natural_of_five_bar(&five_bar, biased),
            None => self.natural_by_projections(&self.parallel(constraints), biased),
        }
    }

    fn natural_by_projections(&self, parallel: &Parallel<L::S>, biased: bool) -> Natural<L::S> {
        let n = self.system.nv;
        let Parallel { legs, matrix } = parallel;
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
        Natural {
            columns,
            free,
            margins,
        }
    }

    /// The legs of a five-bar.
    fn five_bar(&self, constraints: &Constraints<L::S>) -> Option<FiveBar<L::S>> {
        let legs = Legs::of(self.mechanism)?;
        if !legs.is_five_bar(self.mechanism) {
            return None;
        }
        self.mark("Saha (24), (25)");
        let limb = |leg: &crate::closed::Leg| {
            let rows = [&constraints.rows[0], &constraints.rows[1]];
            let signed = |value: L::S| if leg.side == 0 { -value } else { value };
            let column = |v: usize| rows.map(|row| signed(row.sides[leg.side][v]));
            Limb {
                velocities: [leg.velocities[0], leg.velocities[1]],
                foot: column(leg.velocities[0]),
                knee: column(leg.velocities[1]),
                bias: rows.map(|row| signed(row.bias[leg.side])),
            }
        };
        let limbs = [limb(&legs.0[0]), limb(&legs.0[1])];
        let det = across(limbs[0].knee, limbs[1].knee);
        Some(FiveBar { limbs, det })
    }

    /// Whether the outer links of a five-bar are out of line: sin² of their angle against cos².
    fn margin_of_five_bar(&self, five_bar: &FiveBar<L::S>) -> Vec<L::S> {
        let [one, other] = five_bar.limbs.each_ref().map(|limb| limb.knee);
        let along = dot(&one, &other);
        let det = five_bar.det;
        self.margins(&[det * det], &[along * along])
    }

    fn natural_of_five_bar(&self, five_bar: &FiveBar<L::S>, biased: bool) -> Natural<L::S> {
        self.mark("Saha (29), (30), (32)");
        let inverse = L::S::one() / five_bar.det;
        let columns = [0, 1].map(|index| {
            let mut column = zeros(self.system.nv);
            let limb = &five_bar.limbs[index];
            let signed = |x: L::S| if index == 0 { x } else { -x };
            five_bar.knees(limb.foot.map(signed), inverse, &mut column);
            column[limb.velocities[0]] = L::S::one();
            column
        });
        let mut free = zeros(self.system.nv);
        if biased {
            let [one, other] = five_bar.limbs.each_ref().map(|limb| limb.bias);
            let difference = [one[0] - other[0], one[1] - other[1]];
            five_bar.knees(difference, inverse, &mut free);
        }
        Natural {
            columns: columns.into(),
            free,
            margins: self.margin_of_five_bar(five_bar),
        }
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
        let Natural {
            columns,
            free,
            mut margins,
        } = self.natural(constraints, true);
        let mass = composite::mass_matrix(&self.system.in_group_axes().system, self.leaves);
        let h = self.bias(&inputs.bias_motion());
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
        let needed = columns.iter().zip(&moved);
        let needed = needed.map(|(column, moved)| dot(column, &h) + dot(moved, &free));
        let right: Vec<L::S> = τ.into_iter().zip(needed).map(|(τ, h)| τ - h).collect();
        let (accelerations, pivots) = super::multipliers::definite(&inertia, &right);
        // As positive as M: nothing is lost where N is sound.
        margins.extend(pivots);
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
        let needed = self.resisted(&inputs.motion());
        let (τ, margins) = if let Some(five_bar) = self.five_bar(&constraints) {
            self.mark("Saha (42), parallel");
            let inverse = L::S::one() / five_bar.det;
            let [one, other] = &five_bar.limbs;
            let at_knees = [one, other].map(|limb| needed[limb.velocities[1]]);
            // Nᵀ from the left: what the knees need turns to a force at the point where the legs meet.
            let force =
                [0, 1].map(|k| (other.knee[k] * at_knees[0] + one.knee[k] * at_knees[1]) * inverse);
            let of_one = needed[one.velocities[0]] + across(force, one.foot);
            let of_other = needed[other.velocities[0]] - across(force, other.foot);
            (vec![of_one, of_other], self.margin_of_five_bar(&five_bar))
        } else {
            let natural = self.natural(&constraints, false);
            self.mark("Saha (42), parallel");
            (Self::reduced(&natural.columns, &needed), natural.margins)
        };
        vec![self.in_velocity_order(&τ), margins]
    }

    /// q̇ = N θ̇.
    pub(super) fn parallel_rates(&self, rates: &[L::S]) -> Vec<Vec<L::S>> {
        let (constraints, rates) = (self.at_rest(), self.in_leg_order(rates));
        let mut all = zeros(self.system.nv);
        let margins = if let Some(five_bar) = self.five_bar(&constraints) {
            self.mark("Saha (29), (30)");
            let [one, other] = &five_bar.limbs;
            let difference = [0, 1].map(|k| one.foot[k] * rates[0] - other.foot[k] * rates[1]);
            five_bar.knees(difference, L::S::one() / five_bar.det, &mut all);
            all[one.velocities[0]] = rates[0];
            all[other.velocities[0]] = rates[1];
            self.margin_of_five_bar(&five_bar)
        } else {
            let natural = self.natural(&constraints, false);
            for (column, &rate) in natural.columns.iter().zip(&rates) {
                for (all, &entry) in all.iter_mut().zip(column) {
                    *all = *all + entry * rate;
                }
            }
            natural.margins
        };
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
