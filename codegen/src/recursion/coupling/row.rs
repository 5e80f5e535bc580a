//! A row of G: what a velocity of the tree is of the user's.

use crate::exact::number::Number;
use crate::leaves::{Argument, Input, Leaves};
use crate::mechanism::{Combination, Coordinates};
use crate::scalar::Scalar;

/// A row of G.
pub(super) struct Row<'a, S> {
    /// Its constant part.
    pub(super) terms: &'a [(usize, Number)],
    /// What squares add to it, by velocity.
    pub(super) slopes: Vec<(usize, S)>,
    /// What squares make of two rates: c q̇_i q̇_j, and c q̇_j q̇_i where i ≠ j.
    pub(super) curvature: Vec<(usize, usize, S)>,
}

impl<'a, S: Scalar> Row<'a, S> {
    pub(super) fn lift<L: Leaves<S = S>>(
        row: &'a Combination,
        coordinates: &Coordinates,
        leaves: &L,
    ) -> Self {
        let mut lifted = Self {
            terms: &row.terms,
            slopes: Vec::new(),
            curvature: Vec::new(),
        };
        let two = Number::from(2);
        let value = |velocity: usize| {
            let argument = Argument::Q;
            let index = coordinates.rated_by(velocity);
            leaves.input(Input { argument, index })
        };
        for (i, j, factor) in &row.squares {
            let double = factor * &two;
            if i == j {
                lifted.slope(*i, leaves.times(&double, value(*i)));
                lifted.curvature.push((*i, *j, leaves.constant(&double)));
            } else {
                lifted.slope(*i, leaves.times(factor, value(*j)));
                lifted.slope(*j, leaves.times(factor, value(*i)));
                lifted.curvature.push((*i, *j, leaves.constant(factor)));
            }
        }
        lifted
    }

    fn slope(&mut self, index: usize, value: S) {
        match self.slopes.iter_mut().find(|(known, _)| *known == index) {
            Some((_, sum)) => *sum = *sum + value,
            None => self.slopes.push((index, value)),
        }
    }
}
