//! Prime fields whose prime is drawn: what a proof is made in.
//!
//! A prime that everybody knows can be prepared for: a constant that is a multiple of it is 0 in every proof and not 0 in
//! floats. So the primes of a proof, of 62 or 63 bits, follow from what is proved. They are *safe*, p = 2r + 1 with r prime
//! as well: where p − 1 has small factors alone, xᴱ is 1 for every x as soon as these divide E, which a program can be
//! prepared for without knowing p.

use core::ops::{Add, Div, Mul, Neg, Sub};

use dashu_int::{IBig, UBig};

use super::element::{FieldElement, PrimeField, inverse, sum};
use crate::exact::number::Number;
use crate::scalar::Scalar;

/// The field of a safe prime between 2⁶¹ and 2⁶³.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    prime: u64,
}

impl Field {
    /// The field of the first safe prime from 2⁶¹ + a number below 2⁶² made of these bits on.
    ///
    /// One number in about 700 of this size is one: the search looks at some 200 candidates, and tests 20 of them.
    #[must_use]
    pub fn drawn(bits: u64) -> Self {
        let start = (1 << 60) + (bits >> 3);
        // 5 modulo 6: neither 2 nor 3 divides it or twice of it and 1.
        let mut half = start + (5 - start % 6);
        while !is_half_of_safe(half) {
            half += 6;
        }
        Self {
            prime: 2 * half + 1,
        }
    }

    /// Its prime.
    #[must_use]
    pub fn prime(self) -> u64 {
        self.prime
    }
}

impl PrimeField for Field {
    type Element = Residue;

    fn element(&self, bits: u64) -> Residue {
        Residue::in_field(bits % self.prime, self.prime)
    }

    fn of(&self, value: &Number) -> Residue {
        let residue = |n: &UBig| self.element(n % self.prime);
        let (sign, magnitude) = value.numerator().clone().into_parts();
        let quotient = residue(&magnitude) / residue(value.denominator());
        if IBig::from_parts(sign, UBig::ONE) < IBig::ZERO {
            -quotient
        } else {
            quotient
        }
    }
}

/// An element of a field whose prime is known at run time only.
///
/// A literal 0 or 1 of a formula belongs to no field before it meets an element of one, and neither do sums and products of
/// literals.
#[derive(Clone, Copy, Debug)]
pub struct Residue(Value);

#[derive(Clone, Copy, Debug)]
enum Value {
    Literal(i64),
    Element { residue: u64, prime: u64 },
    Undefined,
}

impl Residue {
    /// The outcome of a division by zero.
    pub const UNDEFINED: Self = Self(Value::Undefined);

    fn in_field(residue: u64, prime: u64) -> Self {
        Self(Value::Element { residue, prime })
    }

    fn literal(value: Option<i64>) -> Self {
        Self(value.map_or(Value::Undefined, Value::Literal))
    }

    /// A result of two elements of one field, or of two literals.
    fn joined(
        self,
        other: Self,
        literals: impl FnOnce(i64, i64) -> Option<i64>,
        elements: impl FnOnce(u64, u64, u64) -> Option<u64>,
    ) -> Self {
        let lifted = |n: i64, prime: u64| n.unsigned_abs() % prime;
        let lifted = |n: i64, prime: u64| match (lifted(n, prime), n < 0) {
            (residue, true) if residue > 0 => prime - residue,
            (residue, _) => residue,
        };
        let (a, b, prime) = match (self.0, other.0) {
            (Value::Undefined, _) | (_, Value::Undefined) => return Self::UNDEFINED,
            (Value::Literal(a), Value::Literal(b)) => return Self::literal(literals(a, b)),
            (Value::Element { residue, prime }, Value::Literal(b)) => {
                (residue, lifted(b, prime), prime)
            }
            (Value::Literal(a), Value::Element { residue, prime }) => {
                (lifted(a, prime), residue, prime)
            }
            (
                Value::Element {
                    residue: a, prime, ..
                },
                Value::Element {
                    residue: b,
                    prime: same,
                },
            ) => {
                if prime != same {
                    return Self::UNDEFINED;
                }
                (a, b, prime)
            }
        };
        elements(a, b, prime).map_or(Self::UNDEFINED, |residue| Self::in_field(residue, prime))
    }
}

fn product(a: u64, b: u64, prime: u64) -> u64 {
    // Below the prime, so that it fits.
    (u128::from(a) * u128::from(b) % u128::from(prime)) as u64
}

