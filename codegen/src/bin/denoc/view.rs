//! `denoc view`: model → a page to look at it.

use std::path::{Path, PathBuf};

use clap::Args;
use denoc_codegen::compile::{Options, compile};
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::output::{self, File};
use denoc_codegen::simulate::Trajectory;
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
    /// A motion to play: a CSV file with the columns that `denoc simulate` writes
    #[arg(long, value_name = "FILE")]
    trajectory: Option<PathBuf>,
    #[command(flatten)]
    level: Level,
}

const NOTES: &str = "The page is one file that needs no network: the mechanism in 3D, a slider for every coordinate, the torques of the \
pose as the compiled program computes them, and the operations of every function beside the papers' figures.

A motion has the columns t, q:NAME, qd:NAME and qdd:NAME (or q1, qd1, qdd1, ...); a long one is thinned out.

Examples:
  denoc view models/puma.toml -o puma.html
  denoc simulate models/puma.toml --duration 2 --csv fall.csv && denoc view models/puma.toml --trajectory fall.csv";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let (directory, name) = place(&arguments.out)?;
    let loaded = load(&arguments.model)?;
    let mut options = Options {
        opt: arguments.level.opt,
        ..Options::default()
    };
    options.look_beside(&arguments.model, &arguments.model.display().to_string());
    let motion = match &arguments.trajectory {
        Some(path) => Some(trajectory(path, &loaded.mechanism)?),
        None => None,
    };
    let compiled = compile(&loaded.mechanism, &options)?;
    warn(&compiled.warnings);
    let mut view = View::of(&compiled);
    let mut played = String::new();
    if let Some(motion) = motion {
        view = view.playing(&motion);
        played = told(view.instants(), motion.0.len());
    }
    let text = view.to_html();
    let size = text.len().div_ceil(1000);
    output::write(&directory, &[File { name, text }])?;
    let out = arguments.out.display();
    Ok(format!("Wrote {out}, {size} kB{played}\n"))
}

/// Reads the motion to play.
fn trajectory(path: &Path, mechanism: &Mechanism) -> Result<Trajectory, Failure> {
    let shown = path.display().to_string();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Told(format!("{shown}: cannot read the motion: {error}")))?;
    let motion = Trajectory::parse(mechanism, &shown, &text)
        .map_err(|error| Failure::Told(error.to_string()))?;
    if motion.0.len() < 2 {
        return Err(Failure::Told(format!(
            "{shown}: a motion to play has two rows or more below the header; this file has {}",
            motion.0.len()
        )));
    }
    Ok(motion)
}

/// How much of a motion the page plays.
fn told(kept: usize, all: usize) -> String {
    if kept == all {
        format!(", {all} instants of a motion")
    } else {
        format!(", {kept} of {all} instants of a motion")
    }
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
