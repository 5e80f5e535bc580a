//! The size of a number that a model may have. Products of several lengths, masses and inertias then stay within the floats, and so do
//! the constants that the compiler makes of them.

use crate::exact::number::Number;

/// The smallest besides 0, and the largest, in SI units: rounded zeros of drawing programs are above, stars are below.
const RANGE: (f64, f64) = (1e-60, 1e40);

/// What is wrong with the size of a number, and what to write; a formula has none.
pub(super) fn fault(number: &Number) -> Option<(&'static str, &'static str)> {
    if number.is_formula() || number.is_zero() {
        return None;
    }
    let size = number.to_f64().abs();
    if size < RANGE.0 {
        return Some(("is below 1e-60", "write 0, or the model in SI units"));
    }
    (size > RANGE.1).then_some(("is beyond 1e40", "write the model in SI units"))
}
