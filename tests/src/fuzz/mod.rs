//! Fuzzing: files of the repository, changed at random, into the readers. A reader says what it read or what is wrong, and never panics.
//!
//! ```text
//!  seed ──► a file of the corpus ──mutate──► text ──reader──► Outcome
//! ```
//!
//! A seed is a text, the same on every machine as long as the corpus is: a failure is found again by its seed alone.
//! `src/bin/fuzz.rs` runs many, `tests/fuzz.rs` a few.

mod corpus;
mod mutate;

use std::panic::{AssertUnwindSafe, catch_unwind};

use denoc_codegen::model::parse;
use denoc_codegen::searched::Results;

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
    (format, text)
}

/// Reads a text.
#[must_use]
pub fn run(format: Format, text: &str) -> Outcome {
    let read = catch_unwind(AssertUnwindSafe(|| match format {
        Format::Toml => of_model("fuzz.toml", text),
        Format::Urdf => of_model("fuzz.urdf", text),
        Format::Opt3 => match Results::parse(text) {
            Ok(_) => Outcome::Read,
            Err((line, words)) => said(line <= 1 + text.lines().count(), &words),
        },
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

/// A message for people, whose place is in the text.
fn said(placed: bool, words: &str) -> Outcome {
    match placed && !words.is_empty() && !words.contains("internal error") {
        true => Outcome::Refused,
        false => Outcome::Failed(format!("it says: {words}")),
    }
}
