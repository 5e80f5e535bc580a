//! Programs → their errors in f64, against the literal recursion in a wider float on the model as it was read: constants, sines and
//! cosines from exact numbers, nothing transformed.
//!
//! ```text
//!  literal recursion ──106 bits──► values ─┐
//!                    ──rounding──► terms  ─┤
//!  mechanism ────condition of M──► bound  ─┴► Expected, at a state
//!                                                │
//!  programs ─────────f64─────────► values ──beside it──► ArrayError of every array ──at a few states──► excess (Trial)
//! ```
//!
//! An exact proof knows nothing of rounding: a program can be right and lose all digits (in frames far away, say).
//! [`verify`](crate::verify) reports these errors; the compiler asks for them of every program that it may choose, and of what passes
//! make of it: what is chosen is the cheapest of those that keep their digits, by the measure that is reported.

mod condition;
mod formulas;
mod wide;

use std::borrow::Cow;
use std::sync::{Arc, Mutex, OnceLock};

use denoc_sincos::linear::double;
use rustc_hash::FxHashMap;

use crate::evaluate::evaluate_parts;
use crate::leaves::{Argument, Input, Leaves};
use crate::mechanism::Mechanism;
use crate::parallel::{self, locked};
use crate::program::Program;
use crate::recursion::{self, Domain, Formulation, Quantity};
use crate::reference::{State, distance, reference, scale};
use crate::rounding::{RoundedState, terms};
use crate::scalar::Scalar;
use wide::WideState;

pub use condition::condition;

/// Largest normwise relative error of what is well conditioned.
pub const BOUND: f64 = 1e-12;

/// The same of what is not, for every unit of its condition: that of M for a function that divides by M, and for every
/// function the rounding that its literal recursion must expect, in unit roundoffs of the largest element.
pub const BOUND_PER_CONDITION: f64 = 1e-14;

/// The part of its bound within which the error of a program is looked for, and that which passes may raise it to: at other states it
/// is larger.
pub(crate) const LITTLE: f64 = 0.25;
const RAISED: f64 = 0.5;

/// What programs must compute: a quantity of a mechanism, whose elementary joints are its own, by a formulation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'m> {
    pub(crate) mechanism: &'m Mechanism,
    pub(crate) quantity: Quantity,
    pub(crate) formulation: Formulation,
}

/// A random state of a mechanism.
#[derive(Debug)]
pub(crate) struct Sample {
    state: State,
    /// Of what a function is given beside it: inputs of loops, solutions of equations.
    seed: u64,
    /// The condition of M there, once a function asked for it: it takes n³ operations.
    condition: OnceLock<f64>,
}

impl Sample {
    /// The state of a seed, with the values that functions are prepared with.
    pub(crate) fn new(mechanism: &Mechanism, seed: u64, prepared: &[f64]) -> Self {
        let state = State::sample(mechanism, seed);
        Self {
            state: state.with(Argument::Prepared, prepared.to_vec()),
            seed,
            condition: OnceLock::new(),
        }
    }

    fn condition(&self, mechanism: &Mechanism) -> f64 {
        let condition = || condition_of(mechanism, Quantity::MassMatrix, &self.state);
        *self.condition.get_or_init(condition)
    }
}

/// What the arrays of a subject are at a state.
#[derive(Debug)]
pub(crate) struct Expected<'m> {
    subject: Subject<'m>,
    state: State,
    arrays: Vec<ExpectedArray>,
}

/// An array, one of equations among them.
#[derive(Debug)]
struct ExpectedArray {
    /// To 106 bits, then rounded; infinite where that is beyond the range of f64.
    values: Vec<f64>,
    /// The rounding that the literal recursion must expect, in unit roundoffs.
    terms: f64,
    /// The largest error of a program.
    bound: f64,
}

/// An error of an array and its bound, normwise, relative to its terms where they cancel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ArrayError {
    pub(crate) error: f64,
    pub(crate) bound: f64,
}

impl<'m> Expected<'m> {
    /// At a sample, with inputs of loops and solutions of equations at random, as many as these programs ask for.
    pub(crate) fn at_sample(subject: Subject<'m>, sample: &Sample, programs: &[&Program]) -> Self {
        let state = given(programs, &sample.state, sample.seed);
        let condition = || sample.condition(subject.mechanism);
        let least = bound((subject.quantity, subject.mechanism), &state, condition);
        Self::with_least_bound(subject, state, least)
    }

    /// At a state that has all inputs, whatever the condition there.
    pub(crate) fn at_state(subject: Subject<'m>, state: State) -> Self {
        Self::with_least_bound(subject, state, BOUND)
    }

