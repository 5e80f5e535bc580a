//! Floating-point lanes for the evaluator: `f64` and `f32` with the runtime's sine and cosine.

use core::ops::{Add, Div, Mul, Neg, Sub};

use denoc_codegen::evaluate::Lane;
use denoc_codegen::model::angle::Angle;
use denoc_codegen::number::Number;
use denoc_codegen::scalar::Scalar;

macro_rules! float_lane {
    ($(#[$doc:meta])* $lane:ident, $float:ty, $rounded:ident, $sin_cos:path) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct $lane(pub $float);

        float_lane!(@operator $lane, Add, add, +);
        float_lane!(@operator $lane, Sub, sub, -);
        float_lane!(@operator $lane, Mul, mul, *);
        float_lane!(@operator $lane, Div, div, /);

        impl Neg for $lane {
            type Output = Self;
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }

        impl Scalar for $lane {
            fn literal(value: i8) -> Self {
                Self(<$float>::from(value))
            }
        }

        impl Lane for $lane {
            fn number(value: &Number) -> Self {
                Self(value.$rounded())
            }
            fn angle(value: &Angle) -> Self {
                Self(value.$rounded())
            }
            fn circle(angles: &[Self]) -> Vec<(Self, Self)> {
                let one = |angle: &Self| {
                    let (sin, cos) = $sin_cos(angle.0);
                    (Self(cos), Self(sin))
                };
                angles.iter().map(one).collect()
            }
        }
    };
    (@operator $lane:ident, $trait:ident, $method:ident, $operator:tt) => {
        impl $trait for $lane {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                Self(self.0 $operator other.0)
            }
        }
    };
}

float_lane!(
    /// `f64`.
    Double,
    f64,
    to_f64,
    denoc::sincos::sin_cos
);
float_lane!(
    /// `f32`.
    Single,
    f32,
    to_f32,
    denoc::sincos::sin_cosf
);
