//! `denoc verify`: every program against its literal recursion, exactly and in numbers.

use clap::Args;
use denoc_codegen::compile::{Compiled, Options, compile};
use denoc_codegen::prove::{FIELDS, Proof};
use denoc_codegen::report::{Section, Table, render};
use denoc_codegen::verify::{Verified, verify};
use serde_json::{Map, Value, json};

use crate::arguments::{BaseParameters, Level, TextFormat};
use crate::failure::{Failure, warn};
use crate::reading::Model;
use crate::style;

/// States at which generated code is checked in numbers.
pub(crate) const STATES: usize = 3;

/// Arguments of `verify`.
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    model: Model,
    /// Random points of the prime field, and as many random states in numbers
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    points: u16,
    #[command(flatten)]
    level: Level,
    #[command(flatten)]
    base: BaseParameters,
    /// How to print
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
}

const NOTES: &str = "Every function is compared with its literal recursion and with an independent partner, for equality in two prime \
fields, and with the recursion in 64-bit floats, as generated code runs, on the model as it was read, in floats of 106 bits. The error is \
the largest of all states, of max|array| in each output. It must stay below 1e-12, or 1e-14 times a condition where that is more: of \
the mass matrix for a function that divides by it, and for every function the rounding that the recursion must expect on the model \
as it was read, in units of 2^-53 (large where terms cancel). Exit status 1 when a function does not pass; `generate` writes a \
function that only rounds too much, with a warning.

Examples:
  denoc verify models/puma.toml
  denoc verify models/panda.toml --opt 3 --points 1000
  denoc verify models/puma.toml --format json | jq '.functions[] | .error'";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mechanism = arguments.model.load()?.mechanism;
    let mut options = Options {
        basis: arguments.base.basis(),
        ..Options::default()
    };
    arguments.level.take(&mut options, &arguments.model.path);
    let compiled = compile(&mechanism, &options)?;
    warn(&compiled.warnings);
    let found = checked(&compiled, arguments.points.into())?;
    warn(&unmeasured(&found));
    Ok(match arguments.format {
        TextFormat::Table => {
            let title = format!("{}, --opt {}", compiled.name, compiled.options.opt);
            render(&[section(&title, &found)], style::tables())
        }
        TextFormat::Json => format!("{}\n", json(&compiled, &found)),
    })
}

/// `{"model", "opt", "functions": {NAME: {"formulation", "literal", "points", "primes", "partner", "error", "bound"}}}`; `partner` is
/// null, or `{"name", "points", "primes"}`, and `no_partner` the reason why it is null, or null.
fn json(compiled: &Compiled, found: &[Verified]) -> Value {
    let one = |one: &Verified| {
        let primes = |proof: &Proof| proof.primes.map(|prime| prime.to_string()).to_vec();
        let proof = one.proof.as_ref().ok();
        let partner = proof.and_then(|evidence| evidence.partner.as_ref().ok());
        let missing = proof.and_then(|evidence| evidence.partner.as_ref().err());
        let value = json!({
            "formulation": one.formulation,
            "literal": proof.map(|evidence| evidence.literal),
            "points": proof.map_or(0, |evidence| evidence.recursion.points),
            "primes": proof.map_or(vec![], |evidence| primes(&evidence.recursion)),
            "partner": partner.map(|(name, proof)| json!({
                "name": name,
                "points": proof.points,
                "primes": primes(proof),
            })),
            "no_partner": missing,
            "error": one.error,
            "bound": one.bound,
        });
        (one.function.clone(), value)
    };
    let functions: Map<String, Value> = found.iter().map(one).collect();
    json!({ "model": compiled.name, "opt": compiled.options.opt, "functions": functions })
}

/// The verification of every function that is written: all are proved; one that rounds more than it should is warned of.
pub(crate) fn written(compiled: &Compiled) -> Result<Vec<Verified>, Failure> {
    let found = verify(compiled, STATES)?;
    warn(&warnings(&found)?);
    warn(&unmeasured(&found));
    Ok(found)
}

/// Of functions that round more than they should, a warning each; a function that is not its recursion is an error.
fn warnings(found: &[Verified]) -> Result<Vec<String>, Failure> {
    let (lost, wrong): (Vec<&Verified>, _) = found
        .iter()
        .filter(|one| !one.holds())
        .partition(|one| one.proof.is_ok());
    let wrong: Vec<String> = wrong.into_iter().filter_map(failure).collect();
    if wrong.is_empty() {
        Ok(lost.into_iter().map(rounding).collect())
    } else {
        Err(Failure::Message(wrong.join("\nerror: ")))
    }
}

/// Of functions that any error is allowed of, a warning each: nothing is known of their digits.
fn unmeasured(found: &[Verified]) -> Vec<String> {
    let found = found.iter().filter(|one| one.holds() && one.bound >= 1.0);
    let words = |one: &Verified| {
        format!(
            "`{}` ({}) solves equations that are singular to rounding at the states that were tried: it is right exactly, and nothing is \
             known of its digits",
            one.function, one.formulation
        )
    };
    found.map(words).collect()
}

