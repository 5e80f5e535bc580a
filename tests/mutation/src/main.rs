//! Mutation testing of the compiler: `cargo run --release --manifest-path tests/mutation/Cargo.toml`.
//!
//! ```text
//!  source files ──find──► candidates ──draw──► sample ──rewrite──► a copy with all of them, each behind a switch
//!                                                ▲                   │ cargo check
//!                                                └──── rejected ◄────┘
//!  tests, built once ──baseline──► time and mutants reached, by test
//!  mutant × tests that reach it ──hunt──► the first that fails
//! ```
//!
//! docs/mutation.md has the method and the score.

mod arguments;
mod baseline;
mod cargo;
mod draw;
mod equivalent;
mod find;
mod folders;
mod hunt;
mod ledger;
mod mutant;
mod parallel;
mod process;
mod report;
mod rewrite;
mod schedule;
mod scratch;
mod suite;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use miette::{IntoDiagnostic, Result, ensure};

use arguments::Arguments;
use hunt::Hunt;
use ledger::{Baseline, Ledger, Outcome};
use mutant::Mutant;
use report::{Fate, Report};
use scratch::Scratch;
use suite::Unit;

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().into_diagnostic()?;
    let folder = arguments.scratch.clone();
    let scratch = Scratch {
        folder: folder.unwrap_or_else(|| root.join("target/mutation")),
    };
    fs::create_dir_all(&scratch.folder).into_diagnostic()?;

    let mutants = sample(&arguments, &root, &scratch)?;
    let lines: String = mutants.iter().map(Mutant::line).collect();
    fs::write(scratch.file("sample.txt"), lines).into_diagnostic()?;
    let mut programs = cargo::programs(&scratch, &arguments.packages)?;
    programs.retain(|one| arguments.programs.is_empty() || arguments.programs.contains(&one.name));
    let mut units = suite::units(programs)?;
    units.retain(|unit| arguments.runs(unit));
    let bar = bar("tests without mutants");
    let bounds = (arguments.jobs, Duration::from_secs(arguments.longest));
    let tests = baseline::baselines(&scratch, &units, &mutants, bounds, &bar)?;
    bar.finish_and_clear();
    hunt(&arguments, &scratch, &mutants, &tests)?;
    let longer = units.len() - tests.len();
    say(&format!(
        "{longer} tests left out, which take longer than {} s\n",
        arguments.longest
    ));
    print(&report(&arguments, &root, &scratch, &mutants, &tests)?)
}

/// The sample, in a copy that compiles with it. A copy that is kept has the sample it was written with: its switches are numbers.
fn sample(arguments: &Arguments, root: &Path, scratch: &Scratch) -> Result<Vec<Mutant>> {
    let written = Ledger::at(scratch.file("switches.jsonl"));
    if arguments.keep {
        let mutants = written.read()?;
        ensure!(
            !mutants.is_empty(),
            "no copy to keep: run without --keep first"
        );
        return Ok(mutants);
    }
    let candidates = folders::candidates(root)?;
    let known = Ledger::at(scratch.file("rejected.jsonl"));
    let mut rejected: HashSet<String> = known.read()?.into_iter().collect();
    loop {
        let mutants = draw::draw(&candidates, &rejected, arguments.count, arguments.seed);
        let files = scratch.write(root, &mutants)?;
        let numbers = cargo::rejected(scratch, &files)?;
        let (all, sample, wrong) = (candidates.len(), mutants.len(), numbers.len());
        say(&format!(
            "{sample} of {all} mutants, {wrong} do not compile\n"
        ));
        if numbers.is_empty() {
            written.replace(&mutants)?;
            return Ok(mutants);
        }
        for number in numbers {
            let id = mutants[number].id.clone();
            known.add(&id)?;
            rejected.insert(id);
        }
    }
}

/// Runs the tests on the mutants that are open, or not yet killed.
fn hunt(
    arguments: &Arguments,
    scratch: &Scratch,
    mutants: &[Mutant],
    tests: &[(Unit, Baseline)],
) -> Result<()> {
    let ledger = Ledger::at(scratch.file("outcomes.jsonl"));
    let report = Report::new(mutants, tests, &ledger.read::<Outcome>()?, &[]);
    let mut open: Vec<(usize, &Mutant)> = report
        .of(&[Fate::Open])
        .map(|(number, mutant, _)| (number, mutant))
        .filter(|(_, mutant)| arguments.takes(mutant))
        .collect();
    // A part of the sample is a sample.
    open.sort_by_key(|(_, mutant)| &mutant.id);
    open.truncate(arguments.limit.unwrap_or(usize::MAX));
    let minutes = arguments
        .minutes
        .map(|minutes| Duration::from_secs(60 * minutes));
    let bar = bar("mutants");
    let hunt = Hunt {
        tests,
        ledger: &ledger,
        end: minutes.map(|duration| Instant::now() + duration),
        budget: Duration::from_secs(arguments.budget),
    };
    hunt.run(&open, arguments.jobs, &bar)?;
    bar.finish_and_clear();
    Ok(())
}

fn report(
    arguments: &Arguments,
    root: &Path,
    scratch: &Scratch,
    mutants: &[Mutant],
    tests: &[(Unit, Baseline)],
) -> Result<String> {
    let outcomes = Ledger::at(scratch.file("outcomes.jsonl")).read::<Outcome>()?;
    let explained = equivalent::explained(&root.join("tests/mutation/equivalent.toml"))?;
    let report = Report::new(mutants, tests, &outcomes, &explained);
    let failing = tests.iter().filter(|(_, one)| !one.passed);
    let failing: String = failing
        .map(|(_, one)| format!("fails without a mutant: {}\n", one.unit))
        .collect();
    let left = report.left();
    fs::write(scratch.file("left.txt"), &left).into_diagnostic()?;
    let left = if arguments.quiet { String::new() } else { left };
    Ok(format!("{failing}{left}\n{}", report.table()))
}

fn bar(what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(0);
    let template = format!("{{bar:40}} {{pos}} of {{len}} {what}, {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

fn say(words: &str) {
    // Nobody listens any more: go on.
    let _ = io::stderr().write_all(words.as_bytes());
}

fn print(words: &str) -> Result<()> {
    io::stdout().write_all(words.as_bytes()).into_diagnostic()
}
