//! Elements of prime fields: what proofs need of them beyond arithmetic.
//!
//! Functions that are not rational are *uninterpreted*: values drawn at random, once and for all in a field, for all arguments.
//! Programs that agree with these agree whatever the function is, if they give it equal arguments. (A function with a
//! law of its own, f(−a) = −f(a), is drawn with that law.) What is drawn follows from the prime, too: a value that were the same
//! number in every field could be written into a program as a constant.

use crate::exact::number::Number;
use crate::scalar::Scalar;

/// A prime field.
pub trait PrimeField: Clone {
    /// Its elements.
    type Element: FieldElement;
    /// The element of these random bits.
    fn element(&self, bits: u64) -> Self::Element;
    /// The residue of a rational, the image of a formula; undefined when p divides the denominator (never turned into 0).
    fn of(&self, value: &Number) -> Self::Element;
}

/// An element of a prime field, or the outcome of a division by zero, which every operation keeps.
pub trait FieldElement: Scalar {
    /// What uninterpreted functions of this field differ by from those of others.
    fn salt(self) -> u64;
    /// The residue, below p.
    fn residue(self) -> u64;
    /// The element of these bits in the same field.
    #[must_use]
    fn with(self, bits: u64) -> Self;
    /// Whether it is 0.
    fn is_zero(self) -> bool;
    /// Whether a division by zero lies behind this value.
    fn is_undefined(self) -> bool;
    /// Whether it is one of the (p − 1)/2 largest residues: of x and −x exactly one is, unless x is 0.
    fn is_upper_half(self) -> bool;

    /// The point (cos, sin) of the unit circle with half-angle tangent `self`; undefined where 1 + t² = 0.
    #[must_use]
    fn circle(self) -> (Self, Self) {
        let squared = self * self;
        let denominator = Self::one() + squared;
        (
            (Self::one() - squared) / denominator,
            (self + self) / denominator,
        )
    }

    /// The value of an uninterpreted function of two arguments; `function` distinguishes functions.
    #[must_use]
    fn uninterpreted(function: u64, a: Self, b: Self) -> Self {
        // Both in one field, and undefined where either is.
        let both = a + b;
        let zero = both + -both;
        let (a, b) = (a + zero, b + zero);
        let parts = [function, a.residue(), b.residue()];
        zero.with(scramble(zero.salt(), &parts)) + zero
    }

    /// The point of the circle that stands for the cosine and sine of an angle of this value: one that looks random, the
    /// opposite point for the opposite angle.
    #[must_use]
    fn scrambled_circle(self) -> (Self, Self) {
        const CIRCLE: u64 = 1;
        if self.is_upper_half() {
            let (cosine, sine) = (-self).scrambled_circle();
            return (cosine, -sine);
        }
        let bits = scramble(self.salt().wrapping_add(CIRCLE), &[self.residue()]);
        self.with(bits >> 3).circle()
    }

    /// What stands for a/√(a² + b²): uninterpreted, except for its signs.
    #[must_use]
    fn uninterpreted_saturation(self, scale: Self) -> Self {
        const SATURATE: u64 = 1;
        let magnitude = |x: Self| if x.is_upper_half() { -x } else { x };
        if self.is_zero() && !scale.is_undefined() {
            return self;
        }
        let value = Self::uninterpreted(SATURATE, magnitude(self), magnitude(scale));
        if self.is_upper_half() { -value } else { value }
    }
}

/// 1 / `residue` for a residue that is not 0 of a prime below 2⁶³, by the extended Euclidean algorithm.
pub(super) fn inverse(residue: u64, prime: u64) -> u64 {
    let (mut larger, mut smaller) = (prime, residue);
    // Of the residue, in the two above: no larger than the prime.
    let (mut of_larger, mut of_smaller) = (0_i64, 1_i64);
    while smaller != 0 {
        let times = larger / smaller;
        (larger, smaller) = (smaller, larger - times * smaller);
        (of_larger, of_smaller) = (of_smaller, of_larger - times as i64 * of_smaller);
    }
    match of_larger < 0 {
        true => prime - of_larger.unsigned_abs(),
        false => of_larger.unsigned_abs(),
    }
}

/// The sum of two residues, as a residue.
pub(super) fn sum(a: u64, b: u64, prime: u64) -> u64 {
    let sum = a + b;
    if sum < prime { sum } else { sum - prime }
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
