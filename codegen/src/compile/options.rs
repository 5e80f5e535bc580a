//! What to compile and how, and what comes of it.

use std::path::Path;
use std::sync::Arc;

use super::{Preparation, Techniques};
use crate::closed::{MARGINS, Solve};
use crate::mechanism::Mechanism;
use crate::number::Number;
use crate::program::{Counts, Output, Port, Program};
use crate::searched::{self, Searched};

/// The level without search results.
pub(crate) const LEVEL: u8 = 2;

/// What to compile, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Functions to generate; `None`: all that exist.
    pub functions: Option<Vec<String>>,
    /// `(function, formulation)` pairs the user fixed; the cheapest is taken for the rest.
    pub formulations: Vec<(String, String)>,
    /// Floating-point type of the generated code.
    pub precision: Precision,
    /// 0…3; what [`Options::take_level`] says, or 2.
    pub opt: u8,
    /// What the level may use; all by default.
    pub techniques: Techniques,
    /// Where sine and cosine come from.
    pub sincos: Sincos,
    /// Overrides the model's name.
    pub name: Option<String>,
    /// The search results that stand beside the model; level 3 takes its programs from there.
    pub searched: Option<Searched>,
}

/// Floating-point type of generated code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Precision {
    /// `f64`, `double`.
    #[default]
    F64,
    /// `f32`, `float`.
    F32,
}

/// Where sine and cosine come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sincos {
    /// Our branch-free kernel.
    #[default]
    Poly,
    /// The C library's (Rust: std's, or the crate `libm`).
    Libm,
}

/// A compiled mechanism: all functions of one model, ready to be printed.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// Lower-case identifier: prefix of C functions, file stem.
    pub name: String,
    /// The mechanism as read.
    pub mechanism: Mechanism,
    /// The options it was compiled with; level 3 without results that can be used is level 2.
    pub options: Options,
    /// The functions, in the order of the contract's table.
    pub functions: Vec<Function>,
    /// What computes the input `prepared` of all functions, if the model has parameters.
    pub preparation: Option<Preparation>,
    /// What a person should know: search results that are missing or not used.
    pub warnings: Vec<String>,
}

/// One compiled function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Name in Rust and (with prefix) in C: `inverse_dynamics`, `tip_pose_tool`.
    pub name: String,
    /// One line of documentation: what it computes, units.
    pub summary: String,
    /// Name of the formulation that was taken.
    pub formulation: &'static str,
    /// Where that formulation comes from: `Saha 2.4.1`.
    pub paper: &'static str,
    /// Whether its program is a search result.
    pub searched: bool,
    /// The program.
    pub program: Program,
    /// The formulas behind the program's input `prepared`, if the model has parameters.
    pub prepared: Vec<Number>,
    /// What follows on the program, where equations are solved in between; the program's own outputs are then no results.
    pub stages: Vec<Stage>,
    /// The mechanism (with elementary joints) whose literal recursion the program is proved equal to: the model's own, or
    /// the same in other frames where a change of frames rounds.
    pub literal: Arc<Mechanism>,
}

/// Equations that are solved, and the program that goes on from there: see [`closed`](crate::closed).
#[derive(Clone, Debug)]
pub struct Stage {
    /// What is solved, of the last outputs of the program before.
    pub solve: Solve,
    /// What goes on with the solution.
    pub program: Program,
    /// As in [`Function`].
    pub prepared: Vec<Number>,
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

    /// Output arrays, in the order of the signature.
    #[must_use]
    pub fn outputs(&self) -> &[Output] {
        let last = self
            .stages
            .last()
            .map_or(&self.program, |stage| &stage.program);
        let margins = usize::from(self.has_margins());
        &last.outputs[..last.outputs.len() - margins]
    }

    /// What its solutions of least norm count for where formulations are compared: a guess, as it depends on the values.
    #[must_use]
    pub fn least_norm(&self) -> usize {
        let solves = self.stages.iter().map(|stage| stage.solve);
        let least = solves.filter(|solve| solve.least_norm.is_some());
        least.map(Solve::price).sum()
    }

    /// What it costs, with what solving square equations costs (that of solutions with least norm depends on the values, and
    /// is not counted).
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut total = self.program.counts();
        for stage in &self.stages {
            let solve = stage.solve.counts();
            for counts in [solve, stage.program.counts()] {
                total.mul += counts.mul;
                total.add += counts.add;
                total.div += counts.div;
                total.neg += counts.neg;
                total.sqrt += counts.sqrt;
                total.trig += counts.trig;
            }
        }
        total
    }
}

/// A formulation as tables show it.
pub(crate) fn route(formulation: &str, searched: bool) -> String {
    let mark = if searched { ", searched" } else { "" };
    format!("{formulation}{mark}")
}

impl Compiled {
    /// The input `prepared` at the defaults of the parameters; empty for a model without parameters.
    #[must_use]
    pub fn prepared_by_default(&self) -> Vec<f64> {
        let parameters = &self.mechanism.parameters;
        let defaults: Vec<f64> = parameters.iter().map(|one| one.default.to_f64()).collect();
        let preparation = self.preparation.as_ref();
        preparation.map_or_else(Vec::new, |one| one.prepared(&defaults))
    }

    /// All functions that are printed, the one that prepares first.
    pub fn printed(&self) -> impl Iterator<Item = &Function> {
        let preparation = self.preparation.iter().map(|one| &one.function);
        preparation.chain(&self.functions)
    }

    /// All programs that are printed.
    pub fn programs(&self) -> impl Iterator<Item = &Program> {
        self.printed().flat_map(Function::programs)
    }
}

impl Options {
    /// Takes the level that is asked for, or without one 3 where search results stand beside the model at `path`, and
    /// else 2; reads the results for level 3. `shown` is the model's path in messages.
    pub fn take_level(&mut self, asked: Option<u8>, path: &Path, shown: &str) {
        let results = searched::path_of(path);
        self.opt = asked.unwrap_or(if results.is_file() { 3 } else { LEVEL });
        self.searched = (self.opt == 3).then(|| Searched {
            asked: asked.is_some(),
            ..searched::beside(path, shown)
        });
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            functions: None,
            formulations: Vec::new(),
            precision: Precision::F64,
            opt: LEVEL,
            techniques: Techniques::ALL,
            sincos: Sincos::Poly,
            name: None,
            searched: None,
        }
    }
}
