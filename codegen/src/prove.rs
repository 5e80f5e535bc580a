//! Proof that a program is its literal recursion: both are evaluated at random points of the prime field.
//!
//! A joint coordinate, and its cosine and sine, are independent random values (the latter a random rational point
//! of the circle), and so are cosine and sine of any multiple of it; a sum of angles is composed on the circle. The
//! saturation of dry friction is an uninterpreted function. Cosine and sine of an angle that depends on parameters are a
//! point that looks random and follows from the angle's value: what is proved holds for any such function. A wrong
//! program survives a point with probability of about (degree of the difference) / 2⁶¹.

use core::cell::RefCell;

use crate::evaluate::{Exact, multiple};
use crate::exact::field::{Fp, scramble};
use crate::exact::number::{Atoms, Memo, Number};
use crate::exact::rank::rank;
use crate::formulation::Formulation;
use crate::leaves::{Argument, Input, JointAngle, Leaves};
use crate::mechanism::{Block, BlockKind, Mechanism};
use crate::program::Program;
use crate::quantity::Quantity;
use crate::recursion;
use crate::scalar::Scalar;

/// A random point: every input, and cosine and sine of every coordinate, drawn from a seed. Quaternions are units.
#[derive(Clone, Debug)]
pub struct Point {
    seed: u64,
    /// Places in q where a quaternion starts.
    quaternions: Vec<usize>,
    /// What a program takes as prepared.
    prepared: Vec<Fp>,
    /// Formulas at this point.
    formulas: RefCell<Memo<Fp>>,
}

impl Point {
    /// The point of a seed for the coordinates of a mechanism.
    #[must_use]
    pub fn new(seed: u64, mechanism: &Mechanism) -> Self {
        Self {
            seed,
            quaternions: quaternion_places(mechanism),
            prepared: Vec::new(),
            formulas: RefCell::default(),
        }
    }

    /// The same point with the values of formulas as prepared inputs.
    #[must_use]
    pub fn preparing(mut self, formulas: &[Number]) -> Self {
        self.prepared = formulas.iter().map(|one| self.number(one)).collect();
        self
    }

    /// A number of the model.
    fn number(&self, value: &Number) -> Fp {
        value.evaluate(self, &mut self.formulas.borrow_mut())
    }

    /// The value of an input.
    fn value(&self, input: Input) -> Fp {
        if input.argument == Argument::Prepared {
            return self
                .prepared
                .get(input.index)
                .copied()
                .unwrap_or(Fp::UNDEFINED);
        }
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
            Argument::Prepared => Some(value.scrambled_circle()),
            _ => None,
        };
        Exact { value, circle }
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

/// Where a program differs from its recursion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// Name of the output array; empty when no point could be evaluated.
    pub output: &'static str,
    /// Element, row-major.
    pub element: usize,
    /// Seed of the point.
    pub seed: u64,
}

/// Checks `program`, which takes `prepared` as its prepared input, against `formulation` run literally on `mechanism`, at
/// `points` random points.
///
/// # Errors
/// The first element that differs; or no output name, when every point drawn met a division by zero.
pub fn prove(
    program: &Program,
    prepared: &[Number],
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    points: usize,
) -> Result<(), Disagreement> {
    let point = |seed| Point::new(seed, mechanism).preparing(prepared);
    compare(program, point, points, |point| {
        recursion::run(mechanism, quantity, formulation, point)
    })
}

/// Checks `program` against another of the same outputs, at `points` random points.
///
/// # Errors
/// As [`prove`].
pub fn prove_equal(
    program: &Program,
    source: &Program,
    mechanism: &Mechanism,
    points: usize,
) -> Result<(), Disagreement> {
    compare(
        program,
        |seed| Point::new(seed, mechanism),
        points,
        |point| {
            let values = source.evaluate(|input| point.exact(input));
            let plain = |array: Vec<Exact>| array.into_iter().map(|exact| exact.value).collect();
            values.into_iter().map(plain).collect()
        },
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
    compare(
        program,
        |seed| Point::new(seed, mechanism),
        3,
        |point| {
            let values =
                |numbers: &&[Number]| numbers.iter().map(|one| point.number(one)).collect();
            formulas.iter().map(values).collect()
        },
    )
}

fn compare(
    program: &Program,
    point: impl Fn(u64) -> Point,
    points: usize,
    expected: impl Fn(&Point) -> Vec<Vec<Fp>>,
) -> Result<(), Disagreement> {
    /// A division by zero has probability of about 2⁻⁵⁰ at a random point: more redraws mean it is structural.
    const REDRAWS: u64 = 8;
    let mut proved = 0;
    let mut seed = 0;
    while proved < points {
        if seed >= points as u64 + REDRAWS {
            return Err(Disagreement {
                output: "",
                element: 0,
                seed,
            });
        }
        seed += 1;
        let point = point(seed);
        let expected = expected(&point);
        let found = program.evaluate(|input| point.exact(input));
        let all = || {
            expected
                .iter()
                .flatten()
                .chain(found.iter().flatten().map(|exact| &exact.value))
        };
        if all().any(|value| value.is_undefined()) {
            continue;
        }
        for ((output, expected), found) in program.outputs.iter().zip(&expected).zip(&found) {
            for (element, (expected, found)) in expected.iter().zip(found).enumerate() {
                if *expected - found.value != Fp::zero() {
                    return Err(Disagreement {
                        output: output.name,
                        element,
                        seed,
                    });
                }
            }
        }
        proved += 1;
    }
    Ok(())
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
