//! Mutants × units that reach them → outcomes.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use miette::{Result, miette};

use crate::ledger::{Baseline, Ledger, Outcome, Passed};
use crate::mutant::Mutant;
use crate::parallel::parallel;
use crate::process::{End, Switch, run};
use crate::schedule::Schedule;
use crate::suite::Unit;

/// A mutant is killed by a test that takes so many times as long as without, and so much longer.
const SLOWER: f64 = 5.0;
const MARGIN: Duration = Duration::from_secs(10);
/// Between two looks for a free unit.
const PAUSE: Duration = Duration::from_millis(20);

/// The tests, and what is known of them.
pub(crate) struct Hunt<'a> {
    /// The units with their baselines.
    pub(crate) tests: &'a [(Unit, Baseline)],
    /// Results so far.
    pub(crate) ledger: &'a Ledger,
    /// When no further mutant is begun, and no further unit.
    pub(crate) end: Option<Instant>,
    /// Time of tests for one mutant in this run.
    pub(crate) budget: Duration,
}

impl Hunt<'_> {
    /// Runs units on every mutant, (number, mutant), until one fails.
    ///
    /// # Errors
    /// When a unit cannot be started, or the ledger neither read nor written.
    pub(crate) fn run(
        &self,
        mutants: &[(usize, &Mutant)],
        jobs: usize,
        bar: &ProgressBar,
    ) -> Result<()> {
        let known = self.ledger.read::<Outcome>()?;
        let files: HashMap<&str, &str> = mutants
            .iter()
            .map(|(_, one)| (one.id.as_str(), one.file.as_str()))
            .collect();
        let schedule = Mutex::new(self.learned(&known, &files));
        bar.set_length(mutants.len() as u64);
        parallel(jobs, mutants.len(), |place| {
            let (number, mutant) = mutants[place];
            if !self.is_over() {
                let passed = passed(&known, &mutant.id);
                self.try_all(number, mutant, &passed, &schedule)?;
            }
            bar.inc(1);
            Ok(())
        })?;
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// What earlier runs say of the units.
    fn learned(&self, known: &[Outcome], files: &HashMap<&str, &str>) -> Schedule {
        let numbers = self.tests.iter().enumerate();
        let numbers: HashMap<&str, usize> = numbers
            .map(|(number, (_, one))| (one.unit.as_str(), number))
            .collect();
        let mut schedule = Schedule::default();
        for outcome in known {
            let file = files.get(outcome.id.as_str()).copied().unwrap_or_default();
            let passed = outcome.passed.iter().map(|one| (&one.unit, false));
            let killed = outcome.killed.iter().map(|(unit, _)| (unit, true));
            for (unit, killed) in passed.chain(killed) {
                if let Some(number) = numbers.get(unit.as_str()) {
                    schedule.learn(*number, file, killed);
                }
            }
        }
        schedule
    }

    fn try_all(
        &self,
        number: usize,
        mutant: &Mutant,
        passed: &HashSet<&Passed>,
        schedule: &Mutex<Schedule>,
    ) -> Result<()> {
        let reaching = self.tests.iter().enumerate().filter(|(_, (unit, one))| {
            one.passed && one.reached.contains(&mutant.id) && !passed.contains(&unit.passed())
        });
        let mut open: Vec<(usize, f64)> = reaching
            .map(|(place, (_, one))| (place, one.seconds))
            .collect();
        let mut outcome = Outcome {
            id: mutant.id.clone(),
            killed: None,
            passed: Vec::new(),
            seconds: 0.0,
        };
        while !open.is_empty() && outcome.seconds < self.budget.as_secs_f64() && !self.is_over() {
            let Some(place) = locked(schedule)?.take(&mutant.file, &open) else {
                thread::sleep(PAUSE);
                continue;
            };
            open.retain(|(other, _)| *other != place);
            let (unit, baseline) = &self.tests[place];
            let limit = Duration::from_secs_f64(SLOWER * baseline.seconds) + MARGIN;
            let (end, time) = run(unit, Switch::On(number), limit)?;
            locked(schedule)?.give(place, &mutant.file, end != End::Passed);
            outcome.seconds += time.as_secs_f64();
            if end != End::Passed {
                outcome.killed = Some((unit.name(), end == End::TimedOut));
                break;
            }
            outcome.passed.push(unit.passed());
        }
        self.ledger.add(&outcome)
    }
}

/// The units that a mutant has passed in earlier runs.
fn passed<'a>(known: &'a [Outcome], id: &str) -> HashSet<&'a Passed> {
    let own = known.iter().filter(|one| one.id == id);
    own.flat_map(|one| &one.passed).collect()
}

fn locked(schedule: &Mutex<Schedule>) -> Result<MutexGuard<'_, Schedule>> {
    schedule.lock().map_err(|_| miette!("a thread ended early"))
}
