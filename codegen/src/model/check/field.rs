//! The prime field of 2^61 − 1 elements: exact arithmetic of one machine word, for tests of rank.

use core::ops::{Add, Mul, Neg, Sub};

use dashu_int::IBig;

use crate::number::Number;

const PRIME: u64 = (1 << 61) - 1;

/// An element of the field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Element(u64);

impl Element {
    pub(super) const ZERO: Self = Self(0);
    pub(super) const ONE: Self = Self(1);

    /// The image of a number; `None` when the prime divides its denominator.
    pub(super) fn of(number: &Number) -> Option<Self> {
        let prime = IBig::from(PRIME);
        let residue = |n: IBig| u64::try_from(((n % &prime) + &prime) % &prime).ok();
        let numerator = Self(residue(number.numerator().clone())?);
        let denominator = Self(residue(IBig::from(number.denominator().clone()))?);
        Some(numerator * denominator.inverse()?)
    }

    /// 1/self by Fermat: a^(p−2); `None` for 0.
    pub(super) fn inverse(self) -> Option<Self> {
        if self == Self::ZERO {
            return None;
        }
        let (mut result, mut power, mut exponent) = (Self::ONE, self, PRIME - 2);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result * power;
            }
            power = power * power;
            exponent >>= 1;
        }
        Some(result)
    }

    /// The next element of the sequence that starts at `seed` (splitmix64).
    pub(super) fn draw(seed: &mut u64) -> Self {
        *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *seed;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self((z ^ (z >> 31)) % PRIME)
    }
}

impl Add for Element {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self((self.0 + other.0) % PRIME)
    }
}

impl Neg for Element {
    type Output = Self;
    fn neg(self) -> Self {
        Self((PRIME - self.0) % PRIME)
    }
}

impl Sub for Element {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Element {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let product = u128::from(self.0) * u128::from(other.0) % u128::from(PRIME);
        Self(u64::try_from(product).unwrap_or_default())
    }
}
