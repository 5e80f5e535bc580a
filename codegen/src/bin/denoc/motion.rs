//! Common parts of `simulate` and `inverse`: times, coordinates on the command line, tables in, tables and pictures out.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use denoc_codegen::compile::Options;
use denoc_codegen::exact::angle::Angle;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::name::visible_path;
use denoc_codegen::output::Kind;
use denoc_codegen::simulate::{Instant, plot, to_csv};

use crate::arguments::Level;
use crate::failure::Failure;
use crate::files::{Format, Output, Overwriting};
use crate::text;

/// The duration and the step of a motion.
#[derive(Args)]
pub(crate) struct Times {
    /// Length of the motion, s
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    duration: Option<f64>,
    /// Time between rows, s; a hundredth of the duration by default
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    step: Option<f64>,
}

impl Times {
    /// Length of the motion and time between rows, s; the length is `usual` where nothing else is said.
    pub(crate) fn or(&self, usual: f64) -> (f64, f64) {
        let duration = self.duration.unwrap_or(usual);
        (duration, self.step.unwrap_or(duration / 100.0))
    }
}

/// The files for the results.
#[derive(Args)]
pub(crate) struct Outputs {
    /// Write the motion as a table: t, q, qd, qdd, tau and the energies; - is stdout
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a picture: positions, velocities, torques and energies over time; - is stdout
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    overwriting: Overwriting,
}

const PICTURE: Format = Format::Marked(Kind::Xml);

impl Outputs {
    /// Whether they can be written, before anything is computed.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let tables = self.csv.iter().map(|path| (path.as_path(), Format::Table));
        let pictures = self.svg.iter().map(|path| (path.as_path(), PICTURE));
        let paths: Vec<(&Path, Format)> = tables.chain(pictures).collect();
        self.overwriting.check(&paths)
    }

    /// Writes what is wanted, and reports what was written after the `summary`.
    pub(crate) fn write(
        &self,
        mechanism: &Mechanism,
        title: &str,
        instants: &[Instant],
        summary: &str,
    ) -> Result<String, Failure> {
        let mut files = Vec::new();
        let mut wanted = |path: &Option<PathBuf>, format, text: &dyn Fn() -> String| {
            files.extend(path.clone().map(|path| Output {
                path,
                format,
                text: text(),
            }));
        };
        wanted(&self.csv, Format::Table, &|| to_csv(mechanism, instants));
        wanted(&self.svg, PICTURE, &|| {
            plot::figure(mechanism, title, instants)
        });
        let written = self.overwriting.write(files)?;
        let lines = (written.paths.iter()).map(|path| format!("Wrote {}\n", visible_path(path)));
        let summary = summary.to_owned() + &lines.collect::<String>();
        Ok(written.or_summary(summary))
    }
}

/// A coordinate on the command line: a number, or an angle as models write it.
#[derive(Clone, Copy)]
pub(crate) struct CoordinateArgument(f64);

impl FromStr for CoordinateArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let angle = || Angle::parse(text).map(|angle| angle.to_f64());
        text.parse()
            .ok()
            .or_else(angle)
            .map(Self)
            .ok_or_else(|| "write a number such as 0.5, or an angle such as pi/2 or -90deg".into())
    }
}

/// The numbers of a list.
pub(crate) fn values(list: &[CoordinateArgument]) -> Vec<f64> {
    list.iter().map(|coordinate| coordinate.0).collect()
}

/// The text of a table.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    text::read(path, text::LONGEST_TABLE).map_err(|error| {
        let shown = visible_path(path);
        Failure::Message(format!("{shown}: cannot read the table: {error}"))
    })
}

/// How to compile the model at `path`.
pub(crate) fn options(level: &Level, path: &Path) -> Options {
    let mut options = Options::default();
    level.take(&mut options, path);
    options
}