/// The verification of every function, all of which passed.
pub(crate) fn checked(compiled: &Compiled, points: usize) -> Result<Vec<Verified>, Failure> {
    let found = verify(compiled, points)?;
    let failures: Vec<String> = found.iter().filter_map(failure).collect();
    if failures.is_empty() {
        Ok(found)
    } else {
        Err(Failure::Message(failures.join("\nerror: ")))
    }
}

/// The function with the largest error.
pub(crate) fn worst(found: &[Verified]) -> Option<&Verified> {
    found.iter().max_by(|a, b| a.error.total_cmp(&b.error))
}

/// The largest error, in words.
pub(crate) fn largest(found: &[Verified]) -> Option<String> {
    let worst = worst(found)?;
    let (error, function) = (worst.error, &worst.function);
    Some(format!(
        "Largest error at {STATES} states, against the recursions in 106 bits: {error:.1e} ({function})"
    ))
}

fn section(title: &str, found: &[Verified]) -> Section {
    let mut table = Table::new(&[
        "function",
        "formulation",
        "recursion",
        "partner",
        ">points",
        ">error",
        ">bound",
    ]);
    for one in found {
        let Ok(proof) = &one.proof else { continue };
        let points = proof.recursion.points;
        table.row([
            one.function.clone(),
            one.formulation.into(),
            proof.literal.into(),
            proof.partner_name(),
            points.to_string(),
            format!("{:.1e}", one.error),
            format!("{:.1e}", one.bound),
        ]);
    }
    Section {
        title: title.into(),
        table,
        notes: vec![format!(
            "All statements are proved, at points in turn in {FIELDS} prime fields: each function equals its recursion, run literally, and the \
             results of its partner, which shares nothing with the recursions (of a derivative: the recursion of its function, differentiated \
             exactly), unless a reason is given why it has none. Primes of 62 or 63 bits and points are drawn from a hash of each program (--format json names them)."
        )],
    }
}

/// The failure of a function.
fn failure(one: &Verified) -> Option<String> {
    let Verified {
        function,
        formulation,
        ..
    } = one;
    if let Err(why) = &one.proof {
        return Some(format!(
            "internal error: the program of `{function}` ({formulation}) is not its recursion: it {why}; please report this model"
        ));
    }
    (!one.holds()).then(|| rounding(one))
}

/// The failure of a function that equals its recursion exactly, but not in floats.
fn rounding(one: &Verified) -> String {
    let Verified {
        function,
        formulation,
        error,
        bound,
        ..
    } = one;
    if !error.is_finite() {
        return format!(
            "`{function}` ({formulation}) gives infinities or NaN at states that were tried: its formulas are right, and their values \
             overflow the floating-point type; write a model whose numbers are nearer to each other in size"
        );
    }
    format!(
        "`{function}` ({formulation}) has an error of {error:.1e}, more than {bound:.1e}: its formulas are right, digits cancel; \
         choose another formulation, or write a model whose numbers are nearer to each other in size"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use denoc_codegen::function::Evidence;
    use denoc_codegen::prove::Disagreement;

    const PROVED: Evidence = Evidence {
        literal: "denoc",
        recursion: Proof {
            points: 3,
            primes: [7, 11],
        },
        partner: Err("a test"),
    };

    fn found(function: &str, error: f64, proof: Result<Evidence, Disagreement>) -> Verified {
        Verified {
            function: function.into(),
            formulation: "u_form",
            proof,
            error,
            bound: 1e-12,
        }
    }

    #[test]
    fn a_function_that_rounds_too_much_is_warned_of_and_one_that_is_wrong_is_an_error() {
        let rounds = found("centroidal_momentum", 1.6e-12, Ok(PROVED));
        let both = [found("bias", 1e-15, Ok(PROVED)), rounds];
        let warned = warnings(&both).unwrap_or_default();
        assert_eq!(warned.len(), 1);
        assert!(warned[0].starts_with(
            "`centroidal_momentum` (u_form) has an error of 1.6e-12, more than 1.0e-12"
        ));

        for error in [f64::INFINITY, f64::NAN] {
            let warned = warnings(&[found("bias", error, Ok(PROVED))]).unwrap_or_default();
            assert_eq!(warned.len(), 1);
            assert!(warned[0].contains("overflow the floating-point type"));
        }

        assert_eq!(unmeasured(&both), [""; 0]);
        let singular = Verified {
            bound: f64::INFINITY,
            ..found("forward_dynamics", 0.5, Ok(PROVED))
        };
        let words = unmeasured(&[singular]);
        assert_eq!(words.len(), 1);
        assert!(words[0].starts_with("`forward_dynamics` (u_form) solves equations"));

        let at = Disagreement::Value {
            output: "tau",
            element: 2,
            seed: 1,
        };
        let [bias, rounds] = both;
        let wrong = [bias, rounds, found("gravity", 0.0, Err(at))];
        let message = match warnings(&wrong) {
            Err(Failure::Message(message)) => message,
            _ => String::new(),
        };
        assert!(
            message.contains("`gravity`") && !message.contains("bias"),
            "{message}"
        );
    }
}
