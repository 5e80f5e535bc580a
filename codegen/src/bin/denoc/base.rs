//! `denoc base`: the base inertial parameters of a model.

use clap::{Args, ValueEnum};
use denoc_codegen::identify::identify;
use denoc_codegen::report::base;
use denoc_codegen::transform::elementary;

use crate::arguments::BaseParameters;
use crate::failure::Failure;
use crate::reading::Model;

/// Arguments of `base`.
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    model: Model,
    /// How to print: words, or all digits as JSON
    #[arg(long, value_enum, default_value_t = BaseFormat::Table)]
    format: BaseFormat,
    #[command(flatten)]
    base: BaseParameters,
}

const NOTES: &str =
    "Generalised forces depend on the base parameters alone, and on each of them: they are what a motion can identify. Each is \
printed with its value and as the combination of the model's parameters whose place it takes: m mass, mx my mz first moment, \
Jxx … Jyz inertia tensor about the frame's origin, with the number of the body. Combinations hold for all values of these; their \
factors are exact and printed in nine digits. The parameters on the right are in the body's own frame, those on the left in \
that of its joint, whose z axis is the joint's (JSON gives its pose in the body's frame). Bodies fixed on one another count as one. \
Parameters that stay open at run time have their defaults here.

Examples:
  denoc base models/puma.toml
  denoc base models/panda.toml --format json | jq '.base[] | {name, value}'";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BaseFormat {
    /// One line for every base parameter, by body
    Table,
    /// {"model", "complete", "count", "parameters", "bodies", "base": [{"name", "body", "parameter", "unit", "value", "terms"}], "without_effect"}
    Json,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let loaded = arguments.model.load()?.mechanism;
    if loaded.is_flexible() {
        let message = "the model has flexible bodies: base parameters are those of rigid ones; lock their modes, like `lock = [\"arm.modes\"]`";
        return Err(Failure::Message(message.to_owned()));
    }
    let mechanism = elementary(&loaded.at_defaults());
    let basis = arguments.base.basis();
    let identified = identify(&mechanism, |_| basis);
    Ok(match arguments.format {
        BaseFormat::Table => base::text(&mechanism, &identified),
        BaseFormat::Json => format!("{}\n", base::json(&mechanism, &identified)),
    })
}
