//! `denoc fmu`: model → an FMU of FMI 3.0, with a binary for this platform.

mod library;

use std::path::PathBuf;

use clap::Args;
use denoc_codegen::emit::fmi::Kind;
use denoc_codegen::fmu::{Fmu, FmuError, archive, compiled};
use denoc_codegen::name::visible_path;
use denoc_codegen::output;

use self::library::{Compiler, Library};
use crate::arguments::Level;
use crate::failure::{Failure, warn};
use crate::files::{Format, Overwriting};
use crate::motion;
use crate::reading::Model;
use crate::verify;

/// Arguments of `fmu`.
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    model: Model,
    /// The FMU to write, by default NAME.fmu
    #[arg(short, long, value_name = "FILE", value_parser = fmu_path)]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwriting: Overwriting,
    /// Name of the library and of its source in place of the model's
    #[arg(long)]
    name: Option<String>,
    /// Write the C source without a binary: whoever loads the FMU compiles it
    #[arg(long)]
    sources_only: bool,
    /// The C compiler of the binary, by name or path; by default cc, gcc or clang, the first that is installed
    #[arg(long, value_name = "NAME", conflicts_with = "sources_only")]
    compiler: Option<String>,
    #[command(flatten)]
    level: Level,
}

const NOTES: &str = "The FMU has model exchange and co-simulation. States are the coordinates q.JOINT and velocities v.JOINT, inputs the torques and \
forces tau.JOINT, outputs the states, the pose of every frame, pose.FRAME.p[i] and pose.FRAME.R[i,j], and energy.kinetic and \
energy.potential; parameters.NAME are tunable. Illegal parameters are refused, and all stays as it was. Without a C compiler only the \
source is written. docs/fmi.md has the details.

Examples:
  denoc fmu models/puma.toml -o robot.fmu
  denoc fmu models/loops/five_bar.toml --sources-only
  denoc fmu robot.urdf --base floating --compiler clang";

/// A path that tools take for an FMU.
fn fmu_path(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().is_some_and(|found| found == "fmu") {
        true => Ok(path),
        false => Err("write a name that ends in .fmu, such as robot.fmu".into()),
    }
}

impl From<FmuError> for Failure {
    fn from(error: FmuError) -> Self {
        Self::Message(error.to_string())
    }
}

const FMU: Format = Format::Marked(output::Kind::Xml);

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let loaded = arguments.model.load_measured()?;
    let mut options = motion::options(&arguments.level, &arguments.model.path);
    options.name.clone_from(&arguments.name);
    let compiler = match arguments.sources_only {
        true => None,
        false => Compiler::find(arguments.compiler.as_deref())?,
    };
    let compiled = compiled(&loaded.mechanism, &options)?;
    warn(&compiled.warnings);
    let path =
        (arguments.output.clone()).unwrap_or_else(|| format!("{}.fmu", compiled.name).into());
    arguments.overwriting.check(&[(&path, FMU)])?;
    let verified = verify::written(&compiled)?;
    let fmu = Fmu::of(&compiled)?;
    let library = match &compiler {
        Some(compiler) => Some(compiler.compile(&fmu)?),
        None => None,
    };
    if library.is_none() && !arguments.sources_only {
        warn(&[
            "no C compiler is installed (cc, gcc, clang): the FMU has its source alone, and only tools that compile it can load it; \
             install one, or name one with --compiler"
                .into(),
        ]);
    }
    let parts = library
        .as_ref()
        .map(|one| (one.platform.as_str(), one.file.as_str(), &one.bytes[..]));
    let bytes = archive(&fmu, parts)
        .map_err(|error| Failure::Message(format!("cannot make the archive: {error}")))?;
    arguments.overwriting.write_bytes(&path, FMU, &bytes)?;
    let title = format!("{}, --opt {}", compiled.name, compiled.options.opt);
    let error = verify::largest(&verified).map_or_else(String::new, |error| error + "\n");
    Ok(format!(
        "{}{error}Wrote {}\n",
        summary(&title, &fmu, library.as_ref()),
        visible_path(&path)
    ))
}

/// What is in the FMU.
fn summary(title: &str, fmu: &Fmu, library: Option<&Library>) -> String {
    let layout = &fmu.layout;
    let derivatives = match fmu.has_derivatives {
        true => "by states and torques",
        false => "none",
    };
    let binary = library.map_or_else(
        || "none".into(),
        |one| format!("{}, by {}", one.platform, one.compiler),
    );
    format!(
        "{title}\n\nstates                  {}\ntorques                 {}\noutputs                 {}\nparameters              {}\n\
         directional derivatives {derivatives}\nbinary                  {binary}\n\n",
        fmu.states(),
        layout.len(Kind::Torque),
        fmu.states() + layout.len(Kind::Output),
        layout.len(Kind::Parameter),
    )
}
