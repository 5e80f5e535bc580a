//! Random points: every input of a function, and what is uninterpreted, drawn in a prime field.

use core::cell::RefCell;

use crate::evaluate::{Constants, Exact, multiple};
use crate::exact::angle::Angle;
use crate::exact::element::{FieldElement, PrimeField, scramble};
use crate::exact::number::{Atoms, Memo, Number};
use crate::exact::residue::{Field, Residue};
use crate::leaves::{Argument, Input, JointAngle, Leaves, Record, Solve};
use crate::mechanism::{Block, BlockKind, Mechanism};
use crate::program::{Constant, Program};
use crate::scalar::Scalar;

/// A random point: every input, and cosine and sine of every coordinate, drawn from a seed. Quaternions are units.
#[derive(Clone, Debug)]
pub struct Point<F: PrimeField> {
    field: F,
    seed: u64,
    /// Places in q where a quaternion starts.
    quaternions: Vec<usize>,
    /// Formulas at this point.
    formulas: RefCell<Memo<F::Element>>,
    /// Equations that a recursion came to: their solutions are drawn.
    pub(super) record: Record<F::Element>,
}

impl<F: PrimeField> Point<F> {
    /// The point of a seed for the coordinates of a mechanism.
    #[must_use]
    pub fn new(field: F, seed: u64, mechanism: &Mechanism) -> Self {
        Self {
            field,
            seed,
            quaternions: quaternion_places(mechanism),
            formulas: RefCell::default(),
            record: Record::default(),
        }
    }

    /// A number of the model.
    pub(super) fn number(&self, value: &Number) -> F::Element {
        value.evaluate(self, &mut self.formulas.borrow_mut())
    }

    /// The value of an input.
    fn value(&self, input: Input) -> F::Element {
        let within = |&start: &usize| (start..start + 4).contains(&input.index);
        match self.quaternions.iter().find(|start| within(start)) {
            Some(&start) if input.argument == Argument::Q => {
                self.unit_quaternion(start)[input.index - start]
            }
            _ => self.draw(input, 0),
        }
    }

    /// p² / |p|² of a random quaternion p: a random rational unit quaternion.
    fn unit_quaternion(&self, start: usize) -> [F::Element; 4] {
        let part = |k: usize| {
            self.draw(
                Input {
                    argument: Argument::Q,
                    index: start + k,
                },
                0,
            )
        };
        let (a, b, c, d) = (part(0), part(1), part(2), part(3));
        let vector = a * a + b * b + c * c;
        let scale = F::Element::one() / (d * d + vector);
        let twice = (d + d) * scale;
        [twice * a, twice * b, twice * c, (d * d - vector) * scale]
    }

    fn draw(&self, input: Input, purpose: u64) -> F::Element {
        self.field.element(draw(self.seed, input, purpose) >> 3)
    }
}

impl Point<Field> {
    /// Values as elements of the field, literals too: so that one can be divided by another.
    #[must_use]
    pub fn lifted(&self, values: &[Residue]) -> Vec<Residue> {
        let zero = self.field.element(0);
        values.iter().map(|&value| value + zero).collect()
    }

    /// The value of an input with its point of the circle, for the evaluator.
    #[must_use]
    pub fn exact(&self, input: Input) -> Exact {
        let value = self.value(input);
        let circle = match input.argument {
            Argument::Q | Argument::DrivenQ => Some(self.draw(input, 1).circle()),
            _ => None,
        };
        Exact { value, circle }
    }

    /// The constants of a program, formulas at the parameters of this point; `None` where one that is not 0 is 0 in this field.
    pub(super) fn constants(&self, program: &Program) -> Option<Constants<Exact>> {
        let exact = |constant: &Constant| match constant {
            Constant::Number(number) => {
                let value = self.number(number);
                (number.is_zero() || !value.is_zero()).then(|| value.into())
            }
            Constant::Angle(angle) => Some(self.angle(angle)),
        };
        let all: Option<Vec<Exact>> = program.constants.iter().map(exact).collect();
        all.map(Constants::from)
    }

