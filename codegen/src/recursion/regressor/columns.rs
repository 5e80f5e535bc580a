//! Factors by link → the rows of a regressor, columns of the user's parameters or of base parameters.

use super::{Coefficients, ENTRIES, Factors, place};
use crate::exact::number::Number;
use crate::leaves::Leaves;
use crate::mechanism::{BodyId, Inertia, InertiaEntry, InertialParameter, Mechanism, Pose};
use crate::recursion::zeros;
use crate::scalar::Scalar;

/// Rows with ten columns for every body of the model, row-major.
pub(super) fn of_model<L: Leaves>(
    mechanism: &Mechanism,
    factors: &Factors<L::S>,
    leaves: &L,
) -> Vec<L::S> {
    let factors = factors.seen_by_user(mechanism, leaves);
    factors.rows(
        mechanism
            .inertial_parameters()
            .map(|one| factors.column(one)),
    )
}

/// Rows with a column for every base parameter, row-major.
pub(super) fn of_base<L: Leaves>(
    mechanism: &Mechanism,
    factors: &Factors<L::S>,
    leaves: &L,
) -> Vec<L::S> {
    let factors = factors.seen_by_user(mechanism, leaves);
    factors.rows(mechanism.base.iter().map(|one| {
        let mut sum = factors.column(one.parameter);
        for (other, factor) in &one.others {
            for (sum, value) in sum.iter_mut().zip(factors.column(*other)) {
                *sum = *sum + leaves.times(factor, value);
            }
        }
        sum
    }))
}

impl<S: Scalar> Factors<S> {
    /// The factors of the parameters about the origins of the user's frames, in their axes.
    fn seen_by_user<L: Leaves<S = S>>(&self, mechanism: &Mechanism, leaves: &L) -> Self {
        let bodies = mechanism.bodies.iter().zip(&self.links);
        let links = bodies.map(|(body, rows)| {
            let frame = &body.user_frame;
            let images = ENTRIES.map(|entry| image(entry, frame));
            let own_frame = *frame == Pose::identity();
            let seen = |own: &Coefficients<S>| match own_frame {
                true => *own,
                false => core::array::from_fn(|k| combined(&images[k], own, leaves)),
            };
            rows.iter().map(|(row, own)| (*row, seen(own))).collect()
        });
        Self {
            rows: self.rows,
            links: links.collect(),
        }
    }

    /// The column of a parameter.
    fn column(&self, parameter: InertialParameter) -> Vec<S> {
        let BodyId(body) = parameter.body;
        let mut column = zeros(self.rows);
        if let Some((place, negative)) = place(parameter.entry) {
            for (row, own) in &self.links[body] {
                column[*row] = if negative { -own[place] } else { own[place] };
            }
        }
        column
    }

    /// Columns, row-major.
    fn rows(&self, columns: impl Iterator<Item = Vec<S>>) -> Vec<S> {
        let columns: Vec<Vec<S>> = columns.collect();
        let rows = (0..self.rows).flat_map(|row| columns.iter().map(move |column| column[row]));
        rows.collect()
    }
}

/// The parameters, as seen from the outer frame of a pose, of the inertia that is one parameter at unit value in the inner frame.
pub(super) fn image(entry: InertiaEntry, pose: &Pose) -> Vec<(usize, Number)> {
    parameters(&entry.inertia(&Number::ONE).seen_through(pose))
}

/// The parameters of an inertia that are not 0, with their places.
pub(super) fn parameters(inertia: &Inertia) -> Vec<(usize, Number)> {
    let entries = InertiaEntry::COLUMNS.into_iter().enumerate();
    let values = entries.map(|(k, entry)| (k, entry.of(inertia)));
    values.filter(|(_, value)| !value.is_zero()).collect()
}

/// Σ factor · coefficient.
pub(super) fn combined<L: Leaves>(
    terms: &[(usize, Number)],
    of: &Coefficients<L::S>,
    leaves: &L,
) -> L::S {
    let terms = terms.iter();
    terms.fold(L::S::zero(), |sum, (k, factor)| {
        sum + leaves.times(factor, of[*k])
    })
}
