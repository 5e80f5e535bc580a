//! Whether a rewritten program is as accurate as the one it came from.
//!
//! Rewriting is exact, rounding is not. How much a program loses is seen with the digits of single precision, against its own
//! values in double precision; how far two programs are apart, in double precision.

use super::random::Random;
use super::short::Short;
use crate::evaluate::Constants;
use crate::leaves::Input;
use crate::program::Program;

/// Random states at which programs are compared: with inputs of −3 to 3, or with every array in a decade of its own.
const STATES: u64 = 24;
const DECADES: [f64; 7] = [1e-4, 1e-2, 1e-1, 1.0, 1e1, 1e2, 1e3];
/// The difference in double precision that is rounding whatever the program.
const DIFFERENCE: f64 = 1e-12;
/// How much more than its source a program may lose, and in what unit: rounding errors of f32.
const LOSS: f64 = 4.0;
const FLOOR: f64 = 16.0 * f32::EPSILON as f64;

/// Whether `found` is as good as `source` in floating point, at moderate inputs.
#[must_use]
pub(super) fn is_stable(source: &Program, found: &Program) -> bool {
    is_as_good(source, found, 0..STATES)
}

/// The same, and with inputs over seven decades.
#[must_use]
pub fn is_stable_over_decades(source: &Program, found: &Program) -> bool {
    is_stable(source, found) && is_as_good(source, found, STATES..2 * STATES)
}

fn is_as_good(source: &Program, found: &Program, states: core::ops::Range<u64>) -> bool {
    let (mut loss, mut new_loss, mut difference) = (0.0_f64, 0.0_f64, 0.0_f64);
    let [source, found] = [source, found].map(RoundedProgram::new);
    for seed in states {
        let exact = source.at(seed);
        if exact.iter().any(|x| !x.is_finite()) {
            continue;
        }
        difference = difference.max(distance(&found.at(seed), &exact));
        let lost = distance(&source.in_short(seed), &exact);
        // A state that is singular to the digits says nothing of them, and excuses no other.
        if lost.is_finite() {
            loss = loss.max(lost);
            new_loss = new_loss.max(distance(&found.in_short(seed), &exact));
        }
    }
    let amplified = LOSS * loss / f64::from(f32::EPSILON) * f64::EPSILON;
    new_loss <= LOSS * loss + FLOOR && difference <= DIFFERENCE.max(amplified)
}

/// A program with its constants rounded to both lengths.
struct RoundedProgram<'p> {
    program: &'p Program,
    double: Constants<f64>,
    short: Constants<Short>,
}

impl<'p> RoundedProgram<'p> {
    fn new(program: &'p Program) -> Self {
        Self {
            program,
            double: program.rounded_constants(),
            short: program.rounded_constants(),
        }
    }

    /// All outputs at a random state.
    fn at(&self, seed: u64) -> Vec<f64> {
        let value = |input| coordinate(seed, input);
        self.program.evaluate_with(&self.double, value).concat()
    }

    /// The same with the digits of single precision.
    fn in_short(&self, seed: u64) -> Vec<f64> {
        let value = |input| Short::of(coordinate(seed, input));
        let outputs = self.program.evaluate_with(&self.short, value).concat();
        outputs.into_iter().map(Short::value).collect()
    }
}

/// An input at a random state.
fn coordinate(seed: u64, input: Input) -> f64 {
    let place = (input.argument.number()) << 32 | input.index as u64;
    let mut random = Random::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ place);
    let decade = Random::new(seed << 8 ^ input.argument.number()).below(DECADES.len());
    let spread = if seed < STATES { 1.0 } else { DECADES[decade] };
    random.coordinate() * spread
}

/// Relative to the largest element; infinite when something is not finite.
fn distance(found: &[f64], exact: &[f64]) -> f64 {
    let largest = exact.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let apart = found.iter().zip(exact).map(|(a, b)| (a - b).abs());
    let most = apart.fold(0.0_f64, |most, d| if d <= most { most } else { d });
    if most == 0.0 {
        0.0
    } else if most.is_finite() && largest > 0.0 {
        most / largest
    } else {
        f64::INFINITY
    }
}
