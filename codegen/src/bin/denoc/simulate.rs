//! `denoc simulate`: model, start and torques → motion, energy balance, table and picture.

use std::path::Path;

use clap::{Args, ValueEnum};
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::report::flexible;
use denoc_codegen::simulate::{
    Dynamics, Method, Settings, Start, StateVariables, Stiffness, Torque, fastest_turn, simulate,
};

use crate::CommandOutput;
use crate::arguments::Level;
use crate::failure::{Failure, warn};
use crate::motion::{self, CoordinateArgument, Outputs, Times};
use crate::progress::shown;
use crate::reading::Model;
use crate::summary::summary;

/// Arguments of `simulate`.
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    model: Model,
    #[command(flatten)]
    times: Times,
    /// Torques and forces at the joints (of a model with loops, the actuated ones): a CSV file, a list of constants, or 0
    #[arg(
        long,
        value_name = "FILE|LIST",
        default_value = "0",
        allow_hyphen_values = true
    )]
    torque: String,
    /// Coordinates at the start, separated by commas: rad or m, also as pi/2 or 90deg; 0 (no turn) by default. Of a model with loops
    /// all coordinates of the tree, a guess from which the loops are closed; by default where the model is assembled
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    q0: Option<Vec<CoordinateArgument>>,
    /// Velocities at the start, separated by commas; 0 by default. Of a model with loops all of the tree; those nearest to
    /// them that keep the loops closed are taken
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    qd0: Option<Vec<f64>>,
    /// The integrator
    #[arg(long, value_enum, default_value_t = Integrator::Dop853)]
    method: Integrator,
    /// What the state is made of, beside the coordinates
    #[arg(long, value_enum, default_value_t = StateArgument::Lagrangian)]
    state: StateArgument,
    /// Error of a step, relative to each element of the state
    #[arg(
        long,
        value_name = "R",
        default_value = "1e-12",
        allow_hyphen_values = true
    )]
    rtol: f64,
    /// Error of a step where an element of the state is near 0
    #[arg(
        long,
        value_name = "A",
        default_value = "1e-13",
        allow_hyphen_values = true
    )]
    atol: f64,
    #[command(flatten)]
    outputs: Outputs,
    #[command(flatten)]
    level: Level,
}

const NOTES: &str = "A CSV file of torques has a column `t` (s) and for every velocity a column `tau:NAME` or `tau1`, `tau2`, …, as the \
tables of `simulate` and `inverse` have them; other columns are left alone. Between rows torques are linear; the rows cover the \
duration. The balance is kinetic + potential energy - work of the torques + what damping and friction took: it stays where it was, and \
what it drifts is error. Parameters have their default values. Loops are closed at the start by the least change, and \
after every step, positions and velocities, without work; what is printed is the largest gap that a step had left. Ctrl-C ends \
the motion: what it has reached is written, and the exit status is 130.

Examples:
  denoc simulate models/puma.toml --csv fall.csv --svg fall.svg
  denoc simulate models/puma.toml --csv - | head
  denoc simulate models/puma.toml --duration 2 --torque 0,-50,0,0,0,0 --q0 0,pi/4,0,0,0,0 --state hamiltonian";

/// An integrator.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Integrator {
    /// Dormand and Prince, order 8(5,3)
    Dop853,
    /// Dormand and Prince, order 5(4)
    Dopri5,
    /// Radau IIA, order 5, implicit, for stiff motions
    Radau5,
}

/// The variables of the state beside the coordinates.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StateArgument {
    /// Velocities, by the forward dynamics
    Lagrangian,
    /// Canonical momenta, by the Hamiltonian rates
    Hamiltonian,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<CommandOutput, Failure> {
    arguments.outputs.check()?;
    let settings = arguments.settings();
    settings.times()?;
    let mechanism = arguments.model.load()?.mechanism;
    let torque = torque(&mechanism, &arguments.torque)?;
    let start = Start {
        q: arguments.q0.as_deref().map(motion::values),
        qd: arguments.qd0.clone(),
    };
    let options = motion::options(&arguments.level, &arguments.model.path);
    let dynamics = Dynamics::compile(&mechanism, arguments.form(), &options)?;
    warn(dynamics.warnings());
    let stiffness = Stiffness::of(dynamics.mechanism());
    warn(&Vec::from_iter(
        stiffness.and_then(|one| one.warning(&settings)),
    ));
    let run = shown(settings.duration, |report| {
        simulate(&dynamics, &start, &torque, &settings, report)
    })?;
    let title = format!("{}, {}", mechanism.name, arguments.title());
    let turn = fastest_turn(&mechanism, &run.instants);
    warn(&flexible::too_fast(dynamics.mechanism(), turn));
    let summary = summary(&title, &settings, &run, stiffness.as_ref());
    let text = arguments
        .outputs
        .write(&mechanism, &title, &run.instants, &summary)?;
    if let Some(t) = run.ended {
        let end = settings.duration;
        warn(&[format!(
            "ended at t = {t} s of {end} s: the rows reached by then are what there is"
        )]);
    }
    Ok(CommandOutput {
        text,
        interrupted: run.ended.is_some(),
    })
}

impl Arguments {
    fn settings(&self) -> Settings {
        let (duration, step) = self.times.or(1.0);
        Settings {
            duration,
            step,
            method: match self.method {
                Integrator::Dop853 => Method::Dop853,
                Integrator::Dopri5 => Method::Dopri5,
                Integrator::Radau5 => Method::Radau5,
            },
            rtol: self.rtol,
            atol: self.atol,
        }
    }

    fn form(&self) -> StateVariables {
        match self.state {
            StateArgument::Lagrangian => StateVariables::Lagrangian,
            StateArgument::Hamiltonian => StateVariables::Hamiltonian,
        }
    }

    fn title(&self) -> String {
        match self.torque.as_str() {
            "0" => "no torques".into(),
            torque => format!("torques {torque}"),
        }
    }
}

/// A list of constants, or else a file.
fn torque(mechanism: &Mechanism, text: &str) -> Result<Torque, Failure> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    Ok(match numbers {
        Ok(numbers) => Torque::constant(mechanism, &numbers)?,
        Err(_) => Torque::parse(mechanism, text, &motion::read(Path::new(text))?)?,
    })
}