    fn with_least_bound(subject: Subject<'m>, state: State, least: f64) -> Self {
        let (wide, rounded) = (WideState::of(&state), RoundedState::of(&state));
        let values = wide.record.arrays(literal(subject, &wide));
        let rounded = rounded.record.arrays(literal(subject, &rounded));
        let arrays = values.iter().zip(&rounded).map(|(values, rounded)| {
            let values = values.iter().zip(rounded);
            let values = values.map(|(wide, rounded)| wide.or_overflow(rounded.value()));
            let (values, terms) = (values.collect::<Vec<f64>>(), terms(rounded));
            let rounding = terms / scale(&values, terms);
            ExpectedArray {
                values,
                terms,
                bound: least.max(BOUND_PER_CONDITION * rounding),
            }
        });
        let arrays = arrays.collect();
        Self {
            subject,
            state,
            arrays,
        }
    }

    /// Whether the recursion has values there: equations may be singular.
    fn exists(&self) -> bool {
        let mut values = self.arrays.iter().flat_map(|array| &array.values);
        !values.any(|value| value.is_nan())
    }

    /// The errors of all arrays that programs compute.
    pub(crate) fn errors(&self, programs: &[&Program]) -> Vec<ArrayError> {
        let Subject {
            mechanism,
            quantity,
            ..
        } = self.subject;
        let found = evaluate_parts(programs, |_, input| self.state.get(input));
        let rates = self.state.array(Argument::Qd);
        let found = compared((quantity, mechanism), found, rates);
        let expected = self.arrays.iter().enumerate();
        let errors = expected.map(|(place, expected)| {
            // One that is missing is wrong.
            let found = found.get(place).map_or(&[][..], Vec::as_slice);
            ArrayError {
                error: distance(&expected.values, found, expected.terms),
                bound: expected.bound,
            }
        });
        errors.collect()
    }
}

/// States at which candidates are compared, and the first of their seeds: others than those that are reported.
const STATES: u64 = 3;
const FIRST_SEED: u64 = 1001;

/// The errors of all programs that a function may have, at a few states: what they must give is computed once.
#[derive(Debug)]
pub(crate) struct Trial<'m> {
    mechanism: &'m Mechanism,
    quantity: Quantity,
    samples: Vec<Sample>,
    /// By the formulation that programs are compared with.
    expected: Mutex<FxHashMap<Formulation, Arc<OnceLock<Vec<Expected<'m>>>>>>,
}

impl<'m> Trial<'m> {
    /// Of a mechanism whose joints are elementary; programs are prepared with these values.
    pub(crate) fn new(mechanism: &'m Mechanism, quantity: Quantity, prepared: &[f64]) -> Self {
        let seeds = FIRST_SEED..FIRST_SEED + STATES;
        let samples = seeds.map(|seed| Sample::new(mechanism, seed, prepared));
        Self {
            mechanism,
            quantity,
            samples: samples.collect(),
            expected: Mutex::default(),
        }
    }

    /// The function's.
    pub(crate) fn quantity(&self) -> Quantity {
        self.quantity
    }

    /// The largest error of programs, formulas among their constants as prepared values, as a multiple of its bound; 0 where the recursion
    /// itself has no values.
    pub(crate) fn excess(&self, programs: &[&Program], formulation: Formulation) -> f64 {
        let programs = formulas::prepared(programs, &self.mechanism.parameters);
        let programs: Vec<&Program> = programs.iter().map(Cow::as_ref).collect();
        let formulation = (self.quantity).proved_against(formulation, self.mechanism);
        let expected = Arc::clone(locked(&self.expected).entry(formulation).or_default());
        let expected = expected.get_or_init(|| {
            let subject = Subject {
                mechanism: self.mechanism,
                quantity: self.quantity,
                formulation,
            };
            let at = |sample| Expected::at_sample(subject, sample, &programs);
            let expected = parallel::map(&self.samples, at).into_iter();
            expected.filter(Expected::exists).collect()
        });
        let errors = expected.iter().flat_map(|one| one.errors(&programs));
        let excess = errors.map(|one| match one.error.is_finite() {
            true => one.error / one.bound,
            false => f64::INFINITY,
        });
        excess.fold(0.0, f64::max)
    }
}

/// Whether programs of such an excess keep the digits of those that they came from, or would replace.
pub(crate) fn keeps_digits(found: f64, source: impl FnOnce() -> f64) -> bool {
    found <= RAISED || found <= source()
}

