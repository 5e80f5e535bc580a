//! Regressors: what is linear in the inertial parameters π of the bodies, as the matrix of their factors.
//!
//! ```text
//!  τ = Y π    p = Y_p π    T = K π    V = U π
//!
//!  unit parameters   a recursion on the mechanism with one inertia, which is one parameter at unit value: one column each
//!  twists            what the inertia wrench of every parameter does on the twist that a row gives its body
//! ```
//!
//! The parameters of a body are m, m c, I about the origin of the user's frame of it, in its axes
//! ([`COLUMNS`](InertiaEntry::COLUMNS)). What acts in joints is no part of a regressor.

mod coefficients;
mod columns;
mod energy;
mod parent;
mod twists;
mod unit;

use super::case::Case;
use super::{denoc, gravity, momentum};
use crate::leaves::Leaves;
use crate::mechanism::InertiaEntry;
use unit::of_unit_parameters;

/// What has a factor of its own: the ten parameters of a body ([`InertiaEntry::COLUMNS`]), and the second moments K_xx, K_yy, K_zz.
const ENTRIES: [InertiaEntry; 13] = {
    let [m, x, y, z, xx, xy, yy, xz, yz, zz] = InertiaEntry::COLUMNS;
    let [kx, ky, kz] = [
        InertiaEntry::Euler(0, 0),
        InertiaEntry::Euler(1, 1),
        InertiaEntry::Euler(2, 2),
    ];
    [m, x, y, z, xx, xy, yy, xz, yz, zz, kx, ky, kz]
};

/// Their factors.
type Coefficients<S> = [S; ENTRIES.len()];

/// The factors of all parameters.
pub(super) struct Factors<S> {
    /// Number of rows.
    rows: usize,
    /// For every link the rows that its parameters act on, with their factors, in its frame.
    links: Vec<Vec<(usize, Coefficients<S>)>>,
}

/// The place of a parameter's factor, and whether it is minus that: a second moment K_xy is −J_xy.
fn place(entry: InertiaEntry) -> Option<(usize, bool)> {
    let (entry, negative) = match entry {
        InertiaEntry::Euler(i, j) if i != j => (InertiaEntry::Tensor(i, j), true),
        entry => (entry, false),
    };
    let place = ENTRIES.iter().position(|&one| one == entry);
    place.map(|place| (place, negative))
}

impl<L: Leaves> Case<'_, L> {
    /// Columns of the parameters of the model's bodies.
    pub(super) fn columns(&self, factors: &Factors<L::S>) -> Vec<Vec<L::S>> {
        vec![columns::of_model(self.mechanism, factors, self.leaves)]
    }

    /// Columns of the base parameters.
    pub(super) fn base_columns(&self, factors: &Factors<L::S>) -> Vec<Vec<L::S>> {
        vec![columns::of_base(self.mechanism, factors, self.leaves)]
    }

    /// τ of unit parameters.
    pub(super) fn unit_forces(&self) -> Factors<L::S> {
        let motion = self.inputs.motion();
        of_unit_parameters(&self.system, self.system.nv, self.leaves, |single| {
            denoc::inverse_dynamics(single, &motion, self.leaves)
        })
    }

    /// τ by twists.
    pub(super) fn twist_forces(&self) -> Factors<L::S> {
        let motion = self.inputs.motion();
        twists::forces(self.mechanism, &self.system, &motion, self.leaves)
    }

    /// p of unit parameters.
    pub(super) fn unit_momenta(&self) -> Factors<L::S> {
        let rates = self.inputs.rates();
        of_unit_parameters(&self.system, self.system.nv, self.leaves, |single| {
            momentum::canonical(single, &rates, self.leaves)
        })
    }

    /// p by twists.
    pub(super) fn twist_momenta(&self) -> Factors<L::S> {
        let rates = self.inputs.rates();
        twists::momenta(self.mechanism, &self.system, &rates, self.leaves)
    }

    /// T of unit parameters.
    pub(super) fn unit_kinetic_energy(&self) -> Factors<L::S> {
        let rates = self.inputs.rates();
        of_unit_parameters(&self.system, 1, self.leaves, |single| {
            vec![momentum::kinetic_energy(single, &rates, self.leaves)]
        })
    }

    /// T by the twists of the bodies.
    pub(super) fn twist_kinetic_energy(&self) -> Factors<L::S> {
        energy::kinetic(&self.system, &self.inputs.rates(), self.leaves)
    }

    /// V of unit parameters.
    pub(super) fn unit_potential_energy(&self) -> Factors<L::S> {
        of_unit_parameters(&self.system, 1, self.leaves, |single| {
            vec![gravity::potential_energy(single, self.leaves)]
        })
    }

    /// V by the places of the bodies.
    pub(super) fn heights(&self) -> Factors<L::S> {
        energy::potential(&self.system, self.leaves)
    }
}
