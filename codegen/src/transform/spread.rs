//! Spread parameters as a mechanism of their own; how they are found is written in
//! [`recursion::spread`](crate::recursion).

use super::base::with_inertias;
use crate::exact::number::Number;
use crate::mechanism::Mechanism;
use crate::recursion::System;

/// The mechanism (with elementary joints) with its parameters spread. Exact.
#[must_use]
pub fn spread_parameters(mechanism: &Mechanism) -> Mechanism {
    with_inertias(mechanism, |leaves| {
        System::lift_spread(mechanism, |_| Number::ZERO, &leaves)
    })
}
