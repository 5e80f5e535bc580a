//! Products from the arrays of other functions: what these compute, in whatever form it has come to be cheap, is differentiated or
//! transposed as it is.
//!
//! ```text
//!  f_jvp               y, dy = J dx         from f:      the rates of its values along dx
//!  f_vjp               y, grad = Jᵀ w       from f_jvp:  the map dx → dy, transposed
//!  f_hessian_product   hvp                  from f_vjp:  the rates of its gradient along dx
//! ```
//!
//! A program of dy is linear in dx. Transposed, with every sum a fork and every fork a sum, it has the same products; sums change by the
//! difference in the numbers of inputs and outputs.

use super::differentiated::{Differentiation, OverGraph};
use super::products::{Arrays, Products};
use crate::leaves::{Argument, Leaves};
use crate::mechanism::Mechanism;
use crate::recursion::{Formulation, Operation, Product, Quantity, run};
use crate::scalar::Scalar;

/// A product by the literal recursion of the function that it is derived from.
pub(super) struct Derived<'a>(pub Products<'a>);

impl OverGraph for Derived<'_> {
    fn over<L: Leaves>(&self, leaves: &L) -> Option<Arrays<L::S>> {
        let Products {
            mechanism, product, ..
        } = self.0;
        let source = product.source()?;
        let arrays = run(mechanism, source, source.literal(mechanism), leaves);
        derived(mechanism, product, arrays, leaves)
    }
}

/// A product from the arrays of its [source](Product::source); `None` where values do not know what they were computed from.
pub(crate) fn derived<L: Leaves>(
    mechanism: &Mechanism,
    product: Product,
    arrays: Arrays<L::S>,
    leaves: &L,
) -> Option<Arrays<L::S>> {
    let products = Products {
        mechanism,
        product,
        formulation: Formulation::Transposed,
        how: Differentiation::Reverse,
    };
    let values = values(mechanism, product.of());
    match product.operation {
        Operation::Jvp => products.with_rates(arrays, leaves),
        Operation::Vjp => {
            let (values, rates) = arrays.split_at(values.min(arrays.len()));
            let gradient = products.transposed(&rates.concat(), leaves)?;
            Some([values, &gradient].concat())
        }
        Operation::HessianProduct => {
            let gradient = arrays.into_iter().skip(values).collect();
            products.rates_of(gradient, leaves)
        }
    }
}

/// The number of arrays of values.
fn values(mechanism: &Mechanism, quantity: Quantity) -> usize {
    quantity.outputs(mechanism).len()
}

impl Products<'_> {
    /// The gradient of the weighted sum of values by every argument, from their rates along directions in these.
    fn transposed<L: Leaves>(&self, rates: &[L::S], leaves: &L) -> Option<Arrays<L::S>> {
        let directions: Vec<Argument> = self.arguments().filter_map(Argument::direction).collect();
        let gradient = leaves.adjoints(rates, &self.weights(leaves), &directions)?;
        let slope = |argument: Argument, index: usize| {
            let mut slopes = gradient.iter();
            let found =
                slopes.find(|(input, _)| (input.argument, input.index) == (argument, index));
            found.map_or(L::S::zero(), |(_, slope)| *slope)
        };
        let slopes = |&argument: &Argument| {
            let indices = 0..argument.port(self.mechanism).len;
            indices.map(|index| slope(argument, index)).collect()
        };
        Some(directions.iter().map(slopes).collect())
    }
}
