//! `denoc inverse`: model and trajectory → torques, table and picture.

use std::path::PathBuf;

use clap::Args;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::name::visible_path;
use denoc_codegen::report::{Section, Table, render};
use denoc_codegen::simulate::{Cycloid, Instant, Inverse, Settings, Trajectory, forces};

use crate::CommandOutput;
use crate::arguments::Level;
use crate::failure::{Failure, warn};
use crate::motion::{self, CoordinateArgument, Outputs, Times};
use crate::progress::shown;
use crate::reading::Model;
use crate::style;

/// Arguments of `inverse`.
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    model: Model,
    /// A CSV file of the motion: positions, velocities and accelerations over time
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "cycloid",
        conflicts_with_all = ["duration", "step"]
    )]
    trajectory: Option<PathBuf>,
    /// The cycloidal motion of Saha, equations (22)-(23), from rest to rest
    #[arg(long, conflicts_with = "trajectory")]
    cycloid: bool,
    /// Coordinates at the start of the cycloid, separated by commas: rad or m, also as pi/2 or 90deg; 0 by default. Of a model with
    /// loops those of the actuated joints, by default where the model is assembled
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with = "trajectory"
    )]
    q0: Option<Vec<CoordinateArgument>>,
    /// What the cycloid adds to them, one number for all or a list; pi rad and 0.1 m by default
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with = "trajectory"
    )]
    amplitude: Option<Vec<CoordinateArgument>>,
    #[command(flatten)]
    times: Times,
    #[command(flatten)]
    outputs: Outputs,
    #[command(flatten)]
    level: Level,
}

const NOTES: &str = "A CSV file of a trajectory has a column `t` (s) and columns `q:NAME`, `qd:NAME` and `qdd:NAME` (or `q1`, `qd1`, \
`qdd1`, …), as the tables of `simulate` and `inverse` have them; other columns are left alone. The cycloid takes 10 s, or --duration. Of a model with loops, a trajectory holds all joints of the tree \
or the actuated joints alone, and the cycloid moves these: the others follow, closed from row to row. Ctrl-C ends the work: \
the rows computed by then are written, and the exit status is 130.

Examples:
  denoc inverse models/puma.toml --cycloid --csv torques.csv --svg torques.svg
  denoc simulate models/puma.toml --csv fall.csv && denoc inverse models/puma.toml --trajectory fall.csv";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<CommandOutput, Failure> {
    arguments.outputs.check()?;
    let mechanism = arguments.model.load()?.mechanism;
    let trajectory = trajectory(&mechanism, arguments)?;
    let options = motion::options(&arguments.level, &arguments.model.path);
    let inverse = Inverse::compile(&mechanism, &options)?;
    warn(inverse.warnings());
    let points = &trajectory.0;
    let end = points.last().map_or(0.0, |point| point.t);
    let instants = shown(end, |report| inverse.torques(&trajectory, report))?;
    let title = format!("{}, torques along {}", mechanism.name, arguments.title());
    let summary = summary(&mechanism, &title, &instants);
    let text = arguments
        .outputs
        .write(&mechanism, &title, &instants, &summary)?;
    let interrupted = instants.len() < points.len();
    if interrupted {
        warn(&[format!(
            "ended after {} of {} rows, which are what there is",
            instants.len(),
            points.len()
        )]);
    }
    Ok(CommandOutput { text, interrupted })
}

impl Arguments {
    fn title(&self) -> String {
        match &self.trajectory {
            Some(path) => visible_path(path),
            None => "a cycloid".into(),
        }
    }
}

fn trajectory(mechanism: &Mechanism, arguments: &Arguments) -> Result<Trajectory, Failure> {
    if let Some(path) = &arguments.trajectory {
        let text = motion::read(path)?;
        return Ok(Trajectory::parse(mechanism, &visible_path(path), &text)?);
    }
    let [start, amplitude] =
        [&arguments.q0, &arguments.amplitude].map(|list| list.as_deref().map(motion::values));
    let (duration, step) = arguments.times.or(10.0);
    let settings = Settings {
        duration,
        step,
        ..Settings::default()
    };
    Ok(Cycloid::of(mechanism, start.as_ref(), amplitude.as_ref())?.sampled(&settings)?)
}

/// The largest torque of every joint.
fn summary(mechanism: &Mechanism, title: &str, instants: &[Instant]) -> String {
    let mut table = Table::new(&["joint", ">largest torque or force", "unit", ">at t, s"]);
    for (index, column) in forces(mechanism).into_iter().enumerate() {
        let size = |instant: &&Instant| instant.tau[index].abs();
        let largest = instants.iter().max_by(|a, b| size(a).total_cmp(&size(b)));
        let (tau, t) = largest.map_or((0.0, 0.0), |instant| (instant.tau[index], instant.t));
        table.row([
            column.name,
            format!("{tau:.6}"),
            column.measure.force_unit().into(),
            t.to_string(),
        ]);
    }
    let section = Section {
        title: title.into(),
        table,
        notes: vec![format!("{} rows.", instants.len())],
    };
    render(&[section], style::tables())
}
