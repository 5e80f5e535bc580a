//! Two readings of a model → what the second saves.

use crate::compile::{Options, compile_quantity};
use crate::mechanism::Mechanism;
use crate::recursion::Quantity;

/// Beyond this number of bodies nothing is measured: a report must not take longer than what it reports of.
const BODIES: usize = 24;

/// The operations of inverse dynamics that a reading saves, at `--opt 2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Saving {
    /// Multiplications and additions saved.
    pub saved: usize,
    /// Multiplications and additions of the first reading.
    pub of: usize,
}

/// The saving of `meant` against `written`; `None` where that is not measured: for mechanisms with loops, of many bodies, or
/// that do not compile.
#[must_use]
pub fn saving(written: &Mechanism, meant: &Mechanism) -> Option<Saving> {
    let measured = |mechanism: &Mechanism| {
        let small = mechanism.loops.is_none() && mechanism.bodies.len() <= BODIES;
        let options = Options::default();
        let compile =
            || compile_quantity(mechanism, Quantity::InverseDynamics, None, &options).ok();
        let function = small.then(compile)??;
        Some(function.counts().total())
    };
    let (of, rest) = (measured(written)?, measured(meant)?);
    Some(Saving {
        saved: of.saturating_sub(rest),
        of,
    })
}
