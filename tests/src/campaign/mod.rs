//! A campaign: random mechanisms of every kind, every function of each against its recursion, its partner, and numbers of 106 bits.
//!
//! ```text
//!  seed ──model──► text ──parse──► mechanism ──compile, --opt 0 to 3──► functions ──verify──► Outcome
//! ```
//!
//! Level 3 takes what a short search finds, by way of the text of a file of results; models with parameters are not searched.
//!
//! A seed is a mechanism, the same on every machine: a failure is found again by its seed alone. `src/bin/campaign.rs` runs many,
//! `tests/suite/campaign.rs` a few.

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

pub use model::text;

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

/// Runs a seed.
#[must_use]
pub fn run(seed: u64) -> Outcome {
    let loaded = match parse("campaign.toml", &text(seed)) {
        Ok(loaded) => loaded,
        Err(faults) => return Outcome::Refused(faults.to_string()),
    };
    let compiled = match compiled(&loaded.mechanism, seed) {
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

/// The mechanism of a seed compiled at its level; what a search found must be taken.
fn compiled(mechanism: &Mechanism, seed: u64) -> Result<Compiled, String> {
    let level = match seed % 4 {
        3 if !mechanism.parameters.is_empty() => 2,
        level => level,
    };
    let options = Options {
        opt: u8::try_from(level).unwrap_or_default(),
        functions: Some(functions(mechanism, seed)),
        ..Options::default()
    };
    let compiled = match level {
        3 => searched(mechanism, &options),
        _ => compile(mechanism, &options),
    };
    let compiled = compiled.map_err(|error| error.to_string())?;
    match compiled.warnings.as_slice() {
        [] => Ok(compiled),
        warnings => Err(warnings.join("\n")),
    }
}

/// All functions of a mechanism, and of small ones now and then one of a family: a derivative, a product, a regressor. These are large.
fn functions(mechanism: &Mechanism, seed: u64) -> Vec<String> {
    /// Velocities of a mechanism, and in how many one has such a function.
    const SMALL: (usize, usize) = (4, 4);
    let mut all = Quantity::all(mechanism);
    // Of its own: whether a loop is a spatial one is drawn from `!seed`.
    let random = &mut Random(seed.rotate_left(32));
    if mechanism.nv() <= SMALL.0 && random.below(SMALL.1) == 0 {
        let families = [Family::Derivatives, Family::Products, Family::Regressors];
        let of_families = families.into_iter();
        let of_families = of_families.flat_map(|family| Quantity::of_family(mechanism, family));
        let mut of_families: Vec<Quantity> = of_families.collect();
        if !of_families.is_empty() {
            all.push(of_families.swap_remove(random.below(of_families.len())));
        }
    }
    all.iter().map(|one| one.name(mechanism)).collect()
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
