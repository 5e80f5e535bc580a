//! The expected rounding of a recursion in f64: every value with the error that roundings leave in it.
//!
//! Roundings are taken as independent, so that squares of errors add: a rotation then keeps an error's length, and the
//! expectation does not grow from body to body without cause. Where terms cancel, the error of the terms stays: an
//! output is only as sure as the terms it is the difference of.

use core::ops::{Add, Div, Mul, Neg, Sub};

use crate::exact::number::Number;
use crate::leaves::Solve;
use crate::leaves::{Input, JointAngle, Leaves, Record};
use crate::mechanism::Mechanism;
use crate::recursion::{self, Formulation, Quantity};
use crate::reference::State;
use crate::scalar::Scalar;

/// A value and its expected error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounded {
    value: f64,
    /// The square of the error, in unit roundoffs (2⁻⁵³).
    square: f64,
}

impl Rounded {
    /// A result of one operation, whose operands bring in errors with this sum of squares.
    fn after(value: f64, square: f64) -> Self {
        Self {
            value,
            square: value.mul_add(value, square),
        }
    }

    fn exact(value: f64) -> Self {
        Self { value, square: 0.0 }
    }

    pub(crate) fn value(self) -> f64 {
        self.value
    }

    /// The expected error in unit roundoffs.
    pub(crate) fn error(self) -> f64 {
        self.square.sqrt()
    }
}

/// The largest expected error of an array, in unit roundoffs: about the largest of the terms that it is made of. Its square may be
/// beyond the range of f64: nothing is expected then.
pub(crate) fn terms(array: &[Rounded]) -> f64 {
    let errors = array.iter().map(|one| one.error());
    errors.filter(|error| error.is_finite()).fold(0.0, f64::max)
}

/// The `terms` of every output array of a quantity, of a formulation run on the mechanism as it is: what differences are relative
/// to where the terms cancel ([`reference::scale`](crate::reference::scale)).
#[must_use]
pub fn terms_of(
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    state: &State,
) -> Vec<f64> {
    let arrays = recursion::run(mechanism, quantity, formulation, &RoundedState::of(state));
    arrays.iter().map(|array| terms(array)).collect()
}

/// A factor times an error, squared.
fn times(factor: f64, square: f64) -> f64 {
    factor * factor * square
}

impl Add for Rounded {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::after(self.value + other.value, self.square + other.square)
    }
}

impl Sub for Rounded {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Rounded {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let square = times(other.value, self.square) + times(self.value, other.square);
        Self::after(self.value * other.value, square)
    }
}

impl Div for Rounded {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let quotient = self.value / other.value;
        let square = self.square + times(quotient, other.square);
        Self::after(quotient, times(1.0 / other.value, square))
    }
}

impl Neg for Rounded {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            value: -self.value,
            ..self
        }
    }
}

impl Scalar for Rounded {
    fn literal(value: i8) -> Self {
        Self::exact(f64::from(value))
    }

    /// ∂/∂a = b²/r³ and ∂/∂b = −a b/r³ of a/r, r = √(a² + b²).
    fn saturate(self, scale: Self) -> Self {
        let r = self.value.hypot(scale.value);
        let ratio = scale.value / (r * r * r);
        let square = times(scale.value, self.square) + times(self.value, scale.square);
        Self::after(self.value / r, times(ratio, square))
    }
}

/// A state whose numbers are exact, solutions of equations among them; those of the model, sines and cosines are rounded.
pub(crate) struct RoundedState<'s> {
    state: &'s State,
    pub(crate) record: Record<Rounded>,
}

impl<'s> RoundedState<'s> {
    pub(crate) fn of(state: &'s State) -> Self {
        Self {
            state,
            record: Record::default(),
        }
    }
}

impl Leaves for RoundedState<'_> {
    type S = Rounded;

    fn constant(&self, value: &Number) -> Rounded {
        Rounded::after(value.to_f64(), 0.0)
    }

    fn input(&self, input: Input) -> Rounded {
        Rounded::exact(self.state.get(input))
    }

    fn solve(&self, solve: Solve, matrix: &[Vec<Rounded>], right: &[Rounded]) -> Vec<Rounded> {
        let inputs = self.record.solve(solve, matrix, right);
        inputs.map(|input| self.input(input)).collect()
    }

    fn guard(&self, margins: &[Rounded]) {
        self.record.guard(margins);
    }

    /// What rounding takes from a sum of angles is carried along.
    fn circle(&self, angles: &[JointAngle]) -> (Rounded, Rounded) {
        let (cos, sin) = self.state.circle_of(angles);
        (Rounded::after(cos, 0.0), Rounded::after(sin, 0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_has_the_error_of_its_terms() {
        let [a, b] = ["1000.1", "1000"].map(|text| {
            let number = Number::parse(text).expect("a decimal");
            RoundedState::of(&State::default()).constant(&number)
        });
        let relative = (a - b).error() / (a - b).value;
        assert!(relative > 1e4 && relative < 2e4, "{relative}");
        let relative = (a + b).error() / (a + b).value;
        assert!(relative < 2.0, "{relative}");
    }

    #[test]
    fn rotations_preserve_errors() {
        let state = State::default();
        let angle = |text: &str| {
            let n = |text| Number::parse(text).expect("a decimal");
            RoundedState::of(&state).constant(&n(text))
        };
        let (c, s) = (angle("0.6"), angle("0.8"));
        let (mut x, mut y) = (Rounded::one(), Rounded::zero());
        for _ in 0..100 {
            (x, y) = (c * x - s * y, s * x + c * y);
        }
        assert!(x.error().hypot(y.error()) < 30.0, "{x:?}, {y:?}");
    }

    #[test]
    fn quotients_and_saturated_values_have_the_errors_of_their_slopes() {
        let with_error = |value| Rounded { value, square: 1e8 };
        // 2/4: 1e4 (1/4 and 2/16 together)
        let error = (with_error(2.0) / with_error(4.0)).error();
        assert!((error / (1e4 * 0.25_f64.hypot(0.125)) - 1.0).abs() < 1e-6);
        // 3/5: 1e4 (16/125 and 12/125 together)
        let error = with_error(3.0).saturate(with_error(4.0)).error();
        assert!((error / (1e4 * (16.0_f64 / 125.0).hypot(12.0 / 125.0)) - 1.0).abs() < 1e-6);
    }
}
