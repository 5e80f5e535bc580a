//! Fuzzing: files of the repository, and tables and states of its mechanisms, changed at random, into the readers. A reader says what it read or what is wrong, and never panics.
//!
//! ```text
//!  seed ──► a file of the corpus ──mutate──► text ──reader──► Outcome
//!                                                   └ results that are signed again ──adoption──► programs that hold
//! ```
//!
//! A seed is a text, the same on every machine as long as the corpus is: a failure is found again by its seed alone.
//! `src/bin/fuzz.rs` runs many, `tests/suite/fuzz.rs` a few.

mod adoption;
mod corpus;
mod given;
mod mutate;

use std::panic::{AssertUnwindSafe, catch_unwind};

use denoc_codegen::Quantity;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::parse;
use denoc_codegen::searched::Results;
use denoc_codegen::simulate::{Torque, Trajectory};
use denoc_codegen::states::States;

pub use corpus::{Corpus, Format};

use crate::random::Random;

/// What became of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It was read.
    Read,
    /// It was refused, in words.
    Refused,
    /// The reader failed, and why.
    Failed(String),
}

/// The text of a seed, and the reader it is for.
#[must_use]
pub fn text(corpus: &Corpus, seed: u64) -> (Format, String) {
    let mut random = Random(seed);
    let format = Format::ALL[random.below(Format::ALL.len())];
    let mut text = corpus.pick(format, &mut random).to_owned();
    for _ in 0..random.below(4) {
        text = mutate::once(&text, corpus.pick(format, &mut random), &mut random);
    }
    if format == Format::Opt3 && random.below(2) == 0 {
        text = adoption::signed(&text);
    }
    (format, text)
}

/// Reads a text.
#[must_use]
pub fn run(corpus: &Corpus, format: Format, text: &str) -> Outcome {
    let read = catch_unwind(AssertUnwindSafe(|| match format {
        Format::Toml => of_model("fuzz.toml", text),
        Format::Urdf => of_model("fuzz.urdf", text),
        Format::Opt3 => match Results::parse(text) {
            Ok(results) => corpus.adopt(results),
            Err((line, words)) => said(line <= 1 + text.lines().count(), &words),
        },
        Format::Csv => all(corpus, |subject| of_table(subject, text)),
        Format::Json => all(corpus, |subject| of_states(subject, text)),
    }));
    read.unwrap_or_else(|_| Outcome::Failed("it panics".into()))
}

fn of_model(path: &str, text: &str) -> Outcome {
    match parse(path, text) {
        Ok(_) => Outcome::Read,
        Err(faults) => {
            let lines = 1 + text.matches('\n').count();
            let places = faults.0.iter().filter_map(|one| one.place.as_ref());
            let in_text = places.map(|place| place.line).all(|line| line <= lines);
            said(in_text && !faults.0.is_empty(), &faults.to_string())
        }
    }
}

/// What became of a text that several read: the first failure; read, where one reads it.
fn all(corpus: &Corpus, read: impl Fn(&Mechanism) -> [Outcome; 2]) -> Outcome {
    let outcomes = corpus.subjects().iter().flat_map(read);
    outcomes.fold(Outcome::Refused, |sum, one| match (&sum, &one) {
        (Outcome::Failed(_), _) | (_, Outcome::Refused) => sum,
        _ => one,
    })
}

/// As a motion and as forces.
fn of_table(mechanism: &Mechanism, text: &str) -> [Outcome; 2] {
    const SHOWN: &str = "fuzz.csv";
    let trajectory = Trajectory::parse(mechanism, SHOWN, text).map(|_| ());
    let torque = Torque::parse(mechanism, SHOWN, text).map(|_| ());
    [trajectory, torque].map(|read| match read {
        Ok(()) => Outcome::Read,
        Err(error) => {
            let words = error.to_string();
            said(is_placed(SHOWN, &words, text), &words)
        }
    })
}

/// As inputs of two functions.
fn of_states(mechanism: &Mechanism, text: &str) -> [Outcome; 2] {
    const SHOWN: &str = "fuzz.json";
    [Quantity::InverseDynamics, Quantity::ForwardDynamics].map(|function| {
        let ports = function.ports(mechanism);
        match States::parse(SHOWN, text, &ports, &mechanism.parameters) {
            Ok(_) => Outcome::Read,
            Err(words) => {
                let malformed = words.contains("malformed JSON");
                let placed = !malformed || is_placed(SHOWN, &words, text);
                said(placed && words.starts_with(SHOWN), &words)
            }
        }
    })
}

/// Whether a message begins with a file and a line of the text, or the line behind its end.
fn is_placed(shown: &str, words: &str, text: &str) -> bool {
    let place = words
        .strip_prefix(shown)
        .and_then(|rest| rest.strip_prefix(':'));
    let line = place.and_then(|rest| rest.split(':').next());
    let line: Option<usize> = line.and_then(|line| line.parse().ok());
    line.is_some_and(|line| (1..=1 + text.split('\n').count()).contains(&line))
}

/// A message for people, whose place is in the text.
fn said(placed: bool, words: &str) -> Outcome {
    match placed && !words.is_empty() && !words.contains("internal error") {
        true => Outcome::Refused,
        false => Outcome::Failed(format!("it says: {words}")),
    }
}
