//! A campaign: random mechanisms of every kind, every function of each against its recursion, its partner, and numbers of 106 bits.
//!
//! ```text
//!  seed ──model──► text ──parse──► mechanism ──compile, --opt 0 to 3──► functions ──verify──► Outcome
//! ```
//!
//! One generator draws a mechanism, and behind it whether and which function of a family goes with it.
//!
//! Level 3 takes what a short search finds, by way of the text of a file of results; models with parameters are not searched.
//!
//! A seed is a mechanism, the same on every machine: a failure is found again by its seed alone. `src/bin/campaign.rs` runs many,
//! `tests/suite/campaign.rs` a few, and files with what was once wrong: what a seed is may change with this module.

mod compliant;
mod four_bar;
mod model;
mod spatial;

use std::collections::BTreeMap;

use denoc_codegen::Quantity;
use denoc_codegen::compile::{CompileError, Compiled, Options, compile};
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::parse;
use denoc_codegen::optimize::{Effort, Unsearched};
use denoc_codegen::searched::{Results, Searched};
use denoc_codegen::signature::Family;
use denoc_codegen::verify::{Verified, verify};

use crate::random::Random;

/// Points of the prime fields, and states in numbers, for every function.
const POINTS: usize = 2;

/// Moves that the search of a program proposes.
const PROPOSALS: u64 = 1000;

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

/// The text of a seed.
#[must_use]
pub fn text(seed: u64) -> String {
    model::text(&mut Random(seed))
}

/// Runs a seed, at the level of its last two bits.
#[must_use]
pub fn run(seed: u64) -> Outcome {
    let mut random = Random(seed);
    let text = model::text(&mut random);
    let level = u8::try_from(seed % 4).unwrap_or_default();
    outcome(&text, level, |mechanism| drawn(mechanism, &mut random))
}

/// Runs a text at a level of `--opt`, with these functions beside those that every mechanism has.
#[must_use]
pub fn run_text(text: &str, level: u8, further: &[&str]) -> Outcome {
    outcome(text, level, |_| {
        further.iter().map(|&name| name.to_owned()).collect()
    })
}

fn outcome(text: &str, level: u8, further: impl FnOnce(&Mechanism) -> Vec<String>) -> Outcome {
    let mechanism = match parse("campaign.toml", text) {
        Ok(loaded) => loaded.mechanism,
        Err(faults) => return Outcome::Refused(faults.to_string()),
    };
    let compiled = match compiled(&mechanism, level, further(&mechanism)) {
        Ok(compiled) => compiled,
        Err(why) => return Outcome::Wrong(why),
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

/// The mechanism compiled at a level; what a search found must be taken.
fn compiled(mechanism: &Mechanism, level: u8, further: Vec<String>) -> Result<Compiled, String> {
    let all = Quantity::all(mechanism).into_iter();
    let all = all.map(|one| one.name(mechanism));
    let is_searched = level == 3 && mechanism.parameters.is_empty();
    let options = Options {
        opt: if is_searched { 3 } else { level.min(2) },
        functions: Some(all.chain(further).collect()),
        ..Options::default()
    };
    let compiled = match is_searched {
        true => searched(mechanism, &options),
        false => compile(mechanism, &options),
    };
    let compiled = compiled.map_err(|error| error.to_string())?;
    match compiled.warnings.as_slice() {
        [] => Ok(compiled),
        warnings => Err(warnings.join("\n")),
    }
}

/// Of small mechanisms, now and then a function of a family: a derivative, a product, a regressor. These are large.
fn drawn(mechanism: &Mechanism, random: &mut Random) -> Vec<String> {
    /// Velocities of a mechanism, and in how many one has such a function.
    const SMALL: (usize, usize) = (4, 4);
    if mechanism.nv() > SMALL.0 || random.below(SMALL.1) != 0 {
        return Vec::new();
    }
    let families = [Family::Derivatives, Family::Products, Family::Regressors].into_iter();
    let of_families = families.flat_map(|family| Quantity::of_family(mechanism, family));
    let of_families: Vec<Quantity> = of_families.collect();
    if of_families.is_empty() {
        return Vec::new();
    }
    vec![of_families[random.below(of_families.len())].name(mechanism)]
}

/// A mechanism with what a short search finds, as it is read from its file.
fn searched(mechanism: &Mechanism, options: &Options) -> Result<Compiled, CompileError> {
    let effort = Effort {
        proposals: Some(PROPOSALS),
        ..Effort::default()
    };
    let below = Unsearched::compile(mechanism, options)?;
    let text = below.optimize(effort, &|_| ())?.to_text();
    below.with(Searched {
        path: "campaign.toml.opt3".into(),
        asked: true,
        results: Results::parse(&text).map_err(|(line, what)| format!("line {line}: {what}")),
    })
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
