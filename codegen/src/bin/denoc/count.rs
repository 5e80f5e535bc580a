//! `denoc count`: what every function costs, by every formulation, or at every level and without each technique.

use std::path::PathBuf;

use clap::Args;
use denoc_codegen::compile::{CompileError, Compiled, Options, compile};
use denoc_codegen::generic::generic;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::name;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::report::ablation::{self, Ablation, ablations};
use denoc_codegen::report::counts::{self, FormulationCost};
use denoc_codegen::report::{joints, json, price, render};
use denoc_codegen::searched;
use serde_json::{Map, Value, json};

use crate::arguments::{BaseParameters, Level, Sharing, TableFormat};
use crate::failure::{Failure, warn};
use crate::reading::ReadingArguments;

/// Arguments of `count`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The model, a .toml, .urdf or .xml (MJCF) file
    #[arg(required_unless_present = "generic", conflicts_with = "generic")]
    model: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadingArguments,
    /// The generic chain of N revolute joints in place of a model
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512), conflicts_with_all = ["snap", "base"])]
    generic: Option<u16>,
    /// How to print; as JSON the chosen counts, {"model", "functions"}
    #[arg(long, value_enum, default_value_t = TableFormat::Table)]
    format: TableFormat,
    /// Functions to count, separated by commas; `derivatives`, `products` and `regressors` stand for all of these. All others by default
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    functions: Option<Vec<String>>,
    /// The price at every level, and what each technique of --opt 2 saves; of the main functions by default
    #[arg(long, conflicts_with = "opt")]
    ablation: bool,
    #[command(flatten)]
    level: Level,
    #[command(flatten)]
    base: BaseParameters,
    #[command(flatten)]
    sharing: Sharing,
}

const EXAMPLES: &str = "Examples:
  denoc count models/puma.toml
  denoc count --generic 6 --format markdown
  denoc count models/puma.toml --ablation --functions inverse_dynamics,gravity
  denoc count models/puma.toml --format json | jq .functions.inverse_dynamics.mul";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mechanism = match (&arguments.model, arguments.generic) {
        (Some(path), _) => arguments.reading.load_measured(path)?.mechanism,
        (None, n) => generic(n.unwrap_or(1).into()),
    };
    let mut options = Options {
        functions: arguments.functions.clone(),
        basis: arguments.base.basis(),
        share: arguments.sharing.share,
        ..Options::default()
    };
    if arguments.ablation {
        return ablation(arguments, &mechanism, options);
    }
    match &arguments.model {
        Some(path) => arguments.level.take(&mut options, path),
        None => options.opt = arguments.level.without_file(),
    }
    let compiled = compile(&mechanism, &options)?;
    let opt = compiled.options.opt;
    warn(&compiled.warnings);
    let chosen: Vec<FormulationCost> = compiled
        .functions
        .iter()
        .map(FormulationCost::from)
        .collect();
    let prepare = counts::preparation(&compiled);
    let Some(format) = arguments.format.of_tables() else {
        let value = json::priced(&compiled.name, &chosen, prepare.as_ref());
        return Ok(format!("{value}\n"));
    };
    let title = format!("{}, --opt {opt}", compiled.name);
    let mut sections = vec![price::functions(&title, &chosen, prepare.as_ref())];
    sections.extend(price::literature(&mechanism, &chosen));
    sections.push(price::formulations(&all(&mechanism, &compiled)?));
    sections.extend(joints(&mechanism));
    Ok(render(&sections, format))
}

/// The cost of every function at every level, and without each technique.
fn ablation(
    arguments: &Arguments,
    mechanism: &Mechanism,
    mut options: Options,
) -> Result<String, Failure> {
    if let Some(path) = &arguments.model
        && searched::path_of(path).exists()
    {
        options.searched = Some(searched::beside(path, &path.display().to_string()));
    }
    let (ablations, warnings) = ablations(mechanism, &options)?;
    warn(&warnings);
    let name = name::of_model(&mechanism.name);
    Ok(match arguments.format.of_tables() {
        Some(format) => render(&ablation::sections(&name, &ablations), format),
        None => ablation_json(&name, &ablations),
    })
}

/// All formulations of the compiled functions, and their search results.
fn all(mechanism: &Mechanism, compiled: &Compiled) -> Result<Vec<FormulationCost>, CompileError> {
    let mut rows = Vec::new();
    let options = Options {
        opt: compiled.options.opt,
        basis: compiled.options.basis,
        ..Options::default()
    };
    for quantity in Quantity::existing(mechanism) {
        let name = quantity.name(mechanism);
        let Some(function) = compiled.functions.iter().find(|one| one.name == name) else {
            continue;
        };
        rows.extend(counts::formulations(mechanism, quantity, &options)?);
        rows.extend(function.searched.then(|| FormulationCost::from(function)));
    }
    Ok(rows)
}

fn ablation_json(model: &str, ablations: &[Ablation]) -> String {
    let functions: Map<String, Value> = ablations
        .iter()
        .map(|ablation| {
            let without: Map<String, Value> = ablation
                .without
                .iter()
                .map(|(name, counts)| {
                    let saves = ablation.saved(counts);
                    let counts = json::counts(counts);
                    ((*name).into(), json!({ "counts": counts, "saves": saves }))
                })
                .collect();
            let levels: Vec<Value> = ablation.levels.iter().map(json::counts).collect();
            let costs = json!({ "levels": levels, "without": without });
            (ablation.function.clone(), costs)
        })
        .collect();
    format!("{}\n", json!({ "model": model, "functions": functions }))
}