/// A state with inputs of loops and solutions of equations at random.
fn given(programs: &[&Program], state: &State, seed: u64) -> State {
    let ports = programs.iter().flat_map(|program| &program.inputs);
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
    (quantity, mechanism): (Quantity, &Mechanism),
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

/// The compared arrays of the literal recursion.
fn literal<L: Leaves>(subject: Subject<'_>, leaves: &L) -> Vec<Vec<L::S>> {
    let Subject {
        mechanism,
        quantity,
        formulation,
    } = subject;
    let arrays = recursion::run(mechanism, quantity, formulation, leaves);
    let rate = |index| {
        let argument = Argument::Qd;
        leaves.input(Input { argument, index })
    };
    let rates: Vec<L::S> = (0..mechanism.nv()).map(rate).collect();
    compared((quantity, mechanism), arrays, &rates)
}

/// The compared form of output arrays: C is not unique, C q̇ is; where joints are driven, whose part of the convective terms is in no
/// column, C + Cᵀ. Gradients, which products of C have beside it, are compared as they are.
fn compared<S: Scalar>(
    (quantity, mechanism): (Quantity, &Mechanism),
    mut arrays: Vec<Vec<S>>,
    rates: &[S],
) -> Vec<Vec<S>> {
    if quantity.depends_on_frames() {
        let is_matrix = |array: &&mut Vec<S>| array.len() == rates.len() * rates.len();
        for matrix in arrays.iter_mut().filter(is_matrix) {
            *matrix = match mechanism.driven() {
                0 => times_rates(matrix, rates),
                _ => with_transpose(matrix, rates.len()),
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
    use super::*;
    use crate::generic::generic;
    use crate::program::Port;
    use crate::transform::elementary;

    #[test]
    fn what_divides_by_m_and_by_the_admittance_is_bounded_by_both() {
        let arm = elementary(&generic(6));
        let state = State::sample(&arm, 1);
        let at = |quantity: Quantity, of_mass: f64| bound((quantity, &arm), &state, || of_mass);
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

    #[test]
    fn what_solves_equations_of_loops_is_bounded_by_the_condition_of_both() {
        let mechanism = elementary(&five_bar());
        let state = State::sample(&mechanism, 1);
        let at = |quantity: Quantity| bound((quantity, &mechanism), &state, || 1e5);
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
    fn a_trial_has_states_at_which_a_missing_output_is_seen() {
        let arm = elementary(&generic(3));
        let quantity = Quantity::InverseDynamics;
        let trial = Trial::new(&arm, quantity, &[]);
        let empty = Program::empty(Vec::new());
        let excess = trial.excess(&[&empty], quantity.literal(&arm));
        assert!(excess > 1.0, "{excess}");
    }

    /// Eleven slides one on the other, of 10³⁰ kg each: det M is beyond the range of f64.
    fn heavy_slides() -> Mechanism {
        let body = |k: usize| {
            let parent = match k {
                0 => "base".to_owned(),
                _ => format!("b{}", k - 1),
            };
            format!(
                "[[body]]\nname = \"b{k}\"\nparent = \"{parent}\"\nmass = 1e30\n\
                 joint = {{ type = \"prismatic\", axis = [0, 0, 1] }}\n\
                 inertia = {{ xx = 1e30, yy = 1e30, zz = 1e30 }}\n"
            )
        };
        let bodies: String = (0..11).map(body).collect();
        let loaded = crate::parse("slides.toml", &format!("name = \"slides\"\n{bodies}"));
        let loaded = loaded.map_err(|faults| faults.to_string());
        elementary(&loaded.expect("a model").mechanism)
    }

    #[test]
    fn a_value_beyond_the_range_is_the_infinity_of_its_sign() {
        let mechanism = heavy_slides();
        let quantity = Quantity::MassMatrixFactor;
        let subject = Subject {
            mechanism: &mechanism,
            quantity,
            formulation: quantity.literal(&mechanism),
        };
        let state = State::sample(&mechanism, 1);
        let expected = Expected::at_state(subject, state.clone());
        assert!(expected.exists());
        let array = |place: usize| &expected.arrays[place];
        let (diagonal, determinant) = (array(1), array(2));
        assert_eq!(determinant.values, [f64::INFINITY]);
        assert!((diagonal.values[10] / 1e30 - 1.0).abs() < 1e-12);
        let found = reference(&mechanism, quantity, subject.formulation, &state);
        let arrays = expected.arrays.iter().zip(&found);
        let errors = arrays.map(|(one, found)| distance(&one.values, found, one.terms));
        assert!(
            errors
                .collect::<Vec<f64>>()
                .iter()
                .all(|error| *error < 1e-14)
        );
        // A number in its place is wrong.
        let number = distance(&determinant.values, &[f64::MAX], determinant.terms);
        assert!(number.is_infinite());
    }

    #[test]
    fn digits_are_kept_within_half_of_the_bound_or_as_they_were() {
        for (found, source, keeps) in [
            (0.5, 0.0, true),
            (0.6, 0.1, false),
            (3.0, 3.0, true),
            (f64::INFINITY, 3.0, false),
        ] {
            assert_eq!(keeps_digits(found, || source), keeps, "{found} {source}");
        }
    }

    #[test]
    fn what_is_given_is_drawn_on_both_sides_of_zero() {
        let mechanism = elementary(&five_bar());
        let state = State::sample(&mechanism, 1);
        let program = Program::empty(vec![Port {
            argument: Argument::Independent,
            len: 2,
        }]);
        let drawn = (1..=20).map(|seed| given(&[&program], &state, seed));
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
    fn matrices_are_compared_by_their_products_or_with_their_transposes() {
        let matrix = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
        let sum = [2.0, 6.0, 10.0, 6.0, 10.0, 14.0, 10.0, 14.0, 18.0];
        assert_eq!(with_transpose(&matrix, 3), sum);
        assert_eq!(times_rates(&matrix, &[1.0, -1.0, 2.0]), [5.0, 11.0, 17.0]);
        assert!(times_rates::<f64>(&[], &[]).is_empty());
    }
}
