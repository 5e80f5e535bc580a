//! The lanes of f64 and f32: the same operations and the same sine and cosine as generated code, hence the same bits.

use super::{Float, Lane};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::scalar::Scalar;

impl Float for f64 {
    fn number(value: &Number) -> Self {
        value.to_f64()
    }

    fn angle(value: &Angle) -> Self {
        value.to_f64()
    }
}

impl Lane for f64 {
    fn circle(angles: &[Self]) -> Vec<(Self, Self)> {
        angles
            .iter()
            .map(|&angle| swapped(denoc_sincos::sin_cos(angle)))
            .collect()
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
}

impl Lane for f32 {
    fn circle(angles: &[Self]) -> Vec<(Self, Self)> {
        angles
            .iter()
            .map(|&angle| swapped(denoc_sincos::sin_cosf(angle)))
            .collect()
    }
}

fn swapped<T>((sin, cos): (T, T)) -> (T, T) {
    (cos, sin)
}
