//! The `denoc` command: arguments → a command → text on stdout, messages on stderr, an exit status.

mod arguments;
mod base;
mod bench;
mod check;
mod compiler;
mod completions;
mod count;
mod eval;
mod failure;
mod files;
mod fmu;
mod generate;
mod input;
mod inverse;
mod man;
mod motion;
mod optimize;
mod progress;
mod reading;
mod simulate;
mod style;
mod summary;
mod tables;
mod text;
mod verify;
mod view;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use failure::Failure;

/// Multibody dynamics as straight-line Rust and C.
#[derive(Parser)]
#[command(name = "denoc", version, about, long_about = LONG, after_help = STATUS, styles = style::HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const LONG: &str = "Reads a model (bodies, joints, inertias), unrolls the recursive algorithms of multibody dynamics \
over symbols, prunes what is zero, counts the remaining operations, and prints them as straight-line Rust and C99.";

const STATUS: &str = "Exit status: 0 done, 1 the model or the input is at fault, 2 wrong usage, 130 ended by Ctrl-C with a part of the result.
Results go to stdout, messages to stderr. Terminals show colours, unless NO_COLOR is set.

Examples:
  denoc check robot.urdf
  denoc generate robot.urdf --out src
  denoc count models/puma.toml
  denoc simulate models/puma.toml --duration 2 --svg fall.svg";

#[derive(Subcommand)]
enum Command {
    /// Write DIR/NAME.rs, DIR/NAME.c and DIR/NAME.h, and print the operation table
    Generate(generate::Arguments),
    /// Count the operations of every function, beside the papers' figures
    Count(count::Arguments),
    /// Print the tables of the papers with our formulas in n
    Tables(tables::Arguments),
    /// Validate a model and print its tree
    Check(check::Arguments),
    /// Evaluate a function, JSON in and out
    Eval(eval::Arguments),
    /// Print the base inertial parameters as combinations of the model's
    Base(base::Arguments),
    /// Search for cheaper programs and keep them beside the model, for --opt 3
    Optimize(optimize::Arguments),
    /// Time every function on this machine, by every compiler
    Bench(bench::Arguments),
    /// Integrate the motion of a model: a table, a picture, the energy balance
    Simulate(simulate::Arguments),
    /// Write a model of FMI 3.0 for other programs' simulations: an FMU with C source and binary
    Fmu(fmu::Arguments),
    /// Compute the torques along a trajectory: a table and a picture
    Inverse(inverse::Arguments),
    /// Compare every program with its literal recursion, exactly and in numbers
    Verify(verify::Arguments),
    /// Write a page that shows the mechanism in 3D, with its torques and its price
    View(view::Arguments),
    /// Print the completions of a shell
    Completions(completions::Arguments),
    /// Write the manual pages
    Man(man::Arguments),
}

/// The text of a command for stdout, and how the command ended.
pub(crate) struct CommandOutput {
    text: String,
    interrupted: bool,
}

impl From<String> for CommandOutput {
    fn from(text: String) -> Self {
        Self {
            text,
            interrupted: false,
        }
    }
}

fn main() -> ExitCode {
    match run(Cli::parse().command).and_then(finish) {
        Ok(status) => status,
        Err(failure) => {
            failure.report();
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<CommandOutput, Failure> {
    let text = match command {
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Count(arguments) => count::run(&arguments),
        Command::Tables(arguments) => tables::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Eval(arguments) => eval::run(&arguments),
        Command::Base(arguments) => base::run(&arguments),
        Command::Optimize(arguments) => optimize::run(&arguments),
        Command::Bench(arguments) => return bench::run(&arguments),
        Command::Simulate(arguments) => return simulate::run(&arguments),
        Command::Fmu(arguments) => fmu::run(&arguments),
        Command::Inverse(arguments) => return inverse::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::View(arguments) => view::run(&arguments),
        Command::Completions(arguments) => Ok(completions::run(&arguments, Cli::command())),
        Command::Man(arguments) => man::run(&arguments, Cli::command()),
    };
    text.map(CommandOutput::from)
}

/// Prints what there is; the exit status.
fn finish(done: CommandOutput) -> Result<ExitCode, Failure> {
    print(&done.text)?;
    Ok(match done.interrupted {
        true => ExitCode::from(progress::INTERRUPTED),
        false => ExitCode::SUCCESS,
    })
}

/// To stdout; a reader that has gone away (`denoc count … | head`) is no failure.
fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::Message(format!("cannot write to stdout: {error}")))
        }
        _ => Ok(()),
    }
}
