//! Compiled → every program against the literal recursion on the model: exactly in the prime field, and in numbers.
//!
//! The exact proof knows nothing of rounding: a program can be right and lose all digits (in frames far away, say). So it
//! is run in f64, as generated code runs, against the recursion in a wider float on the model as it was read: constants,
//! sines and cosines from exact numbers, nothing transformed.

mod condition;
mod wide;

use std::sync::OnceLock;

use denoc_sincos::linear::double;

use crate::compile::{CompileError, Compiled, find};
use crate::evaluate::evaluate_parts;
use crate::function::{Evidence, Function};
use crate::identify::recursed;
use crate::leaves::{Argument, Input, Leaves};
use crate::mechanism::Mechanism;
use crate::parallel;
use crate::program::Program;
use crate::prove::{Disagreement, evidence};
use crate::recursion::{self, Domain, Formulation, Quantity};
use crate::reference::{State, distance, reference, scale};
use crate::rounding::{RoundedState, terms};
use crate::scalar::Scalar;
use crate::transform::elementary;
use wide::WideState;

pub use condition::condition;

/// Largest normwise relative error of what is well conditioned.
pub const BOUND: f64 = 1e-12;

/// The same of what is not, for every unit of its condition: that of M for a function that divides by M, and for every
/// function the rounding that its literal recursion must expect, in unit roundoffs of the largest element.
pub const BOUND_PER_CONDITION: f64 = 1e-14;

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
    let states = (1..=points as u64).map(|seed| {
        let state = State::sample(&mechanism, seed);
        Sample {
            state: state.with(Argument::Prepared, prepared.clone()),
            condition: OnceLock::new(),
        }
    });
    let states: Vec<Sample> = states.collect();
    let one = |function: &Function| {
        let quantity = find(&compiled.mechanism, &function.name)?;
        let mechanism = recursed(&mechanism, quantity, compiled.options.basis);
        Ok(verify_function(
            function, quantity, &mechanism, &states, points,
        ))
    };
    let verified = parallel::map(&compiled.functions, one);
    verified.into_iter().collect()
}

/// A random state of a mechanism.
struct Sample {
    state: State,
    /// The condition of M there, once a function asked for it: it takes n³ operations.
    condition: OnceLock<f64>,
}

impl Sample {
    fn condition(&self, mechanism: &Mechanism) -> f64 {
        let condition = || condition_of(mechanism, Quantity::MassMatrix, &self.state);
        *self.condition.get_or_init(condition)
    }
}

fn verify_function(
    function: &Function,
    quantity: Quantity,
    mechanism: &Mechanism,
    states: &[Sample],
    points: usize,
) -> Verified {
    let subject = Subject::of(function, quantity, mechanism);
    let proof = evidence(function, quantity, [points; 2]);
    let at = |(place, sample): (usize, &Sample)| {
        let state = &given(function, &sample.state, place as u64 + 1);
        let least = bound(quantity, mechanism, state, || sample.condition(mechanism));
        let errors = errors(&subject, mechanism, state).into_iter();
        let bounded = errors.map(|(error, rounding)| {
            let bound = least.max(BOUND_PER_CONDITION * rounding);
            (error, bound)
        });
        bounded.collect::<Vec<(f64, f64)>>()
    };
    let errors = parallel::map(states.iter().enumerate(), at);
    let worst = errors.concat().into_iter().fold((0.0, BOUND), worse);
    Verified {
        function: function.name.clone(),
        formulation: function.formulation,
        proof,
        error: worst.0,
        bound: worst.1,
    }
}

/// Of two errors with their bounds, the one that is nearer to its bound or farther beyond; one that is no number in any case.
fn worse(known: (f64, f64), found: (f64, f64)) -> (f64, f64) {
    let [ratio, least] = [found, known].map(|(error, bound)| error / bound);
    if ratio.is_nan() || ratio > least {
        found
    } else {
        known
    }
}

/// A function, and what it must be.
struct Subject<'a> {
    function: &'a Function,
    quantity: Quantity,
    /// The formulation that it is compared with.
    formulation: Formulation,
}

