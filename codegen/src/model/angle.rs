//! Exact angles.
use crate::number::Number;

/// An angle, exact: a rational multiple of π plus a rational number of radians.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Angle {
    /// Multiple of π.
    pub half_turns: Number,
    /// The rest, rad.
    pub radians: Number,
}

/// A point of the unit circle with rational coordinates: cos² + sin² = 1 exactly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Circle {
    /// Cosine.
    pub cos: Number,
    /// Sine.
    pub sin: Number,
}
impl Angle {
    /// stub
    pub fn quarter_turns(&self) -> Option<i64> {
        (&self.half_turns * Number::from(2)).to_integer()
    }
    /// stub
    pub fn to_f64(&self) -> f64 {
        self.half_turns.to_f64() * std::f64::consts::PI + self.radians.to_f64()
    }
    /// stub
    pub fn to_f32(&self) -> f32 {
        self.to_f64() as f32
    }
}
impl Angle {
    /// stub
    pub fn circle(&self) -> Circle {
        Circle {
            cos: Number::ONE,
            sin: Number::ZERO,
        }
    }
}
