//! Values, as C and JavaScript print them alike.

use super::chunk::outputs;
use crate::leaves::Input;
use crate::program::{Operand, Operation, Program, Signed};

/// The value of an operation on operands as printed.
pub(super) fn result(operation: Operation, a: &str, b: &str) -> String {
    match operation {
        Operation::Add => format!("{a} + {b}"),
        Operation::Sub => format!("{a} - {b}"),
        Operation::Mul => format!("{a} * {b}"),
        Operation::Div => format!("{a} / {b}"),
        Operation::Saturate => format!("denoc_saturate({a}, {b})"),
    }
}

/// Inputs that are outputs as they are: read before the first output is written, which may overlap them.
pub(super) fn kept(program: &Program) -> Vec<Input> {
    let input = |operand| match operand {
        Operand::Input(input) => Some(input),
        _ => None,
    };
    let mut kept: Vec<Input> = outputs(program).filter_map(input).collect();
    kept.sort_unstable();
    kept.dedup();
    kept
}

/// An element of an output; `operand` prints what is not kept.
pub(super) fn element(
    element: Signed,
    kept: &[Input],
    operand: impl FnOnce(Operand) -> String,
) -> String {
    let value = match element.operand {
        Operand::Input(input) => {
            let index = kept.binary_search(&input).unwrap_or(0); // all such inputs are kept
            format!("kept[{index}]")
        }
        other => operand(other),
    };
    let sign = if element.negative { "-" } else { "" };
    format!("{sign}{value}")
}