impl<'a> Subject<'a> {
    fn of(function: &'a Function, quantity: Quantity, mechanism: &Mechanism) -> Self {
        let own = quantity.row_named(function.formulation, mechanism);
        let formulation = own.map_or_else(
            || quantity.literal(mechanism),
            |own| quantity.proved_against(own.formulation, mechanism),
        );
        Self {
            function,
            quantity,
            formulation,
        }
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
    let subject = Subject::of(function, quantity, &mechanism);
    let errors = errors(&subject, &mechanism, state).into_iter();
    Ok(errors.fold(0.0, |worst, (error, _)| f64::max(worst, error)))
}

/// A state with inputs of loops and solutions of equations at random.
fn given(function: &Function, state: &State, seed: u64) -> State {
    let ports = function.programs().flat_map(|program| &program.inputs);
    ports.fold(state.clone(), |state, port| match port.argument {
        Argument::Solved | Argument::Independent | Argument::StepSize => {
            let draw = |index| {
                let argument = port.argument;
                let bits = crate::prove::draw(seed, Input { argument, index }, 2);
                ((bits >> 11) as f64 / (1_u64 << 53) as f64).mul_add(3.0, -1.5)
            };
            state.with(port.argument, (0..port.len).map(draw).collect())
        }
        _ => state,
    })
}

/// max(1e-12, 1e-14 cond M) for what divides by M, before the rounding of the recursion is known. The operational inertia divides by the admittance, too.
fn bound(
    quantity: Quantity,
    mechanism: &Mechanism,
    state: &State,
    of_mass: impl Fn() -> f64,
) -> f64 {
    let factor = match quantity {
        Quantity::OperationalInertia => {
            of_mass() * condition_of(mechanism, Quantity::Admittance, state)
        }
        _ if quantity.domain(mechanism) == Domain::Loops => {
            of_mass() * condition(&closure_admittance(mechanism, state))
        }
        _ if quantity.divides_by_mass() => of_mass(),
        _ => 0.0,
    };
    BOUND.max(BOUND_PER_CONDITION * factor)
}

/// G M⁻¹ Gᵀ, row-major.
fn closure_admittance(mechanism: &Mechanism, state: &State) -> Vec<f64> {
    let value = |quantity: Quantity| {
        reference(mechanism, quantity, quantity.literal(mechanism), state).concat()
    };
    let (mass, jacobian) = (
        value(Quantity::MassMatrix),
        value(Quantity::ClosureJacobian),
    );
    let rows: Vec<&[f64]> = jacobian.chunks(mechanism.nv().max(1)).collect();
    let solved = rows.iter().map(|row| {
        let mut right = row.to_vec();
        let done = double::solve(right.len(), 1, &mut mass.clone(), &mut right);
        if done {
            right
        } else {
            vec![f64::NAN; row.len()]
        }
    });
    let solved: Vec<Vec<f64>> = solved.collect();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum();
    let entries = rows
        .iter()
        .flat_map(|row| solved.iter().map(|column| dot(row, column)));
    entries.collect()
}

/// The condition number of a symmetric matrix, in f64; infinite when it is not positive definite.
fn condition_of(mechanism: &Mechanism, quantity: Quantity, state: &State) -> f64 {
    let outputs = reference(mechanism, quantity, quantity.literal(mechanism), state);
    outputs.first().map_or(1.0, |matrix| condition(matrix))
}

/// The error of every array that the programs of a function compute at a state, equations among them, and the rounding that the
/// literal recursion on the model as it was read must expect, in unit roundoffs; both relative to the array.
fn errors(subject: &Subject<'_>, mechanism: &Mechanism, state: &State) -> Vec<(f64, f64)> {
    let Subject {
        function, quantity, ..
    } = *subject;
    let programs: Vec<&Program> = function.programs().collect();
    let found = evaluate_parts(&programs, |_, input| state.get(input));
    let rates = state.array(Argument::Qd);
    let found = compared((quantity, mechanism), found, rates);
    let (wide, rounded) = (WideState::of(state), RoundedState::of(state));
    let expected = wide.record.arrays(literal(subject, mechanism, &wide));
    let rounded = rounded.record.arrays(literal(subject, mechanism, &rounded));
    let arrays = expected.iter().zip(&rounded).enumerate();
    let arrays = arrays.map(|(array, (expected, rounded))| {
        // One that is missing is wrong.
        let found = found.get(array).map_or(&[][..], Vec::as_slice);
        let expected: Vec<f64> = expected.iter().map(|x| x.to_f64()).collect();
        let terms = terms(rounded);
        let error = distance(&expected, found, terms);
        (error, terms / scale(&expected, terms))
    });
    arrays.collect()
}

/// The compared arrays of the literal recursion.
fn literal<L: Leaves>(subject: &Subject<'_>, mechanism: &Mechanism, leaves: &L) -> Vec<Vec<L::S>> {
    let quantity = subject.quantity;
    let arrays = recursion::run(mechanism, quantity, subject.formulation, leaves);
    let rate = |index| {
        let argument = Argument::Qd;
        leaves.input(Input { argument, index })
    };
    let rates: Vec<L::S> = (0..mechanism.nv()).map(rate).collect();
    compared((quantity, mechanism), arrays, &rates)
}

/// The compared form of output arrays: C is not unique, C q̇ is; where joints are driven, whose part of the convective terms is in no
/// column, C + Cᵀ.
fn compared<S: Scalar>(
    (quantity, mechanism): (Quantity, &Mechanism),
    mut arrays: Vec<Vec<S>>,
    rates: &[S],
) -> Vec<Vec<S>> {
    if quantity.depends_on_frames() {
        for array in &mut arrays {
            *array = match mechanism.driven() {
                0 => times_rates(array, rates),
                _ => with_transpose(array, rates.len()),
            };
        }
    }
    arrays
}

/// A + Aᵀ of a square matrix.
fn with_transpose<S: Scalar>(matrix: &[S], n: usize) -> Vec<S> {
    let entries = matrix.iter().enumerate();
    let sum = |(k, &entry): (usize, &S)| entry + matrix[n * (k % n) + k / n];
    entries.map(sum).collect()
}

/// A square matrix times q̇.
fn times_rates<S: Scalar>(matrix: &[S], rates: &[S]) -> Vec<S> {
    let dot = |row: &[S]| {
        let terms = row.iter().zip(rates);
        terms.fold(S::zero(), |sum, (&a, &b)| sum + a * b)
    };
    matrix.chunks(rates.len().max(1)).map(dot).collect()
}

#[cfg(test)]
mod tests {
    use super::{
        BOUND, BOUND_PER_CONDITION, bound, closure_admittance, condition, condition_of, error_at,
        given, times_rates, with_transpose, worse,
    };
    use crate::compile::{Compiled, Options, compile};
    use crate::function::Function;
    use crate::generic::generic;
    use crate::leaves::Argument;
    use crate::mechanism::Mechanism;
    use crate::recursion::Quantity;
    use crate::reference::State;
    use crate::transform::elementary;

