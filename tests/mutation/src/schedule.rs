//! Which unit is tried next on a mutant: the one that promises most kills a second, by what has been seen so far.

use std::collections::{HashMap, HashSet};

/// Seconds that the start of a process costs.
const START: f64 = 0.03;
/// A result of the same file counts as so many of others.
const NEAR: f64 = 8.0;

/// What has been seen of the units.
#[derive(Debug, Default)]
pub(crate) struct Schedule {
    /// (unit) → runs, kills.
    all: HashMap<usize, [f64; 2]>,
    /// (unit, file) → runs, kills.
    near: HashMap<(usize, String), [f64; 2]>,
    /// Units that run: two runs of one test may write the same files.
    busy: HashSet<usize>,
}

impl Schedule {
    /// Takes the best of `open`, (unit, its seconds), that does not run; `None` when all do.
    pub(crate) fn take(&mut self, file: &str, open: &[(usize, f64)]) -> Option<usize> {
        let free = open.iter().filter(|(unit, _)| !self.busy.contains(unit));
        let value = |(unit, seconds): &(usize, f64)| self.chance(*unit, file) / (seconds + START);
        let best = free.max_by(|a, b| value(a).total_cmp(&value(b)))?.0;
        self.busy.insert(best);
        Some(best)
    }

    /// Gives a unit back, with its result.
    pub(crate) fn give(&mut self, unit: usize, file: &str, killed: bool) {
        self.busy.remove(&unit);
        self.learn(unit, file, killed);
    }

    /// Counts a result.
    pub(crate) fn learn(&mut self, unit: usize, file: &str, killed: bool) {
        let killed = f64::from(u8::from(killed));
        for [runs, kills] in [
            self.all.entry(unit).or_default(),
            self.near.entry((unit, file.to_owned())).or_default(),
        ] {
            *runs += 1.0;
            *kills += killed;
        }
    }

    /// The chance that a unit kills a mutant of a file.
    fn chance(&self, unit: usize, file: &str) -> f64 {
        let [runs, kills] = self.all.get(&unit).copied().unwrap_or_default();
        let near = self.near.get(&(unit, file.to_owned())).copied();
        let [near_runs, near_kills] = near.unwrap_or_default();
        (1.0 + kills + NEAR * near_kills) / (4.0 + runs + NEAR * near_runs)
    }
}
