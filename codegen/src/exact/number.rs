//! The exact number: a reduced rational, or a formula in the parameters of a model. Every number of a model is one, from
//! the reader to the printer.
//!
//! Constants prune by exact structure only (0, ±1, equal constants) and are rounded once, when they are printed. A
//! [`Formula`] has the size and the sign that it has at the defaults of its parameters; it is never 0 nor an integer.

use core::cmp::Ordering;
use core::fmt;
use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

mod formula;
mod images;
mod round;
mod slope;

pub use formula::{Atoms, Formula, FormulaOperation, Memo};
pub use slope::Slopes;

use dashu_base::{BitTest, Signed};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// An exact number: a rational in lowest terms, or a formula.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Number(NumberKind);

#[derive(Clone, PartialEq, Eq, Hash)]
enum NumberKind {
    Rational(RBig),
    Formula(Formula),
}

impl Default for Number {
    fn default() -> Self {
        Self::ZERO
    }
}

/// By value; formulas by their values at the defaults.
impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        self.nominal().cmp(other.nominal())
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Number {
    /// The number 0.
    pub const ZERO: Self = Self(NumberKind::Rational(RBig::ZERO));
    /// The number 1.
    pub const ONE: Self = Self(NumberKind::Rational(RBig::ONE));

    fn rational(value: RBig) -> Self {
        Self(NumberKind::Rational(value))
    }

    fn of_formula(formula: Formula) -> Self {
        Self(NumberKind::Formula(formula))
    }

    /// The formula, if this depends on parameters.
    #[must_use]
    pub fn formula(&self) -> Option<&Formula> {
        match &self.0 {
            NumberKind::Rational(_) => None,
            NumberKind::Formula(formula) => Some(formula),
        }
    }

    /// Whether this depends on parameters.
    #[must_use]
    pub fn is_formula(&self) -> bool {
        self.formula().is_some()
    }

    /// The value, at the defaults of parameters.
    fn nominal(&self) -> &RBig {
        match &self.0 {
            NumberKind::Rational(value) => value,
            NumberKind::Formula(formula) => formula.nominal(),
        }
    }

    /// `numerator / denominator` in lowest terms; `None` when the denominator is 0.
    #[must_use]
    pub fn ratio(numerator: IBig, denominator: IBig) -> Option<Self> {
        if denominator == IBig::ZERO {
            return None;
        }
        Some(Self::rational(RBig::from_parts_signed(
            numerator,
            denominator,
        )))
    }

    /// The number written as a decimal: `-12.5e-3`, digits may be grouped by `_` as in TOML. `None` when the
    /// text is not a finite decimal, or its exponent is beyond ±400 (no f64 needs more).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(at) => (
                &text[..at],
                text[at + 1..].replace('_', "").parse::<i32>().ok()?,
            ),
            None => (text, 0),
        };
        let (negative, mantissa) = match mantissa.as_bytes().first()? {
            b'-' => (true, &mantissa[1..]),
            b'+' => (false, &mantissa[1..]),
            _ => (false, mantissa),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: String = whole
            .chars()
            .chain(fraction.chars())
            .filter(|&c| c != '_')
            .collect();
        let decimals = fraction.chars().filter(|&c| c != '_').count();
        if digits.is_empty()
            || !digits.bytes().all(|b| b.is_ascii_digit())
            || exponent.unsigned_abs() > 400
            || digits.len() > 800
        {
            return None;
        }
        let magnitude = IBig::from(UBig::from_str_radix(&digits, 10).ok()?);
        let power = exponent - i32::try_from(decimals).ok()?;
        let scale = IBig::from(10).pow(power.unsigned_abs() as usize);
        let signed = if negative { -magnitude } else { magnitude };
        if power >= 0 {
            Self::ratio(signed * scale, IBig::ONE)
        } else {
            Self::ratio(signed, scale)
        }
    }

    /// The number as `numerator/denominator`, hexadecimal: long numbers are read and written in linear time.
    #[must_use]
    pub fn to_hex(&self) -> String {
        format!("{:x}/{:x}", self.numerator(), self.denominator())
    }

    /// The number that [`Number::to_hex`] wrote; `None` when the text is none such.
    #[must_use]
    pub fn parse_hex(text: &str) -> Option<Self> {
        let (numerator, denominator) = text.split_once('/')?;
        let digits = numerator.strip_prefix('-').unwrap_or(numerator);
        let hex = |digits: &str| {
            !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        };
        if !hex(digits) || !hex(denominator) {
            return None;
        }
        let magnitude = IBig::from(UBig::from_str_radix(digits, 16).ok()?);
        let denominator = IBig::from(UBig::from_str_radix(denominator, 16).ok()?);
        let negative = digits.len() < numerator.len();
        Self::ratio(if negative { -magnitude } else { magnitude }, denominator)
    }

    /// The exact value of a finite float; `None` for NaN and infinities.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        if !value.is_finite() {
            return None;
        }
        let bits = value.to_bits();
        let biased = i32::try_from((bits >> 52) & 0x7ff).ok()?;
        let fraction = bits & ((1 << 52) - 1);
        let (significand, exponent) = if biased == 0 {
            (fraction, -1074)
        } else {
            (fraction | (1 << 52), biased - 1075)
        };
        let signed = if value < 0.0 {
            -IBig::from(significand)
        } else {
            IBig::from(significand)
        };
        let scale = IBig::ONE << exponent.unsigned_abs() as usize;
        if exponent >= 0 {
            Self::ratio(signed * scale, IBig::ONE)
        } else {
            Self::ratio(signed, scale)
        }
    }

    /// The nearest f64, ties to even.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.nominal().to_f64().value()
    }

    /// The nearest f32, ties to even, rounded once (never by way of f64).
    #[must_use]
    pub fn to_f32(&self) -> f32 {
        self.nominal().to_f32().value()
    }

    /// Whether this is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        !self.is_formula() && self.nominal().is_zero()
    }

    /// Whether this is 1.
    #[must_use]
    pub fn is_one(&self) -> bool {
        !self.is_formula() && self.nominal().is_one()
    }

    /// Whether this is below 0.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.nominal().is_negative()
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.is_negative() {
            -self
        } else {
            self.clone()
        }
    }

    /// `1 / self`; `None` for 0, and for what is 0 at the defaults.
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        if self.is_formula() {
            return (!self.nominal().is_zero()).then(|| Self::ONE / self);
        }
        Self::ratio(
            IBig::from(self.denominator().clone()),
            self.numerator().clone(),
        )
    }

    /// Numerator, with the sign.
    #[must_use]
    pub fn numerator(&self) -> &IBig {
        self.nominal().numerator()
    }

    /// Denominator, positive.
    #[must_use]
    pub fn denominator(&self) -> &UBig {
        self.nominal().denominator()
    }

    /// Bits of numerator and denominator together: the size that grows when constants multiply along a chain.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.numerator().bit_len() + self.denominator().bit_len()
    }

    /// The power of two next to the absolute value, rounded to about one.
    #[must_use]
    pub fn magnitude(&self) -> i64 {
        let bits = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        bits(self.numerator().bit_len()) - bits(self.denominator().bit_len())
    }

    /// The value as a small integer, if it is one.
    #[must_use]
    pub fn to_integer(&self) -> Option<i64> {
        if !self.is_formula() && *self.denominator() == UBig::ONE {
            i64::try_from(self.numerator()).ok()
        } else {
            None
        }
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self::rational(RBig::from(value))
    }
}

