//! `denoc bench`: what every function takes on this machine, by every compiler.
//!
//! ```text
//!  model ──compile──► Work: functions, states
//!                       │ c, rust      the text of a timing program
//!                       ▼
//!  Toolchain ──build──► Program ──rounds──► samples ──► Report: table, Markdown, JSON
//!                          └ object: bytes of code and stack
//! ```

mod build;
mod c;
mod json;
mod machine;
mod object;
mod peers;
mod report;
mod rounds;
mod rust;
mod samples;
mod toolchain;
mod work;

use std::sync::atomic::Ordering;

use clap::Args;
use denoc_codegen::compile::{Functions, compile};
use denoc_codegen::report::render;
use tempfile::TempDir;

use crate::CommandOutput;
use crate::arguments::{Compilation, TableFormat};
use crate::failure::{Failure, warn};
use crate::progress::interruption;
use crate::reading::Model;

use self::build::build;
use self::report::Report;
use self::rounds::{Effort, rounds};
use self::toolchain::{Toolchains, Wanted};
use self::work::Work;

/// Arguments of `bench`.
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    model: Model,
    /// Functions to time, separated by commas, or all; derivatives, products and regressors stand for these, which all leaves out. By default those
    /// of a controller that the model has: inverse_dynamics, forward_dynamics, mass_matrix, bias, gravity
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    functions: Option<Vec<String>>,
    #[command(flatten)]
    compilation: Compilation,
    /// Pack matrices, as `denoc generate --sparse` does
    #[arg(long)]
    sparse: bool,
    /// Fetch the text of functions of C before they run, as `denoc generate --prefetch` does
    #[arg(long)]
    prefetch: bool,
    /// Time calls with caches cold as well: each behind MB of other data (4 by default) and 512 kB of other code, as between two calls
    /// of a controller
    #[arg(long, value_name = "MB", num_args = 0..=1, require_equals = true, default_missing_value = "4", value_parser = clap::value_parser!(u16).range(1..=1024))]
    cold: Option<u16>,
    #[command(flatten)]
    wanted: Wanted,
    #[command(flatten)]
    effort: Effort,
    /// Time Pinocchio for the same URDF as well, where Python has it
    #[arg(long)]
    peers: bool,
    /// How to print; as JSON with every sample
    #[arg(long, value_enum, default_value_t = TableFormat::Table)]
    format: TableFormat,
}

const NOTES: &str = "The code is that of `denoc generate --batch --standalone`, or, with --runtime, of the attribute; it is compiled in a folder that is removed at the end. A time is the median \
of samples, one in every round; in a round the programs of all compilers run one after the other, so that a change of the clock \
frequency meets all of them. Calls follow each other without waiting, at 16 states in turn, from another file than the function's. \
docs/bench.md says what is measured and how. Exit status 1 when a compiler is missing or fails.

Examples:
  denoc bench models/puma.toml
  denoc bench models/puma.toml --functions inverse_dynamics,bias --compiler gcc-14 --flags '-O3 -march=native'
  denoc bench robot.urdf --peers
  denoc bench robot.urdf --runtime ../denoc/runtime
  denoc bench robot.urdf --cold --prefetch
  denoc bench models/puma.toml --format json | jq '.functions.gravity.times.gcc.call.median'";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<CommandOutput, Failure> {
    let toolchains = arguments.wanted.find()?;
    let work = arguments.work(&toolchains)?;
    let folder = folder()?;
    work.write(folder.path())?;
    let stop = interruption();
    let programs = match build(folder.path(), &toolchains.found, &work) {
        // Ctrl-C ends compilers too.
        Err(_) if stop.load(Ordering::Relaxed) => {
            return Ok(CommandOutput {
                text: String::new(),
                interrupted: true,
            });
        }
        programs => programs?,
    };
    let measured = rounds(&programs, &work, arguments.effort, &stop)?;
    let peers = arguments.peers && !measured.interrupted;
    let report = Report {
        work: &work,
        toolchains: &toolchains,
        programs: &programs,
        measured: &measured,
        effort: arguments.effort,
        peers: peers.then(|| peers::pinocchio(&arguments.model.path, &work, arguments.effort)),
    };
    Ok(CommandOutput {
        text: match arguments.format.of_tables() {
            Some(format) => render(&report.sections(), format),
            None => format!("{}\n", json::object(&report)),
        },
        interrupted: measured.interrupted,
    })
}

impl Arguments {
    /// The compiled functions.
    fn work(&self, toolchains: &Toolchains) -> Result<Work, Failure> {
        let mechanism = self.model.load()?.mechanism;
        let functions = match &self.functions {
            Some(names) => Functions::named(names),
            None => Functions::default(),
        };
        let functions = functions.of(&mechanism);
        let mut options = self.compilation.options(&self.model.path, functions, None);
        options.sparse = self.sparse;
        options.prefetch = self.prefetch;
        let compiled = compile(&mechanism, &options)?;
        warn(&compiled.warnings);
        let cold = self.cold.map(|megabytes| usize::from(megabytes) << 20);
        let standalone = toolchains.found.iter().all(|one| one.runtime.is_none());
        Work::new(compiled, standalone, cold)
    }
}

/// A folder that is removed at the end.
fn folder() -> Result<TempDir, Failure> {
    let folder = tempfile::Builder::new().prefix("denoc-bench-").tempdir();
    folder.map_err(|error| {
        let place = std::env::temp_dir();
        Failure::Message(format!(
            "{}: cannot make a folder for the programs: {error}; name another place by the variable TMPDIR",
            place.display()
        ))
    })
}
