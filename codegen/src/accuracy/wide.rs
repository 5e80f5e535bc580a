//! The wider float: 106 bits as an unevaluated sum of two f64, of which the second is at most half a unit of the first.
//!
//! Sums and products are those of Dekker and Knuth, exact but for the last bits of the low part; a product's own error comes from
//! a fused multiply-add. Every user of the attribute builds this: a crate for it would bring four others along.

use core::ops::{Add, Div, Mul, Neg, Sub};

use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::leaves::Solve;
use crate::leaves::{Input, JointAngle, Leaves, Record};
use crate::reference::State;
use crate::scalar::Scalar;

/// A double-double.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide {
    high: f64,
    low: f64,
}

impl Wide {
    /// The number, rounded to about 2⁻¹⁰⁶.
    pub(super) fn of(value: &Number) -> Self {
        let high = value.to_f64();
        let low = Number::from_f64(high).map_or(0.0, |high| (value - &high).to_f64());
        Self::sum(high, low)
    }

    const fn exact(high: f64) -> Self {
        Self { high, low: 0.0 }
    }

    /// a + b, exactly.
    fn sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let of_b = high - a;
        let low = (a - (high - of_b)) + (b - of_b);
        Self { high, low }
    }

    /// a b, exactly.
    fn product(a: f64, b: f64) -> Self {
        let high = a * b;
        let low = a.mul_add(b, -high);
        Self { high, low }
    }

    /// The nearest f64; where there is none, and f64 itself comes to an infinity, that.
    pub(super) fn or_overflow(self, in_f64: f64) -> f64 {
        if !self.high.is_finite() && in_f64.is_infinite() {
            in_f64
        } else {
            self.high
        }
    }

    /// The root of a number that is not negative: that in f64, and one step of Newton's.
    fn sqrt(self) -> Self {
        let root = self.high.sqrt();
        if root == 0.0 {
            return Self::exact(root);
        }
        let rest = self - Self::product(root, root);
        Self::sum(root, rest.high / (2.0 * root))
    }
}

impl Add for Wide {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let high = Self::sum(self.high, other.high);
        let low = Self::sum(self.low, other.low);
        let sum = Self::sum(high.high, high.low + low.high);
        Self::sum(sum.high, sum.low + low.low)
    }
}

impl Sub for Wide {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Wide {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let product = Self::product(self.high, other.high);
        let cross = self.high * other.low + self.low * other.high;
        Self::sum(product.high, product.low + cross)
    }
}

impl Neg for Wide {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            high: -self.high,
            low: -self.low,
        }
    }
}

impl Div for Wide {
    type Output = Self;
    /// Long division by three digits.
    fn div(self, other: Self) -> Self {
        let mut rest = self;
        let mut quotient = Self::exact(0.0);
        for _ in 0..3 {
            let digit = Self::exact(rest.high / other.high);
            rest = rest - other * digit;
            quotient = quotient + digit;
        }
        quotient
    }
}

impl Scalar for Wide {
    fn literal(value: i8) -> Self {
        Self::exact(f64::from(value))
    }

    fn saturate(self, scale: Self) -> Self {
        self / (self * self + scale * scale).sqrt()
    }
}

/// A state whose numbers are taken as they are, solutions of equations among them.
pub(super) struct WideState<'s> {
    state: &'s State,
    pub(super) record: Record<Wide>,
}

impl<'s> WideState<'s> {
    pub(super) fn of(state: &'s State) -> Self {
        Self {
            state,
            record: Record::default(),
        }
    }
}