fn power(mut base: u64, mut exponent: u64, prime: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, base, prime);
        }
        base = product(base, base, prime);
        exponent >>= 1;
    }
    result
}

/// Whether both n and 2n + 1 are prime, for n above all primes of the sieve that neither 2 nor 3 divides, nor 2n + 1.
fn is_half_of_safe(n: u64) -> bool {
    const SIEVE: [u64; 44] = [
        5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
        101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191,
        193, 197, 199,
    ];
    // 2n + 1 = 0 where n = (p − 1) / 2 modulo p.
    let divides = |&prime: &u64| matches!(n % prime, rest if rest == 0 || rest == prime / 2);
    let both = [n, 2 * n + 1];
    // Nearly all composites fail one base.
    !SIEVE.iter().any(divides)
        && both.iter().all(|&one| is_probably_prime(one, 2))
        && both.into_iter().all(is_prime)
}

/// Miller and Rabin's test with the bases that leave no error below 2⁶⁴ (Sorenson and Webster, 2015).
fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2
        || BASES
            .iter()
            .any(|&base| n != base && n.is_multiple_of(base))
    {
        return false;
    }
    BASES.iter().all(|&base| is_probably_prime(n, base))
}

/// Whether an odd number passes the test of one base.
fn is_probably_prime(n: u64, base: u64) -> bool {
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    let mut x = power(base % n, odd, n);
    x == 1
        || x == 0
        || (0..twos).any(|_| {
            let is_minus_one = x == n - 1;
            x = product(x, x, n);
            is_minus_one
        })
}

impl Add for Residue {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        // Below 2⁶³ each.
        self.joined(other, i64::checked_add, |a, b, prime| {
            Some(sum(a, b, prime))
        })
    }
}

impl Sub for Residue {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        let sub = |a, b, prime| Some(sum(a, prime - b, prime));
        self.joined(other, i64::checked_sub, sub)
    }
}

impl Mul for Residue {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let mul = |a, b, prime| Some(product(a, b, prime));
        self.joined(other, i64::checked_mul, mul)
    }
}

impl Div for Residue {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let whole = |a: i64, b: i64| a.checked_div(b).filter(|quotient| quotient * b == a);
        self.joined(other, whole, |a, b, prime| {
            (b != 0).then(|| product(a, inverse(b, prime), prime))
        })
    }
}

impl Neg for Residue {
    type Output = Self;
    fn neg(self) -> Self {
        Self(Value::Literal(0)) - self
    }
}

impl Scalar for Residue {
    fn literal(value: i8) -> Self {
        Self(Value::Literal(value.into()))
    }

    fn saturate(self, scale: Self) -> Self {
        self.uninterpreted_saturation(scale)
    }
}

impl FieldElement for Residue {
    fn salt(self) -> u64 {
        match self.0 {
            Value::Element { prime, .. } => prime,
            _ => 0,
        }
    }

    fn residue(self) -> u64 {
        match self.0 {
            Value::Literal(value) => value.unsigned_abs(),
            Value::Element { residue, .. } => residue,
            Value::Undefined => 0,
        }
    }

    /// Undefined for a literal, which is in no field.
    fn with(self, bits: u64) -> Self {
        match self.0 {
            Value::Element { prime, .. } => Self::in_field(bits % prime, prime),
            _ => Self::UNDEFINED,
        }
    }

    fn is_zero(self) -> bool {
        match self.0 {
            Value::Literal(value) => value == 0,
            Value::Element { residue, .. } => residue == 0,
            Value::Undefined => false,
        }
    }

    fn is_undefined(self) -> bool {
        matches!(self.0, Value::Undefined)
    }

    fn is_upper_half(self) -> bool {
        match self.0 {
            Value::Literal(value) => value < 0,
            Value::Element { residue, prime } => residue > prime / 2,
            Value::Undefined => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_told_from_composites() {
        let primes = [
            2,
            37,
            1_000_003,
            (1 << 61) - 1,
            4_611_686_018_427_388_039,
            9_223_372_036_854_775_783,
        ];
        assert!(primes.into_iter().all(is_prime));
        // Squares, Carmichael numbers, strong pseudoprimes to small bases, 2⁶¹ + 1.
        let composites = [
            0,
            1,
            1_369,
            561,
            3_215_031_751,
            3_825_123_056_546_413_051,
            (1 << 61) + 1,
        ];
        assert!(!composites.into_iter().any(is_prime));
    }

    #[test]
    fn literals_are_divided_where_the_quotient_is_one() {
        let literal = <Residue as Scalar>::literal;
        let minus_two = literal(6) / literal(-3);
        assert!((minus_two + literal(2)).is_zero());
        for (a, b) in [(0, 0), (1, 0), (1, 2)] {
            assert!((literal(a) / literal(b)).is_undefined(), "{a} / {b}");
        }
    }

    #[test]
    fn fields_are_many_and_large() {
        let primes: Vec<u64> = (0..50_u64)
            .map(|k| Field::drawn(k.wrapping_mul(0x9e37_79b9_7f4a_7c15)).prime())
            .collect();
        let mut different = primes.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), 50);
        assert!(primes.iter().all(|&p| is_prime(p) && p > 1 << 61));
        assert!(Field::drawn(u64::MAX).prime() < 1 << 63);
    }

