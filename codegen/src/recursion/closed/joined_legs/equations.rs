//! Rates and equations of legs that are joined at one point.

use crate::recursion::closed::dense::unit;
use crate::recursion::closed::leg::LegKinematics;
use crate::recursion::zeros;
use crate::scalar::Scalar;

/// Legs that are joined at one point.
pub(super) struct JoinedLegs<S> {
    pub(super) legs: Vec<LegKinematics<S>>,
    pub(super) nv: usize,
}

impl<S: Scalar> JoinedLegs<S> {
    /// Number of directions of t_e.
    pub(super) fn directions(&self) -> usize {
        self.legs.first().map_or(0, |leg| leg.foot.len())
    }

    /// F, by columns.
    pub(super) fn of_feet(&self) -> Vec<Vec<S>> {
        let at_rest = zeros(self.directions());
        let column = |leg: &LegKinematics<S>| {
            let mut rates = zeros(self.nv);
            leg.rates(&at_rest, S::one(), None, &mut rates);
            rates
        };
        self.legs.iter().map(column).collect()
    }

    /// T, by columns.
    pub(super) fn of_twist(&self) -> Vec<Vec<S>> {
        let k = self.directions();
        let column = |j: usize| {
            let mut rates = zeros(self.nv);
            for leg in &self.legs {
                leg.rates(&unit(k, j), S::zero(), None, &mut rates);
            }
            rates
        };
        (0..k).map(column).collect()
    }

    /// Rates that follow from biases alone.
    pub(super) fn free(&self) -> Vec<S> {
        let (at_rest, mut rates) = (zeros(self.directions()), zeros(self.nv));
        for leg in &self.legs {
            leg.rates(&at_rest, S::zero(), Some(&leg.bias), &mut rates);
        }
        rates
    }

    /// Φ_i p̃_1 of every leg.
    pub(super) fn feet(&self) -> Vec<Vec<S>> {
        let projected = |leg: &LegKinematics<S>| leg.projected(leg.foot.clone());
        self.legs.iter().map(projected).collect()
    }

    /// C, rows first, and what it is equal to.
    pub(super) fn equations(&self) -> (Vec<Vec<S>>, Vec<S>) {
        let (d, k) = (self.legs.len(), self.directions());
        let (mut rows, mut right) = (Vec::new(), Vec::new());
        for (index, (leg, foot)) in self.legs.iter().zip(self.feet()).enumerate() {
            let columns: Vec<Vec<S>> = (0..k).map(|j| leg.projected(unit(k, j))).collect();
            for (i, &entry) in foot.iter().enumerate() {
                let mut row = zeros(d);
                row[index] = -entry;
                row.extend(columns.iter().map(|column| column[i]));
                rows.push(row);
            }
            right.extend(leg.projected(leg.bias.clone()));
        }
        (rows, right)
    }
}
