//! A rational point of the unit circle: what a constant angle becomes when a rotation needs it.

use crate::exact::number::Number;

/// A point of the unit circle with rational coordinates: cos² + sin² = 1 exactly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Circle {
    /// Cosine.
    pub cos: Number,
    /// Sine.
    pub sin: Number,
}

impl Circle {
    /// The angle 0.
    #[must_use]
    pub fn identity() -> Self {
        Self {
            cos: Number::ONE,
            sin: Number::ZERO,
        }
    }

    /// The angle `count · π/2`, exactly.
    #[must_use]
    pub fn of_quarter_turns(count: i64) -> Self {
        let (cos, sin) = match count.rem_euclid(4) {
            0 => (1, 0),
            1 => (0, 1),
            2 => (-1, 0),
            _ => (0, -1),
        };
        Self {
            cos: Number::from(cos),
            sin: Number::from(sin),
        }
    }

    /// The angle 2 atan t: cos = (1 − t²)/(1 + t²), sin = 2t/(1 + t²).
    #[must_use]
    pub fn of_half_tangent(t: &Number) -> Self {
        let square = t * t;
        let norm = Number::ONE + &square;
        Self {
            cos: (Number::ONE - square) / &norm,
            sin: (t + t) / norm,
        }
    }

    /// The sum of the two angles.
    #[must_use]
    pub fn compose(&self, other: &Self) -> Self {
        Self {
            cos: &self.cos * &other.cos - &self.sin * &other.sin,
            sin: &self.sin * &other.cos + &self.cos * &other.sin,
        }
    }

    /// The opposite angle.
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self {
            cos: self.cos.clone(),
            sin: -&self.sin,
        }
    }

    /// The number of quarter turns (0 to 3), when it is a whole number.
    #[must_use]
    pub fn quarter_turns(&self) -> Option<i64> {
        match (self.cos.to_integer(), self.sin.to_integer()) {
            (Some(1), _) => Some(0),
            (_, Some(1)) => Some(1),
            (Some(-1), _) => Some(2),
            (_, Some(-1)) => Some(3),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_compose_as_integers() {
        for a in -5..5 {
            for b in -5..5 {
                let sum = Circle::of_quarter_turns(a).compose(&Circle::of_quarter_turns(b));
                assert_eq!(sum.quarter_turns(), Some((a + b).rem_euclid(4)));
            }
        }
    }

    #[test]
    fn a_point_and_its_inverse_compose_to_the_identity() {
        let point = Circle::of_half_tangent(&Number::parse("0.3").expect("decimal"));
        assert_eq!(point.compose(&point.inverse()), Circle::identity());
        assert_eq!(point.quarter_turns(), None);
    }
}