impl From<IBig> for Number {
    fn from(value: IBig) -> Self {
        Self::rational(RBig::from(value))
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $formulas:ident) => {
        impl $trait<&Number> for &Number {
            type Output = Number;
            fn $method(self, other: &Number) -> Number {
                match (&self.0, &other.0) {
                    (NumberKind::Rational(a), NumberKind::Rational(b)) => {
                        Number::rational(a.$method(b))
                    }
                    _ => self.$formulas(other),
                }
            }
        }
        impl $trait for Number {
            type Output = Number;
            fn $method(self, other: Number) -> Number {
                match (self.0, other.0) {
                    (NumberKind::Rational(a), NumberKind::Rational(b)) => {
                        Number::rational(a.$method(b))
                    }
                    (a, b) => Number(a).$formulas(&Number(b)),
                }
            }
        }
        impl $trait<&Number> for Number {
            type Output = Number;
            fn $method(self, other: &Number) -> Number {
                match (self.0, &other.0) {
                    (NumberKind::Rational(a), NumberKind::Rational(b)) => {
                        Number::rational(a.$method(b))
                    }
                    (a, _) => Number(a).$formulas(other),
                }
            }
        }
        impl $trait<Number> for &Number {
            type Output = Number;
            fn $method(self, other: Number) -> Number {
                match (&self.0, other.0) {
                    (NumberKind::Rational(a), NumberKind::Rational(b)) => {
                        Number::rational(a.$method(b))
                    }
                    (_, b) => self.$formulas(&Number(b)),
                }
            }
        }
    };
}
operator!(Add, add, sum_of_formulas);
operator!(Sub, sub, difference_of_formulas);
operator!(Mul, mul, product_of_formulas);
operator!(Div, div, quotient_of_formulas);

impl Neg for Number {
    type Output = Self;
    fn neg(self) -> Self {
        match self.0 {
            NumberKind::Rational(value) => Self::rational(-value),
            NumberKind::Formula(_) => self.negated_formula(),
        }
    }
}

