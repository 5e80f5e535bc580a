//! Operation counts.

use serde::Serialize;

/// Operation counts. Unary minus, trigonometry and roots never enter the total.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
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
}

impl Counts {
    /// Multiplications plus additions, as the literature compares.
    #[must_use]
    pub fn total(&self) -> usize {
        self.mul + self.add
    }

    /// Counts a / √(a² + b²): two squares and their sum, a reciprocal root (whose iteration is not counted, as the
    /// polynomials of sine and cosine are not) and the product with it.
    pub(crate) fn add_saturation(&mut self) {
        self.mul += 3;
        self.add += 1;
        self.sqrt += 1;
    }
}
