//! A generated function: its programs, the equations that are solved between them, and what a caller sees of it.

mod evidence;

pub use evidence::{Evidence, FIELDS, Proof};

use std::sync::Arc;

use crate::counts::Counts;
use crate::exact::number::Number;
use crate::leaves::{MARGINS, Solve};
use crate::mechanism::Mechanism;
use crate::program::{Output, Port, Program};

/// One compiled function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Name in Rust and (with prefix) in C: `inverse_dynamics`, `tip_pose_tool`.
    pub name: String,
    /// One line of documentation: what it computes, units.
    pub summary: String,
    /// Name of the formulation that was taken.
    pub formulation: &'static str,
    /// The source of that formulation: `Saha 2.4.1`.
    pub paper: &'static str,
    /// Whether its program is a search result.
    pub searched: bool,
    /// The program.
    pub program: Program,
    /// The formulas behind the program's input `prepared`, if the model has parameters.
    pub prepared: Vec<Number>,
    /// The later programs, where equations are solved in between; the program's own outputs are then no results.
    pub stages: Vec<Stage>,
    /// The mechanism (with elementary joints) whose literal recursion the program is proved equal to: the model's own, or
    /// the same in other frames where a change of frames rounds.
    pub literal: Arc<Mechanism>,
    /// What it was proved equal to; `None`: it prepares parameters, or is a step of another.
    pub evidence: Option<Evidence>,
}

/// Equations that are solved, and the program that goes on from there: see [`StagedProgram`](crate::program::StagedProgram).
#[derive(Clone, Debug)]
pub struct Stage {
    /// The equations to solve, made of the last outputs of the program before.
    pub solve: Solve,
    /// The program that continues with the solution.
    pub program: Program,
    /// As in [`Function`].
    pub prepared: Vec<Number>,
}

/// A program of a function, with the formulas behind its input `prepared`.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The program.
    pub program: &'a Program,
    /// As in [`Function`].
    pub prepared: &'a [Number],
}

impl Function {
    /// Its formulation, with a mark when the program is a search result: `u_form, searched`.
    #[must_use]
    pub fn route(&self) -> String {
        route(self.formulation, self.searched)
    }

    /// All programs, in their order.
    pub fn programs(&self) -> impl Iterator<Item = &Program> {
        core::iter::once(&self.program).chain(self.stages.iter().map(|stage| &stage.program))
    }

    /// All programs with what they are prepared from.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let first = Part {
            program: &self.program,
            prepared: &self.prepared,
        };
        let later = self.stages.iter().map(|stage| Part {
            program: &stage.program,
            prepared: &stage.prepared,
        });
        core::iter::once(first).chain(later)
    }

    /// All programs with the formulas behind their inputs `prepared`.
    pub(crate) fn programs_mut(
        &mut self,
    ) -> impl Iterator<Item = (&mut Program, &mut Vec<Number>)> {
        let own = core::iter::once((&mut self.program, &mut self.prepared));
        own.chain((self.stages.iter_mut()).map(|stage| (&mut stage.program, &mut stage.prepared)))
    }

    /// Whether the last output of its one program are margins, which are positive unless it fails.
    #[must_use]
    pub fn has_margins(&self) -> bool {
        let last = self.program.outputs.last();
        self.stages.is_empty() && last.is_some_and(|output| output.name == MARGINS)
    }

    /// Whether it can fail.
    #[must_use]
    pub fn can_fail(&self) -> bool {
        self.has_margins() || !self.stages.is_empty()
    }

    /// Input arrays, in the order of the signature.
    #[must_use]
    pub fn inputs(&self) -> &[Port] {
        &self.program.inputs
    }

    /// The program whose outputs are the results.
    #[must_use]
    pub fn last(&self) -> &Program {
        let last = self.stages.last();
        last.map_or(&self.program, |stage| &stage.program)
    }

    /// Output arrays, in the order of the signature.
    #[must_use]
    pub fn outputs(&self) -> &[Output] {
        let outputs = &self.last().outputs;
        let margins = usize::from(self.has_margins());
        &outputs[..outputs.len() - margins]
    }

    /// Whether any of its results is a packed matrix.
    #[must_use]
    pub fn is_packed(&self) -> bool {
        self.outputs().iter().any(|output| output.pattern.is_some())
    }

    /// The same with packed matrices in place of those among its results that are chosen, by their places.
    #[must_use]
    pub fn packed(mut self, chosen: impl Fn(usize) -> bool) -> Self {
        let packed = self.last().packed(chosen);
        let last = self.stages.last_mut();
        *last.map_or(&mut self.program, |stage| &mut stage.program) = packed;
        self
    }

    /// The weight of its solutions of least norm where formulations are compared: a guess, as it depends on the values.
    #[must_use]
    pub fn least_norm(&self) -> usize {
        let solves = self.stages.iter().map(|stage| stage.solve);
        let least = solves.filter(|solve| solve.least_norm.is_some());
        least.map(|solve| solve.price().total()).sum()
    }

    /// Its cost, with the cost of solving square equations (that of solutions with least norm depends on the values, and
    /// is not counted).
    #[must_use]
    pub fn counts(&self) -> Counts {
        let stages = self.stages.iter();
        let stages = stages.map(|stage| stage.solve.counts() + stage.program.counts());
        self.program.counts() + stages.sum()
    }
}

/// A formulation as tables show it.
pub(crate) fn route(formulation: &str, searched: bool) -> String {
    let mark = if searched { ", searched" } else { "" };
    format!("{formulation}{mark}")
}
