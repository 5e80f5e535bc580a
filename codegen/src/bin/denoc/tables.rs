//! `denoc tables`: the tables of the papers with our formulas.

use clap::Args;
use denoc_codegen::report::papers::{self, TableEvent};
use denoc_codegen::report::{Section, render};
use serde_json::{Map, Value, json};

use crate::arguments::{Level, TableFormat};
use crate::failure::Failure;
use crate::progress;

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
    let bar = progress::bar("{pos} of {len} chains");
    let sections = papers::tables(arguments.level.without_file(), &|event| match event {
        TableEvent::Begun(chains) => bar.set_length(chains),
        TableEvent::Counted => bar.inc(1),
    });
    bar.finish_and_clear();
    let sections = sections?;
    Ok(match arguments.format.of_tables() {
        Some(format) => render(&sections, format),
        None => {
            let sections: Vec<Value> = sections.iter().map(object).collect();
            format!("{}\n", Value::Array(sections))
        }
    })
}

/// Counts and lengths are numbers, formulas are text.
fn value(cell: &str) -> Value {
    cell.parse::<u64>()
        .map_or_else(|_| cell.into(), Value::from)
}

fn object(section: &Section) -> Value {
    let row = |cells: Vec<(&str, &str)>| {
        let cells = cells.into_iter().filter(|(_, cell)| !cell.is_empty());
        cells
            .map(|(column, cell)| (column.to_owned(), value(cell)))
            .collect::<Map<String, Value>>()
    };
    json!({
        "title": section.title,
        "rows": section.table.records().map(row).collect::<Vec<_>>(),
        "notes": section.notes,
    })
}
