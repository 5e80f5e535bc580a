//! Products of these derivatives with vectors, without the matrices.
//!
//! Along a direction (δu, δu̇, …) positions move by δq = N δu, and one change is found in the place of one for every coordinate. Weights w
//! go the other way:
//!
//! ```text
//!  forward dynamics    w·δq̈ = a·E δτ − a·δe + μ·δc       M a − Gᵀ μ = w,  G a = 0
//!  inverse dynamics    w·δτ = a·δe                         a = N_a w
//!  what follows        g·δx = z·δs                         δx with δx_u = 0, G δx = −δs:  G_dᵀ z = −g_d
//! ```
//!
//! a·e, μ·c and z·n, c are differentiated in reverse ([`Gradient`]); what rates and accelerations follow by joins what coordinates give, and
//! Nᵀ makes of it gradients by u.

use super::super::ClosedSystem;
use super::super::dense::{at, combined, plus, scattered, times};
use super::change::Change;
use super::gradient::Gradient;
use super::negative;
use crate::leaves::Argument::{
    self, DirectionIndependent, DirectionQ, DirectionQd, DirectionQdd, DirectionTau, Independent,
    Q, Qd, Qdd,
};
use crate::leaves::Leaves;
use crate::recursion::{Product, Quantity, zeros};
use crate::scalar::Scalar;

/// Result arrays.
type Arrays<S> = Vec<Vec<S>>;

