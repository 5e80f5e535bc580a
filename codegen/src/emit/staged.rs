//! Functions that solve equations: private functions for their steps, and the protocol by which the function calls them.
//!
//! ```text
//!  step 0 ─► matrix, right ─► solve ─► step 1 (…, solved) ─► … ─► results
//!    └────► carried ─────────────────────┘
//!  step 0 ─► results, margins ─► check ─► results
//! ```
//!
//! [`StagedFunction::actions`] is that protocol as data; a language prints one action after the other.

use super::body::Language;
use super::chunk::Plan;
use super::notes::Notes;
use super::stack::{Stack, width};
use crate::function::{Function, Stage};
use crate::leaves::Argument;
use crate::leaves::Solve;
use crate::program::Program;

/// A function that can fail, with its steps as functions of their own.
pub(super) struct StagedFunction<'a> {
    pub(super) function: &'a Function,
    pub(super) steps: Vec<Function>,
}

/// One thing after the other.
pub(super) enum Action<'a> {
    /// Calls a step: arrays of its results are numbered as the step is.
    Call { index: usize, step: &'a Function },
    /// Solves `matrix` and `right` of the step, and puts what is found behind the `known` numbers of `solved`; fails where
    /// there is no solution.
    Solve {
        index: usize,
        solve: Solve,
        known: usize,
    },
    /// Fails unless all `margins` of the step, so many, are positive.
    Check { index: usize, margins: usize },
    /// Returns the results, which are those of the step.
    Return { index: usize },
}

impl<'a> StagedFunction<'a> {
    pub(super) fn of(function: &'a Function) -> Self {
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
        Self {
            function,
            steps: all.enumerate().map(step).collect(),
        }
    }

    /// The actions of the function.
    pub(super) fn actions(&self) -> Vec<Action<'_>> {
        let mut actions = Vec::new();
        let mut known = 0;
        for (index, step) in self.steps.iter().enumerate() {
            actions.push(Action::Call { index, step });
            if let Some(Stage { solve, .. }) = self.function.stages.get(index) {
                actions.push(Action::Solve {
                    index,
                    solve: *solve,
                    known,
                });
                known += solve.unknowns();
            }
        }
        let index = self.steps.len().saturating_sub(1);
        if self.function.has_margins() {
            let last = self.function.program.outputs.last();
            let margins = last.map_or(0, |margins| margins.elements.len());
            actions.push(Action::Check { index, margins });
        }
        actions.push(Action::Return { index });
        actions
    }

    /// The number of unknowns that are solved for.
    pub(super) fn unknowns(&self) -> usize {
        let stages = self.function.stages.iter();
        stages.map(|stage| stage.solve.unknowns()).sum()
    }

    /// The arguments of a step where all arrays are arguments, and those that steps write are numbered as they are.
    pub(super) fn arguments(&self, index: usize) -> Vec<String> {
        let program = &self.steps[index].program;
        let carries = |step: &Function| {
            let mut outputs = step.program.outputs.iter();
            outputs.any(|one| one.name == Argument::Carried.name())
        };
        let source = self.steps[..index].iter().rposition(carries).unwrap_or(0);
        let inputs = program.inputs.iter().map(|port| match port.argument {
            Argument::Carried => format!("{}{source}", port.argument.name()),
            other => other.name().to_owned(),
        });
        let outputs = program.outputs.iter();
        let outputs = outputs.map(|output| format!("{}{index}", output.name));
        inputs.chain(outputs).collect()
    }

    /// Lines about the function.
    pub(super) fn notes<L: Language>(&self, language: L) -> Notes {
        let (function, precision) = (self.function, language.precision());
        let deepest = function.programs().map(|program| {
            let outputs = program.outputs.iter();
            let numbers: usize = outputs.map(|output| output.elements.len()).sum();
            let plan = Plan::of(program, L::LIMITS);
            Stack::of(program, &plan, precision).and(3 * width(precision) * numbers)
        });
        let deepest = deepest.reduce(Stack::max).unwrap_or_default();
        let solves = function.stages.iter().map(|stage| equations(stage.solve));
        Notes {
            equations: solves.collect(),
            stack: deepest.and(512),
            ..Notes::of(function, language)
        }
    }
}

fn equations(solve: Solve) -> String {
    match solve.least_norm {
        None if solve.sides == 1 => format!("{0} x {0}, in the operations", solve.rows),
        None => format!(
            "{0} x {0} with {1} right-hand sides, in the operations",
            solve.rows, solve.sides
        ),
        Some(cutoff) => format!(
            "{} x {} with least norm, cut-off {cutoff:e}, not in the operations",
            solve.rows, solve.columns
        ),
    }
}
