//! A lane with the digits of f32 and the range of f64: what it loses is rounding, never the range.

use core::ops::{Add, Div, Mul, Neg, Sub};

use denoc_sincos::sine::double;

use crate::evaluate::{Float, Lane};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::program::{Constant, Operation};
use crate::scalar::Scalar;

/// Digits of a significand of f64 that one of f32 has not.
const DROPPED: u32 = f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS;

/// A number of 24 binary digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Short(f64);

impl Short {
    /// The nearest number of 24 digits; of two as near, the even one.
    ///
    /// Sums, products and quotients of such numbers rounded twice, first to 53 digits, are those rounded once: 53 ≥ 2 · 24 + 2.
    pub(super) fn of(value: f64) -> Self {
        let bits = value.to_bits();
        let half = 1_u64 << (DROPPED - 1);
        let odd = bits >> DROPPED & 1;
        let rounded = bits.wrapping_add(half - 1 + odd);
        Self(f64::from_bits(rounded & !(2 * half - 1)))
    }

    pub(super) fn value(self) -> f64 {
        self.0
    }
}

macro_rules! operators {
    ($($operator:ident::$method:ident),*) => {$(
        impl $operator for Short {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                Self::of($operator::$method(self.0, other.0))
            }
        }
    )*};
}
operators!(Add::add, Sub::sub, Mul::mul, Div::div);

impl Neg for Short {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Scalar for Short {
    fn literal(value: i8) -> Self {
        Self(value.into())
    }

    fn saturate(self, scale: Self) -> Self {
        Self::of(self.0.saturate(scale.0))
    }
}

impl Lane for Short {
    fn fused(a: Self, b: Self, c: Self) -> Self {
        Self::of(a.0.mul_add(b.0, c.0))
    }

    fn circle(angles: &[(Self, Self)]) -> Vec<(Self, Self)> {
        let circle = |&(angle, tail): &(Self, Self)| {
            let (sine, cosine) = double::sin_cos_with_tail(angle.0, tail.0);
            (Self::of(cosine), Self::of(sine))
        };
        angles.iter().map(circle).collect()
    }

    fn tail(operation: Operation, operands: [(Self, Self); 2], result: Self) -> Self {
        let operands = operands.map(|(value, tail)| (value.0, tail.0));
        Self::of(Lane::tail(operation, operands, result.0))
    }
}

impl Float for Short {
    fn number(value: &Number) -> Self {
        Self::of(value.to_f64())
    }

    fn angle(value: &Angle) -> Self {
        Self::of(value.to_f64())
    }

    fn rest(constant: &Constant) -> Self {
        let exact = constant.to_f64();
        Self::of(exact - Self::of(exact).0)
    }
}

#[cfg(test)]
mod tests {
    use super::Short;
    use crate::pass::search::random::Random;

    #[test]
    fn within_the_range_of_single_precision_it_rounds_alike() {
        let mut random = Random::new(7);
        for place in 0..20_000 {
            let scale = 2.0_f64.powi(place % 60 - 30);
            let [a, b] = [random.coordinate() * scale, random.coordinate()];
            let [short_a, short_b] = [a, b].map(Short::of);
            let [single_a, single_b] = [a, b].map(|x| x as f32);
            for (short, single) in [
                (short_a, single_a),
                (short_a + short_b, single_a + single_b),
                (short_a - short_b, single_a - single_b),
                (short_a * short_b, single_a * single_b),
                (short_a / short_b, single_a / single_b),
                (-short_a, -single_a),
            ] {
                assert_eq!(short.value(), f64::from(single), "{a:e} {b:e}");
            }
        }
    }

    #[test]
    fn of_two_numbers_as_near_it_is_the_even_one() {
        let ulp = f64::from(f32::EPSILON);
        for (exact, rounded) in [(0.5, 0.0), (1.5, 2.0), (2.5, 2.0), (0.51, 1.0), (2.49, 2.0)] {
            assert_eq!(Short::of(1.0 + exact * ulp).value(), 1.0 + rounded * ulp);
            assert_eq!(Short::of(-1.0 - exact * ulp).value(), -1.0 - rounded * ulp);
        }
        assert_eq!(Short::of(2.0 - ulp / 4.0).value(), 2.0);
    }

    #[test]
    fn it_has_the_range_of_double_precision() {
        for large in [1e300, 1e-300] {
            let short = Short::of(large) * Short::of(3.0);
            assert!((short.value() / large - 3.0).abs() < 1e-6);
        }
        assert_eq!(Short::of(f64::INFINITY).value(), f64::INFINITY);
        assert!(Short::of(f64::NAN).value().is_nan());
    }
}
