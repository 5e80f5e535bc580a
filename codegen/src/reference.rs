//! The reference: a recursion run on plain floats, with the C library's sine and cosine. Equations are solved where it comes to
//! them, by the solvers of generated code.

use core::cell::Cell;

use denoc_sincos::linear::double;
use denoc_sincos::{product_tail, sum_tail};

use crate::exact::number::{Atoms, Memo, Number};
use crate::leaves::Solve;
use crate::leaves::{Argument, Input, JointAngle, Leaves};
use crate::mechanism::{Condition, Mechanism};
use crate::program::Constant;
use crate::prove::quaternion_places;
use crate::recursion;
use crate::recursion::Formulation;
use crate::recursion::Quantity;

/// Makes coordinates smaller of which a unit turns joints farther than anybody measures angles: of a mode of a beam of a millimetre it is millions of
/// turns, where sines have no digits and, beyond their domain, no numbers.
fn keep_near(mechanism: &Mechanism, q: &mut [f64]) {
    /// rad (or m) for a unit.
    const FARTHEST: f64 = 1000.0;
    let mut farthest = vec![FARTHEST; q.len()];
    let rows = mechanism.coordinates.iter().flat_map(|all| &all.positions);
    for (index, factor) in rows.flat_map(|row| &row.terms) {
        farthest[*index] = farthest[*index].max(factor.to_f64().abs());
    }
    for (coordinate, farthest) in q.iter_mut().zip(farthest) {
        *coordinate *= FARTHEST / farthest;
    }
}

/// Input arrays by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    arrays: Vec<(Argument, Vec<f64>)>,
}

impl State {
    /// A random state of moderate size (elements in ±1.5, less where joints would turn far), every array set; quaternions are units.
    #[must_use]
    pub fn sample(mechanism: &Mechanism, seed: u64) -> Self {
        let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut draw = || {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            ((x >> 11) as f64 / (1_u64 << 53) as f64).mul_add(3.0, -1.5)
        };
        let mut array = |len: usize| -> Vec<f64> { (0..len).map(|_| draw()).collect() };
        let mut q = array(mechanism.nq());
        for start in quaternion_places(mechanism) {
            let quaternion = &mut q[start..start + 4];
            let norm = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
            quaternion.iter_mut().for_each(|x| *x /= norm);
        }
        keep_near(mechanism, &mut q);
        let (nv, driven) = (mechanism.nv(), mechanism.driven());
        let wrenches = 6 * mechanism.model_bodies().count();
        let sampled = Self::default()
            .with(Argument::Q, q)
            .with(Argument::Qd, array(nv))
            .with(Argument::Qdd, array(nv))
            .with(Argument::Tau, array(nv))
            .with(Argument::P, array(nv))
            .with(Argument::Wrenches, array(wrenches))
            .with(Argument::DrivenQ, array(driven))
            .with(Argument::DrivenQd, array(driven))
            .with(Argument::DrivenQdd, array(driven));
        let directions = Argument::ALL.iter().filter_map(|one| one.direction());
        let sampled = directions.fold(sampled, |sampled, direction| {
            sampled.with(direction, array(direction.port(mechanism).len))
        });
        let inputs = Quantity::table().flat_map(|one| one.signature().inputs);
        let weights = inputs.filter(|one| matches!(one, Argument::Weights(_)));
        weights.fold(sampled, |sampled, &weights| {
            if sampled.array(weights).is_empty() {
                sampled.with(weights, array(weights.port(mechanism).len))
            } else {
                sampled
            }
        })
    }

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

    /// A number of the model for the values of the parameters, their defaults when none were set.
    fn number(&self, value: &Number) -> f64 {
        if value.is_formula() && !self.array(Argument::Parameters).is_empty() {
            value.evaluate(self, &mut Memo::default())
        } else {
            value.to_f64()
        }
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

/// The condition of a mechanism that values of its parameters violate, in the order of the model. What is not a number violates it, too.
#[must_use]
pub fn violated<'m>(mechanism: &'m Mechanism, parameters: &[f64]) -> Option<&'m Condition> {
    let state = State::default().with(Argument::Parameters, parameters.to_vec());
    let mut conditions = mechanism.conditions.iter();
    conditions.find(|condition| {
        let value = state.number(&condition.value);
        value.is_nan() || value < 0.0
    })
}

impl Atoms for State {
    type S = f64;

    fn rational(&self, value: &Number) -> f64 {
        value.to_f64()
    }

    fn parameter(&self, place: usize) -> f64 {
        self.get(Input {
            argument: Argument::Parameters,
            index: place,
        })
    }

    fn circle(&self, angle: f64) -> (f64, f64) {
        let (sin, cos) = angle.sin_cos();
        (cos, sin)
    }
}