impl Leaves for WideState<'_> {
    type S = Wide;

    fn constant(&self, value: &Number) -> Wide {
        Wide::of(value)
    }

    fn input(&self, input: Input) -> Wide {
        Wide::exact(self.state.get(input))
    }

    fn solve(&self, solve: Solve, matrix: &[Vec<Wide>], right: &[Wide]) -> Vec<Wide> {
        let inputs = self.record.solve(solve, matrix, right);
        inputs.map(|input| self.input(input)).collect()
    }

    fn guard(&self, margins: &[Wide]) {
        self.record.guard(margins);
    }

    /// From the circle point of the exact sum, a rational within 2⁻⁷⁰ of it.
    fn circle(&self, angles: &[JointAngle]) -> (Wide, Wide) {
        let mut sum = Angle::default();
        for angle in angles {
            let Some(coordinate) = Number::from_f64(self.state.get(angle.coordinate)) else {
                let nan = Wide::exact(f64::NAN);
                return (nan, nan);
            };
            let own = Angle::from_radians(coordinate * &angle.multiple) + angle.offset.clone();
            sum = sum + if angle.negative { -own } else { own };
        }
        let point = sum.circle();
        (Wide::of(&point.cos), Wide::of(&point.sin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_keep_a_hundred_bits() {
        let n = |text: &str| Number::parse(text).expect("a decimal");
        let (a, b) = (n("0.123456789012345678901234567890123"), n("-7.3e-5"));
        let (x, y) = (Wide::of(&a), Wide::of(&b));
        for (found, exact) in [
            (x + y, &a + &b),
            (x - y, &a - &b),
            (x * y, &a * &b),
            (x / y, &a / &b),
            (y / x, &b / &a),
        ] {
            let parts = [found.high, found.low].map(Number::from_f64);
            let [Some(high), Some(low)] = parts else {
                continue;
            };
            let error = ((high + low - &exact) / &exact).abs().to_f64();
            assert!(error < 2.0_f64.powi(-100), "{error:e}");
        }
    }

    /// Two digits have errors of up to 2⁻¹⁰⁴.
    #[test]
    fn a_quotient_has_three_digits() {
        let ratio = |part: i32, whole: i32| {
            let ratio = Number::ratio((whole + part % whole).into(), whole.into());
            Wide::of(&ratio.expect("not over 0"))
        };
        let exact = |wide: Wide| {
            let parts = [wide.high, wide.low].map(Number::from_f64);
            let [high, low] = parts.map(|part| part.expect("finite"));
            high + low
        };
        for k in 1..=1000 {
            let (x, y) = (ratio(k * 7919, 1009), ratio(k * 7927, 997));
            let quotient = exact(x) / exact(y);
            let error = ((exact(x / y) - &quotient) / &quotient).abs().to_f64();
            assert!(error < 2.0_f64.powi(-105), "{k}: {error:e}");
        }
    }

    #[test]
    fn sines_of_a_state_are_those_of_its_floats() {
        let coordinate = Input {
            argument: crate::leaves::Argument::Q,
            index: 0,
        };
        let state = State::default().with(coordinate.argument, vec![1.234_567_890_123]);
        let angle = JointAngle::new(coordinate, Angle::of_quarter_turns(1));
        let (cos, sin) = WideState::of(&state).circle(&[angle]);
        assert!((cos.high + 1.234_567_890_123_f64.sin()).abs() < 2e-16);
        assert!((sin.high - 1.234_567_890_123_f64.cos()).abs() < 2e-16);
        let one = cos * cos + sin * sin - Wide::one();
        assert!(one.high.abs() < 1e-30);
    }

    #[test]
    fn a_negative_angle_turns_the_other_way() {
        let coordinate = Input {
            argument: crate::leaves::Argument::Q,
            index: 0,
        };
        let state = State::default().with(coordinate.argument, vec![0.75]);
        let mut angle = JointAngle::new(coordinate, Angle::default());
        angle.negative = true;
        let (cos, sin) = WideState::of(&state).circle(&[angle]);
        assert!((cos.high - 0.75_f64.cos()).abs() < 2e-16);
        assert!((sin.high + 0.75_f64.sin()).abs() < 2e-16);
    }

    #[test]
    fn a_saturated_number_is_the_cosine_beside_its_scale() {
        let [three, four, five] = [3, 4, 5].map(Wide::literal);
        let apart = three.saturate(four) - three / five;
        assert!(apart.high.abs() < 1e-30);
    }

    #[test]
    fn a_root_keeps_a_hundred_bits() {
        for value in ["2", "0.123456789012345678901234567890123", "7.3e10"] {
            let value = Wide::of(&Number::parse(value).expect("a decimal"));
            let rest = value.sqrt() * value.sqrt() - value;
            assert!((rest.high / value.high).abs() < 2.0_f64.powi(-100));
        }
        assert_eq!(Wide::exact(0.0).sqrt().high, 0.0);
    }
}
