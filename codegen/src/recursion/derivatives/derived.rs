//! Products from the arrays of other functions: what these compute, in whatever form it has come to be cheap, is differentiated or
//! transposed as it is.
//!
//! ```text
//!  f_jvp               y, dy = J dx         from f:      the rates of its values along dx
//!  f_vjp               y, grad = Jᵀ w       from f_jvp:  the map dx → dy, transposed
//!  f_jvp                                    from f_vjp:  the map w → grad, transposed
//!  f_hessian_product   hvp                  from f_vjp:  the rates of its gradient along dx
//! ```
//!
//! A program of dy is linear in dx. Transposed, with every sum a fork and every fork a sum, it has the same products; sums change by the
//! difference in the numbers of inputs and outputs.

use super::differentiated::{Differentiation, OverGraph};
use super::products::{Arrays, Products};
use crate::leaves::{Argument, Input, Leaves};
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
        derived(mechanism, (product, source), arrays, leaves)
    }
}

/// A product from the arrays of its [source](Product::source), or of another product whose map is this one transposed; `None` where
/// values do not know what they were computed from.
pub(crate) fn derived<L: Leaves>(
    mechanism: &Mechanism,
    (product, source): (Product, Quantity),
    arrays: Arrays<L::S>,
    leaves: &L,
) -> Option<Arrays<L::S>> {
    let products = Products {
        mechanism,
        product,
        formulation: Formulation::Transposed,
        how: Differentiation::Reverse,
    };
    let values = product.of().outputs(mechanism).len();
    let (values, others) = arrays.split_at(values.min(arrays.len()));
    match (product.operation, source) {
        (Operation::HessianProduct, _) => products.rates_of(others.to_vec(), leaves),
        (_, Quantity::Product(_)) => {
            let transposed = products.transposed(&others.concat(), leaves)?;
            Some([values, &transposed].concat())
        }
        _ => products.with_rates(arrays, leaves),
    }
}

impl Products<'_> {
    /// The map of the product from that whose inputs are the outputs of this one and the other way round.
    fn transposed<L: Leaves>(&self, others: &[L::S], leaves: &L) -> Option<Arrays<L::S>> {
        let mut own = self.directions();
        let mut by = self.product.weights();
        if self.product.operation == Operation::Vjp {
            core::mem::swap(&mut own, &mut by);
        }
        let own = own.into_iter().flat_map(|one| self.array(one, leaves));
        let slopes = leaves.adjoints(others, &own.collect::<Vec<_>>(), &by)?;
        let slope = |argument: Argument, index: usize| {
            let mut slopes = slopes.iter();
            let found = slopes.find(|(input, _)| *input == Input { argument, index });
            found.map_or(L::S::zero(), |(_, slope)| *slope)
        };
        let array = |&argument: &Argument| {
            let indices = 0..argument.port(self.mechanism).len;
            indices.map(|index| slope(argument, index)).collect()
        };
        Some(by.iter().map(array).collect())
    }

    /// The directions in the arguments.
    fn directions(&self) -> Vec<Argument> {
        self.arguments().filter_map(Argument::direction).collect()
    }
}
