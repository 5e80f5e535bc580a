//! Every unit without a mutant: its time, and which mutants it reaches.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

use indicatif::ProgressBar;
use miette::Result;

use crate::ledger::{Baseline, Ledger};
use crate::mutant::Mutant;
use crate::parallel::parallel;
use crate::process::{End, Switch, run};
use crate::scratch::Scratch;
use crate::suite::Unit;

/// The units with their baselines, less those that take longer than the limit; those that the ledger has of the same programs are not
/// run again, but for those that were ended before this limit.
///
/// # Errors
/// When a unit cannot be started, or the ledger neither read nor written.
pub(crate) fn baselines(
    scratch: &Scratch,
    units: &[Unit],
    mutants: &[Mutant],
    (jobs, limit): (usize, Duration),
    bar: &ProgressBar,
) -> Result<Vec<(Unit, Baseline)>> {
    let ledger = Ledger::at(scratch.file("baseline.jsonl"));
    let programs: HashMap<String, &str> = units
        .iter()
        .map(|unit| (unit.name(), unit.program.digest.as_str()))
        .collect();
    let mut known: HashMap<String, Baseline> = HashMap::new();
    for line in ledger.read::<Baseline>()? {
        let is_enough = !line.ended || line.seconds >= limit.as_secs_f64();
        if is_enough && programs.get(&line.unit) == Some(&line.program.as_str()) {
            known.insert(line.unit.clone(), line);
        }
    }
    let open: Vec<&Unit> = units
        .iter()
        .filter(|unit| !known.contains_key(&unit.name()))
        .collect();
    bar.set_length(open.len() as u64);
    let found = parallel(jobs, open.len(), |place| {
        let unit = open[place];
        let trace = scratch.file(&format!("reached-{place}.txt"));
        // One of an earlier run.
        let _ = fs::remove_file(&trace);
        let (end, time) = run(unit, Switch::Reached(&trace), limit)?;
        let text = fs::read_to_string(&trace).unwrap_or_default();
        let _ = fs::remove_file(&trace);
        let numbers = text.lines().filter_map(|line| line.parse::<usize>().ok());
        let mut numbers: Vec<usize> = numbers.collect();
        numbers.sort_unstable();
        numbers.dedup();
        let ids = numbers
            .into_iter()
            .filter_map(|number| Some(mutants.get(number)?.id.clone()));
        // A compiler that was ended at the limit makes its test fail.
        let ended = end == End::TimedOut || time > limit;
        let line = Baseline {
            unit: unit.name(),
            program: unit.program.digest.clone(),
            seconds: if ended { limit } else { time }.as_secs_f64(),
            ended,
            passed: end == End::Passed,
            reached: ids.collect(),
        };
        bar.inc(1);
        ledger.add(&line)?;
        Ok(line)
    })?;
    let found = found.into_iter();
    known.extend(found.map(|line| (line.unit.clone(), line)));
    let timed = units
        .iter()
        .filter_map(|unit| Some((unit.clone(), known.remove(&unit.name())?)));
    let within = |line: &Baseline| !line.ended && line.seconds <= limit.as_secs_f64();
    Ok(timed.filter(|(_, line)| within(line)).collect())
}
