//! The wider float: 106 bits as an unevaluated sum of two f64.

use core::ops::{Add, Div, Mul, Neg, Sub};

use twofloat::TwoFloat;

use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::leaves::Solve;
use crate::leaves::{Input, JointAngle, Leaves, Record};
use crate::reference::State;
use crate::scalar::Scalar;

/// A double-double.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide(TwoFloat);

impl Wide {
    /// The number, rounded to about 2⁻¹⁰⁶.
    pub(super) fn of(value: &Number) -> Self {
        let high = value.to_f64();
        let low = Number::from_f64(high).map_or(0.0, |high| (value - &high).to_f64());
        Self(TwoFloat::new_add(high, low))
    }

    /// The nearest f64; where there is none, and f64 itself comes to an infinity, that.
    pub(super) fn or_overflow(self, in_f64: f64) -> f64 {
        let nearest = self.to_f64();
        if !nearest.is_finite() && in_f64.is_infinite() {
            in_f64
        } else {
            nearest
        }
    }

    /// The nearest f64: the low part is at most half a unit of the high one.
    fn to_f64(self) -> f64 {
        self.0.hi()
    }
}

impl Add for Wide {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Wide {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul for Wide {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl Neg for Wide {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Div for Wide {
    type Output = Self;
    /// Long division by three digits: `TwoFloat`'s own starts from 1 − b (1/b) in f64 and keeps 53 bits only.
    fn div(self, other: Self) -> Self {
        let mut rest = self.0;
        let mut quotient = TwoFloat::from(0.0);
        for _ in 0..3 {
            let digit = rest.hi() / other.0.hi();
            rest -= other.0 * digit;
            quotient += digit;
        }
        Self(quotient)
    }
}

impl Scalar for Wide {
    fn literal(value: i8) -> Self {
        Self(TwoFloat::from(f64::from(value)))
    }

    fn saturate(self, scale: Self) -> Self {
        let root = (self * self + scale * scale).0.sqrt();
        self / Self(root)
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
        Wide(TwoFloat::from(self.state.get(input)))
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
                let nan = Wide(TwoFloat::from(f64::NAN));
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
            let parts = [found.0.hi(), found.0.lo()].map(Number::from_f64);
            let [Some(high), Some(low)] = parts else {
                continue;
            };
            let error = ((high + low - &exact) / &exact).abs().to_f64();
            assert!(error < 2.0_f64.powi(-100), "{error:e}");
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
        assert!((cos.to_f64() + 1.234_567_890_123_f64.sin()).abs() < 2e-16);
        assert!((sin.to_f64() - 1.234_567_890_123_f64.cos()).abs() < 2e-16);
        let one = cos * cos + sin * sin - Wide::one();
        assert!(one.to_f64().abs() < 1e-30);
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
        assert!((cos.to_f64() - 0.75_f64.cos()).abs() < 2e-16);
        assert!((sin.to_f64() + 0.75_f64.sin()).abs() < 2e-16);
    }

    #[test]
    fn a_saturated_number_is_the_cosine_beside_its_scale() {
        let [three, four, five] = [3, 4, 5].map(Wide::literal);
        let apart = three.saturate(four) - three / five;
        assert!(apart.to_f64().abs() < 1e-30);
    }
}
