//! The slope of a number by a parameter of its model.

use rustc_hash::FxHashMap;

use super::{Formula, FormulaOperation, Number};
use crate::exact::angle::Angle;

/// The slopes of formulas by one parameter, so that what they share is differentiated once.
#[derive(Clone, Debug)]
pub struct Slopes {
    place: usize,
    known: FxHashMap<Formula, Number>,
}

impl Slopes {
    /// By the parameter at a place of [`Mechanism::parameters`](crate::mechanism::Mechanism::parameters).
    #[must_use]
    pub fn by_parameter(place: usize) -> Self {
        Self {
            place,
            known: FxHashMap::default(),
        }
    }

    /// That of a number: 0 without parameters. Formulas can be as deep as a mechanism is long: the walk keeps its own stack.
    pub fn of(&mut self, number: &Number) -> Number {
        let Some(root) = number.formula() else {
            return Number::ZERO;
        };
        let mut stack = vec![(root, false)];
        while let Some((formula, is_ready)) = stack.pop() {
            if self.known.contains_key(formula) {
                continue;
            }
            if is_ready {
                let slope = self.applied(formula);
                self.known.insert(formula.clone(), slope);
            } else {
                stack.push((formula, true));
                let operands = formula.operands().into_iter().flatten();
                stack.extend(operands.map(|one| (one, false)));
            }
        }
        self.found(number)
    }

    /// That of an angle, rad.
    pub fn of_angle(&mut self, angle: &Angle) -> Number {
        self.of(&angle.to_number())
    }

    /// The slope of a formula whose operands' slopes are known.
    fn applied(&self, formula: &Formula) -> Number {
        let slope = |number: &Number| self.found(number);
        match formula.term() {
            FormulaOperation::Parameter(place) if *place == self.place => Number::ONE,
            FormulaOperation::Parameter(_) => Number::ZERO,
            FormulaOperation::Cosine(angle) => {
                let circle = Angle::of_radians(angle.clone()).circle();
                -(&circle.sin * &slope(angle))
            }
            FormulaOperation::Sine(angle) => {
                let circle = Angle::of_radians(angle.clone()).circle();
                &circle.cos * &slope(angle)
            }
            FormulaOperation::Negative(a) => -slope(a),
            FormulaOperation::Sum(a, b) => slope(a) + slope(b),
            FormulaOperation::Difference(a, b) => slope(a) - slope(b),
            FormulaOperation::Product(a, b) => &slope(a) * b + a * &slope(b),
            FormulaOperation::Quotient(a, b) => {
                let quotient = a / b;
                (slope(a) - &quotient * &slope(b)) / b
            }
        }
    }

    /// What was found before.
    fn found(&self, number: &Number) -> Number {
        let formula = number.formula();
        let known = formula.and_then(|one| self.known.get(one));
        known.cloned().unwrap_or(Number::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By a parameter p, 0.4 unless given, of (p² + 3) / (2 − p) · sin p.
    #[test]
    fn the_slope_of_a_formula_is_that_of_calculus() {
        let p = Number::parameter(0, &(Number::from(2) / Number::from(5)));
        let other = Number::parameter(1, &Number::from(7));
        let sine = Angle::of_radians(p.clone()).circle().sin;
        let top = &p * &p + Number::from(3);
        let bottom = Number::from(2) - p.clone();
        let formula = &(&top / &bottom) * &sine + other.clone();

        let slope = Slopes::by_parameter(0).of(&formula).to_f64();
        let (x, (s, c)) = (0.4_f64, 0.4_f64.sin_cos());
        let ratio = (x * x + 3.0) / (2.0 - x);
        let of_ratio = (2.0 * x + ratio) / (2.0 - x);
        assert!((slope - (of_ratio * s + ratio * c)).abs() < 1e-14);
        assert_eq!(Slopes::by_parameter(1).of(&formula), Number::ONE);
        assert_eq!(Slopes::by_parameter(2).of(&formula), Number::ZERO);
        assert_eq!(Slopes::by_parameter(0).of(&other), Number::ZERO);
    }

    #[test]
    fn the_slopes_of_the_circle_turn_by_a_right_angle() {
        let p = Number::parameter(0, &(Number::from(2) / Number::from(5)));
        let angle = Angle::of_radians(&p * &Number::from(3));
        let circle = angle.circle();
        let mut slopes = Slopes::by_parameter(0);
        let (s, c) = 1.2_f64.sin_cos();
        assert!((slopes.of(&circle.cos).to_f64() + 3.0 * s).abs() < 1e-14);
        assert!((slopes.of(&circle.sin).to_f64() - 3.0 * c).abs() < 1e-14);
        assert_eq!(slopes.of_angle(&angle), Number::from(3));
    }
}
