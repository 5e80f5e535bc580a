//! The order of statements: the same operations on the same operands, hence the same bits, in an order that processors run through faster.
//!
//! ```text
//!  Program ──height──► of every statement, the cycles from its start to the last result that waits for it
//!          ──window──► of the first statements of the old order that are left the one of greatest height: its operands, which are higher
//!                      and stand before it, are there
//!          ──machine──► the window of the fewest cycles; the old order where none gains
//! ```
//!
//! Recursions go outward and inward, so their order has long chains of statements that wait for each other, and a processor does not
//! see from one chain to the next. An order by height alone makes too many values wait for their use: they leave the registers,
//! and the code grows. The window bounds how far statements move, and the [machine](super::machine) says whether moving them pays: it
//! does for arms and legs, not for humanoids, whose many branches keep a processor busy in any order.

use super::machine::{cycles, latency, slots};
use crate::parallel;
use crate::program::{Operand, Program};

/// Statements of the old order among which the next is chosen: one keeps that order. Beyond, gcc loses on some robots what clang gains.
const WINDOWS: [usize; 3] = [1, 64, 128];

/// A wider window must take less than this share of the cycles, in percent: what the model is good for.
const GAIN: usize = 99;

/// The same program with its statements, but those of angles, in the order that takes the fewest cycles.
#[must_use]
pub fn ordered(program: &Program) -> Program {
    let heights = heights(program);
    let timed = parallel::map(WINDOWS, |window| {
        let candidate = rearranged(program, &order(program, &heights, window));
        (cycles(&candidate), candidate)
    });
    let best = timed.into_iter().reduce(|best, wider| {
        let gains = 100 * wider.0 < GAIN * best.0;
        if gains { wider } else { best }
    });
    best.map_or_else(|| program.clone(), |(_, best)| best)
}

/// Cycles from the start of each statement to the last result that waits for it.
fn heights(program: &Program) -> Vec<usize> {
    let mut heights = vec![0; program.statements.len()];
    for (at, statement) in program.statements.iter().enumerate().rev() {
        heights[at] += latency(statement.operation);
        for slot in slots(statement) {
            heights[slot] = heights[slot].max(heights[at]);
        }
    }
    heights
}

/// Statements in their new order, by their places in the old one.
fn order(program: &Program, heights: &[usize], window: usize) -> Vec<usize> {
    let angles = program.angle_statements;
    let mut order: Vec<usize> = (0..angles).collect();
    let mut left = angles..program.statements.len();
    let mut seen: Vec<usize> = left.by_ref().take(window).collect();
    while !seen.is_empty() {
        // An operand is higher than what takes it, by its latency, and is seen before. Of equal heights the first of the old order.
        let places = (0..seen.len()).rev();
        let highest = places.max_by_key(|&place| heights[seen[place]]);
        let chosen = seen.remove(highest.unwrap_or(0));
        order.push(chosen);
        seen.extend(left.next());
    }
    order
}

/// The program with its statements in that order.
fn rearranged(program: &Program, order: &[usize]) -> Program {
    let mut places = vec![0; order.len()];
    for (new, &old) in order.iter().enumerate() {
        places[old] = new;
    }
    let moved = |operand: Operand| match operand {
        Operand::Slot(slot) => Operand::Slot(places[slot]),
        other => other,
    };
    let statements = order.iter().map(|&old| program.statements[old].map(moved));
    let statements = statements.collect();
    let mut result = Program {
        statements,
        ..program.clone()
    };
    let outputs = result.outputs.iter_mut();
    for element in outputs.flat_map(|output| &mut output.elements) {
        element.operand = moved(element.operand);
    }
    result
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::compile::{Options, compile};
    use crate::generic::generic;

    #[test]
    fn windows_hold_a_permutation_in_which_operands_come_first() {
        let compiled = compile(&generic(4), &Options::default()).expect("it compiles");
        for program in compiled.programs() {
            for window in [1, 2, 7, 64, 10_000] {
                let order = order(program, &heights(program), window);
                let distinct: BTreeSet<&usize> = order.iter().collect();
                assert_eq!(distinct.len(), program.statements.len());
                let moved = rearranged(program, &order);
                for (at, statement) in moved.statements.iter().enumerate() {
                    assert!(slots(statement).all(|slot| slot < at), "{at}");
                }
                assert_eq!(moved.counts(), program.counts());
                if window == 1 {
                    assert_eq!(moved, *program);
                }
            }
        }
    }
}
