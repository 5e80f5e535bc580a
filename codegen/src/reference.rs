//! The reference: a recursion run on plain floats, with the C library's sine and cosine.

use crate::formulation::Formulation;
use crate::mechanism::Mechanism;

use crate::number::Number;
use crate::quantity::Quantity;
use crate::recursion;
use crate::scalar::{Argument, Input, JointAngle, Leaves};

/// Input arrays by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    arrays: Vec<(Argument, Vec<f64>)>,
}

impl State {
    /// Sets an array.
    #[must_use]
    pub fn with(mut self, argument: Argument, values: Vec<f64>) -> Self {
        self.arrays.retain(|(known, _)| *known != argument);
        self.arrays.push((argument, values));
        self
    }

    /// An array; empty when it was not set.
    #[must_use]
    pub fn array(&self, argument: Argument) -> &[f64] {
        self.arrays
            .iter()
            .find(|(known, _)| *known == argument)
            .map_or(&[], |(_, values)| values)
    }

    /// One element; NaN when there is none.
    #[must_use]
    pub fn get(&self, input: Input) -> f64 {
        self.array(input.argument)
            .get(input.index)
            .copied()
            .unwrap_or(f64::NAN)
    }
}

impl Leaves for State {
    type S = f64;

    fn constant(&self, value: &Number) -> f64 {
        value.to_f64()
    }

    fn input(&self, input: Input) -> f64 {
        self.get(input)
    }

    fn circle(&self, angles: &[JointAngle]) -> (f64, f64) {
        let (mut sum, mut turns) = (0.0, 0);
        for angle in angles {
            let sign = if angle.negative { -1.0 } else { 1.0 };
            sum += sign * angle.multiple.to_f64() * self.get(angle.coordinate);
            match angle.offset.quarter_turns() {
                Some(quarter) if angle.negative => turns -= quarter,
                Some(quarter) => turns += quarter,
                None => sum += sign * angle.offset.to_f64(),
            }
        }
        let (sin, cos) = sum.sin_cos();
        match turns.rem_euclid(4) {
            0 => (cos, sin),
            1 => (-sin, cos),
            2 => (-cos, -sin),
            _ => (sin, -cos),
        }
    }
}

/// The output arrays of `quantity`, computed by `formulation` in floating point on the mechanism as it stands.
#[must_use]
pub fn reference(
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    state: &State,
) -> Vec<Vec<f64>> {
    recursion::run(mechanism, quantity, formulation, state)
}
