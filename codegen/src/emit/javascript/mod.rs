//! JavaScript: programs → functions on arrays of numbers, for pages and for node.
//!
//! Numbers of JavaScript are doubles, and every operation rounds to one, so that the functions give the bits of the
//! evaluator, of the Rust and of the C in double precision (whatever precision those are printed in). They are meant
//! for looking at, not for control loops: the prints follow the plan of the others, because engines optimise functions
//! up to a size only.

mod body;

use super::chunk::Plan;
use crate::function::Function;

/// Sine and cosine, the twin of the kernel in Rust and C.
const SINCOS: &str = include_str!("../sincos.js");

/// The smooth sign of dry friction, likewise.
const SATURATE: &str = include_str!("../saturate.js");

/// The functions, with what they need and nothing else: declarations only, `function NAME(inputs…, outputs…)`.
///
/// Inputs stand in the order of the signature, outputs last; all are arrays of numbers, matrices row-major, scalars
/// arrays of one. Outputs are written last and may overlap inputs.
#[must_use]
pub fn emit(functions: &[Function]) -> String {
    let mut text = String::new();
    if functions.iter().any(|one| !one.program.angles.is_empty()) {
        text.push_str(SINCOS);
    }
    let saturates = |one: &Function| one.program.saturates();
    if functions.iter().any(saturates) {
        text.push_str(SATURATE);
    }
    for function in functions {
        let plan = Plan::of(&function.program);
        body::Body {
            function,
            plan: &plan,
        }
        .print(&mut text);
    }
    text
}
