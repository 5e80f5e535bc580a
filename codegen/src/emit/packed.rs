//! Dense programs → those that are printed where sparse code is asked for: matrices without their structural zeros.

use std::borrow::Cow;

use crate::compile::Compiled;
use crate::function::Function;
use crate::mechanism::Mechanism;
use crate::recursion::Quantity;

/// The mechanism with packed matrices, where its options ask for them.
#[must_use]
pub fn packed(compiled: &Compiled) -> Cow<'_, Compiled> {
    if !compiled.options.sparse {
        return Cow::Borrowed(compiled);
    }
    let mut all = compiled.clone();
    let functions = compiled.functions.iter();
    let functions = functions.map(|function| of_function(function, &compiled.mechanism));
    all.functions = functions.collect();
    Cow::Owned(all)
}

/// A function with its packable matrices packed.
fn of_function(function: &Function, mechanism: &Mechanism) -> Function {
    let quantity = Quantity::named(&function.name, mechanism);
    let arrays: Vec<_> = (quantity.into_iter())
        .flat_map(|one| one.arrays(mechanism))
        .collect();
    let is_packable = |place: usize| {
        let array = arrays.get(place);
        array.is_some_and(|array| array.extent.is_packable())
    };
    let mut packed = function.clone().packed(is_packable);
    if packed.is_packed() {
        packed.summary = packed.summary.replace(ROW_MAJOR, "");
    }
    packed
}

/// What summaries say of dense matrices.
const ROW_MAJOR: &str = ", row-major";