impl Neg for &Number {
    type Output = Number;
    fn neg(self) -> Number {
        match &self.0 {
            NumberKind::Rational(value) => Number::rational(-value.clone()),
            NumberKind::Formula(_) => self.negated_formula(),
        }
    }
}

impl AddAssign<&Number> for Number {
    fn add_assign(&mut self, other: &Number) {
        match (&mut self.0, &other.0) {
            (NumberKind::Rational(a), NumberKind::Rational(b)) => *a += b,
            _ => *self = &*self + other,
        }
    }
}

impl SubAssign<&Number> for Number {
    fn sub_assign(&mut self, other: &Number) {
        match (&mut self.0, &other.0) {
            (NumberKind::Rational(a), NumberKind::Rational(b)) => *a -= b,
            _ => *self = &*self - other,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.nominal(), f)
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.nominal(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::parse(text).expect(text)
    }

    #[test]
    fn decimals_are_exact() {
        assert_eq!(number("0.1") + number("0.2"), number("0.3"));
        assert_eq!(number("-1_000.5e-1"), number("-100.05"));
        assert_eq!(number("+2E3"), Number::from(2000));
        assert!(number("-0.0").is_zero());
    }

    #[test]
    fn text_that_is_not_a_decimal_is_refused() {
        for text in [
            "",
            "-",
            ".",
            "nan",
            "inf",
            "0x10",
            "1e",
            "1e999",
            "1,5",
            "--1",
            "1 ",
            "1e-2147483648",
            "1.5e-2147483648",
        ] {
            assert_eq!(Number::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn floats_survive_the_round_trip() {
        for value in [0.1, -9.81, 1e-310, 5e-324, 1.797e308, 0.0, 3.0] {
            assert_eq!(Number::from_f64(value).map(|n| n.to_f64()), Some(value));
        }
        assert_eq!(Number::from_f64(f64::NAN), None);
    }

    #[test]
    fn hexadecimal_survives_the_round_trip() {
        for text in ["0", "1", "-12.5e-3", "1e40", "-3e-40"] {
            let value = number(text);
            assert_eq!(Number::parse_hex(&value.to_hex()), Some(value), "{text}");
        }
        for text in [
            "", "1", "1/", "/1", "1/0", "--1/2", "-/2", "+1/2", "1/-2", "g/2", "1/2/3", "1_0/2",
        ] {
            assert_eq!(Number::parse_hex(text), None, "{text:?}");
        }
    }

    #[test]
    fn rounding_happens_once() {
        // Halfway between two f32 except for a tail that f64 loses: rounding through f64 would go down.
        let value = Number::ONE + number("5.9604644775390625e-8") + number("1e-30");
        assert_eq!(value.to_f32(), 1.0 + f32::EPSILON);
    }

    #[test]
    fn magnitudes_are_logarithms_to_about_one() {
        for text in ["1", "-8", "0.125", "3e-7", "-1e30", "7/3"] {
            let value = match text.split_once('/') {
                Some((a, b)) => number(a) / number(b),
                None => number(text),
            };
            let logarithm = value.to_f64().abs().log2();
            let error = (value.magnitude() as f64 - logarithm).abs();
            assert!(error <= 1.0, "{text}: {}", value.magnitude());
        }
    }

    #[test]
    fn small_integers_are_known_as_such() {
        assert_eq!(number("-5").to_integer(), Some(-5));
        assert_eq!(number("2.5").to_integer(), None);
        assert_eq!(number("1e30").to_integer(), None);
    }

    #[test]
    fn assigning_operators_are_the_operators() {
        let p = Number::parameter(0, &number("2"));
        let values = [number("0.3"), number("-7"), &p * &number("3"), p];
        for a in &values {
            for b in &values {
                let (mut sum, mut difference) = (a.clone(), a.clone());
                sum += b;
                difference -= b;
                assert_eq!(sum, a + b);
                assert_eq!(difference, a - b);
                assert_eq!(sum.at_defaults(), a.at_defaults() + b.at_defaults());
                assert_eq!(difference, -(b - a));
            }
        }
    }

    /// Code is specialised for 0, 1 and integers, and a parameter is none of them whatever its default.
    #[test]
    fn a_parameter_is_no_constant() {
        for default in [Number::ZERO, Number::ONE, number("-3"), number("0.1")] {
            let p = Number::parameter(0, &default);
            assert!(!p.is_zero() && !p.is_one());
            assert_eq!(p.to_integer(), None);
            assert_eq!(p.rounded(3), p);
            assert_eq!(p.rounded(3).at_defaults(), default);
            assert_eq!(&p * &(&Number::ONE - &Number::ONE), Number::ZERO);
        }
    }
}
