//! Products of derivatives with vectors, without the matrices.
//!
//! The graph of a function is differentiated along a direction (a sweep forward), or a weighted sum of its outputs by all its arguments (a
//! sweep in reverse). Forward dynamics is not differentiated: with q̈ its value and ID the inverse dynamics,
//!
//! ```text
//!  dq̈   = M⁻¹ (dτ − dID),   dID the change of ID along (dq, dq̇) at q̈
//!  w′   = M⁻¹ w,   grad_τ = w′,   grad_q, grad_q̇ = −(the gradient of w′ · ID at q̈)
//! ```
//!
//! with the factors of M that q̈ is solved with.

use super::derived::Derived;
use super::differentiated::{
    Along, Differentiation, OverGraph, direction, directions, on, replayed, slope,
};
use super::substituted::Substituted;
use crate::leaves::{Argument, Input, Leaves};
use crate::mechanism::Mechanism;
use crate::recursion::case::Case;
use crate::recursion::{Domain, Formulation, Operation, Product, Quantity, run};
use crate::scalar::Scalar;

pub(super) type Arrays<S> = Vec<Vec<S>>;

/// A product, and how it is computed.
#[derive(Clone, Copy)]
pub(super) struct Products<'a> {
    pub mechanism: &'a Mechanism,
    pub product: Product,
    /// The formulation of the quantity.
    pub formulation: Formulation,
    /// How gradients are found.
    pub how: Differentiation,
}

impl OverGraph for Products<'_> {
    fn over<L: Leaves>(&self, leaves: &L) -> Option<Arrays<L::S>> {
        let arrays = run(self.mechanism, self.product.of(), self.formulation, leaves);
        let values = arrays.concat();
        match self.product.operation {
            Operation::Jvp => self.with_rates(arrays, leaves),
            Operation::Vjp => {
                let gradient = self.gradient(&values, leaves)?;
                Some([arrays, gradient].concat())
            }
            Operation::HessianProduct => self.rates_of(self.gradient(&values, leaves)?, leaves),
        }
    }
}

impl Products<'_> {
    /// The arguments that the quantity is differentiated by.
    pub(super) fn arguments(&self) -> impl Iterator<Item = Argument> + use<> {
        let arguments = self.product.of().signature().inputs.iter().copied();
        arguments.filter(|one| one.direction().is_some())
    }

    pub(super) fn array<L: Leaves>(&self, argument: Argument, leaves: &L) -> Vec<L::S> {
        let indices = 0..argument.port(self.mechanism).len;
        let inputs = indices.map(|index| leaves.input(Input { argument, index }));
        inputs.collect()
    }

    /// The direction in all arguments.
    fn direction<L: Leaves>(&self, leaves: &L) -> Along<L::S> {
        direction(self.mechanism, self.arguments(), leaves)
    }

    /// What arrays change by along the direction.
    pub(super) fn rates_of<L: Leaves>(
        &self,
        arrays: Arrays<L::S>,
        leaves: &L,
    ) -> Option<Arrays<L::S>> {
        let rates = leaves.tangents(&arrays.concat(), &self.direction(leaves))?;
        Some(split(&arrays, rates))
    }

    /// The same behind the arrays.
    pub(super) fn with_rates<L: Leaves>(
        &self,
        arrays: Arrays<L::S>,
        leaves: &L,
    ) -> Option<Arrays<L::S>> {
        let rates = self.rates_of(arrays.clone(), leaves)?;
        Some([arrays, rates].concat())
    }

    /// The weights on all values.
    fn weights<L: Leaves>(&self, leaves: &L) -> Vec<L::S> {
        let weights = self.product.weights().into_iter();
        weights.flat_map(|one| self.array(one, leaves)).collect()
    }

    /// The gradient of the weighted sum of values, by argument.
    fn gradient<L: Leaves>(&self, values: &[L::S], leaves: &L) -> Option<Arrays<L::S>> {
        let weights = self.weights(leaves);
        let units = |argument| directions(self.mechanism, argument, leaves);
        match self.how {
            Differentiation::Reverse => {
                let by: Vec<Argument> = self.arguments().collect();
                let gradient = leaves.adjoints(values, &weights, &by)?;
                let slopes = |argument| {
                    let units = units(argument).into_iter();
                    units.map(|unit| slope(&gradient, &unit)).collect()
                };
                Some(self.arguments().map(slopes).collect())
            }
            Differentiation::Forward => {
                let along = |unit: Along<L::S>| {
                    let rates = leaves.tangents(values, &unit)?;
                    let terms = rates.into_iter().zip(&weights);
                    Some(terms.fold(L::S::zero(), |sum, (rate, &weight)| sum + rate * weight))
                };
                let slopes = |argument| units(argument).into_iter().map(along).collect();
                self.arguments().map(slopes).collect()
            }
        }
    }
}

/// Values as arrays of the lengths of others.
fn split<S: Copy>(like: &[Vec<S>], values: Vec<S>) -> Arrays<S> {
    let mut values = values.into_iter();
    like.iter()
        .map(|array| values.by_ref().take(array.len()).collect())
        .collect()
}

/// A product of the derivatives of the forward dynamics, by those of the inverse dynamics.
struct Accelerated<'a>(Products<'a>);

impl OverGraph for Accelerated<'_> {
    fn over<L: Leaves>(&self, leaves: &L) -> Option<Arrays<L::S>> {
        let Self(products) = self;
        match products.product.operation {
            Operation::Jvp => Some(self.changed(leaves)),
            Operation::Vjp => Some(self.weighted(leaves)),
            Operation::HessianProduct => {
                // Without q̈, behind which the gradients come.
                let gradients = self.weighted(leaves).into_iter().skip(1);
                products.rates_of(gradients.collect(), leaves)
            }
        }
    }
}