    /// Where p − 1 has small factors alone, x to the power of their product is 1 for every x.
    #[test]
    fn primes_of_fields_are_safe() {
        for bits in (0..50_u64).map(|k| k.wrapping_mul(0x9e37_79b9_7f4a_7c15)) {
            let p = Field::drawn(bits).prime();
            assert!(is_prime(p / 2), "{bits}: {p}");
        }
        for (n, safe) in [(1_000_151, true), (1_000_619, false), (1_000_451, false)] {
            assert_eq!(is_half_of_safe(n), safe, "{n}");
        }
    }

    /// What a function that is no rational one is drawn as is no number that can be written down beforehand.
    #[test]
    fn uninterpreted_functions_are_others_in_every_field() {
        let fields = [1, 2].map(|bits| Field::drawn(bits << 60));
        for value in 1..20 {
            let saturated = |field: Field| field.element(value).saturate(field.element(6));
            let tangent = |field: Field| {
                let (cosine, sine) = field.element(value).scrambled_circle();
                sine / (Residue::one() + cosine)
            };
            for drawn in [fields.map(saturated), fields.map(tangent)] {
                assert_ne!(drawn[0].residue(), drawn[1].residue(), "{value}");
            }
        }
        // Nor does one function have the values of another at other arguments.
        let field = Field::drawn(7);
        let [five, six] = [5, 6].map(|x| field.element(x));
        let [x, y] = [(1, five), (2, six)].map(|(function, a)| {
            Residue::uninterpreted(function, a, field.element(1_000_003)).residue()
        });
        assert_ne!(x, y);
    }

    #[test]
    fn every_nonzero_element_has_an_inverse() {
        let field = Field::drawn(u64::MAX);
        for value in [1, 2, field.prime() - 1, 123_456_789_012_345_678] {
            let x = field.element(value);
            let one = x * (Residue::one() / x);
            assert!((one - Residue::one()).is_zero());
        }
        assert!((Residue::one() / field.element(0)).is_undefined());
        assert!((field.element(7) / Residue::zero() + Residue::one()).is_undefined());
    }

    #[test]
    fn literals_join_the_field_that_they_meet() {
        let field = Field::drawn(1);
        let two = Residue::one() + Residue::one();
        let four = Number::from(4);
        assert!((two * two - field.of(&four)).is_zero());
        assert!((field.of(&four) / two - two).is_zero());
        assert!((-two + field.element(2)).is_zero());
        assert!((Residue::one() / two).is_undefined());
    }

    #[test]
    fn rationals_map_homomorphically() {
        let field = Field::drawn(99);
        let [a, b] = ["-1.25", "0.3"].map(|text| Number::parse(text).expect("a decimal"));
        let same = |x: Residue, y: Residue| (x - y).is_zero();
        assert!(same(field.of(&(&a * &b)), field.of(&a) * field.of(&b)));
        assert!(same(field.of(&(&a - &b)), field.of(&a) - field.of(&b)));
    }

    #[test]
    fn elements_of_two_fields_have_no_sum() {
        let [a, b] = [Field::drawn(1), Field::drawn(u64::MAX)].map(|field| field.element(3));
        assert!((a + b).is_undefined());
    }

    #[test]
    fn saturation_is_odd_and_keeps_what_is_undefined() {
        let field = Field::drawn(5);
        let (a, b) = (field.element(123), field.element(5));
        assert!(((-a).saturate(b) + a.saturate(b)).is_zero());
        assert!((a.saturate(-b) - a.saturate(b)).is_zero());
        assert!(!(a.saturate(b) - (a + a).saturate(b)).is_zero());
        assert!(Residue::zero().saturate(b).is_zero());
        assert!(Residue::UNDEFINED.saturate(b).is_undefined());
    }
}
