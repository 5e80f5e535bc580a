//! Operation counts.

use core::iter::Sum;
use core::ops::Add;

#[cfg(feature = "tools")]
use serde::Serialize;

/// Operation counts. Unary minus, trigonometry and roots never enter the total.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "tools", derive(Serialize))]
pub struct Counts {
    /// Multiplications.
    pub mul: usize,
    /// Additions and subtractions, those that form an angle included.
    pub add: usize,
    /// Divisions.
    pub div: usize,
    /// Unary minus (on outputs only).
    pub neg: usize,
    /// Square roots.
    pub sqrt: usize,
    /// Distinct sines and cosines used.
    pub trig: usize,
    /// Fused multiplications and additions, each of which is one operation: only where they are asked for.
    #[cfg_attr(feature = "tools", serde(skip_serializing_if = "is_zero"))]
    pub fma: usize,
}

/// Whether there are none: counts without fused operations do not name them.
#[cfg(feature = "tools")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Counts {
    /// Multiplications plus additions, as the literature compares; a fused operation is one of them.
    #[must_use]
    pub fn total(&self) -> usize {
        self.mul + self.add + self.fma
    }

    /// Counts a / √(a² + b²): two squares and their sum, a reciprocal root (whose iteration is not counted, as the
    /// polynomials of sine and cosine are not) and the product with it.
    pub(crate) fn add_saturation(&mut self) {
        self.mul += 3;
        self.add += 1;
        self.sqrt += 1;
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            mul: self.mul + other.mul,
            add: self.add + other.add,
            div: self.div + other.div,
            neg: self.neg + other.neg,
            sqrt: self.sqrt + other.sqrt,
            trig: self.trig + other.trig,
            fma: self.fma + other.fma,
        }
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Self::add)
    }
}
