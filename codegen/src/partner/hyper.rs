//! Hyper-dual numbers: a value with its derivatives in two directions, and of one along the other.

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::elimination::Pivot;
use crate::scalar::Scalar;

/// a + b ε + c δ + d εδ with ε² = δ² = 0: of a function, its value, its derivatives along two directions ε and δ, and the
/// derivative of the first along the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hyper<S> {
    pub(super) value: S,
    /// ε.
    pub(super) first: S,
    /// δ.
    pub(super) second: S,
    /// εδ.
    pub(super) both: S,
}

impl<S: Scalar> Hyper<S> {
    /// What does not change.
    pub(super) fn fixed(value: S) -> Self {
        let zero = S::zero();
        Self {
            value,
            first: zero,
            second: zero,
            both: zero,
        }
    }

    /// All parts of two numbers by one operation.
    fn parts(self, other: Self, by: impl Fn(S, S) -> S) -> Self {
        Self {
            value: by(self.value, other.value),
            first: by(self.first, other.first),
            second: by(self.second, other.second),
            both: by(self.both, other.both),
        }
    }
}

impl<S: Scalar> Add for Hyper<S> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.parts(other, S::add)
    }
}

impl<S: Scalar> Sub for Hyper<S> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.parts(other, S::sub)
    }
}

impl<S: Scalar> Mul for Hyper<S> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self {
            value: self.value * other.value,
            first: self.first * other.value + self.value * other.first,
            second: self.second * other.value + self.value * other.second,
            both: self.both * other.value
                + self.first * other.second
                + self.second * other.first
                + self.value * other.both,
        }
    }
}

impl<S: Scalar> Div for Hyper<S> {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let inverse = S::one() / other.value;
        let value = self.value * inverse;
        let first = (self.first - value * other.first) * inverse;
        let second = (self.second - value * other.second) * inverse;
        let both = self.both - first * other.second - second * other.first - value * other.both;
        Self {
            value,
            first,
            second,
            both: both * inverse,
        }
    }
}

impl<S: Scalar> Neg for Hyper<S> {
    type Output = Self;
    fn neg(self) -> Self {
        Self::fixed(S::zero()) - self
    }
}

impl<S: Scalar> Scalar for Hyper<S> {
    fn literal(value: i8) -> Self {
        Self::fixed(S::literal(value))
    }

    /// s = a / √(a² + b²) and t = b / √(a² + b²): ∂s/∂a = t³/b, ∂s/∂b = −s t²/b. What changes along both directions is undefined.
    fn saturate(self, scale: Self) -> Self {
        let (s, t) = (
            self.value.saturate(scale.value),
            scale.value.saturate(self.value),
        );
        let (by_own, by_scale) = (t * t * t / scale.value, -(s * t * t) / scale.value);
        Self {
            value: s,
            first: by_own * self.first + by_scale * scale.first,
            second: by_own * self.second + by_scale * scale.second,
            both: S::zero() / S::zero(),
        }
    }
}

impl<S: Pivot> Pivot for Hyper<S> {
    fn is_pivot(self) -> bool {
        self.value.is_pivot()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derivatives_of_a_quotient() {
        // f = x² / y at (3, 2) along ε = (1, 0) and δ = (0, 1).
        let x = Hyper {
            first: 1.0,
            ..Hyper::fixed(3.0)
        };
        let y = Hyper {
            second: 1.0,
            ..Hyper::fixed(2.0)
        };
        let f = x * x / y;
        let parts = [f.value, f.first, f.second, f.both];
        assert_eq!(parts, [4.5, 3.0, -2.25, -1.5]);
    }

    #[test]
    fn derivatives_of_a_saturation() {
        // f = x / √(x² + y²) at (3, 4), along the same directions: y² / r³ and −x y / r³.
        let x = Hyper {
            first: 1.0,
            ..Hyper::fixed(3.0_f64)
        };
        let y = Hyper {
            second: 1.0,
            ..Hyper::fixed(4.0)
        };
        let f = x.saturate(y);
        let expected = [0.6, 0.128, -0.096];
        for (found, expected) in [f.value, f.first, f.second].into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-15, "{found} is {expected}");
        }
        assert!(f.both.is_nan());
    }
}
