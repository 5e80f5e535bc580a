//! Proof that a program is its literal recursion: both are evaluated at random points of the prime field.
//!
//! Where a function solves equations, their solutions are *uninterpreted*: drawn like inputs, the same for the programs and for
//! the recursion, while matrices, right sides and results are compared. What is proved is then that the equations are those of
//! the recursion whatever was solved for before them, and that the results follow from any solution as the recursion has it;
//! that a solver solves what it is given is for its own tests. Of equations that are eliminated in a fixed order all is proved,
//! margins included.
//!
//! A joint coordinate, and its cosine and sine, are independent random values (the latter a random rational point
//! of the circle), and so are cosine and sine of any multiple of it; a sum of angles is composed on the circle. The
//! saturation of dry friction is an uninterpreted function. Cosine and sine of an angle that depends on parameters are a
//! point that looks random and follows from the angle's value: what is proved holds for any such function. A wrong
//! program survives a point with probability of about (degree of the difference) / 2⁶¹.

use core::cell::RefCell;

use crate::evaluate::{Exact, compared, evaluate_parts, multiple};
use crate::exact::field::{Fp, scramble};
use crate::exact::number::{Atoms, Memo, Number};
use crate::exact::rank::rank;
use crate::function::Part;
use crate::leaves::{Argument, Input, JointAngle, Leaves, Record, Solve};
use crate::mechanism::{Block, BlockKind, Mechanism};
use crate::program::Program;
use crate::recursion::{self, Formulation, Quantity};
use crate::scalar::Scalar;

/// A random point: every input, and cosine and sine of every coordinate, drawn from a seed. Quaternions are units.
#[derive(Clone, Debug)]
pub struct Point {
    seed: u64,
    /// Places in q where a quaternion starts.
    quaternions: Vec<usize>,
    /// Formulas at this point.
    formulas: RefCell<Memo<Fp>>,
    /// Equations that a recursion came to: their solutions are drawn.
    record: Record<Fp>,
}

impl Point {
    /// The point of a seed for the coordinates of a mechanism.
    #[must_use]
    pub fn new(seed: u64, mechanism: &Mechanism) -> Self {
        Self {
            seed,
            quaternions: quaternion_places(mechanism),
            formulas: RefCell::default(),
            record: Record::default(),
        }
    }

    /// A number of the model.
    fn number(&self, value: &Number) -> Fp {
        value.evaluate(self, &mut self.formulas.borrow_mut())
    }

    /// The value of an input.
    fn value(&self, input: Input) -> Fp {
        let within = |&start: &usize| (start..start + 4).contains(&input.index);
        match self.quaternions.iter().find(|start| within(start)) {
            Some(&start) if input.argument == Argument::Q => {
                self.unit_quaternion(start)[input.index - start]
            }
            _ => self.draw(input, 0),
        }
    }

    /// p² / |p|² of a random quaternion p: a random rational unit quaternion.
    fn unit_quaternion(&self, start: usize) -> [Fp; 4] {
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
        let scale = Fp::one() / (d * d + vector);
        let twice = (d + d) * scale;
        [twice * a, twice * b, twice * c, (d * d - vector) * scale]
    }

    fn draw(&self, input: Input, purpose: u64) -> Fp {
        Fp::new(draw(self.seed, input, purpose) >> 3)
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

    /// The values of formulas, for the input `prepared`.
    fn prepared(&self, formulas: &[Number]) -> Vec<Exact> {
        let value = |formula: &Number| {
            let value = self.number(formula);
            let circle = Some(value.scrambled_circle());
            Exact { value, circle }
        };
        formulas.iter().map(value).collect()
    }
}

impl Atoms for Point {
    type S = Fp;

    fn rational(&self, value: &Number) -> Fp {
        Fp::of(value)
    }

    fn parameter(&self, place: usize) -> Fp {
        let parameter = Input {
            argument: Argument::Parameters,
            index: place,
        };
        self.draw(parameter, 0)
    }

    fn circle(&self, angle: Fp) -> (Fp, Fp) {
        angle.scrambled_circle()
    }
}

impl Leaves for Point {
    type S = Fp;

    fn constant(&self, value: &Number) -> Fp {
        self.number(value)
    }

    fn input(&self, input: Input) -> Fp {
        self.exact(input).value
    }

    fn solve(&self, solve: Solve, matrix: &[Vec<Fp>], right: &[Fp]) -> Vec<Fp> {
        let inputs = self.record.solve(solve, matrix, right);
        inputs.map(|input| self.input(input)).collect()
    }

    fn guard(&self, margins: &[Fp]) {
        self.record.guard(margins);
    }

