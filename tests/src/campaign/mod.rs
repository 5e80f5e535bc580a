//! A campaign: random mechanisms of every kind, every function of each against its recursion, its partner, and numbers of 106 bits.
//!
//! ```text
//!  seed ──model──► text ──parse──► mechanism ──compile, --opt 0, 1 or 2──► functions ──verify──► Outcome
//! ```
//!
//! A seed is a mechanism, the same on every machine: a failure is found again by its seed alone. `src/bin/campaign.rs` runs many,
//! `tests/suite/campaign.rs` a few.

mod four_bar;
mod model;

use std::collections::BTreeMap;

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::model::parse;
use denoc_codegen::verify::{Verified, verify};

pub use model::text;

/// Points of the prime fields, and states in numbers, for every function.
const POINTS: usize = 2;

/// What became of a seed.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Every function holds: for each its error and its bound.
    Holds(BTreeMap<String, [f64; 2]>),
    /// The model was refused, in these words.
    Refused(String),
    /// A function is wrong, or the compiler failed, in these words.
    Wrong(String),
}

/// Runs a seed.
#[must_use]
pub fn run(seed: u64) -> Outcome {
    let loaded = match parse("campaign.toml", &text(seed)) {
        Ok(loaded) => loaded,
        Err(faults) => return Outcome::Refused(faults.to_string()),
    };
    let options = Options {
        opt: u8::try_from(seed % 3).unwrap_or_default(),
        ..Options::default()
    };
    let compiled = match compile(&loaded.mechanism, &options) {
        Ok(compiled) => compiled,
        Err(error) => return Outcome::Wrong(error.to_string()),
    };
    let found = match verify(&compiled, POINTS) {
        Ok(found) => found,
        Err(error) => return Outcome::Wrong(error.to_string()),
    };
    let wrong: Vec<String> = found.iter().filter_map(failure).collect();
    if !wrong.is_empty() {
        return Outcome::Wrong(wrong.join("\n"));
    }
    let errors = found.into_iter();
    Outcome::Holds(
        errors
            .map(|one| (one.function, [one.error, one.bound]))
            .collect(),
    )
}

fn failure(one: &Verified) -> Option<String> {
    if let Err(why) = &one.proof {
        return Some(format!("{} ({}) {why}", one.function, one.formulation));
    }
    // Where equations are singular to rounding, the bound is beyond 1 and an error says nothing.
    (!one.holds() && one.bound < 1.0).then(|| {
        format!(
            "{} ({}): error {:e}, bound {:e}",
            one.function, one.formulation, one.error, one.bound
        )
    })
}
