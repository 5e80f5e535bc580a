//! `denoc count`: what every function costs, by every formulation.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use denoc_codegen::compile::{CompileError, Options, compile};
use denoc_codegen::generic::generic;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::quantity::Quantity;
use denoc_codegen::report::counts::{self, Row};
use denoc_codegen::report::{Format, price, render};
use serde_json::{Map, Value, json};

use crate::arguments::Level;
use crate::failure::{Failure, load, warn};

/// Arguments of `count`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The model, a .toml file
    #[arg(required_unless_present = "generic", conflicts_with = "generic")]
    model: Option<PathBuf>,
    /// The generic chain of N revolute joints in place of a model
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    generic: Option<u16>,
    /// How to print: tables of text or markdown, or the chosen counts as JSON
    #[arg(long, value_enum, default_value_t = CountFormat::Table)]
    format: CountFormat,
    #[command(flatten)]
    level: Level,
}

const EXAMPLES: &str = "Examples:
  denoc count models/puma.toml
  denoc count --generic 6 --format markdown
  denoc count models/puma.toml --format json | jq .functions.inverse_dynamics.mul";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CountFormat {
    /// Aligned columns
    Table,
    /// Markdown
    Markdown,
    /// {"model": …, "functions": {NAME: {"mul": …, "add": …, …}}}
    Json,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mechanism = match (&arguments.model, arguments.generic) {
        (Some(path), _) => load(path)?.mechanism,
        (None, n) => generic(n.unwrap_or(1).into()),
    };
    let opt = arguments.level.opt;
    let mut options = Options {
        opt,
        ..Options::default()
    };
    if let Some(path) = &arguments.model {
        options.look_beside(path, &path.display().to_string());
    }
    let compiled = compile(&mechanism, &options)?;
    warn(&compiled.warnings);
    let chosen: Vec<Row> = compiled.functions.iter().map(Row::from).collect();
    let format = match arguments.format {
        CountFormat::Json => return Ok(json(&compiled.name, &chosen)),
        CountFormat::Table => Format::Text,
        CountFormat::Markdown => Format::Markdown,
    };
    let title = format!("{}, --opt {opt}", compiled.name);
    let mut sections = vec![price::functions(&title, &chosen)];
    sections.extend(price::literature(&mechanism, &chosen));
    sections.push(price::formulations(&all(&mechanism, opt)?));
    Ok(render(&sections, format))
}

fn all(mechanism: &Mechanism, opt: u8) -> Result<Vec<Row>, CompileError> {
    let rows: Vec<Vec<Row>> = Quantity::all(mechanism)
        .into_iter()
        .map(|quantity| counts::formulations(mechanism, quantity, opt))
        .collect::<Result<_, _>>()?;
    Ok(rows.concat())
}

fn json(model: &str, rows: &[Row]) -> String {
    let functions: Map<String, Value> = rows
        .iter()
        .map(|row| (row.function.clone(), json!(row.counts)))
        .collect();
    format!("{}\n", json!({ "model": model, "functions": functions }))
}
