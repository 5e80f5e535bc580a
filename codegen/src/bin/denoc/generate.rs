//! `denoc generate`: model → files, and their price.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use denoc_codegen::compile::{Precision, compile};
use denoc_codegen::output::{self, Languages};
use denoc_codegen::report::counts::{Row, preparation};
use denoc_codegen::report::{Format, joints, price, render};

use crate::arguments::Compilation;
use crate::failure::{Failure, warn};
use crate::reading::Model;
use crate::verify;

/// Arguments of `generate`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    model: Model,
    /// Languages to write
    #[arg(long, value_enum, value_delimiter = ',', default_value = "c,rust")]
    emit: Vec<Language>,
    /// Directory to write into, made if it is missing
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// Functions to generate, separated by commas; all by default
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    functions: Option<Vec<String>>,
    /// Name of files, functions and type in place of the model's
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    compilation: Compilation,
    /// Print sine and cosine into the Rust file, which then needs no crate
    #[arg(long)]
    standalone: bool,
}

const EXAMPLES: &str = "Examples:
  denoc generate models/puma.toml --out target/puma
  denoc generate models/puma.toml --emit c --functions inverse_dynamics,bias --scalar f32
  denoc generate models/puma.toml --formulation inverse_dynamics=denoc --opt 0";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Language {
    /// NAME.c and NAME.h, C99
    C,
    /// NAME.cdef, the declarations of the C code without a preprocessor, for cffi of Python
    Cdef,
    /// NAME.rs
    Rust,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let loaded = arguments.model.load_measured()?;
    let options = arguments.compilation.options(
        &arguments.model.path,
        arguments.functions.clone(),
        arguments.name.clone(),
    );
    let compiled = compile(&loaded.mechanism, &options)?;
    warn(&compiled.warnings);
    let error = match options.precision {
        Precision::F64 => verify::largest(&verify::written(&compiled)?),
        Precision::F32 => None,
    };
    let languages = Languages {
        rust: arguments.emit.contains(&Language::Rust),
        c: arguments.emit.contains(&Language::C),
        cdef: arguments.emit.contains(&Language::Cdef),
        standalone: arguments.standalone,
    };
    let files = output::render(&compiled, languages);
    let paths = output::write(&arguments.out, &files)?;

    let rows: Vec<Row> = compiled.functions.iter().map(Row::from).collect();
    let written: Vec<String> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let title = format!("{}, --opt {}", compiled.name, compiled.options.opt);
    let mut sections = vec![price::functions(
        &title,
        &rows,
        preparation(&compiled).as_ref(),
    )];
    sections.extend(price::literature(&loaded.mechanism, &rows));
    sections.extend(joints(&loaded.mechanism));
    Ok(format!(
        "{}\nWrote {}\n{}",
        render(&sections, Format::Text),
        written.join(", "),
        error.map_or(String::new(), |error| error + "\n")
    ))
}
