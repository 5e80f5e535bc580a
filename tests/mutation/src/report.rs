//! Outcomes → the score by folder, and the mutants that are left.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use crate::equivalent::Explained;
use crate::folders;
use crate::ledger::{Baseline, Outcome, Passed};
use crate::mutant::Mutant;
use crate::suite::Unit;

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// A test fails.
    Killed,
    /// None does, and `equivalent.toml` says why.
    Explained,
    /// No test that reaches it fails.
    Survived,
    /// No test reaches it.
    NotReached,
    /// Not all tests that reach it have been run.
    Open,
}

/// What is known of the mutants.
pub(crate) struct Report<'a> {
    /// The sample.
    pub(crate) mutants: &'a [Mutant],
    /// Their fates, in the same order.
    pub(crate) fates: Vec<Fate>,
}

impl<'a> Report<'a> {
    /// From what has been run.
    pub(crate) fn new(
        mutants: &'a [Mutant],
        tests: &[(Unit, Baseline)],
        outcomes: &[Outcome],
        explained: &[Explained],
    ) -> Self {
        let mut reaching: HashMap<&str, HashSet<Passed>> = HashMap::new();
        for (unit, one) in tests.iter().filter(|(_, one)| one.passed) {
            for id in &one.reached {
                reaching.entry(id).or_default().insert(unit.passed());
            }
        }
        let mut known: HashMap<&str, Vec<&Outcome>> = HashMap::new();
        for one in outcomes {
            known.entry(&one.id).or_default().push(one);
        }
        let fate = |mutant: &Mutant| {
            let outcomes = known.get(mutant.id.as_str()).map_or(&[][..], Vec::as_slice);
            if outcomes.iter().any(|one| one.killed.is_some()) {
                return Fate::Killed;
            }
            if explained.iter().any(|one| one.is(mutant)) {
                return Fate::Explained;
            }
            let Some(units) = reaching.get(mutant.id.as_str()) else {
                return Fate::NotReached;
            };
            let passed = outcomes.iter().flat_map(|one| &one.passed);
            let passed: HashSet<&Passed> = passed.collect();
            match units.iter().all(|unit| passed.contains(unit)) {
                true => Fate::Survived,
                false => Fate::Open,
            }
        };
        Self {
            mutants,
            fates: mutants.iter().map(fate).collect(),
        }
    }

    /// The mutants of these fates.
    pub(crate) fn of(&self, fates: &[Fate]) -> impl Iterator<Item = (usize, &'a Mutant, Fate)> {
        let pairs = self.mutants.iter().zip(&self.fates).enumerate();
        pairs.filter_map(|(number, (mutant, fate))| {
            fates.contains(fate).then_some((number, mutant, *fate))
        })
    }

    /// Markdown: a line a folder, and their sum.
    pub(crate) fn table(&self) -> String {
        let mut text = "| folder | mutants | killed | explained | survived | not reached | open | killed, % |\n\
                        |---|---|---|---|---|---|---|---|\n"
            .to_owned();
        for folder in folders::names() {
            text += &self.line(folder, |mutant| mutant.folder == folder);
        }
        text + &self.line("all", |_| true)
    }

    fn line(&self, title: &str, chosen: impl Fn(&Mutant) -> bool) -> String {
        let pairs = self.mutants.iter().zip(&self.fates);
        let fates: Vec<Fate> = pairs
            .filter(|(mutant, _)| chosen(mutant))
            .map(|(_, fate)| *fate)
            .collect();
        let count = |wanted: Fate| fates.iter().filter(|fate| **fate == wanted).count();
        let killed = count(Fate::Killed);
        let part = 100.0 * killed as f64 / fates.len().max(1) as f64;
        format!(
            "| {title} | {} | {killed} | {} | {} | {} | {} | {part:.1} |\n",
            fates.len(),
            count(Fate::Explained),
            count(Fate::Survived),
            count(Fate::NotReached),
            count(Fate::Open)
        )
    }

    /// A line for every mutant that is left, as `equivalent.toml` would name it.
    pub(crate) fn left(&self) -> String {
        let mut text = String::new();
        for (_, mutant, fate) in self.of(&[Fate::Survived, Fate::NotReached, Fate::Open]) {
            let _ = write!(text, "{fate:?} {}", mutant.line());
        }
        text
    }
}
