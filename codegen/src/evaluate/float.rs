//! The lanes of f64 and f32: the same operations and the same sine and cosine as generated code, hence the same bits.

use denoc_sincos::sine::{double, single};

use super::{Float, Lane};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::program::{Constant, Operation};
use crate::scalar::Scalar;

impl Float for f64 {
    fn number(value: &Number) -> Self {
        value.to_f64()
    }

    fn angle(value: &Angle) -> Self {
        value.to_f64()
    }

    fn rest(constant: &Constant) -> Self {
        constant.rest_f64()
    }
}

impl Scalar for f32 {
    fn literal(value: i8) -> Self {
        Self::from(value)
    }

    fn saturate(self, scale: Self) -> Self {
        denoc_sincos::state::single::saturate(self, scale)
    }
}

impl Float for f32 {
    fn number(value: &Number) -> Self {
        value.to_f32()
    }

    fn angle(value: &Angle) -> Self {
        value.to_f32()
    }

    fn rest(constant: &Constant) -> Self {
        constant.rest_f32()
    }
}

macro_rules! lane {
    ($float:ty, $kernels:ident) => {
        impl Lane for $float {
            fn fused(a: Self, b: Self, c: Self) -> Self {
                a.mul_add(b, c)
            }

            fn circle(angles: &[(Self, Self)]) -> Vec<(Self, Self)> {
                let swapped = |(sin, cos)| (cos, sin);
                let angles = angles.iter();
                angles
                    .map(|&(angle, tail)| swapped($kernels::sin_cos_with_tail(angle, tail)))
                    .collect()
            }

            fn tail(operation: Operation, operands: [(Self, Self); 2], result: Self) -> Self {
                let [(a, a_tail), (b, b_tail)] = operands;
                match operation {
                    Operation::Add => $kernels::sum_tail(a, b, result, a_tail, b_tail),
                    Operation::Sub => $kernels::sum_tail(a, -b, result, a_tail, -b_tail),
                    Operation::Mul => $kernels::product_tail(a, b, result, a_tail, b_tail),
                    Operation::Div | Operation::Saturate | Operation::Fused(_) => 0.0,
                }
            }
        }
    };
}
lane!(f64, double);
lane!(f32, single);