    fn circle(&self, angles: &[JointAngle]) -> (Fp, Fp) {
        angles
            .iter()
            .fold((Fp::one(), Fp::zero()), |(c, s), angle| {
                let (d, t) = if angle.multiple.is_one() {
                    self.draw(angle.coordinate, 1).circle()
                } else {
                    multiple(Fp::of(&angle.multiple), self.value(angle.coordinate))
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
    scramble(seed, &[input.argument as u64, input.index as u64, purpose])
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

/// A difference between a program and its recursion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// Name of the output array; empty when no point could be evaluated.
    pub output: &'static str,
    /// Element, row-major.
    pub element: usize,
    /// Seed of the point.
    pub seed: u64,
}

/// Checks the programs of a function against `formulation` run literally on `mechanism`, at `points` random points.
///
/// # Errors
/// The first element that differs; or no output name, when every point drawn met a division by zero.
pub fn prove(
    parts: &[Part<'_>],
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    points: usize,
) -> Result<(), Disagreement> {
    let programs: Vec<&Program> = parts.iter().map(|part| part.program).collect();
    let check = Check {
        names: names(&programs),
        mechanism,
        points,
    };
    check.compare(
        |point| {
            let results = recursion::run(mechanism, quantity, formulation, point);
            point.record.arrays(results)
        },
        |point| {
            let prepared = parts.iter().map(|part| point.prepared(part.prepared));
            let prepared: Vec<Vec<Exact>> = prepared.collect();
            evaluate_parts(&programs, |part, input| match input.argument {
                Argument::Prepared => prepared[part][input.index],
                _ => point.exact(input),
            })
        },
    )
}

/// Checks `program` against another of the same inputs and outputs, at `points` random points.
///
/// # Errors
/// As [`prove`].
pub fn prove_equal(
    program: &Program,
    source: &Program,
    mechanism: &Mechanism,
    points: usize,
) -> Result<(), Disagreement> {
    let check = Check {
        names: program.outputs.iter().map(|output| output.name).collect(),
        mechanism,
        points,
    };
    check.compare(
        |point| {
            let values = source.evaluate(|input| point.exact(input));
            let plain = |array: Vec<Exact>| array.into_iter().map(|exact| exact.value).collect();
            values.into_iter().map(plain).collect()
        },
        |point| program.evaluate(|input| point.exact(input)),
    )
}

/// Checks that the outputs of `program`, which takes the parameters, are `formulas`, at 3 random points. Cosines and sines
/// are compared through the values of their angles.
///
/// # Errors
/// As [`prove`].
pub fn prove_formulas(
    program: &Program,
    mechanism: &Mechanism,
    formulas: &[&[Number]],
) -> Result<(), Disagreement> {
    let check = Check {
        names: names(&[program]),
        mechanism,
        points: 3,
    };
    check.compare(
        |point| {
            let values =
                |numbers: &&[Number]| numbers.iter().map(|one| point.number(one)).collect();
            formulas.iter().map(values).collect()
        },
        |point| program.evaluate(|input| point.exact(input)),
    )
}

/// Names of what is compared of programs.
fn names(programs: &[&Program]) -> Vec<&'static str> {
    let outputs = programs.iter().flat_map(|program| compared(program));
    outputs.map(|output| output.name).collect()
}

/// A comparison at a point.
struct Check<'a> {
    /// Names of the arrays.
    names: Vec<&'static str>,
    mechanism: &'a Mechanism,
    /// Number of random points.
    points: usize,
}

impl Check<'_> {
    /// An array that only one side has, or has in another length: nothing is equal for want of values.
    fn mismatched(&self, expected: &[Vec<Fp>], found: &[Vec<Exact>]) -> Option<&'static str> {
        let here = expected.iter().map(Vec::len);
        let there = found.iter().map(Vec::len);
        if expected.len() == self.names.len() && here.clone().eq(there.clone()) {
            return None;
        }
        let same = here.zip(there).take_while(|(a, b)| a == b).count();
        let name = self.names.get(same).or(self.names.last());
        Some(name.copied().unwrap_or_default())
    }

    fn compare(
        &self,
        expected: impl Fn(&Point) -> Vec<Vec<Fp>>,
        found: impl Fn(&Point) -> Vec<Vec<Exact>>,
    ) -> Result<(), Disagreement> {
        /// A division by zero has probability of about 2⁻⁵⁰ at a random point: more redraws mean it is structural.
        const REDRAWS: u64 = 8;
        let mut proved = 0;
        let mut seed = 0;
        while proved < self.points {
            if seed >= self.points as u64 + REDRAWS {
                return Err(Disagreement {
                    output: "",
                    element: 0,
                    seed,
                });
            }
            seed += 1;
            let point = Point::new(seed, self.mechanism);
            let (expected, found) = (expected(&point), found(&point));
            if let Some(output) = self.mismatched(&expected, &found) {
                return Err(Disagreement {
                    output,
                    element: 0,
                    seed,
                });
            }
            let values = expected.iter().flatten();
            let mut values = values.chain(found.iter().flatten().map(|exact| &exact.value));
            if values.any(|value| value.is_undefined()) {
                continue;
            }
            for ((output, expected), found) in self.names.iter().zip(&expected).zip(&found) {
                let mut pairs = expected.iter().zip(found);
                if let Some(element) = pairs.position(|(a, b)| *a - b.value != Fp::zero()) {
                    return Err(Disagreement {
                        output,
                        element,
                        seed,
                    });
                }
            }
            proved += 1;
        }
        Ok(())
    }
}

/// Rank of the Jacobians of all frames together at a random point: their generic rank, with overwhelming probability.
#[must_use]
pub fn jacobian_rank(mechanism: &Mechanism) -> usize {
    let mechanism = crate::transform::elementary(mechanism);
    let mut rows: Vec<Vec<Fp>> = Vec::new();
    for frame in 0..mechanism.frames.len() {
        let elements = recursion::run(
            &mechanism,
            Quantity::TipJacobian(frame),
            Formulation::Kinematic,
            &Point::new(1, &mechanism),
        );
        rows.extend(
            elements[0]
                .chunks(mechanism.nv().max(1))
                .map(<[Fp]>::to_vec),
        );
    }
    rank(rows, |x| *x == Fp::zero())
}
