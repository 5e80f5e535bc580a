//! `denoc tables`: the tables of the papers with our formulas.

use clap::Args;
use denoc_codegen::report::{papers, render};

use crate::arguments::{Level, TableFormat};
use crate::failure::Failure;

/// Arguments of `tables`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// How to print
    #[arg(long, value_enum, default_value_t = TableFormat::Table)]
    format: TableFormat,
    #[command(flatten)]
    level: Level,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let sections = papers::tables(arguments.level.without_file())?;
    Ok(render(&sections, arguments.format.into()))
}