    #[test]
    fn what_divides_by_m_and_by_the_admittance_is_bounded_by_both() {
        let arm = elementary(&generic(6));
        let state = State::sample(&arm, 1);
        let at = |quantity: Quantity, of_mass: f64| bound(quantity, &arm, &state, || of_mass);
        let admittance = condition_of(&arm, Quantity::Admittance, &state);
        assert!(admittance > 2.0 && admittance.is_finite(), "{admittance}");
        let both = at(Quantity::OperationalInertia, 1e5) / (1e5 * admittance);
        assert!((both / BOUND_PER_CONDITION - 1.0).abs() < 1e-9, "{both}");
        let mass = at(Quantity::ForwardDynamics, 1e5) / 1e5;
        assert!((mass / BOUND_PER_CONDITION - 1.0).abs() < 1e-9, "{mass}");
        assert!((at(Quantity::MassMatrix, 1e5) / BOUND - 1.0).abs() < 1e-9);
    }

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
    fn what_solves_equations_of_loops_is_bounded_by_the_condition_of_both() {
        let mechanism = elementary(&five_bar());
        let state = State::sample(&mechanism, 1);
        let at = |quantity: Quantity| bound(quantity, &mechanism, &state, || 1e5);
        // Of G M⁻¹ Gᵀ, by hand from the Jacobian and the mass matrix that `denoc eval` prints.
        let closure = condition(&closure_admittance(&mechanism, &state));
        assert!(
            (closure / 1.438_417_584_703 - 1.0).abs() < 1e-3,
            "{closure}"
        );
        let both = at(Quantity::ForwardDynamics) / (1e5 * closure);
        assert!((both / BOUND_PER_CONDITION - 1.0).abs() < 1e-9, "{both}");
        assert!((at(Quantity::MassMatrix) / BOUND - 1.0).abs() < 1e-9);
    }

    #[test]
    fn what_is_given_is_drawn_on_both_sides_of_zero() {
        let compiled = of_five_bar("dependent_rates");
        let state = State::sample(&elementary(&compiled.mechanism), 1);
        let drawn = (1..=20).map(|seed| given(&compiled.functions[0], &state, seed));
        let drawn: Vec<State> = drawn.collect();
        let rates = drawn
            .iter()
            .flat_map(|one| one.array(Argument::Independent));
        let rates: Vec<f64> = rates.copied().collect();
        assert_eq!(rates.len(), 40);
        assert!(rates.iter().all(|rate| rate.abs() <= 1.5), "{rates:?}");
        assert!(rates.iter().any(|&rate| rate > 0.5), "{rates:?}");
        assert!(rates.iter().any(|&rate| rate < -0.5), "{rates:?}");
        // What a state has stays.
        for one in &drawn {
            assert_eq!(one.array(Argument::Q), state.array(Argument::Q));
        }
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
    fn matrices_are_compared_by_their_products_or_with_their_transposes() {
        let matrix = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
        let sum = [2.0, 6.0, 10.0, 6.0, 10.0, 14.0, 10.0, 14.0, 18.0];
        assert_eq!(with_transpose(&matrix, 3), sum);
        assert_eq!(times_rates(&matrix, &[1.0, -1.0, 2.0]), [5.0, 11.0, 17.0]);
        assert!(times_rates::<f64>(&[], &[]).is_empty());
    }

    #[test]
    fn the_worst_error_is_that_nearest_to_its_bound() {
        let (small, large) = ((2e-13, 1e-12), (1e-9, 1e-7));
        assert_eq!(worse(small, large), small);
        assert_eq!(worse(large, small), small);
        let beyond = (3e-12, 1e-12);
        assert_eq!(worse(small, beyond), beyond);
        assert!(worse(beyond, (f64::NAN, 1e-12)).0.is_nan());
    }
}
