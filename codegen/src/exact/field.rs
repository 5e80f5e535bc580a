//! The prime field of p = 2⁶¹ − 1 elements: exact values for proofs.
//!
//! Two different rational functions of moderate degree agree at a random point with probability about degree / p.
//!
//! Functions that are not rational are *uninterpreted*: values drawn at random, once and for all, for all arguments.
//! Programs that agree with these agree whatever the function is, if they give it equal arguments. (A function with a
//! law of its own, f(−a) = −f(a), is drawn with that law.)

use core::ops::{Add, Div, Mul, Neg, Sub};

use dashu_int::{IBig, UBig};

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

    /// Whether a division by zero lies behind this value.
    #[must_use]
    pub fn is_undefined(self) -> bool {
        self == Self::UNDEFINED
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

    /// Whether it is one of the (p − 1)/2 largest residues: of x and −x exactly one is, unless x is 0.
    #[must_use]
    pub fn is_upper_half(self) -> bool {
        self.0 > P / 2 && !self.is_undefined()
    }

    /// `self` to the power `exponent`.
    #[must_use]
    pub fn power(self, mut exponent: u64) -> Self {
        let (mut base, mut result) = (self, Self(1));
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result * base;
            }
            base = base * base;
            exponent >>= 1;
        }
        result
    }

    /// The point (cos, sin) of the unit circle with half-angle tangent `self`; undefined where 1 + t² = 0.
    #[must_use]
    pub fn circle(self) -> (Self, Self) {
        let squared = self * self;
        let denominator = Self(1) + squared;
        (
            (Self(1) - squared) / denominator,
            (self + self) / denominator,
        )
    }

    /// An element that looks random and follows from the seed and the parts.
    #[must_use]
    pub fn scrambled(seed: u64, parts: &[u64]) -> Self {
        Self::new(scramble(seed, parts) >> 3)
    }

    /// The value of an uninterpreted function of two arguments; `function` distinguishes functions.
    #[must_use]
    pub fn uninterpreted(function: u64, a: Self, b: Self) -> Self {
        a.lift(b, |a, b| scramble(function, &[a, b]) % P)
    }

    /// The point of the circle that stands for the cosine and sine of an angle of this value: one that looks random, the
    /// opposite point for the opposite angle.
    #[must_use]
    pub fn scrambled_circle(self) -> (Self, Self) {
        if self.is_upper_half() {
            let (cosine, sine) = (-self).scrambled_circle();
            return (cosine, -sine);
        }
        Self::scrambled(1, &[self.0]).circle()
    }

    fn lift(self, other: Self, operation: impl FnOnce(u64, u64) -> u64) -> Self {
        if self.is_undefined() || other.is_undefined() {
            return Self::UNDEFINED;
        }
        Self(operation(self.0, other.0))
    }
}

/// Bits that look random and follow from the seed and the parts: SplitMix64 over them.
pub(crate) fn scramble(seed: u64, parts: &[u64]) -> u64 {
    parts.iter().fold(seed, |x, part| {
        let x = (x ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    })
}

impl Add for Fp {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.lift(other, |a, b| (a + b) % P)
    }
}

impl Sub for Fp {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.lift(other, |a, b| (a + P - b) % P)
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
            (low + high) % P
        })
    }
}

impl Div for Fp {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        if other == Self(0) {
            return Self::UNDEFINED;
        }
        // Fermat: x^(p−2) = 1/x.
        self * if other.is_undefined() {
            other
        } else {
            other.power(P - 2)
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

    /// Uninterpreted, except for its signs.
    fn saturate(self, scale: Self) -> Self {
        const SATURATE: u64 = 1;
        let magnitude = |x: Self| if x.is_upper_half() { -x } else { x };
        if self == Self(0) && !scale.is_undefined() {
            return self;
        }
        let value = Self::uninterpreted(SATURATE, magnitude(self), magnitude(scale));
        if self.is_upper_half() { -value } else { value }
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
