//! How far rounding errors of a program can go at any inputs, beside those of the program that it replaces.
//!
//! Two programs that are equal exactly are not equal in floats: (τ + B) − B has no digit of τ left where B is large. Inputs drawn at random do
//! not find every B, and who prepares a program looks for one that they miss: a power of cos²(q/2 − a), which is nothing but near one angle,
//! or of 1/(q̇ − a). So errors are bounded instead, whatever the signs of inputs and the angles are:
//!
//! ```text
//!  |a ± b| ≤ |a| + |b|    error ≤ errors of a and b + |a| + |b|
//!  |a b|   ≤ |a| |b|      error ≤ |b| error of a + |a| error of b + |a b|
//!  |a / d| ≤ |a| / δ      error ≤ (error of a + |a / d| error of d) / δ + |a / d|
//! ```
//!
//! in roundings, with |cos|, |sin| ≤ 1 and arrays of inputs of many sizes. What underflows has an
//! error of its own, in the type of the code that is generated, and what overflows has no bound. Errors are compared array by array: an
//! element may be far smaller than others that it shares terms with, as in searched derivatives.
//!
//! A divisor has no bound δ > 0 of this kind, wherefore a program may divide by nothing but what the other divides by, which is decided in a
//! prime field. Then δ is the largest value that the other's d can have, for both, and a hundredth of it, where quotients of quotients take it to
//! powers that tell little of programs that are as good (the searched forward dynamics of the Panda has 45 times the bound of its source at that
//! δ, and 10¹³ times at a hundredth): there only higher powers are refused. Of a d that the other computes in several ways, the first counts.
//! A peak where a divisor is small, by a low power of it, is left to the states at which programs are compared.
//!
//! Bounds of long chains and of quotients are far above what errors are, and a high power hides in them. So a program may have no value of a
//! higher degree than the other has, in any input, in all of them, or in the reciprocal of any divisor (`degrees.rs`).

use core::array::from_fn;
use core::fmt;

use super::degrees::is_higher;
use super::{Draw, Point};
use crate::evaluate::Exact;
use crate::exact::element::FieldElement;
use crate::exact::residue::{Field, Residue};
use crate::leaves::Argument;
use crate::mechanism::Mechanism;
use crate::program::{Operand, Operation, Output, Program, Shape, Signed, Statement};

/// How many sizes of inputs are tried.
const SIZES: usize = 9;

/// A number for each of these sizes: bounds at all of them are computed side by side.
type BySize = [f64; SIZES];

/// The range of a floating-point type, and the sizes of inputs in it.
#[derive(Debug)]
pub struct Range {
    /// The error of a product that underflows, in roundings: the least normal number.
    least: f64,
    largest: f64,
    /// The outer ones tell powers apart.
    sizes: BySize,
}

impl Range {
    /// `f64`.
    pub const DOUBLE: Self = Self {
        least: f64::MIN_POSITIVE,
        largest: f64::MAX,
        sizes: [1e-12, 1e-4, 1e-2, 1e-1, 1.0, 1e1, 1e2, 1e3, 1e12],
    };

    /// `f32`.
    pub const SINGLE: Self = Self {
        least: f32::MIN_POSITIVE as f64,
        largest: f32::MAX as f64,
        sizes: [1e-6, 1e-4, 1e-2, 1e-1, 1.0, 1e1, 1e2, 1e3, 1e6],
    };
}

/// How many times the bound of the errors of the program that it replaces a program may have, and one with divisions: the most that
/// searches of shipped models have come to is 5.2, and 45.4.
const MOST: [f64; 2] = [16.0, 64.0];

/// Divisors, as parts of their largest values, and how many times more a bound may be there.
const PARTS: [(f64, f64); 2] = [(1.0, 1.0), (1e-2, 1e16)];

/// Why errors of a program may go farther than those of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unbounded {
    /// A divisor that the other does not have.
    Divisor,
    /// The degree of a value.
    Degree,
    /// The bound of the errors of an output, all of its elements together.
    Error(&'static str),
}

impl fmt::Display for Unbounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Divisor => {
                f.write_str("divides by what the program that it would replace does not divide by")
            }
            Self::Degree => {
                f.write_str("computes higher powers than the program that it would replace")
            }
            Self::Error(output) => {
                write!(
                    f,
                    "can lose more digits of `{output}` than the program that it would replace"
                )
            }
        }
    }
}

