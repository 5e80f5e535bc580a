//! The programs of a function one after the other, for solutions that are given: what a proof compares.

use super::{Constants, Float, Lane};
use crate::leaves::{Argument, Input};
use crate::program::{Output, Program};

/// The outputs of a program that mean something outside of its function: not what it carries over.
pub fn compared(program: &Program) -> impl Iterator<Item = &Output> {
    let carried = Argument::Carried.name();
    program
        .outputs
        .iter()
        .filter(move |one| one.name != carried)
}

/// The output arrays of all programs that are [`compared`]; an input is asked for by the place of the program and its own, those
/// of [`Argument::Solved`] like any other.
pub fn evaluate_parts<L: Float>(
    programs: &[&Program],
    input: impl Fn(usize, Input) -> L,
) -> Vec<Vec<L>> {
    let constants: Vec<_> = programs.iter().map(|one| one.rounded_constants()).collect();
    evaluate_parts_with(programs, &constants, input)
}

/// The same with the constants of every program given.
pub fn evaluate_parts_with<L: Lane>(
    programs: &[&Program],
    constants: &[Constants<L>],
    input: impl Fn(usize, Input) -> L,
) -> Vec<Vec<L>> {
    let (mut carried, mut arrays) = (Vec::new(), Vec::new());
    for ((place, program), constants) in programs.iter().enumerate().zip(constants) {
        let given = |element: Input| match element.argument {
            Argument::Carried => carried[element.index],
            _ => input(place, element),
        };
        let mut outputs = program.evaluate_with(constants, given);
        if outputs.len() > compared(program).count() {
            carried = outputs.remove(0);
        }
        arrays.extend(outputs);
    }
    arrays
}