impl State {
    /// Cosine and sine of a signed sum of joint angles; what rounding takes from the sum and from multiples is added to first order.
    pub(crate) fn circle_of(&self, angles: &[JointAngle]) -> (f64, f64) {
        let (mut sum, mut tail, mut turns) = (0.0, 0.0, 0);
        let mut add = |term: f64, of_term: f64| {
            let rounded = sum + term;
            tail = sum_tail(sum, term, rounded, tail, of_term);
            sum = rounded;
        };
        for angle in angles {
            let sign = if angle.negative { -1.0 } else { 1.0 };
            let (product, of_product) = times(&angle.multiple, self.get(angle.coordinate));
            add(sign * product, sign * of_product);
            match angle.offset.quarter_turns() {
                Some(quarter) if angle.negative => turns -= quarter,
                Some(quarter) => turns += quarter,
                None => add(sign * self.number(&angle.offset.to_number()), 0.0),
            }
        }
        let (sin, cos) = sum.sin_cos();
        let (sin, cos) = (sin + tail * cos, cos - tail * sin);
        match turns.rem_euclid(4) {
            0 => (cos, sin),
            1 => (-sin, cos),
            2 => (-cos, -sin),
            _ => (sin, -cos),
        }
    }
}

/// A multiple of a coordinate, and what rounding takes from it.
fn times(multiple: &Number, coordinate: f64) -> (f64, f64) {
    if multiple.is_one() {
        return (coordinate, 0.0);
    }
    let multiple = Constant::Number(multiple.clone());
    let (factor, rest) = (multiple.to_f64(), multiple.rest_f64());
    let product = factor * coordinate;
    let tail = product_tail(factor, coordinate, product, rest, 0.0);
    (product, tail)
}

/// A state, and whether equations could be solved there.
struct ReferenceLeaves<'s> {
    state: &'s State,
    singular: Cell<bool>,
}

impl Leaves for ReferenceLeaves<'_> {
    type S = f64;

    fn constant(&self, value: &Number) -> f64 {
        self.state.number(value)
    }

    fn input(&self, input: Input) -> f64 {
        self.state.get(input)
    }

    fn circle(&self, angles: &[JointAngle]) -> (f64, f64) {
        self.state.circle_of(angles)
    }

    fn solve(&self, solve: Solve, matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
        let (mut matrix, mut right) = (matrix.concat(), right.to_vec());
        let Solve {
            rows,
            columns,
            sides,
            least_norm,
        } = solve;
        let Some(cutoff) = least_norm else {
            if !double::solve(rows, sides, &mut matrix, &mut right) {
                self.singular.set(true);
            }
            return right;
        };
        let mut solution = vec![0.0; columns];
        let (matrix, right) = (&mut matrix, &mut right);
        if !double::minimum_norm(rows, columns, matrix, right, cutoff, &mut solution) {
            self.singular.set(true);
        }
        solution
    }

    fn guard(&self, margins: &[f64]) {
        if !margins.iter().all(|&one| one > 0.0) {
            self.singular.set(true);
        }
    }
}

/// The output arrays of `quantity`, computed by `formulation` in floating point on the mechanism as it is; NaN where its
/// equations are singular.
#[must_use]
pub fn reference(
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    state: &State,
) -> Vec<Vec<f64>> {
    let leaves = ReferenceLeaves {
        state,
        singular: Cell::new(false),
    };
    let mut arrays = recursion::run(mechanism, quantity, formulation, &leaves);
    if leaves.singular.get() {
        arrays.iter_mut().for_each(|array| array.fill(f64::NAN));
    }
    arrays
}

/// max |a − b| / [`scale`]; infinite when something is not finite and not the infinity that is expected, or differs where all is 0, and
/// when there are not as many elements as expected.
#[must_use]
pub fn distance(expected: &[f64], found: &[f64], terms: f64) -> f64 {
    if expected.len() != found.len() {
        return f64::INFINITY;
    }
    let scale = scale(expected, terms);
    let different = expected.iter().zip(found).filter(|(a, b)| a != b);
    let differences = different.map(|(a, b)| (a - b).abs());
    differences.fold(0.0, |worst, x| {
        if x.is_finite() && scale > 0.0 {
            worst.max(x / scale)
        } else {
            f64::INFINITY
        }
    })
}

/// The scale of differences of an array: max |a| of what is finite; the largest of the `terms` that its elements are sums of where these are what
/// is left of terms that cancel, below 1e-10 of them.
#[must_use]
pub fn scale(array: &[f64], terms: f64) -> f64 {
    let finite = array.iter().filter(|x| x.is_finite());
    let scale = finite.fold(0.0_f64, |scale, x| scale.max(x.abs()));
    if scale < 1e-10 * terms { terms } else { scale }
}