/// Whether the errors of `found` have bounds that go with those of `source`, a program of the same inputs and outputs on a mechanism.
///
/// # Errors
/// What has not.
pub fn bounded(
    found: &Program,
    source: &Program,
    mechanism: &Mechanism,
    range: &Range,
) -> Result<(), Unbounded> {
    let shared = Divisors::of(found, source, mechanism).ok_or(Unbounded::Divisor)?;
    if is_higher((found, &shared.found), (source, &shared.source)) {
        return Err(Unbounded::Degree);
    }
    let most = MOST[usize::from(!shared.found.is_empty())];
    // Without divisors, all parts of them are one.
    let parts = if shared.found.is_empty() {
        &PARTS[..1]
    } else {
        &PARTS
    };
    let [of_found, of_source] = [found, source].map(|program| Rounded::of(program, range));
    let mut arguments: Vec<Argument> = source.inputs.iter().map(|port| port.argument).collect();
    if arguments.is_empty() {
        // Bounds it has all the same.
        arguments.push(Argument::Q);
    }
    for inputs in Inputs::all(&arguments, range) {
        for &(part, more) in parts {
            let least =
                |place: usize, known: &[BySize]| known[shared.source[place]].map(|d| part * d);
            let (expected, divisors) = of_source.bounds(inputs, least);
            let least =
                |place: usize, _: &[BySize]| divisors[shared.found[place]].map(|d| part * d);
            let (errors, _) = of_found.bounds(inputs, least);
            for ((output, errors), expected) in source.outputs.iter().zip(errors).zip(expected) {
                let mut pairs = errors.into_iter().zip(expected);
                // Beyond the numbers nothing is known of either.
                if pairs.any(|(error, expected)| {
                    let within = error <= more * most * expected;
                    expected.is_finite() && !within
                }) {
                    return Err(Unbounded::Error(output.name));
                }
            }
        }
    }
    Ok(())
}

/// The divisors of two programs: for every division, in their order, the first division of the source by the same, but for the sign.
struct Divisors {
    found: Vec<usize>,
    source: Vec<usize>,
}

impl Divisors {
    /// `None`: `found` divides by something else.
    fn of(found: &Program, source: &Program, mechanism: &Mechanism) -> Option<Self> {
        let draw = Draw::of(mechanism, &[found, source]);
        let point = Point::new(draw.field(0), draw.seed(0), mechanism);
        let (found, source) = (divided(found, &point)?, divided(source, &point)?);
        let same = |a: Residue, b: Residue| (a - b).is_zero() || (a + b).is_zero();
        let place = |(operation, value): &(Operation, Residue)| {
            let known =
                |(other, one): &(Operation, Residue)| other == operation && same(*one, *value);
            source.iter().position(known)
        };
        Some(Self {
            found: found.iter().map(place).collect::<Option<_>>()?,
            source: source.iter().map(place).collect::<Option<_>>()?,
        })
    }
}

/// All divisions, and the values of their divisors at a point.
fn divided(program: &Program, point: &Point<Field>) -> Option<Vec<(Operation, Residue)>> {
    let mut divisors = program.clone();
    let divisions = program.statements.iter();
    let divisions = divisions.filter(|one| divides(one.operation));
    let operations: Vec<Operation> = divisions.clone().map(|one| one.operation).collect();
    let elements = divisions.map(|statement| Signed {
        operand: statement.b,
        negative: false,
    });
    let elements: Vec<Signed> = elements.collect();
    divisors.outputs = vec![Output {
        name: "divisors",
        shape: Shape::Vector(elements.len()),
        elements,
        pattern: None,
    }];
    let constants = point.constants(&divisors)?;
    let values = divisors.evaluate_with(&constants, |input| point.exact(input));
    let values = values.into_iter().flatten();
    let values = values.map(|Exact { value, .. }| value);
    Some(operations.into_iter().zip(values).collect())
}

fn divides(operation: Operation) -> bool {
    matches!(operation, Operation::Div | Operation::Saturate)
}

/// The sizes of all arrays of inputs: one has its own, the others all there are, side by side.
#[derive(Clone, Copy)]
struct Inputs<'r> {
    own: (Argument, f64),
    range: &'r Range,
}

impl<'r> Inputs<'r> {
    fn all(arguments: &[Argument], range: &'r Range) -> impl Iterator<Item = Self> {
        let sizes = range.sizes.into_iter();
        sizes.flat_map(move |own| {
            arguments.iter().map(move |&argument| Self {
                own: (argument, own),
                range,
            })
        })
    }

    fn of(self, argument: Argument) -> BySize {
        match self.own {
            (known, size) if known == argument => [size; SIZES],
            _ => self.range.sizes,
        }
    }
}

/// A value: its magnitude at most, and its error in roundings.
#[derive(Clone, Copy)]
struct Bound {
    size: BySize,
    error: BySize,
}

impl Bound {
    fn exact(size: BySize) -> Self {
        let error = [0.0; SIZES];
        Self { size, error }
    }

    /// With the error of what underflows, and without a bound where it may overflow.
    fn in_range(self, range: &Range) -> Self {
        let or_none = |k: usize, bound: f64| match self.size[k] > range.largest {
            true => f64::INFINITY,
            false => bound,
        };
        Self {
            size: from_fn(|k| or_none(k, self.size[k])),
            error: from_fn(|k| self.error[k] + or_none(k, range.least)),
        }
    }

