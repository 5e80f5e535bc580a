//! `denoc optimize`: model → search → results beside the model.

use std::io::IsTerminal;

use clap::{Args, ValueEnum};
use denoc_codegen::compile::{CompileError, Options};
use denoc_codegen::name::visible_path;
use denoc_codegen::optimize::{Effort, Event, optimize};
use denoc_codegen::output::Kind;
use denoc_codegen::pass::search::Cost;
use denoc_codegen::report::{price, render};
use denoc_codegen::searched::{self, Results};

use crate::arguments::{BaseParameters, pair};
use crate::failure::{Failure, say};
use crate::files::{Format, Output, Overwriting};
use crate::progress;
use crate::reading::Model;
use crate::style;

/// Arguments of `optimize`.
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    model: Model,
    /// Functions to search, separated by commas; `derivatives`, `products` and `regressors` stand for all of these, all others by default. The results of others are kept
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    functions: Option<Vec<String>>,
    /// Fix a function's formulation (repeatable); the cheapest is searched for the rest
    #[arg(long, value_name = "FUNCTION=NAME", value_parser = pair)]
    formulation: Vec<(String, String)>,
    /// Moves to propose in a walk: more find more, in proportionally more time [default: 70000000,
    /// and more for a function above 460 operations]
    #[arg(long, value_name = "N")]
    proposals: Option<u64>,
    /// Walks for each function, the best of which is kept
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000))]
    walks: u64,
    /// Another seed is another walk; of several walks, the first seed
    #[arg(long, value_name = "S", default_value_t = Effort::default().seed)]
    seed: u64,
    /// What is to be little: operations, or cycles of a model of the processor (never for more operations)
    #[arg(long, value_enum, default_value_t = Objective::Operations)]
    objective: Objective,
    /// For code with fused operations (--fma): a product that a sum takes in is free
    #[arg(long)]
    fused: bool,
    #[command(flatten)]
    base: BaseParameters,
    #[command(flatten)]
    overwriting: Overwriting,
}

/// The objective of a search, to be minimised.
#[derive(Clone, Copy, ValueEnum)]
enum Objective {
    /// Multiplications and additions
    Operations,
    /// Cycles by the model of docs/speed.md
    Time,
}

const NOTES: &str = "The results go to MODEL.opt3, to be committed; all commands take their programs from there, proved again, unless --opt \
says otherwise, as long as model and version of denoc are the same. The same arguments give the same bytes on every machine.

Examples:
  denoc optimize models/puma.toml --functions inverse_dynamics
  denoc optimize models/puma.toml --functions mass_matrix --walks 8
  denoc generate models/puma.toml --functions inverse_dynamics";

const SEARCH: Format = Format::Marked(Kind::Search);

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let path = searched::path_of(&arguments.model.path);
    arguments.overwriting.check(&[(&path, SEARCH)])?;
    let mechanism = arguments.model.load()?.mechanism;
    let options = Options {
        functions: arguments.functions.clone(),
        formulations: arguments.formulation.clone(),
        basis: arguments.base.basis(),
        ..Options::default()
    };
    let effort = Effort {
        proposals: arguments.proposals,
        walks: arguments.walks,
        seed: arguments.seed,
        cost: match (arguments.objective, arguments.fused) {
            (Objective::Operations, false) => Cost::Operations,
            (Objective::Operations, true) => Cost::Fused,
            (Objective::Time, false) => Cost::Time,
            (Objective::Time, true) => Cost::FusedTime,
        },
    };
    let found = shown(|report| optimize(&mechanism, &options, effort, report))?;
    let section = price::searched(&mechanism.name, &found);
    let results = match searched::beside(&arguments.model.path, "").results {
        Ok(known) if known.fit(&found.model).is_ok() => known.updated(found),
        _ => found,
    };
    let summary = format!(
        "{}\nWrote {}\n",
        render(&[section], style::tables()),
        visible_path(&path)
    );
    let text = results.to_text();
    let written = arguments.overwriting.write(vec![Output {
        path,
        format: SEARCH,
        text,
    }])?;
    Ok(written.or_summary(summary))
}

/// Runs a search with its progress on stderr: a bar on a terminal, otherwise a line for each function.
fn shown(
    search: impl FnOnce(&(dyn Fn(Event) + Sync)) -> Result<Results, CompileError>,
) -> Result<Results, CompileError> {
    let bar = progress::bar("{human_pos} of {human_len} proposals");
    let results = search(&|event| match event {
        Event::Begun(total) => bar.set_length(total),
        Event::Proposed(more) => bar.inc(more),
        Event::Found(entry) => {
            let ((mul, add), (mul_before, add_before)) = (entry.after, entry.before);
            let line = format!(
                "{}: {} -> {}",
                entry.function,
                mul_before + add_before,
                mul + add
            );
            if std::io::stderr().is_terminal() {
                bar.println(line);
            } else {
                say(&format!("{line}\n"));
            }
        }
    });
    bar.finish_and_clear();
    results
}
