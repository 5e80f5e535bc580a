//! Regressors: the integrals of inertia, forces, momenta and energies over bodies of one parameter at unit value.

use super::bodies::{Field, MassIntegrals, Moved};
use super::dynamics::Dynamics;
use super::hyper::Hyper;
use crate::exact::number::Number;
use crate::leaves::Leaves;
use crate::mechanism::{InertialParameter, Mechanism};
use crate::scalar::Scalar;

/// A column: parameters with their factors.
type Column = Vec<(InertialParameter, Number)>;

/// The columns of the parameters of the model's bodies.
pub(super) fn of_model(mechanism: &Mechanism) -> Vec<Column> {
    let all = mechanism.inertial_parameters();
    all.map(|one| vec![(one, Number::ONE)]).collect()
}

/// The columns of the base parameters.
pub(super) fn of_base(mechanism: &Mechanism) -> Vec<Column> {
    let column = |one: &crate::mechanism::BaseColumn| {
        let own = core::iter::once((one.parameter, Number::ONE));
        own.chain(one.others.iter().cloned()).collect()
    };
    mechanism.base.iter().map(column).collect()
}

/// A part of a hyper-dual number.
type Part<S> = fn(Hyper<S>) -> S;

impl<L: Leaves> Dynamics<'_, L> {
    /// The body of a column's parts, with the mass of unit parameters about the origin of the user's frame times their factors.
    fn masses_of(&self, column: &Column) -> Vec<(usize, L::S, MassIntegrals<L::S>)> {
        let parts = column.iter().map(|(parameter, factor)| {
            let body = parameter.body.0;
            let unit = parameter.entry.inertia(&Number::ONE);
            let unit = unit.seen_through(&self.mechanism.bodies[body].user_frame);
            let factor = self.leaves.constant(factor);
            (body, factor, MassIntegrals::rigid(&unit, self.leaves))
        });
        parts.collect()
    }

    /// For every row and column, the integral of two fields over the mass of the column.
    fn over_columns(
        &self,
        rows: &[Moved<L::S>],
        part: Part<L::S>,
        columns: &[Column],
        other: impl Fn(usize) -> Field<L::S>,
    ) -> Vec<L::S> {
        let columns: Vec<_> = columns
            .iter()
            .map(|column| self.masses_of(column))
            .collect();
        let integral = |row: &Moved<L::S>, column: &Vec<(usize, L::S, MassIntegrals<L::S>)>| {
            column
                .iter()
                .fold(L::S::zero(), |sum, (body, factor, mass)| {
                    sum + *factor * mass.contracted(&row.field(*body, part), &other(*body))
                })
        };
        let integral = &integral;
        let rows = rows.iter();
        rows.flat_map(|row| columns.iter().map(move |column| integral(row, column)))
            .collect()
    }

    /// The factors of τ.
    pub(super) fn force_columns(&self, columns: &[Column]) -> Vec<L::S> {
        self.over_columns(
            &self.virtual_motions,
            |x| x.first,
            columns,
            |i| self.felt(i),
        )
    }

    /// The factors of p.
    pub(super) fn momentum_columns(&self, columns: &[Column]) -> Vec<L::S> {
        let rate = |i: usize| self.moved.field(i, |x| x.second);
        self.over_columns(&self.virtual_motions, |x| x.first, columns, rate)
    }

    /// The factors of T.
    pub(super) fn kinetic_columns(&self, columns: &[Column]) -> Vec<L::S> {
        let rate = |i: usize| self.moved.field(i, |x| x.second);
        let moved = core::slice::from_ref(&self.moved);
        let double = self.over_columns(moved, |x| x.first, columns, rate);
        double.into_iter().map(|one| self.half * one).collect()
    }

    /// The factors of V.
    pub(super) fn potential_columns(&self, columns: &[Column]) -> Vec<L::S> {
        let moved = core::slice::from_ref(&self.moved);
        self.over_columns(moved, |x| x.value, columns, |_| self.lift())
    }
}