impl Accelerated<'_> {
    /// q̈ and dq̈.
    fn changed<L: Leaves>(&self, leaves: &L) -> Arrays<L::S> {
        let accelerations = accelerations(self.0.mechanism, self.0.formulation, leaves);
        let still = vec![L::S::zero(); accelerations.len()];
        let at = [
            (Argument::Qdd, accelerations.clone()),
            (Argument::DirectionQdd, still),
        ];
        let inverse = self.of_inverse_dynamics(Operation::Jvp, &at, leaves);
        let forces = self.0.array(Argument::DirectionTau, leaves);
        let changes = inverse.last().into_iter().flatten();
        let left = forces
            .into_iter()
            .zip(changes)
            .map(|(τ, &change)| τ - change);
        let changes = solved(self.0.mechanism, self.0.formulation, left.collect(), leaves);
        vec![accelerations, changes]
    }

    /// q̈ and the gradients by q, q̇ and τ.
    fn weighted<L: Leaves>(&self, leaves: &L) -> Arrays<L::S> {
        let accelerations = accelerations(self.0.mechanism, self.0.formulation, leaves);
        let by_forces = solved(
            self.0.mechanism,
            self.0.formulation,
            self.0.weights(leaves),
            leaves,
        );
        let weights = inverse_dynamics(Operation::Vjp).into_iter();
        let weights = weights.flat_map(Product::weights);
        let mut at: Vec<_> = weights.map(|one| (one, by_forces.clone())).collect();
        at.push((Argument::Qdd, accelerations.clone()));
        let inverse = self.of_inverse_dynamics(Operation::Vjp, &at, leaves);
        // Behind τ come the gradients by q, q̇ and q̈.
        let mut arrays = vec![accelerations];
        for array in inverse.into_iter().skip(1).take(2) {
            arrays.push(array.into_iter().map(|x| -x).collect());
        }
        arrays.push(by_forces);
        arrays
    }

    /// A product of the derivatives of the inverse dynamics with these values of some arguments.
    fn of_inverse_dynamics<L: Leaves>(
        &self,
        operation: Operation,
        at: &[(Argument, Vec<L::S>)],
        leaves: &L,
    ) -> Arrays<L::S> {
        let found = inverse_dynamics(operation).map(|product| {
            let products = Products {
                product,
                formulation: cheap(Quantity::InverseDynamics, self.0.mechanism),
                ..self.0
            };
            let leaves = Substituted {
                inner: leaves,
                arrays: at,
            };
            replayed(|graph| products.over(graph).unwrap_or_default(), &leaves)
        });
        found.unwrap_or_default()
    }
}

/// q̈.
pub(super) fn accelerations<L: Leaves>(
    mechanism: &Mechanism,
    formulation: Formulation,
    leaves: &L,
) -> Vec<L::S> {
    run(mechanism, Quantity::ForwardDynamics, formulation, leaves).concat()
}

/// M⁻¹ φ.
pub(super) fn solved<L: Leaves>(
    mechanism: &Mechanism,
    formulation: Formulation,
    φ: Vec<L::S>,
    leaves: &L,
) -> Vec<L::S> {
    let leaves = Substituted {
        inner: leaves,
        arrays: &[(Argument::Tau, φ)],
    };
    let of_forces = Quantity::AccelerationFromPhi;
    replayed(
        |graph| run(mechanism, of_forces, formulation, graph),
        &leaves,
    )
    .concat()
}

/// The product of the derivatives of the inverse dynamics.
fn inverse_dynamics(operation: Operation) -> Option<Product> {
    Product::of_quantity(Quantity::InverseDynamics, operation)
}

/// A cheap formulation of a quantity.
pub(super) fn cheap(quantity: Quantity, mechanism: &Mechanism) -> Formulation {
    let all = quantity.choices_on(mechanism);
    let known = all.into_iter().find(|one| *one == Formulation::UForm);
    known.unwrap_or_else(|| quantity.literal(mechanism))
}

impl<L: Leaves> Case<'_, L> {
    /// A product by a row of the table.
    pub(in crate::recursion) fn product(
        &self,
        product: Product,
        formulation: Formulation,
    ) -> Option<Arrays<L::S>> {
        let mechanism = self.mechanism;
        if Quantity::Product(product).domain(mechanism) == Domain::Loops {
            return Some(self.closing().product(product));
        }
        let rows = product.rows().iter();
        let known = rows
            .map(|row| row.formulation)
            .any(|one| one == formulation);
        let products = |formulation| Products {
            mechanism,
            product,
            formulation,
            how: Differentiation::Reverse,
        };
        known.then(|| match formulation {
            Formulation::Differentiated | Formulation::Adjoint => {
                on(&products(cheap(product.of(), mechanism)), self.leaves)
            }
            Formulation::Transposed => on(&Derived(products(formulation)), self.leaves),
            _ => on(&Accelerated(products(formulation)), self.leaves),
        })
    }
}

/// A product by the literal recursion of its quantity, its graph differentiated forward.
pub(super) fn of_literal_graph<L: Leaves>(
    mechanism: &Mechanism,
    product: Product,
    leaves: &L,
) -> Arrays<L::S> {
    let products = Products {
        mechanism,
        product,
        formulation: product.of().literal(mechanism),
        how: Differentiation::Forward,
    };
    on(&products, leaves)
}
