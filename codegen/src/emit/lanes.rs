//! Batches: functions of many states at once, in blocks of lanes.
//!
//! ```text
//!  state s, element i of an array of L ──► block s / LANES, element i, lane s % LANES: a[(s / LANES * L + i) * LANES + s % LANES]
//!
//!  NAME_batch: every block ──► lanes_NAME: for every lane, the statements of NAME
//! ```
//!
//! The body of a function of lanes is that of the function, in a loop over the lanes that compilers turn into vectors as wide as the
//! processor has. So a batch has the bits of single calls, and a lane does not touch another. A program that is cut has such a
//! loop in every part; what crosses a cut is an array of lanes.

use crate::compile::{Compiled, Precision};
use crate::function::Function;

/// Most elements of arrays that a loop over lanes reads and writes. LLVM (clang, rustc) takes more than 250 places in memory for one that
/// everything may overlap, and makes no vectors then.
pub(super) const TOUCHED: usize = 250;

/// States of a block: in every precision a vector of 64 bytes.
pub(super) const fn lanes(precision: Precision) -> usize {
    match precision {
        Precision::F64 => 8,
        Precision::F32 => 16,
    }
}

/// The name of the function of lanes: what a frame is called comes last, so that no other function has it.
pub(super) fn of_lanes(function: &str) -> String {
    format!("lanes_{function}")
}

/// The functions that have a batch, where batches are asked for: those that do not fail.
pub(super) fn batched(compiled: &Compiled) -> impl Iterator<Item = &Function> {
    let functions = compiled.functions.iter();
    functions.filter(|function| compiled.options.batch && !function.can_fail())
}

/// The comment about a batch; `single` is how the function of one state is written.
pub(super) fn notes(single: &str, precision: Precision) -> Vec<String> {
    let lanes = lanes(precision);
    vec![
        format!(
            "{single} of many states, with the same bits, in blocks of {lanes} states: element i of state s of an array of L numbers"
        ),
        format!(
            "is number ((s / {lanes}) L + i) {lanes} + s % {lanes}. Every array has whole blocks; in the last one, lanes without a state are"
        ),
        "computed too, whatever they hold. No array may overlap another that is written.".into(),
    ]
}
