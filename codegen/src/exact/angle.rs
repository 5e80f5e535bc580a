//! Exact angles: quarter turns stay quarter turns, sums stay sums, until a rotation needs a point of the circle.

use core::fmt;
use core::ops::{Add, Neg, Sub};

use dashu_base::{Abs, BitTest, Signed};
use dashu_int::IBig;

use super::circle::Circle;
use super::fixed;
use crate::exact::number::Number;

/// An angle, exact: a rational multiple of π plus a number of radians, which may be a formula.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Angle {
    /// Multiple of π.
    pub half_turns: Number,
    /// The rest, rad.
    pub radians: Number,
}

/// Fractional bits of every approximation made here.
const BITS: usize = 256;
/// Significant bits of the tangent of the half angle.
const TANGENT_BITS: usize = 72;
/// The longest angle expression read, in bytes.
const LONGEST: usize = 400;

impl Angle {
    /// The angle written as an expression: `"pi"`, `"-3*pi/4"`, `"0*pi/2"`, `"0.5*pi"`, `"-90deg"`, `"1.5708"` (rad).
    /// A number without π is subject to [`Angle::from_radians`]. `None` when the text is none of these.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::as_written(text).map(Self::rounding_removed)
    }

    /// The same, with every number as it is.
    #[must_use]
    pub fn as_written(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.len() > LONGEST {
            return None;
        }
        if let Some(degrees) = text.strip_suffix("deg") {
            return match product(degrees)? {
                (value, 0) => Some(Self::of_half_turns(value / Number::from(180))),
                _ => None,
            };
        }
        match product(text)? {
            (radians, 0) => Some(Self::of_radians(radians)),
            (value, _) => Some(Self::of_half_turns(value)),
        }
    }

    /// `half_turns · π`.
    #[must_use]
    pub fn of_half_turns(half_turns: Number) -> Self {
        Self {
            half_turns,
            radians: Number::ZERO,
        }
    }

    /// `count · π/2`.
    #[must_use]
    pub fn of_quarter_turns(count: i64) -> Self {
        Self::of_half_turns(Number::from(count) / Number::from(2))
    }

    /// A number of radians as it is.
    #[must_use]
    pub fn of_radians(radians: Number) -> Self {
        Self {
            half_turns: Number::ZERO,
            radians,
        }
    }

    /// A number of radians. Within 1e-12 of a quarter turn it *is* that quarter turn (the rest is rounding).
    #[must_use]
    pub fn from_radians(radians: Number) -> Self {
        let exact = Self::of_radians(radians);
        let rounding = Number::from(1) / Number::from(1_000_000_000_000);
        exact.near_quarter_turn(&rounding).unwrap_or(exact)
    }

    /// The direction of the vector (x, y): atan2(y, x). Multiples of π/4 are exact; any other is a multiple of π/2 plus
    /// a dyadic number of radians, with an error below 2^-100. Zero for the zero vector.
    #[must_use]
    pub fn of_direction(x: &Number, y: &Number) -> Self {
        if y.is_negative() {
            return -Self::of_direction(x, &-y);
        }
        if x.is_negative() {
            return Self::of_quarter_turns(2) - Self::of_direction(&-x, y);
        }
        if y > x {
            return Self::of_quarter_turns(1) - Self::of_direction(y, x);
        }
        if y.is_zero() {
            return Self::default();
        }
        if x == y {
            return Self::of_half_turns(Number::ONE / Number::from(4));
        }
        let arc = fixed::atan(&(y / x).scaled(BITS), BITS);
        Self {
            half_turns: Number::ZERO,
            radians: Number::dyadic(Number::dyadic(arc, BITS).scaled(104), 104),
        }
    }

    /// The quarter turn within `tolerance` rad of this angle, if there is one.
    #[must_use]
    pub fn near_quarter_turn(&self, tolerance: &Number) -> Option<Self> {
        if self.radians.is_formula() {
            return None;
        }
        let (quarters, rest) = self.reduced();
        let near = Number::dyadic(rest, BITS).abs() <= *tolerance;
        near.then(|| Self::of_half_turns(Number::from(quarters) / Number::from(2)))
    }

    /// Whether the angle is 0 exactly (a whole turn is not).
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.half_turns.is_zero() && self.radians.is_zero()
    }

    /// The number of quarter turns, when it is a whole number.
    #[must_use]
    pub fn quarter_turns(&self) -> Option<i64> {
        if self.radians.is_zero() {
            (&self.half_turns + &self.half_turns).to_integer()
        } else {
            None
        }
    }

    /// The angle in rad, within 2^-256 or so.
    #[must_use]
    pub fn to_number(&self) -> Number {
        if self.half_turns.is_zero() {
            return self.radians.clone();
        }
        let bits = BITS + self.half_turns.bits();
        &self.half_turns * Number::dyadic(fixed::pi(bits), bits) + &self.radians
    }

    /// The f64 nearest to the angle in rad.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.to_number().to_f64()
    }

    /// The f32 nearest to the angle in rad, rounded once.
    #[must_use]
    pub fn to_f32(&self) -> f32 {
        self.to_number().to_f32()
    }

    /// The point of the unit circle at this angle: exact for quarter turns, otherwise a rational point within 2^-70.
    /// Opposite angles give opposite points exactly.
    #[must_use]
    pub fn circle(&self) -> Circle {
        if self.radians.is_formula() {
            return self.circle_of_formula();
        }
        if let Some(quarters) = self.quarter_turns() {
            return Circle::of_quarter_turns(quarters);
        }
        let (quarters, rest) = self.reduced();
        // t = tan(rest / 2) of the magnitude, then the sign: opposite angles round alike.
        let (negative, half) = (rest.is_negative(), rest.abs() >> 1);
        let t = Number::dyadic(fixed::tan(&half, BITS), BITS).rounded(TANGENT_BITS);
        let rest = Circle::of_half_tangent(&if negative { -t } else { t });
        let quarters = i64::try_from(quarters % IBig::from(4)).unwrap_or_default();
        Circle::of_quarter_turns(quarters).compose(&rest)
    }

    /// A whole number of quarter turns and a rest that add up to the angle. The quarter turns of a quarter turn are itself,
    /// those of an angle that depends on parameters are the ones written beside them; any other angle has none.
    #[must_use]
    pub fn split(&self) -> (i64, Self) {
        let splits = self.radians.is_zero() || self.radians.is_formula();
        let doubled = &self.half_turns + &self.half_turns;
        match doubled.to_integer().filter(|_| splits) {
            Some(quarters) => (
                quarters,
                Self {
                    half_turns: Number::ZERO,
                    radians: self.radians.clone(),
                },
            ),
            None => (0, self.clone()),
        }
    }

    /// Cosine and sine as formulas, the quarter turns taken out.
    fn circle_of_formula(&self) -> Circle {
        let (quarters, rest) = self.split();
        let angle = rest.to_number();
        let nominal = Self::from_radians(angle.at_defaults()).circle();
        let (cos, sin) = Number::circle_of(&angle, (&nominal.cos, &nominal.sin));
        Circle::of_quarter_turns(quarters).compose(&Circle { cos, sin })
    }

    /// `factor` times the angle.
    #[must_use]
    pub fn times(&self, factor: &Number) -> Self {
        Self {
            half_turns: &self.half_turns * factor,
            radians: &self.radians * factor,
        }
    }

    /// The same, read as [`Angle::from_radians`] reads it when it is a mere number of radians.
    #[must_use]
    pub fn rounding_removed(self) -> Self {
        if self.half_turns.is_zero() {
            Self::from_radians(self.radians)
        } else {
            self
        }
    }

    /// The nearest whole number of quarter turns, and the remainder: rad, fixed point with `BITS` bits, at most
    /// π/4 in size. Opposite angles give opposite results.
    fn reduced(&self) -> (IBig, IBig) {
        let value = self.to_number();
        let extra = value.scaled(0).bit_len() + 8;
        let half_pi = Number::dyadic(fixed::pi(BITS + extra), BITS + extra + 1);
        let quarters = (&value / &half_pi).scaled(0);
        let rest = value - Number::from(quarters.clone()) * half_pi;
        (quarters, rest.scaled(BITS))
    }
}