impl<L: Leaves> ClosedSystem<'_, L> {
    /// The values of a quantity, with its product along the directions or by the weights that are its inputs.
    pub(in crate::recursion) fn product(&self, product: Product) -> Arrays<L::S> {
        let along = product.is_along();
        let weights = || {
            let weights = product.weights().into_iter();
            weights.flat_map(|one| self.inputs.array(one)).collect()
        };
        match product.of() {
            Quantity::ForwardDynamics if along => self.forward_along(),
            Quantity::ForwardDynamics => self.forward_weighted(weights()),
            Quantity::InverseDynamics if along => self.inverse_along(),
            Quantity::InverseDynamics => self.inverse_weighted(&weights()),
            _ if along => self.rates_along(),
            _ => self.rates_weighted(weights()),
        }
    }

    /// q̈ and its change.
    fn forward_along(&self) -> Arrays<L::S> {
        let (saddle, held) = self.accelerated();
        let columns = self.natural_by_inertia(&saddle);
        let [slip, parting, unbalanced] = self.changes();
        let moved = |direction| self.combination(&columns, direction);
        let of_q = moved(DirectionQ);
        let turned = self.turned_by_inertia(&saddle, &slip, &columns, &of_q);
        let of_rates = plus(&turned, &moved(DirectionQd));
        let motion = held.along(&of_q, &of_rates, &zeros(self.nv()));
        self.mark("implicit function theorem");
        let [c, e] = [&parting, &unbalanced].map(|one| negative(one.along(&motion, self.leaves)));
        let forces = self.inputs.array(DirectionTau);
        let forces = scattered(self.nv(), &[(self.actuated(), &forces)]);
        let (change, _) = saddle.solve(plus(&forces, &e), &c);
        vec![held.accelerations, change]
    }

    /// q̈ and the gradients by coordinates, rates and forces.
    fn forward_weighted(&self, weights: Vec<L::S>) -> Arrays<L::S> {
        let nv = self.nv();
        let (saddle, held) = self.accelerated();
        let columns = self.natural_by_inertia(&saddle);
        self.mark("M a − Gᵀ μ = w, G a = 0");
        let (a, μ) = saddle.solve(weights, &zeros(saddle.rows()));
        let motion = held.arrays();
        let by = [Q, Qd];
        let unbalanced = Gradient::of(self.mechanism, &by, |closed| closed.unbalanced());
        let parting = Gradient::of(self.mechanism, &by, |closed| closed.parting());
        self.mark("implicit function theorem, transposed");
        let of_e = unbalanced.with(negative(a.clone()), &motion, self.leaves);
        let of_c = parting.with(μ, &motion, self.leaves);
        let mut gradients = sums(of_e, &of_c);
        let by_rates = &gradients[1];
        // With Nᵀ of it taken off, it is one of constraint forces.
        let by_independent = scattered(nv, &[(self.independent(), &times(&columns, by_rates))]);
        let forces = plus(by_rates, &negative(by_independent));
        let (_, z) = saddle.solve(forces, &zeros(saddle.rows()));
        gradients[0] = plus(&gradients[0], &self.of_slip(z, self.inputs.array(Qd)));
        let by_independent = gradients.iter().map(|one| times(&columns, one));
        let mut arrays = vec![held.accelerations];
        arrays.extend(by_independent);
        arrays.push(at(&a, self.actuated()));
        arrays
    }

    /// τ and its change.
    fn inverse_along(&self) -> Arrays<L::S> {
        let naturals = self.naturals();
        let (free, actuated) = (&naturals.free, naturals.actuated());
        let [slip, parting, unbalanced] = self.changes();
        let held = self.held_by(actuated);
        let moved = |direction| self.combination(&free.columns, direction);
        let of_q = moved(DirectionQ);
        let turned = self.turned(free, &slip, self.inputs.array(Qd), &of_q);
        let of_rates = plus(&turned, &moved(DirectionQd));
        let still = zeros::<L::S>(self.nv());
        self.mark("implicit function theorem");
        let followed = self.following(free, &parting, &held.along(&of_q, &of_rates, &still));
        let of_accelerations = plus(&followed, &moved(DirectionQdd));
        let motion = held.along(&of_q, &of_rates, &of_accelerations);
        let change = unbalanced.along(&motion, self.leaves);
        let by_actuated = |forces: &[L::S]| times(&actuated.columns, forces);
        vec![by_actuated(&self.resisted()), by_actuated(&change)]
    }

    /// τ and the gradients by coordinates, rates and accelerations.
    fn inverse_weighted(&self, weights: &[L::S]) -> Arrays<L::S> {
        let naturals = self.naturals();
        let (free, actuated) = (&naturals.free, naturals.actuated());
        let held = self.held_by(actuated);
        let motion = held.arrays();
        let unbalanced = Gradient::of(self.mechanism, &[Q, Qd, Qdd], |closed| closed.unbalanced());
        let parting = Gradient::of(self.mechanism, &[Q, Qd], |closed| closed.parting());
        self.mark("implicit function theorem, transposed");
        let a = combined(&zeros(self.nv()), &actuated.columns, weights);
        let mut gradients = unbalanced.with(a, &motion, self.leaves);
        let z = free.followed(&gradients[2]);
        let of_c = parting.with(z, &motion, self.leaves);
        let by_accelerations = gradients.split_off(2);
        let mut gradients = sums(gradients, &of_c);
        let z = free.followed(&gradients[1]);
        gradients[0] = plus(&gradients[0], &self.of_slip(z, self.inputs.array(Qd)));
        gradients.extend(by_accelerations);
        let mut arrays = vec![times(&actuated.columns, &self.resisted())];
        arrays.extend(gradients.iter().map(|one| times(&free.columns, one)));
        arrays
    }

    /// q̇ = N q̇_u and its change.
    fn rates_along(&self) -> Arrays<L::S> {
        let free = self.free();
        let moved = |direction| self.combination(&free.columns, direction);
        let rates = moved(Independent);
        let slip = Change::of(self.mechanism, |closed| closed.slip());
        let turned = self.turned(&free, &slip, rates.clone(), &moved(DirectionQ));
        let change = plus(&turned, &moved(DirectionIndependent));
        vec![rates, change]
    }

    /// q̇ = N q̇_u and the gradients by coordinates and q̇_u.
    fn rates_weighted(&self, weights: Vec<L::S>) -> Arrays<L::S> {
        let free = self.free();
        let rates = self.combination(&free.columns, Independent);
        let by_coordinates = self.of_slip(free.followed(&weights), rates.clone());
        let gradients = [by_coordinates, weights].map(|one| times(&free.columns, &one));
        [vec![rates], gradients.to_vec()].concat()
    }

    /// N x, x an input.
    fn combination(&self, columns: &[Vec<L::S>], x: Argument) -> Vec<L::S> {
        combined(&zeros(self.nv()), columns, &self.inputs.array(x))
    }

    /// The gradient of z·n by coordinates.
    fn of_slip(&self, z: Vec<L::S>, rates: Vec<L::S>) -> Vec<L::S> {
        let slip = Gradient::of(self.mechanism, &[Q], |closed| closed.slip());
        slip.with(z, &[(Qd, rates)], self.leaves).concat()
    }
}

fn sums<S: Scalar>(one: Arrays<S>, other: &Arrays<S>) -> Arrays<S> {
    let pairs = one.iter().zip(other);
    pairs.map(|(one, other)| plus(one, other)).collect()
}