    /// A constant angle has a point of the circle and, as π is in no field, no value: where a program uses it for anything but a
    /// sum of angles, nothing is defined.
    fn angle(&self, angle: &Angle) -> Exact {
        let point = angle.circle();
        Exact {
            value: Residue::UNDEFINED,
            circle: Some((self.number(&point.cos), self.number(&point.sin))),
        }
    }

    /// The values of formulas, for the input `prepared`.
    pub(super) fn prepared(&self, formulas: &[Number]) -> Vec<Exact> {
        let value = |formula: &Number| {
            let value = self.number(formula);
            let circle = Some(value.scrambled_circle());
            Exact { value, circle }
        };
        formulas.iter().map(value).collect()
    }
}

impl<F: PrimeField> Atoms for Point<F> {
    type S = F::Element;

    fn rational(&self, value: &Number) -> F::Element {
        self.field.of(value)
    }

    fn parameter(&self, place: usize) -> F::Element {
        let parameter = Input {
            argument: Argument::Parameters,
            index: place,
        };
        self.draw(parameter, 0)
    }

    fn circle(&self, angle: F::Element) -> (F::Element, F::Element) {
        angle.scrambled_circle()
    }
}

impl<F: PrimeField> Leaves for Point<F> {
    type S = F::Element;

    fn constant(&self, value: &Number) -> F::Element {
        self.number(value)
    }

    fn input(&self, input: Input) -> F::Element {
        self.value(input)
    }

    fn solve(
        &self,
        solve: Solve,
        matrix: &[Vec<F::Element>],
        right: &[F::Element],
    ) -> Vec<F::Element> {
        let inputs = self.record.solve(solve, matrix, right);
        inputs.map(|input| self.input(input)).collect()
    }

    fn guard(&self, margins: &[F::Element]) {
        self.record.guard(margins);
    }

    fn circle(&self, angles: &[JointAngle]) -> (F::Element, F::Element) {
        angles
            .iter()
            .fold((F::Element::one(), F::Element::zero()), |(c, s), angle| {
                let (d, t) = if angle.multiple.is_one() {
                    self.draw(angle.coordinate, 1).circle()
                } else {
                    multiple(self.field.of(&angle.multiple), self.value(angle.coordinate))
                };
                let constant = angle.offset.circle();
                let (e, u) = (self.number(&constant.cos), self.number(&constant.sin));
                let (d, t) = (d * e - t * u, t * e + d * u);
                let t = if angle.negative { -t } else { t };
                (c * d - s * t, s * d + c * t)
            })
    }
}

/// Random bits of a seed for an input, others for every purpose, so that any input can be drawn in any order.
pub(crate) fn draw(seed: u64, input: Input, purpose: u64) -> u64 {
    scramble(
        seed,
        &[input.argument.number(), input.index as u64, purpose],
    )
}

/// Places in q where a quaternion starts.
#[must_use]
pub fn quaternion_places(mechanism: &Mechanism) -> Vec<usize> {
    let place = |block: &Block| match block.kind {
        BlockKind::Quaternion => Some(block.q),
        BlockKind::Pose => Some(block.q + 3),
        BlockKind::Rates => None,
    };
    mechanism.blocks().iter().filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::field::Mersenne;
    use crate::model::parse;

    #[test]
    fn a_quaternion_is_of_length_one_and_no_two_of_its_parts_are_equal() {
        let text = "name = \"ball\"\n[[body]]\nname = \"ball\"\nparent = \"base\"\n\
                    joint = { type = \"spherical\" }\nmass = 1\ninertia = { xx = 1, yy = 2, zz = 2 }\n";
        let ball = parse("ball.toml", text).expect("a sound model").mechanism;
        let point = Point::new(Mersenne, 5, &ball);
        let parts: Vec<_> = (0..4)
            .map(|index| {
                point.value(Input {
                    argument: Argument::Q,
                    index,
                })
            })
            .collect();
        let squares = parts.iter().map(|&part| part * part);
        let sum = squares.reduce(|sum, one| sum + one);
        assert_eq!(sum, Some(Scalar::one()));
        for (k, part) in parts.iter().enumerate() {
            assert!(!parts[..k].contains(part), "{parts:?}");
        }
    }
}
