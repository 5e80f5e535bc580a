//! The legs of a parallel mechanism, Saha (24)-(29a): the rates that are not actuated are taken out from the last to the second by
//! projections.

use super::ClosedSystem;
use super::constraint::{Constraint, Constraints};
use super::dense::{dot, unit};
use crate::closed::Legs;
use crate::leaves::Leaves;
use crate::recursion::zeros;
use crate::scalar::Scalar;

/// The kinematics of a leg: t_e = Σ p̃_j θ̇_j + bias.
pub(super) struct LegKinematics<S> {
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

impl<S: Scalar> LegKinematics<S> {
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
pub(super) fn projection<S: Scalar>(legs: &[LegKinematics<S>]) -> Vec<Vec<S>> {
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

impl<L: Leaves> ClosedSystem<'_, L> {
    /// The legs, with γ of all rows.
    pub(super) fn legs(
        &self,
        constraints: &Constraints<L::S>,
        γ: &[L::S],
    ) -> Vec<LegKinematics<L::S>> {
        self.mark("Saha (26)-(29a)");
        let legs = Legs::of(self.mechanism).unwrap_or_default().0;
        let leg = |leg: &crate::closed::Leg| {
            let rows = constraints.rows.iter().zip(γ.iter().copied());
            let rows: Vec<_> = rows.filter(|(row, _)| row.closure == leg.closure).collect();
            LegKinematics::new(&rows, leg.side, &leg.velocities)
        };
        legs.iter().map(leg).collect()
    }
}
