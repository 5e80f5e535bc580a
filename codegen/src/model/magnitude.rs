//! The size of a number that a model may have. Products of several lengths, masses and inertias then stay within the floats, and so do
//! the constants that the compiler makes of them.

use crate::exact::number::Number;

/// The smallest besides 0, and the largest, in SI units: rounded zeros of drawing programs are above, stars are below.
const RANGE: (f64, f64) = (1e-60, 1e40);

/// What is wrong with the size of a number, and what to write; of a formula, at the defaults of its parameters, where it may be 0.
pub(super) fn fault(number: &Number) -> Option<(&'static str, &'static str)> {
    let size = number.to_f64().abs();
    let small = size < RANGE.0 && !number.at_defaults().is_zero();
    match (number.is_formula(), small, size > RANGE.1) {
        (false, true, _) => Some(("is below 1e-60", "write 0, or the model in SI units")),
        (false, _, true) => Some(("is beyond 1e40", "write the model in SI units")),
        (true, true, _) => Some((
            "is below 1e-60 at the defaults of the parameters",
            OF_DEFAULTS,
        )),
        (true, _, true) => Some((
            "is beyond 1e40 at the defaults of the parameters",
            OF_DEFAULTS,
        )),
        _ => None,
    }
}

const OF_DEFAULTS: &str = "write the model in SI units, and defaults for which it makes sense";
