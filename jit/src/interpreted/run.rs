//! A tape, run for the lanes of registers.

use denoc_codegen::evaluate::Lane;
use denoc_codegen::program::Operation;

use super::tape::{Action, Step, Tape};
use crate::real::Real;
use crate::rows::{Rows, RowsMut};

/// States that are run together.
const LANES: usize = 32;

/// Numbers that a processor works on at once, or a multiple of it.
const CHUNK: usize = 8;

type Register<T> = [T; LANES];

/// Runs a tape for states. Rows have the lengths of its program.
pub(crate) fn run<T: Real>(
    tape: &Tape,
    states: usize,
    inputs: &[Rows<'_, T>],
    outputs: &mut [RowsMut<'_, T>],
) {
    let mut registers = vec![[T::default(); LANES]; tape.registers];
    for &(register, value) in &tape.constants {
        registers[register] = [T::from_f64(value); LANES];
    }
    for first in (0..states).step_by(LANES) {
        let lanes = LANES.min(states - first);
        for &(array, index, register) in &tape.inputs {
            for lane in 0..lanes {
                registers[register][lane] = inputs[array].row(first + lane)[index];
            }
        }
        steps(&tape.before, lanes, &mut registers);
        for &[angle, tail, sine, cosine] in &tape.angles {
            let (angles, tails) = (registers[angle], registers[tail]);
            let (mut sin, mut cos) = ([T::default(); LANES], [T::default(); LANES]);
            if lanes == 1 {
                (sin[0], cos[0]) = T::sin_cos(angles[0], tails[0]);
            } else {
                for lane in 0..LANES {
                    (sin[lane], cos[lane]) = T::sin_cos(angles[lane], tails[lane]);
                }
            }
            registers[sine] = sin;
            registers[cosine] = cos;
        }
        steps(&tape.after, lanes, &mut registers);
        for (array, elements) in outputs.iter_mut().zip(&tape.outputs) {
            for (place, &(register, negative)) in elements.iter().enumerate() {
                for lane in 0..lanes {
                    let value = registers[register][lane];
                    array.row(first + lane)[place] = if negative { -value } else { value };
                }
            }
        }
    }
}

/// Runs steps in the leading lanes, and in whole chunks.
fn steps<T: Real>(steps: &[Step], lanes: usize, registers: &mut [Register<T>]) {
    for &Step { action, to, from } in steps {
        let [a, b, c, d, e] = from;
        for start in (0..lanes).step_by(CHUNK) {
            let chunk = |register: usize| -> [T; CHUNK] {
                core::array::from_fn(|lane| registers[register][start + lane])
            };
            let (x, y) = (chunk(a), chunk(b));
            let result: [T; CHUNK] = match action {
                Action::Add => core::array::from_fn(|lane| x[lane] + y[lane]),
                Action::Sub => core::array::from_fn(|lane| x[lane] - y[lane]),
                Action::Mul => core::array::from_fn(|lane| x[lane] * y[lane]),
                Action::Div => core::array::from_fn(|lane| x[lane] / y[lane]),
                Action::Saturate => core::array::from_fn(|lane| x[lane].saturate(y[lane])),
                Action::Fused => {
                    let z = chunk(c);
                    core::array::from_fn(|lane| T::fused(x[lane], y[lane], z[lane]))
                }
                Action::FusedSub => {
                    let z = chunk(c);
                    core::array::from_fn(|lane| T::fused(x[lane], y[lane], -z[lane]))
                }
                Action::FusedFrom => {
                    let z = chunk(c);
                    core::array::from_fn(|lane| T::fused(-x[lane], y[lane], z[lane]))
                }
                Action::SumTail | Action::DifferenceTail | Action::ProductTail => {
                    let operation = match action {
                        Action::SumTail => Operation::Add,
                        Action::DifferenceTail => Operation::Sub,
                        _ => Operation::Mul,
                    };
                    let (result, x_tail, y_tail) = (chunk(c), chunk(d), chunk(e));
                    core::array::from_fn(|lane| {
                        let operands = [(x[lane], x_tail[lane]), (y[lane], y_tail[lane])];
                        <T as Lane>::tail(operation, operands, result[lane])
                    })
                }
            };
            registers[to][start..start + CHUNK].copy_from_slice(&result);
        }
    }
}
