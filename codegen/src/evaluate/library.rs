//! The lane of code generated with `--sincos libm`: floats with the platform's sine and cosine, of rounded sums of angles.

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::{Float, Lane};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::program::Constant;
use crate::scalar::Scalar;

/// A float whose sine and cosine are the platform's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Libm<T>(pub T);

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl<T: $trait<Output = T>> $trait for Libm<T> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }
    };
}
operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

impl<T: Neg<Output = T>> Neg for Libm<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<T: Scalar> Scalar for Libm<T> {
    fn literal(value: i8) -> Self {
        Self(T::literal(value))
    }

    fn saturate(self, scale: Self) -> Self {
        Self(self.0.saturate(scale.0))
    }
}

macro_rules! lane {
    ($float:ty) => {
        impl Float for Libm<$float> {
            fn number(value: &Number) -> Self {
                Self(<$float>::number(value))
            }

            fn angle(value: &Angle) -> Self {
                Self(<$float>::angle(value))
            }

            /// Tails are no arguments of the platform's functions.
            fn rest(_: &Constant) -> Self {
                Self(0.0)
            }
        }

        impl Lane for Libm<$float> {
            fn circle(angles: &[(Self, Self)]) -> Vec<(Self, Self)> {
                angles
                    .iter()
                    .map(|(angle, _)| {
                        let (sin, cos) = angle.0.sin_cos();
                        (Self(cos), Self(sin))
                    })
                    .collect()
            }
        }
    };
}
lane!(f64);
lane!(f32);
