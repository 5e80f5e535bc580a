//! Compiled → every program against the literal recursion on the model: exactly in the prime field, and in numbers.
//!
//! The exact proof knows nothing of rounding: a program can be right and lose all digits (in frames far away, say). So it
//! is run in f64, as generated code runs, against the recursion in a wider float on the model as it was read: constants,
//! sines and cosines from exact numbers, nothing transformed.

use crate::accuracy::{ArrayError, BOUND, Expected, Sample, Subject};
use crate::compile::{CompileError, Compiled, find};
use crate::function::{Evidence, Function};
use crate::identify::recursed;
use crate::mechanism::Mechanism;
use crate::parallel;
use crate::program::Program;
use crate::prove::{Disagreement, evidence};
use crate::recursion::Quantity;
use crate::reference::State;
use crate::transform::elementary;

/// The result of verifying a function.
#[derive(Clone, PartialEq, Debug)]
pub struct Verified {
    /// The function.
    pub function: String,
    /// Its formulation.
    pub formulation: &'static str,
    /// What it was proved equal to, its literal recursion and its partner, or where it differs.
    pub proof: Result<Evidence, Disagreement>,
    /// Largest error over all states, normwise in every output array; relative to its terms where they cancel.
    pub error: f64,
    /// The bound at the state where the error came closest to it.
    pub bound: f64,
}

impl Verified {
    /// Whether the function passed.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.proof.is_ok() && self.error <= self.bound
    }
}

/// Checks all functions at `points` points of the prime field and as many random states.
///
/// # Errors
/// [`CompileError::UnknownFunction`], for a function that the mechanism does not have.
pub fn verify(compiled: &Compiled, points: usize) -> Result<Vec<Verified>, CompileError> {
    let mechanism = elementary(&compiled.mechanism);
    let prepared = compiled.prepared_by_default();
    let samples = (1..=points as u64).map(|seed| Sample::new(&mechanism, seed, &prepared));
    let samples: Vec<Sample> = samples.collect();
    let one = |function: &Function| {
        let quantity = find(&compiled.mechanism, &function.name)?;
        let mechanism = recursed(&mechanism, quantity, compiled.options.basis);
        Ok(verify_function(
            function, quantity, &mechanism, &samples, points,
        ))
    };
    let verified = parallel::map(&compiled.functions, one);
    verified.into_iter().collect()
}

fn verify_function(
    function: &Function,
    quantity: Quantity,
    mechanism: &Mechanism,
    samples: &[Sample],
    points: usize,
) -> Verified {
    let subject = subject(function, quantity, mechanism);
    let proof = evidence(function, quantity, [points; 2]);
    let programs: Vec<&Program> = function.programs().collect();
    let at = |sample| Expected::at_sample(subject, sample, &programs).errors(&programs);
    let errors = parallel::map(samples, at).concat().into_iter();
    let none = ArrayError {
        error: 0.0,
        bound: BOUND,
    };
    let worst = errors.fold(none, worse);
    Verified {
        function: function.name.clone(),
        formulation: function.formulation,
        proof,
        error: worst.error,
        bound: worst.bound,
    }
}

/// What a function must be.
fn subject<'m>(function: &Function, quantity: Quantity, mechanism: &'m Mechanism) -> Subject<'m> {
    let own = quantity.row_named(function.formulation, mechanism);
    Subject {
        mechanism,
        quantity,
        formulation: own.map_or_else(
            || quantity.literal(mechanism),
            |own| quantity.proved_against(own.formulation, mechanism),
        ),
    }
}

/// Of two errors with their bounds, the one that is nearer to its bound or farther beyond; one that is no number in any case.
fn worse(known: ArrayError, found: ArrayError) -> ArrayError {
    let [ratio, least] = [found, known].map(|one| one.error / one.bound);
    if ratio.is_nan() || ratio > least {
        found
    } else {
        known
    }
}

/// The largest error of the output arrays of a function at a state, normwise, as [`Verified::error`] has it.
///
/// # Errors
/// [`CompileError::UnknownFunction`], for a function that the mechanism does not have.
pub fn error_at(
    compiled: &Compiled,
    function: &Function,
    state: &State,
) -> Result<f64, CompileError> {
    let quantity = find(&compiled.mechanism, &function.name)?;
    let mechanism = elementary(&compiled.mechanism);
    let mechanism = recursed(&mechanism, quantity, compiled.options.basis);
    let programs: Vec<&Program> = function.programs().collect();
    let subject = subject(function, quantity, &mechanism);
    let errors = Expected::at_state(subject, state.clone()).errors(&programs);
    let errors = errors.into_iter().map(|one| one.error);
    Ok(errors.fold(0.0, f64::max))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::{Options, compile};

    /// Two legs in a plane, joined at their end points.
    fn five_bar() -> Mechanism {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/loops");
        let loaded = crate::load(&folder.join("five_bar.toml"));
        let loaded = loaded.map_err(|faults| faults.to_string());
        loaded.expect("a model").mechanism
    }

    /// A function of it.
    fn of_five_bar(function: &str) -> Compiled {
        let options = Options {
            functions: Some(vec![function.to_owned()]),
            opt: 1,
            ..Options::default()
        };
        compile(&five_bar(), &options).expect("it compiles")
    }

    #[test]
    fn a_wrong_margin_is_seen_in_numbers() {
        let compiled = of_five_bar("forward_dynamics");
        let state = State::sample(&elementary(&compiled.mechanism), 1);
        let error = |function: &Function| {
            error_at(&compiled, function, &state).expect("a function of the model")
        };
        let function = &compiled.functions[0];
        assert!(function.has_margins());
        assert!(error(function) < BOUND);
        let mut wrong = Function::clone(function);
        let margins = wrong.program.outputs.last_mut().expect("margins");
        for element in &mut margins.elements {
            element.negative = !element.negative;
        }
        assert!(error(&wrong) > 0.01);
    }

    #[test]
    fn the_error_of_base_parameters_is_that_of_their_regressor() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../models");
        let loaded = crate::load(&folder.join("puma.toml")).map_err(|faults| faults.to_string());
        let options = Options {
            functions: Some(vec!["base_regressor".to_owned()]),
            opt: 1,
            ..Options::default()
        };
        let compiled = compile(&loaded.expect("a model").mechanism, &options);
        let compiled = compiled.expect("it compiles");
        let state = State::sample(&elementary(&compiled.mechanism), 1);
        let error = error_at(&compiled, &compiled.functions[0], &state);
        assert!(error.expect("a function of the model") < BOUND);
    }

    #[test]
    fn the_worst_error_is_that_nearest_to_its_bound() {
        let of = |error, bound| ArrayError { error, bound };
        let (small, large) = (of(2e-13, 1e-12), of(1e-9, 1e-7));
        assert_eq!(worse(small, large), small);
        assert_eq!(worse(large, small), small);
        let beyond = of(3e-12, 1e-12);
        assert_eq!(worse(small, beyond), beyond);
        assert!(worse(beyond, of(f64::NAN, 1e-12)).error.is_nan());
    }
}
