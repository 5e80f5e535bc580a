//! The lane of proofs: a prime field, with points of the unit circle for angles.

use super::Lane;
use crate::exact::element::FieldElement;
use crate::exact::residue::Residue;
use crate::scalar::Scalar;

/// A value in a prime field that remembers, when it is an angle, its point on the unit circle.
///
/// A joint coordinate, and its cosine and sine, are independent random values, and so are those of its multiples; a
/// sum of angles is composed on the circle. An angle computed from parameters has the point that follows from its value.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    /// The value.
    pub value: Residue,
    /// (cos, sin) when the value is an angle.
    pub circle: Option<(Residue, Residue)>,
}

impl From<Residue> for Exact {
    fn from(value: Residue) -> Self {
        Self {
            value,
            circle: None,
        }
    }
}

macro_rules! plain {
    ($trait:ident, $method:ident, $operator:tt) => {
        impl core::ops::$trait for Exact {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                (self.value $operator other.value).into()
            }
        }
    };
}
plain!(Div, div, /);

/// The circle point of m q: a point for every m and q, independent of that of q.
pub(crate) fn multiple<E: FieldElement>(factor: E, coordinate: E) -> (E, E) {
    const MULTIPLE: u64 = 2;
    E::uninterpreted(MULTIPLE, factor, coordinate).circle()
}

impl core::ops::Mul for Exact {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let circle = match (self.circle, other.circle) {
            (None, Some(_)) => Some(multiple(self.value, other.value)),
            (Some(_), None) => Some(multiple(other.value, self.value)),
            _ => None,
        };
        Self {
            value: self.value * other.value,
            circle,
        }
    }
}

impl core::ops::Add for Exact {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let circle = match (self.circle, other.circle) {
            // cos(a + b) = cos a cos b − sin a sin b, sin(a + b) = sin a cos b + cos a sin b
            (Some((c, s)), Some((d, t))) => Some((c * d - s * t, s * d + c * t)),
            _ => None,
        };
        Self {
            value: self.value + other.value,
            circle,
        }
    }
}

impl core::ops::Sub for Exact {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        let circle = match (self.circle, other.circle) {
            // cos(a − b) = cos a cos b + sin a sin b, sin(a − b) = sin a cos b − cos a sin b
            (Some((c, s)), Some((d, t))) => Some((c * d + s * t, s * d - c * t)),
            _ => None,
        };
        Self {
            value: self.value - other.value,
            circle,
        }
    }
}

impl core::ops::Neg for Exact {
    type Output = Self;
    fn neg(self) -> Self {
        (-self.value).into()
    }
}

impl Scalar for Exact {
    fn literal(value: i8) -> Self {
        Residue::literal(value).into()
    }

    fn saturate(self, scale: Self) -> Self {
        self.value.saturate(scale.value).into()
    }
}

impl Lane for Exact {
    fn circle(angles: &[(Self, Self)]) -> Vec<(Self, Self)> {
        angles
            .iter()
            .map(|(angle, _)| {
                let point = angle.circle;
                let (cosine, sine) = point.unwrap_or_else(|| angle.value.scrambled_circle());
                (cosine.into(), sine.into())
            })
            .collect()
    }
}
