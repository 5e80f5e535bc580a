//! Derivatives along the manifold of closed positions q = Q(u), u the independent coordinates, by the implicit function theorem.
//!
//! Where u moves by δu, all coordinates do by δq = N δu with G N = 0. What is computed from q̇, q̈ and multipliers λ changes with
//! them, as the equations that they solve leave it:
//!
//! ```text
//!  n = G q̇ = 0,      c = G q̈ + γ = 0,      e = M q̈ + h − Gᵀ λ = E τ
//!
//!  G δq̇ = −δn        G δq̈ = −δc       (q̇_u, q̈_u held)
//!  forward dynamics   M δq̈ − Gᵀ δλ = E δτ − δe,   G δq̈ = −δc          (`saddle`)
//!  inverse dynamics   δτ = N_aᵀ δe            N_a: rates of all joints from those of actuated ones
//! ```
//!
//! δn, δc, δe are derivatives of the graphs of n, c and e along (δq, δq̇), with q̇, q̈ and λ held ([`Change`]). Pivots are chosen once, for
//! G_d⁻¹; what stabilises vanishes on the manifold. Weights on results go the other way, from sums of changes to what they are sums of
//! ([`products`]).

mod change;
mod forward;
mod gradient;
mod inverse;
mod natural;
mod products;
mod recorded;

use self::change::Change;
use self::natural::Natural;
use super::ClosedSystem;
use super::dense::combined;
use crate::leaves::Argument::{
    self, DirectionQ, DirectionQd, DirectionQdd, Independent, Qd, Qdd, Solved,
};
use crate::leaves::Leaves;
use crate::recursion::{transposed, zeros};
use crate::scalar::Scalar;

/// Arrays by argument.
type Arrays<S, const N: usize> = [(Argument, Vec<S>); N];

/// What is held while coordinates and rates change.
struct Held<S> {
    accelerations: Vec<S>,
    λ: Vec<S>,
}

impl<S: Scalar> Held<S> {
    fn arrays(&self) -> Arrays<S, 2> {
        [(Qdd, self.accelerations.clone()), (Solved, self.λ.clone())]
    }

    /// With a direction.
    fn along(&self, of_q: &[S], of_rates: &[S], of_accelerations: &[S]) -> Arrays<S, 5> {
        let [accelerations, λ] = self.arrays();
        [
            accelerations,
            λ,
            (DirectionQ, of_q.to_vec()),
            (DirectionQd, of_rates.to_vec()),
            (DirectionQdd, of_accelerations.to_vec()),
        ]
    }
}

fn negative<S: Scalar>(values: Vec<S>) -> Vec<S> {
    values.into_iter().map(|x| -x).collect()
}

impl<L: Leaves> ClosedSystem<'_, L> {
    /// Those of n, c and e.
    fn changes(&self) -> [Change; 3] {
        [
            Change::of(self.mechanism, |closed| closed.slip()),
            Change::of(self.mechanism, |closed| closed.parting()),
            Change::of(self.mechanism, |closed| closed.unbalanced()),
        ]
    }

    /// δq̇ along a column of N.
    fn turned(
        &self,
        free: &Natural<L::S>,
        slip: &Change,
        rates: Vec<L::S>,
        column: &[L::S],
    ) -> Vec<L::S> {
        let motion = [
            (Qd, rates),
            (DirectionQ, column.to_vec()),
            (DirectionQd, zeros(self.nv())),
        ];
        self.following(free, slip, &motion)
    }

    /// What follows a motion so that sums over rows stay as they are, independent elements held.
    fn following(
        &self,
        free: &Natural<L::S>,
        change: &Change,
        motion: &[(Argument, Vec<L::S>)],
    ) -> Vec<L::S> {
        free.follows(&change.along(motion, self.leaves), self.nv())
    }

    /// Of q̇ = N q̇_u, by u and by q̇_u.
    pub(in crate::recursion) fn dependent_rates_derivatives(&self) -> Vec<Vec<L::S>> {
        let nv = self.nv();
        let free = self.free();
        let given = self.inputs.array(Independent);
        let rates = combined(&zeros(nv), &free.columns, &given);
        let slip = Change::of(self.mechanism, |closed| closed.slip());
        let column = |column: &Vec<L::S>| self.turned(&free, &slip, rates.clone(), column);
        let by_coordinates: Vec<Vec<L::S>> = free.columns.iter().map(column).collect();
        [by_coordinates, free.columns]
            .map(|columns| transposed(&columns, nv).concat())
            .to_vec()
    }
}
