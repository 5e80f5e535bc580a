//! Timing programs → samples: in every round all programs run, one after the other.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use indicatif::ProgressBar;

use crate::failure::Failure;
use crate::progress;

use super::build::Program;
use super::samples::Samples;
use super::work::{Work, has_batch};

/// How long to measure.
#[derive(Args, Clone, Copy)]
pub(super) struct Effort {
    /// The time that each sample takes at least, s
    #[arg(long, value_name = "SECONDS", default_value_t = 0.01, value_parser = seconds)]
    pub(super) time: f64,
    /// Samples of each time: so many rounds through all programs
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(super) repetitions: u16,
}

/// The times of a function by one compiler.
#[derive(Clone, Debug, Default)]
pub(super) struct Times {
    /// Of a call.
    pub(super) call: Samples,
    /// Of a call with caches cold; no samples where these were not asked for.
    pub(super) cold: Samples,
    /// Of a state of a batch; no samples where there is no batch.
    pub(super) batch: Samples,
    /// Whether it returned a status other than 0 at some of the states: then the times are not those of a result.
    pub(super) fails: bool,
}

/// All samples.
pub(super) struct Measured {
    /// Of a cycle of the processor.
    pub(super) cycle: Samples,
    /// By program and function.
    pub(super) times: Vec<Vec<Times>>,
    /// Whether Ctrl-C ended the rounds.
    pub(super) interrupted: bool,
}

/// Runs all programs in every round, with a bar on a terminal, until `stop` is raised.
///
/// # Errors
/// A program that cannot be run, or ends otherwise than it should.
pub(super) fn rounds(
    programs: &[Program],
    work: &Work,
    effort: Effort,
    stop: &AtomicBool,
) -> Result<Measured, Failure> {
    let functions = work.functions();
    let batches = functions.iter().filter(|function| has_batch(function));
    let calls = if work.cold.is_some() { 2 } else { 1 };
    let lines = 1 + calls * functions.len() + batches.count();
    let bar = progress::bar("{msg}");
    bar.set_length((lines * programs.len()) as u64 * u64::from(effort.repetitions));
    let mut measured = Measured {
        cycle: Samples::default(),
        times: vec![vec![Times::default(); functions.len()]; programs.len()],
        interrupted: false,
    };
    for round in 1..=effort.repetitions {
        for (number, program) in programs.iter().enumerate() {
            bar.set_message(format!(
                "round {round} of {}, {}",
                effort.repetitions, program.compiler
            ));
            let ended = measured.take(number, program, effort, &bar);
            if stop.load(Ordering::Relaxed) {
                measured.interrupted = true;
                bar.finish_and_clear();
                return Ok(measured);
            }
            ended?;
        }
    }
    bar.finish_and_clear();
    Ok(measured)
}

impl Measured {
    /// Takes the samples of one run of a program.
    fn take(
        &mut self,
        number: usize,
        program: &Program,
        effort: Effort,
        bar: &ProgressBar,
    ) -> Result<(), Failure> {
        let mut child = spawn(program, effort)?;
        if let Some(stdout) = child.stdout.take() {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                self.note(number, &line);
                bar.inc(1);
            }
        }
        let ended = child.wait();
        let why = match &ended {
            Ok(status) if status.success() => return Ok(()),
            Ok(status) if status.code() == Some(2) => {
                "the parameters of the model make no sense by default".into()
            }
            Ok(status) => format!("{status}; code for another processor does that (see the flags)"),
            Err(error) => error.to_string(),
        };
        Err(Failure::Message(format!(
            "the timing program by {} failed: {why}",
            program.compiler
        )))
    }

    /// Takes a line: kind, function, ns, whether it failed.
    fn note(&mut self, number: usize, line: &str) {
        let words: Vec<&str> = line.split(' ').collect();
        let [kind, index, ns, fails] = words[..] else {
            return;
        };
        let (Ok(index), Ok(ns)) = (index.parse::<usize>(), ns.parse::<f64>()) else {
            return;
        };
        if kind == "clock" {
            return self.cycle.push(ns);
        }
        if let Some(times) = self.times[number].get_mut(index) {
            times.fails |= fails != "0";
            match kind {
                "batch" => times.batch.push(ns),
                "cold" => times.cold.push(ns),
                _ => times.call.push(ns),
            }
        }
    }
}

fn spawn(program: &Program, effort: Effort) -> Result<Child, Failure> {
    let mut command = Command::new(&program.path);
    let command = command.arg(effort.time.to_string()).stdout(Stdio::piped());
    command.stdin(Stdio::null()).spawn().map_err(|error| {
        Failure::Message(format!(
            "{}: cannot run the timing program: {error}; if programs may not run there, name another folder by the variable TMPDIR",
            program.path.display()
        ))
    })
}

/// A duration that makes sense.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (1e-6..=60.0).contains(&seconds) => Ok(seconds),
        _ => Err("write seconds from 0.000001 to 60".into()),
    }
}
