//! Proof that a program is its literal recursion: both are evaluated at random points of prime fields.
//!
//! Primes and points are drawn from a hash of what is proved (`draw`): there is no prime for which a program could be prepared.
//! The primes are safe ones, (p − 1) / 2 is prime as well: no product of small numbers is an exponent for which powers are 1.
//! A constant that is not 0 and vanishes in a field, or an angle that is used for more than sums of angles, is refused.
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
//! point that looks random and follows from the angle's value: what is proved holds for any such function. These functions are
//! others in every field, so that no program knows a value of them. A wrong program survives a point with probability of about
//! (degree of the difference) / 2⁶¹.

#[cfg(test)]
pub(crate) mod attacks;
mod bounds;
mod degrees;
mod draw;
mod evidence;
mod point;
mod structure;

pub use bounds::{Range, Unbounded, bounded};
use draw::Draw;
pub use evidence::evidence;
pub(crate) use point::draw;
pub use point::{Point, quaternion_places};
pub use structure::{InField, Structure, zeros};

use core::fmt;

use crate::evaluate::{Constants, Exact, compared, evaluate_parts_with};
use crate::exact::element::FieldElement;
use crate::exact::number::Number;
use crate::exact::rank::rank;
use crate::exact::residue::{Field, Residue};
use crate::function::Part;
pub use crate::function::{FIELDS, Proof};
use crate::leaves::Argument;
use crate::mechanism::Mechanism;
use crate::parallel;
use crate::program::Program;
use crate::recursion::{self, Formulation, Quantity};

/// Why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Disagreement {
    /// A program and its recursion differ.
    Value {
        /// Name of the output array.
        output: &'static str,
        /// Element, row-major.
        element: usize,
        /// Seed of the point.
        seed: u64,
    },
    /// An element is computed by other operations, where only the order of statements was to change.
    Operation(&'static str, usize),
    /// No point could be evaluated: all divide by 0, or use an angle for more than sums of angles.
    Undefined,
    /// A constant that is not 0 is a multiple of this prime.
    Vanishing(u64),
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value {
                output,
                element,
                seed,
            } => write!(f, "differs at output `{output}`[{element}], seed {seed}"),
            Self::Operation(output, element) => {
                write!(f, "has other operations at output `{output}`[{element}]")
            }
            Self::Undefined => f.write_str(
                "is defined nowhere: it divides by 0, or an angle is used for more than sums of angles",
            ),
            Self::Vanishing(prime) => {
                write!(f, "has a constant that is not 0 and 0 modulo the prime {prime}")
            }
        }
    }
}

