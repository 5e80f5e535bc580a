//! Functions that solve equations, as the printers see them: a private function for every step, and one that calls them with
//! the solver between.

use super::chunk::Plan;
use super::notes;
use super::stack::{Stack, width};
use crate::compile::{Compiled, Precision};
use crate::function::{Function, Stage};
use crate::program::Program;

/// The steps of a function that can fail, as functions of their own.
pub(super) fn steps(function: &Function) -> Vec<Function> {
    let step = |(index, (program, prepared)): (usize, (&Program, &Vec<_>))| Function {
        name: format!("{}_step{index}", function.name),
        summary: format!("Step {index} of `{}`.", function.name),
        program: program.clone(),
        prepared: prepared.clone(),
        stages: Vec::new(),
        ..function.clone()
    };
    let later = function.stages.iter();
    let later = later.map(|stage: &Stage| (&stage.program, &stage.prepared));
    let all = core::iter::once((&function.program, &function.prepared)).chain(later);
    all.enumerate().map(step).collect()
}

/// Lines about a function that can fail.
pub(super) fn notes(function: &Function, precision: Precision) -> Vec<String> {
    let deepest = function.programs().map(|program| {
        let outputs = program.outputs.iter();
        let numbers: usize = outputs.map(|output| output.elements.len()).sum();
        Stack::of(program, &Plan::of(program), precision).and(3 * width(precision) * numbers)
    });
    let mut lines = notes::function(function, &Plan::of(&function.program), precision);
    if let Some(last) = lines.last_mut() {
        let deepest = deepest.reduce(Stack::max).unwrap_or_default();
        *last = deepest.and(512).line();
    }
    let solves = function.stages.iter().map(|stage| {
        let solve = stage.solve;
        match solve.least_norm {
            None => format!("{0} x {0}, in the operations", solve.rows),
            Some(cutoff) => format!(
                "{} x {} with least norm, cut-off {cutoff:e}, not in the operations",
                solve.rows, solve.columns
            ),
        }
    });
    let solves: Vec<String> = solves.collect();
    if !solves.is_empty() {
        lines.insert(4, format!("Equations solved: {}.", solves.join("; ")));
    }
    lines
}

/// Which solvers a model needs: for square equations, and with least norm.
pub(super) fn solvers(compiled: &Compiled) -> (bool, bool) {
    let stages = || {
        compiled
            .functions
            .iter()
            .flat_map(|function| &function.stages)
    };
    (
        stages().any(|stage| stage.solve.least_norm.is_none()),
        stages().any(|stage| stage.solve.least_norm.is_some()),
    )
}
