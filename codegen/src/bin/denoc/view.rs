//! `denoc view`: model → a page to look at it.

use std::path::{Path, PathBuf};

use clap::Args;
use denoc_codegen::compile::{Options, compile};
use denoc_codegen::output::{self, File};
use denoc_codegen::view::View;

use crate::arguments::Level;
use crate::failure::{Failure, load, warn};

/// Arguments of `view`.
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Arguments {
    /// The model, a .toml file
    model: PathBuf,
    /// The page to write
    #[arg(short, long, value_name = "FILE", default_value = "view.html")]
    out: PathBuf,
    #[command(flatten)]
    level: Level,
}

const NOTES: &str = "The page is one file that needs no network: the mechanism in 3D, a slider for every coordinate, the torques of the \
pose as the compiled program computes them, and the operations of every function beside the papers' figures.

Examples:
  denoc view models/puma.toml -o puma.html";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let (directory, name) = place(&arguments.out)?;
    let loaded = load(&arguments.model)?;
    let mut options = Options {
        opt: arguments.level.opt,
        ..Options::default()
    };
    options.look_beside(&arguments.model, &arguments.model.display().to_string());
    let compiled = compile(&loaded.mechanism, &options)?;
    warn(&compiled.warnings);
    let text = View::of(&compiled).to_html();
    let size = text.len().div_ceil(1000);
    output::write(&directory, &[File { name, text }])?;
    Ok(format!("Wrote {}, {size} kB\n", arguments.out.display()))
}

/// Directory and name of the page.
fn place(out: &Path) -> Result<(PathBuf, String), Failure> {
    let directory = match out.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    match out.file_name() {
        Some(name) if !out.is_dir() => Ok((directory.into(), name.to_string_lossy().into_owned())),
        _ => Err(Failure::Told(format!(
            "{}: is a directory; name the page to write, such as {}",
            out.display(),
            out.join("view.html").display()
        ))),
    }
}