/// Checks the programs of a function against `formulation` run literally on `mechanism`, at `points` random points.
///
/// # Errors
/// The first element that differs, or why no point could be evaluated.
pub fn prove(
    parts: &[Part<'_>],
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    points: usize,
) -> Result<Proof, Disagreement> {
    let programs: Vec<&Program> = parts.iter().map(|part| part.program).collect();
    let check = Check {
        names: names(&programs),
        mechanism,
        programs: &programs,
        draw: Draw::of(mechanism, &programs),
        points,
    };
    check.compare(
        |point| {
            let results = recursion::run(mechanism, quantity, formulation, point);
            point.record.arrays(results)
        },
        |point, constants| {
            let prepared = parts.iter().map(|part| point.prepared(part.prepared));
            let prepared: Vec<Vec<Exact>> = prepared.collect();
            evaluate_parts_with(&programs, constants, |part, input| match input.argument {
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
) -> Result<Proof, Disagreement> {
    let check = Check {
        names: program.outputs.iter().map(|output| output.name).collect(),
        mechanism,
        programs: &[program, source],
        draw: Draw::of(mechanism, &[program, source]),
        points,
    };
    let run = |point: &Point<Field>, program: &Program, constants: &Constants<Exact>| {
        program.evaluate_with(constants, |input| point.exact(input))
    };
    check.compare(
        |point| {
            let constants = point.constants(source).unwrap_or_else(|| Vec::new().into());
            let values = run(point, source, &constants);
            let plain = |array: Vec<Exact>| array.into_iter().map(|exact| exact.value).collect();
            values.into_iter().map(plain).collect()
        },
        |point, constants| run(point, program, &constants[0]),
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
) -> Result<Proof, Disagreement> {
    let check = Check {
        names: names(&[program]),
        mechanism,
        programs: &[program],
        draw: Draw::of(mechanism, &[program]),
        points: 3,
    };
    check.compare(
        |point| {
            let values =
                |numbers: &&[Number]| numbers.iter().map(|one| point.number(one)).collect();
            formulas.iter().map(values).collect()
        },
        |point, constants| program.evaluate_with(&constants[0], |input| point.exact(input)),
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
    /// Programs whose constants must not vanish.
    programs: &'a [&'a Program],
    /// Where the points are.
    draw: Draw,
    /// Number of random points.
    points: usize,
}

impl Check<'_> {
    /// An array that only one side has, or has in another length: nothing is equal for want of values.
    fn mismatched(&self, expected: &[Vec<Residue>], found: &[Vec<Exact>]) -> Option<&'static str> {
        let here = expected.iter().map(Vec::len);
        let there = found.iter().map(Vec::len);
        if expected.len() == self.names.len() && here.clone().eq(there.clone()) {
            return None;
        }
        let same = here.zip(there).take_while(|(a, b)| a == b).count();
        let name = self.names.get(same).or(self.names.last());
        Some(name.copied().unwrap_or_default())
    }

    /// Compares at the points, at least one in every field; where nothing can be computed at one, at another.
    fn compare(
        &self,
        expected: impl Fn(&Point<Field>) -> Vec<Vec<Residue>> + Sync,
        found: impl Fn(&Point<Field>, &[Constants<Exact>]) -> Vec<Vec<Exact>> + Sync,
    ) -> Result<Proof, Disagreement> {
        /// A division by zero has probability of about 2⁻⁵⁰ at a random point: more redraws mean it is structural.
        const REDRAWS: usize = 8;
        let points = self.points.max(FIELDS);
        let agrees = |drawn: u64| self.agrees(drawn, &expected, &found);
        let drawn = parallel::map(0..points, |drawn| agrees(drawn as u64));
        // By field: points take them in turn.
        let mut proved = [0; FIELDS];
        for (agrees, field) in drawn.into_iter().zip((0..FIELDS).cycle()) {
            proved[field] += usize::from(agrees?);
        }
        let are_enough = |proved: [usize; FIELDS]| {
            proved.iter().sum::<usize>() >= points && !proved.contains(&0)
        };
        for redraw in points..points + REDRAWS {
            if !are_enough(proved) {
                proved[redraw % FIELDS] += usize::from(agrees(redraw as u64)?);
            }
        }
        if !are_enough(proved) {
            return Err(Disagreement::Undefined);
        }
        Ok(Proof {
            points: proved.iter().sum(),
            primes: self.draw.primes(),
        })
    }

    /// Compares at one point; whether all could be computed there.
    fn agrees(
        &self,
        drawn: u64,
        expected: impl Fn(&Point<Field>) -> Vec<Vec<Residue>>,
        found: impl Fn(&Point<Field>, &[Constants<Exact>]) -> Vec<Vec<Exact>>,
    ) -> Result<bool, Disagreement> {
        let (field, seed) = (self.draw.field(drawn), self.draw.seed(drawn));
        let point = Point::new(field, seed, self.mechanism);
        let constants = self.programs.iter().map(|one| point.constants(one));
        let Some(constants) = constants.collect::<Option<Vec<_>>>() else {
            return Err(Disagreement::Vanishing(field.prime()));
        };
        let (expected, found) = (expected(&point), found(&point, &constants));
        let differs = |output, element| Disagreement::Value {
            output,
            element,
            seed,
        };
        if let Some(output) = self.mismatched(&expected, &found) {
            return Err(differs(output, 0));
        }
        let values = expected.iter().flatten();
        let mut values = values.chain(found.iter().flatten().map(|exact| &exact.value));
        if values.any(|value| value.is_undefined()) {
            return Ok(false);
        }
        for ((output, expected), found) in self.names.iter().zip(&expected).zip(&found) {
            let mut pairs = expected.iter().zip(found);
            if let Some(element) = pairs.position(|(a, b)| !(*a - b.value).is_zero()) {
                return Err(differs(output, element));
            }
        }
        Ok(true)
    }
}

/// Rank of the Jacobians of all frames together at a random point: their generic rank, with overwhelming probability.
#[must_use]
pub fn jacobian_rank(mechanism: &Mechanism) -> usize {
    let mechanism = crate::transform::elementary(mechanism);
    // In no field it is higher than over the rationals.
    let ranks = Structure::of(&mechanism).in_each(|one| {
        let point = one.point(1, &mechanism);
        let mut rows: Vec<Vec<Residue>> = Vec::new();
        for frame in 0..mechanism.frames.len() {
            let quantity = Quantity::TipJacobian(frame);
            let elements = recursion::run(&mechanism, quantity, Formulation::Kinematic, &point);
            let elements = elements[0].chunks(mechanism.nv().max(1));
            rows.extend(elements.map(|row| point.lifted(row)));
        }
        rank(rows, |x| x.is_zero())
    });
    ranks.into_iter().max().unwrap_or_default()
}
