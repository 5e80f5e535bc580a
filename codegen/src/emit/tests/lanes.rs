//! Lanes with the sincos that standalone files carry.

use core::ops::{Add, Div, Mul, Neg, Sub};

use crate::evaluate::Lane;
use crate::model::angle::Angle;
use crate::number::Number;
use crate::scalar::Scalar;

#[rustfmt::skip]
mod kernel {
    include!("../sincos_f64.rs");
    include!("../sincos_f32.rs");
    pub(super) fn double(x: f64) -> (f64, f64) {
        let (mut sin, mut cos) = ([0.0], [0.0]);
        sincos(&[x], &mut sin, &mut cos);
        (cos[0], sin[0])
    }
    pub(super) fn single(x: f32) -> (f32, f32) {
        let (mut sin, mut cos) = ([0.0], [0.0]);
        sincosf(&[x], &mut sin, &mut cos);
        (cos[0], sin[0])
    }
}

macro_rules! lane {
    ($name:ident, $float:ident, $kernel:ident, $round:ident) => {
        #[derive(Clone, Copy, Debug)]
        pub(super) struct $name(pub(super) $float);
        lane!($name, Add add +, Sub sub -, Mul mul *, Div div /);
        impl Neg for $name {
            type Output = Self;
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }
        impl Scalar for $name {
            fn literal(value: i8) -> Self {
                Self(value.into())
            }
        }
        impl Lane for $name {
            fn number(value: &Number) -> Self {
                Self(value.$round())
            }
            fn angle(value: &Angle) -> Self {
                Self(value.$round())
            }
            fn circle(angles: &[Self]) -> Vec<(Self, Self)> {
                let circles = angles.iter().map(|angle| kernel::$kernel(angle.0));
                circles.map(|(cos, sin)| (Self(cos), Self(sin))).collect()
            }
        }
    };
    ($name:ident, $($trait:ident $method:ident $operator:tt),*) => {$(
        impl $trait for $name {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                Self(self.0 $operator other.0)
            }
        }
    )*};
}
lane!(Double, f64, double, to_f64);
lane!(Single, f32, single, to_f32);
