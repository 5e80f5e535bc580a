//! The prime field of p = 2⁶¹ − 1 elements: images of numbers, where only counts and choices among equals follow from them, as
//! everybody can write down a number that is 0 here. Proofs are made, and structure is decided, in fields of other primes,
//! [`residue`](super::residue).
//!
//! Two different rational functions of moderate degree agree at a random point with probability about degree / p.

use core::ops::{Add, Div, Mul, Neg, Sub};

use dashu_int::{IBig, UBig};

use super::element::{FieldElement, PrimeField, inverse, scramble, sum};
use crate::exact::number::Number;
use crate::scalar::Scalar;

/// The Mersenne prime 2⁶¹ − 1.
pub const P: u64 = (1 << 61) - 1;

/// An element of the prime field, or [`Fp::UNDEFINED`] (after a division by zero), which every operation keeps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fp(u64);

impl Fp {
    /// The outcome of a division by zero.
    pub const UNDEFINED: Self = Self(u64::MAX);

    /// The residue of an integer.
    #[must_use]
    pub fn new(value: u64) -> Self {
        Self(value % P)
    }

    /// The residue of a rational, the image of a formula; undefined when p divides the denominator (never turned into
    /// 0).
    #[must_use]
    pub fn of(value: &Number) -> Self {
        value.image()
    }

    pub(crate) fn of_rational(value: &Number) -> Self {
        let residue = |n: &UBig| Self(n % P);
        let denominator = residue(value.denominator());
        let (sign, magnitude) = value.numerator().clone().into_parts();
        let numerator = residue(&magnitude);
        let quotient = numerator / denominator;
        if IBig::from_parts(sign, UBig::ONE) < IBig::ZERO {
            -quotient
        } else {
            quotient
        }
    }

    /// An element that looks random and follows from the seed and the parts.
    #[must_use]
    pub fn scrambled(seed: u64, parts: &[u64]) -> Self {
        Self::new(scramble(seed, parts) >> 3)
    }

    fn lift(self, other: Self, operation: impl FnOnce(u64, u64) -> u64) -> Self {
        if self.is_undefined() || other.is_undefined() {
            return Self::UNDEFINED;
        }
        Self(operation(self.0, other.0))
    }
}

impl Add for Fp {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.lift(other, |a, b| sum(a, b, P))
    }
}

impl Sub for Fp {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.lift(other, |a, b| sum(a, P - b, P))
    }
}

impl Mul for Fp {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.lift(other, |a, b| {
            let product = u128::from(a) * u128::from(b);
            // 2⁶¹ = 1: the high bits are added to the low ones; both halves are below 2⁶¹.
            let low = (product & u128::from(P)) as u64;
            let high = (product >> 61) as u64;
            sum(low, high, P)
        })
    }
}

impl Div for Fp {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        match other {
            Self(0) | Self::UNDEFINED => Self::UNDEFINED,
            Self(other) => self.mul(Self(inverse(other, P))),
        }
    }
}

impl Neg for Fp {
    type Output = Self;
    fn neg(self) -> Self {
        Self(0) - self
    }
}

impl Scalar for Fp {
    fn literal(value: i8) -> Self {
        let magnitude = Self(u64::from(value.unsigned_abs()));
        if value < 0 { -magnitude } else { magnitude }
    }

    fn saturate(self, scale: Self) -> Self {
        self.uninterpreted_saturation(scale)
    }
}

impl FieldElement for Fp {
    /// There is one such field.
    fn salt(self) -> u64 {
        0
    }

    fn residue(self) -> u64 {
        self.0
    }

    fn with(self, bits: u64) -> Self {
        Self::new(bits)
    }

    fn is_zero(self) -> bool {
        self.0 == 0
    }

    fn is_undefined(self) -> bool {
        self == Self::UNDEFINED
    }

    fn is_upper_half(self) -> bool {
        self.0 > P / 2 && !self.is_undefined()
    }
}

/// The field itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mersenne;

impl PrimeField for Mersenne {
    type Element = Fp;

    fn element(&self, bits: u64) -> Fp {
        Fp::new(bits)
    }

    fn of(&self, value: &Number) -> Fp {
        Fp::of(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_nonzero_element_has_an_inverse() {
        for value in [1, 2, 3, P - 1, 123_456_789_012_345_678] {
            assert_eq!(Fp::new(value) * (Fp::new(1) / Fp::new(value)), Fp::new(1));
        }
    }

    #[test]
    fn a_division_by_zero_is_remembered() {
        let undefined = Fp::new(1) / Fp::new(0);
        assert!(undefined.is_undefined() && (undefined * Fp::new(0) + Fp::new(1)).is_undefined());
        assert!((-undefined).is_undefined() && (Fp::new(1) / undefined).is_undefined());
    }

    #[test]
    fn rationals_map_homomorphically() {
        let (a, b) = (
            Number::parse("-1.25").expect("a"),
            Number::parse("0.3").expect("b"),
        );
        assert_eq!(Fp::of(&(&a * &b)), Fp::of(&a) * Fp::of(&b));
        assert_eq!(Fp::of(&(&a - &b)), Fp::of(&a) - Fp::of(&b));
    }

    #[test]
    fn saturation_is_odd_and_keeps_what_is_undefined() {
        let (a, b) = (Fp::new(123), Fp::new(5));
        assert_eq!((-a).saturate(b), -a.saturate(b));
        assert_eq!(a.saturate(-b), a.saturate(b));
        assert_ne!(a.saturate(b), (a + a).saturate(b));
        assert_eq!(Fp::zero().saturate(b), Fp::zero());
        assert!(Fp::UNDEFINED.saturate(b).is_undefined());
        assert!(Fp::zero().saturate(Fp::UNDEFINED).is_undefined());
    }

    #[test]
    fn circle_points_lie_on_the_circle() {
        let (cos, sin) = Fp::new(987_654_321).circle();
        assert_eq!(cos * cos + sin * sin, Fp::new(1));
    }
}
