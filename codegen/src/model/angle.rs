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
