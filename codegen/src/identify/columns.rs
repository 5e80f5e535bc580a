//! Base parameters as columns of the regressor.

use std::borrow::Cow;

use super::combination::{BaseParameter, identify};
use crate::mechanism::{BaseColumn, Basis, Mechanism, Pose};
use crate::recursion::Quantity;

/// The basis of base parameters where none is asked for: Khalil's choice.
pub const BASIS: Basis = Basis::TensorYy;

/// The mechanism (with elementary joints) with the columns of its base parameters by a basis. The frames that parameters are
/// about become those of the joints: base parameters are in these.
#[must_use]
pub fn with_base_columns(mechanism: &Mechanism, basis: Basis) -> Mechanism {
    let identified = identify(&mechanism.at_defaults(), |_| basis);
    let mut result = mechanism.clone();
    for body in &mut result.bodies {
        body.user_frame = Pose::identity();
    }
    result.base = identified.base.into_iter().map(column).collect();
    result
}

/// The mechanism (with elementary joints) whose recursion a quantity is of: that with base parameters where these are its columns.
#[must_use]
pub fn recursed(mechanism: &Mechanism, quantity: Quantity, basis: Basis) -> Cow<'_, Mechanism> {
    if quantity == Quantity::BaseRegressor {
        Cow::Owned(with_base_columns(mechanism, basis))
    } else {
        Cow::Borrowed(mechanism)
    }
}

fn column(base: BaseParameter) -> BaseColumn {
    let others = base.others.into_iter();
    BaseColumn {
        parameter: base.parameter,
        others: others.map(|term| (term.parameter, term.factor)).collect(),
    }
}
