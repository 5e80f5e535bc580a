//! The self-test: what the printers need of it. All functions at fixed states → a hash of their results.
//!
//! ```text
//!  seed ──fill──► arguments ──function──► status, results ──mix──► hash ─► equal to that of the evaluator?
//! ```
//!
//! Before all, a quarter of the least normal number: start-up code that -ffast-math links in flushes it to zero.
//!
//! Arguments are multiples of 2⁻²² from −2 to 2, exact in both precisions, from a generator that runs through all functions and
//! rounds. Evaluator and generated code agree bit for bit, so that one number stands for all of them; a compiler that was told to
//! reassociate, to fuse or to flush gives another.

use super::state::{StateLayout, Which};
use crate::compile::{Compiled, Precision};
use crate::evaluate::Solving;
use crate::function::Function;
use crate::leaves::{Argument, Input};
use crate::program::Port;
use crate::state::{self, Real};

/// Rounds through all functions.
pub(super) const ROUNDS: usize = 3;

/// The start of the generator.
pub(super) const SEED: u32 = 1;

/// A number that has bits.
trait Bits: Solving + Real {
    /// m · 2⁻²².
    fn fraction(m: i32) -> Self;

    /// A quarter of the least normal number.
    fn subnormal() -> Self;

    /// The bits; those of every NaN are the same.
    fn bits(self) -> u64;
}

impl Bits for f64 {
    fn fraction(m: i32) -> Self {
        Self::from(m) / 4_194_304.0
    }

    fn subnormal() -> Self {
        Self::MIN_POSITIVE * 0.25
    }

    fn bits(self) -> u64 {
        if self.is_nan() {
            0x7ff8_0000_0000_0000
        } else {
            self.to_bits()
        }
    }
}

impl Bits for f32 {
    fn fraction(m: i32) -> Self {
        m as Self / 4_194_304.0
    }

    fn subnormal() -> Self {
        Self::MIN_POSITIVE * 0.25
    }

    fn bits(self) -> u64 {
        if self.is_nan() {
            0x7fc0_0000
        } else {
            self.to_bits().into()
        }
    }
}

/// The functions that are called: those with results, but the one that prepares, which is called first.
pub(super) fn called(compiled: &Compiled) -> impl Iterator<Item = &Function> {
    let functions = compiled.functions.iter();
    functions.filter(|function| !function.outputs().is_empty())
}

/// The inputs that are filled: the prepared values are those of the default parameters.
pub(super) fn filled(function: &Function) -> impl Iterator<Item = &Port> {
    let ports = function.inputs().iter();
    ports.filter(|port| port.argument != Argument::Prepared)
}

/// The hash that the self-test should find.
pub(super) fn hash(compiled: &Compiled) -> u64 {
    match compiled.options.precision {
        Precision::F64 => hash_in::<f64>(compiled),
        Precision::F32 => hash_in::<f32>(compiled),
    }
}

fn hash_in<L: Bits>(compiled: &Compiled) -> u64 {
    let (mut seed, mut hash) = (SEED, mixed(0, &[L::subnormal()]));
    let mut prepared = Vec::new();
    if let Some(preparation) = &compiled.preparation {
        let parameters = &compiled.mechanism.parameters;
        let default = |input: Input| L::number(&parameters[input.index].default);
        let outputs = preparation.function.run(default);
        prepared = outputs.unwrap_or_default().swap_remove(0);
        hash = mixed(hash, &prepared);
    }
    for _ in 0..ROUNDS {
        for function in called(compiled) {
            let arrays: Vec<(Argument, Vec<L>)> = filled(function)
                .map(|port| (port.argument, fill(&mut seed, port.len)))
                .collect();
            let input = |input: Input| match input.argument {
                Argument::Prepared => prepared[input.index],
                argument => {
                    let array = arrays.iter().find(|(name, _)| *name == argument);
                    array.map_or_else(L::zero, |(_, values)| values[input.index])
                }
            };
            let results = function.run(input);
            if function.can_fail() {
                hash = mix(hash, results.is_err().into());
            }
            for values in results.unwrap_or_default() {
                hash = mixed(hash, &values);
            }
        }
        if let Some(state) = StateLayout::of(compiled) {
            for which in Which::BOTH {
                let inputs = state_inputs(&state, which).into_iter();
                let arrays: Vec<Vec<L>> = inputs.map(|(_, len)| fill(&mut seed, len)).collect();
                let mechanism = &compiled.mechanism;
                let result = match arrays.as_slice() {
                    [q, v, dt] => state::integrate(mechanism, q, v, dt[0]),
                    [q0, q1] => state::difference(mechanism, q0, q1),
                    _ => Vec::new(),
                };
                hash = mixed(hash, &result);
            }
        }
    }
    hash
}

/// The arrays that `integrate` or `difference` takes, with their lengths, in the order in which they are filled.
pub(super) fn state_inputs(state: &StateLayout, which: Which) -> Vec<(&'static str, usize)> {
    match which {
        Which::Integrate => vec![("q", state.nq), ("v", state.nv), ("dt", 1)],
        Which::Difference => vec![("q0", state.nq), ("q1", state.nq)],
    }
}

fn fill<L: Bits>(seed: &mut u32, len: usize) -> Vec<L> {
    let next = |_| {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // 24 bits
        L::fraction((*seed >> 8) as i32 - 8_388_608)
    };
    (0..len).map(next).collect()
}

fn mixed<L: Bits>(hash: u64, values: &[L]) -> u64 {
    let values = values.iter();
    values.fold(hash, |hash, value| mix(hash, value.bits()))
}

fn mix(hash: u64, bits: u64) -> u64 {
    let product = (hash ^ bits).wrapping_mul(0x0000_0100_0000_01b3);
    product ^ (product >> 29)
}

#[cfg(test)]
mod tests {
    use super::fill;

    /// What the generator gives from 0 on, as Numerical Recipes prints it.
    const NUMBERS: [u32; 5] = [
        0x3c6e_f35f,
        0x4750_2932,
        0xd1cc_f6e9,
        0xaaf9_5334,
        0x6252_e503,
    ];

    #[test]
    fn arguments_are_the_upper_bits_of_the_numbers_of_the_generator() {
        let expected = NUMBERS.map(|number| f64::from(number >> 8) / 4_194_304.0 - 2.0);
        let mut seed = 0;
        let found: Vec<f64> = fill(&mut seed, NUMBERS.len());
        assert_eq!(found, expected);
        assert_eq!(seed, NUMBERS[4]);
        let mut seed = 0;
        let single: Vec<f32> = fill(&mut seed, NUMBERS.len());
        let single: Vec<f64> = single.into_iter().map(f64::from).collect();
        assert_eq!(single, expected);
    }
}