    fn sum(self, other: Self) -> Self {
        let size: BySize = from_fn(|k| self.size[k] + other.size[k]);
        Self {
            size,
            error: from_fn(|k| self.error[k] + other.error[k] + size[k]),
        }
    }

    fn product(self, other: Self) -> Self {
        let size: BySize = from_fn(|k| self.size[k] * other.size[k]);
        let error = |k: usize| self.error[k] * other.size[k] + self.size[k] * other.error[k];
        Self {
            size,
            error: from_fn(|k| error(k) + size[k]),
        }
    }

    fn quotient(self, other: Self, least: BySize) -> Self {
        let size: BySize = from_fn(|k| self.size[k] / least[k]);
        let error = |k: usize| (self.error[k] + size[k] * other.error[k]) / least[k];
        Self {
            size,
            error: from_fn(|k| error(k) + size[k]),
        }
    }

    /// a / √(a² + b²), whose derivatives are those of a / b at most.
    fn saturation(self, other: Self, least: BySize) -> Self {
        Self {
            size: [1.0; SIZES],
            error: from_fn(|k| (self.error[k] + other.error[k]) / least[k] + 1.0),
        }
    }
}

/// A program with the bounds of its constants in a floating-point type.
struct Rounded<'p> {
    program: &'p Program,
    constants: Vec<Bound>,
}

impl<'p> Rounded<'p> {
    fn of(program: &'p Program, range: &Range) -> Self {
        let constants = program.constants.iter().map(|constant| {
            let size = [constant.to_f64().abs(); SIZES];
            Bound { size, error: size }.in_range(range)
        });
        Self {
            program,
            constants: constants.collect(),
        }
    }

    /// The largest error of every output, and the largest values of divisors: of a division by its number and those of all divisors up to its
    /// own, `least` says how small that is at least.
    fn bounds(
        &self,
        inputs: Inputs,
        least: impl Fn(usize, &[BySize]) -> BySize,
    ) -> (Vec<BySize>, Vec<BySize>) {
        let program = self.program;
        let mut walk = Walk {
            constants: &self.constants,
            inputs,
            slots: Vec::with_capacity(program.statements.len()),
            angles: Vec::new(),
            divisors: Vec::new(),
        };
        let (of_angles, rest) = program.statements.split_at(program.angle_statements);
        walk.run(of_angles, &least);
        let angles = program.angles.iter();
        walk.angles = angles.map(|&angle| walk.of(angle).error).collect();
        walk.run(rest, &least);
        let errors = program.outputs.iter().map(|output| {
            let elements = output.elements.iter();
            let errors = elements.map(|element| walk.of(element.operand).error);
            errors.fold([0.0; SIZES], |sum, one| from_fn(|k| larger(sum[k], one[k])))
        });
        (errors.collect(), walk.divisors)
    }
}

/// The bounds of a program as far as it was gone through.
struct Walk<'p> {
    constants: &'p [Bound],
    inputs: Inputs<'p>,
    slots: Vec<Bound>,
    /// Errors of the arguments of sine and cosine.
    angles: Vec<BySize>,
    /// The largest value of every divisor.
    divisors: Vec<BySize>,
}

impl Walk<'_> {
    fn run(&mut self, statements: &[Statement], least: impl Fn(usize, &[BySize]) -> BySize) {
        for statement in statements {
            let [a, b] = [statement.a, statement.b].map(|operand| self.of(operand));
            let bound = match statement.operation {
                Operation::Add | Operation::Sub => a.sum(b),
                Operation::Mul => a.product(b),
                Operation::Div => a.quotient(b, self.divisor(b, &least)),
                Operation::Saturate => a.saturation(b, self.divisor(b, &least)),
                Operation::Fused(fused) => a.product(b).sum(self.of(fused.addend)),
            };
            self.slots.push(bound.in_range(self.inputs.range));
        }
    }

    fn divisor(&mut self, divisor: Bound, least: impl Fn(usize, &[BySize]) -> BySize) -> BySize {
        self.divisors.push(divisor.size);
        least(self.divisors.len() - 1, &self.divisors)
    }

    fn of(&self, operand: Operand) -> Bound {
        match operand {
            Operand::Constant(index) => self.constants[index],
            Operand::Input(input) => Bound::exact(self.inputs.of(input.argument)),
            // A sum that leaves one angle is that angle to its roundings alone; a sum of cosines is none.
            Operand::Cosine(index) | Operand::Sine(index) => Bound {
                size: [1.0; SIZES],
                error: self
                    .angles
                    .get(index)
                    .map_or([f64::INFINITY; SIZES], |error| {
                        error.map(|error| 1.0 + error)
                    }),
            },
            Operand::Slot(index) => self.slots[index],
        }
    }
}

/// The larger of two numbers, and neither where one is none.
fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || b <= a { a } else { b }
}