/// `[±] factor { (* | /) factor }`: the product of the numbers, and how often π is a factor (0 or 1).
fn product(text: &str) -> Option<(Number, u32)> {
    let text = text.trim();
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mut value, mut turns) = (Number::ONE, 0);
    let (mut rest, mut divide) = (text, false);
    loop {
        let end = rest.find(['*', '/']).unwrap_or(rest.len());
        match (rest[..end].trim(), divide) {
            ("pi", false) if turns == 0 => turns = 1,
            (factor, false) => value = value * unsigned(factor)?,
            (factor, true) => value = value * unsigned(factor)?.inverse()?,
        }
        match rest[end..].chars().next() {
            None => break,
            Some(operator) => divide = operator == '/',
        }
        rest = &rest[end + 1..];
    }
    Some((if negative { -value } else { value }, turns))
}

/// A decimal without a sign.
fn unsigned(text: &str) -> Option<Number> {
    if text.starts_with(['+', '-']) {
        return None;
    }
    Number::parse(text)
}

impl Add for Angle {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            half_turns: self.half_turns + other.half_turns,
            radians: self.radians + other.radians,
        }
    }
}

impl Sub for Angle {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Angle {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            half_turns: -self.half_turns,
            radians: -self.radians,
        }
    }
}

impl fmt::Display for Angle {
    /// In rad, nearest f64.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn angle(text: &str) -> Angle {
        Angle::parse(text).expect(text)
    }

    #[test]
    fn expressions_in_pi_and_degrees_are_exact() {
        for (text, quarters) in [
            ("pi", 2),
            ("-pi/2", -1),
            ("3*pi/2", 3),
            ("0*pi/2", 0),
            ("0", 0),
            ("-90deg", -1),
            (" 450 deg ", 5),
            ("0.5*pi", 1),
            ("1.5707963267948966", 1),
            ("-3.141592653589793", -2),
            ("1e-13", 0),
        ] {
            assert_eq!(angle(text), Angle::of_quarter_turns(quarters), "{text}");
        }
        assert_eq!(angle("3*pi/4") + angle("pi/4"), angle("pi"));
        assert_eq!(angle("22.5deg"), angle("pi/8"));
        assert_eq!(angle("1.5708").quarter_turns(), None);
    }

    #[test]
    fn other_expressions_are_refused() {
        for text in [
            "",
            "pie",
            "pi*pi",
            "1/pi",
            "pi/0",
            "--1",
            "2*",
            "*pi",
            "pi deg",
            "deg",
            "90 degrees",
            "1+1",
            "2*-pi",
            "nan",
            "0x10",
            "π",
        ] {
            assert_eq!(Angle::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn sums_of_angles_cancel_before_they_become_circle_points() {
        let sum = angle("0.1") + angle("0.2") - angle("0.3");
        assert!(sum.is_zero());
        assert_eq!(sum.circle(), Circle::identity());
        assert!(!angle("2*pi").is_zero());
        assert_eq!(angle("2*pi").circle(), Circle::identity());
    }

    #[test]
    fn circle_points_are_on_the_circle_and_at_the_angle() {
        for text in [
            "0.1", "-0.1", "pi/4", "1.5708", "3", "-2.5", "100", "1e-5", "pi/3", "-4*pi/3", "1e20",
        ] {
            let (a, c) = (angle(text), angle(text).circle());
            assert_eq!(&c.cos * &c.cos + &c.sin * &c.sin, Number::ONE, "{text}");
            assert_eq!((-a.clone()).circle(), c.inverse(), "{text}");
            if a.to_f64().abs() < 10.0 {
                assert!((c.cos.to_f64() - a.to_f64().cos()).abs() < 1e-15, "{text}");
                assert!((c.sin.to_f64() - a.to_f64().sin()).abs() < 1e-15, "{text}");
            }
        }
    }

    #[test]
    fn circle_points_are_within_two_to_the_minus_seventy() {
        // cos(pi/3) = 1/2, so the point's own cosine gives its error: d(cos) = sin(pi/3) d(angle).
        let error = (angle("pi/3").circle().cos - Number::dyadic(IBig::ONE, 1)).abs();
        assert!(error < Number::dyadic(IBig::ONE, 70));
    }

    #[test]
    fn directions_are_exact_on_the_eighths_and_close_elsewhere() {
        let at = |x: i64, y: i64| Angle::of_direction(&Number::from(x), &Number::from(y));
        assert_eq!(at(0, 0), Angle::default());
        assert_eq!(at(0, 5), angle("pi/2"));
        assert_eq!(at(-3, 0), angle("pi"));
        assert_eq!(at(0, -3), angle("-pi/2"));
        assert_eq!(at(-2, -2), angle("-3*pi/4"));
        assert_eq!(at(2, -2), angle("-pi/4"));
        for (x, y) in [(3, 4), (-3, 4), (-4, -3), (4, -3), (1, 1000), (-1000, 1)] {
            let close = (at(x, y).to_f64() - (y as f64).atan2(x as f64)).abs();
            assert!(close < 1e-15, "{x} {y}");
        }
        // tan of half of atan2(4, 3) is 1/2.
        let t = fixed::tan(&(at(3, 4).to_number().scaled(BITS) >> 1), BITS);
        assert!(
            (Number::dyadic(t, BITS) - Number::dyadic(IBig::ONE, 1)).abs()
                < Number::dyadic(IBig::ONE, 98)
        );
    }

    #[test]
    fn radians_are_rounded_once() {
        assert_eq!(angle("pi").to_f64(), core::f64::consts::PI);
        assert_eq!(angle("pi").to_f32(), core::f32::consts::PI);
        assert_eq!(angle("0.1").to_f64(), 0.1);
    }
}
