//! The evaluator: runs a program over any lane.

mod exact;
mod float;
mod library;
mod parts;
mod solving;

pub use exact::Exact;
pub(crate) use exact::multiple;
pub use library::Libm;
pub use parts::{compared, evaluate_parts, evaluate_parts_with};
pub use solving::{Found, Solving};

use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::leaves::Input;
use crate::program::{Constant, Fused, Operand, Operation, Program, Signed, Statement, Tail};
use crate::scalar::Scalar;

/// A scalar type of the evaluator: one that knows cosines and sines of its own values.
pub trait Lane: Scalar {
    /// a · b + c, rounded once where anything is rounded.
    fn fused(a: Self, b: Self, c: Self) -> Self {
        a * b + c
    }

    /// Cosine and sine of each of these angles with its tail.
    fn circle(angles: &[(Self, Self)]) -> Vec<(Self, Self)>;

    /// The tail of a statement of an angle: `operands` with their tails, `result` without its own. Nothing is rounded in a lane
    /// of exact values.
    fn tail(_operation: Operation, _operands: [(Self, Self); 2], _result: Self) -> Self {
        Self::zero()
    }
}

/// A lane that knows constants.
pub trait Float: Lane {
    /// A number, rounded to the lane.
    fn number(value: &Number) -> Self;
    /// A constant angle, rounded to the lane.
    fn angle(value: &Angle) -> Self;
    /// What rounding leaves of a constant.
    fn rest(constant: &Constant) -> Self;
}

/// The constants of a program in a lane.
#[derive(Clone, Debug)]
pub struct Constants<L> {
    /// Each rounded to the lane.
    nearest: Vec<L>,
    /// What that leaves of those in angles; empty where nothing is rounded.
    rest: Vec<L>,
}

impl<L: Lane> Constants<L> {
    /// Each rounded to the lane.
    #[must_use]
    pub fn nearest(&self) -> &[L] {
        &self.nearest
    }

    /// What that leaves of one that is in angles; 0 for others.
    #[must_use]
    pub fn rest(&self, index: usize) -> L {
        self.rest.get(index).copied().unwrap_or_else(L::zero)
    }
}

impl<L> From<Vec<L>> for Constants<L> {
    /// Constants that are exact.
    fn from(exact: Vec<L>) -> Self {
        Self {
            nearest: exact,
            rest: Vec::new(),
        }
    }
}

impl Program {
    /// The output arrays for given inputs, in the order of [`Program::outputs`].
    pub fn evaluate<L: Float>(&self, input: impl Fn(Input) -> L) -> Vec<Vec<L>> {
        self.evaluate_with(&self.rounded_constants(), input)
    }

    /// The constants, rounded to the lane: for those who evaluate many times.
    #[must_use]
    pub fn rounded_constants<L: Float>(&self) -> Constants<L> {
        let nearest = self.constants.iter().map(|constant| match constant {
            Constant::Number(number) => L::number(number),
            Constant::Angle(angle) => L::angle(angle),
        });
        let mut rest = Vec::new();
        for index in self.tails().constants() {
            rest.resize(self.constants.len(), L::zero());
            rest[index] = L::rest(&self.constants[index]);
        }
        Constants {
            nearest: nearest.collect(),
            rest,
        }
    }

    /// As [`Program::evaluate`], with the program's own [`rounded_constants`](Program::rounded_constants).
    pub fn evaluate_with<L: Lane>(
        &self,
        constants: &Constants<L>,
        input: impl Fn(Input) -> L,
    ) -> Vec<Vec<L>> {
        let mut slots: Vec<L> = Vec::with_capacity(self.statements.len());
        let mut circles: Vec<(L, L)> = Vec::new();
        let get = |operand: Operand, slots: &[L], circles: &[(L, L)]| match operand {
            Operand::Constant(index) => constants.nearest[index],
            Operand::Input(element) => input(element),
            Operand::Cosine(index) => circles[index].0,
            Operand::Sine(index) => circles[index].1,
            Operand::Slot(index) => slots[index],
        };
        let run = |range: core::ops::Range<usize>, slots: &mut Vec<L>, circles: &[(L, L)]| {
            for statement in &self.statements[range] {
                let (a, b) = (
                    get(statement.a, slots, circles),
                    get(statement.b, slots, circles),
                );
                slots.push(match statement.operation {
                    Operation::Add => a + b,
                    Operation::Sub => a - b,
                    Operation::Mul => a * b,
                    Operation::Div => a / b,
                    Operation::Saturate => a.saturate(b),
                    Operation::Fused(Fused { addend, form }) => {
                        form.of([a, b, get(addend, slots, circles)], L::fused)
                    }
                });
            }
        };
        run(0..self.angle_statements, &mut slots, &circles);
        circles = L::circle(&self.angles_of(constants, |operand| get(operand, &slots, &circles)));
        run(
            self.angle_statements..self.statements.len(),
            &mut slots,
            &circles,
        );
        let signed = |element: &Signed| {
            let value = get(element.operand, &slots, &circles);
            if element.negative { -value } else { value }
        };
        self.outputs
            .iter()
            .map(|output| output.elements.iter().map(signed).collect())
            .collect()
    }

    /// The angles with their tails; `get` is the value of an operand.
    fn angles_of<L: Lane>(
        &self,
        constants: &Constants<L>,
        get: impl Fn(Operand) -> L,
    ) -> Vec<(L, L)> {
        let tails = self.tails();
        let mut known = vec![L::zero(); self.angle_statements];
        let tail = |operand: Operand, known: &[L]| match tails.of(operand) {
            Tail::Zero => L::zero(),
            Tail::Constant(index) => constants.rest(index),
            Tail::Slot(slot) => known[slot],
        };
        for slot in tails.slots() {
            let Statement {
                operation, a, b, ..
            } = self.statements[slot];
            let operands = [a, b].map(|operand| (get(operand), tail(operand, &known)));
            known[slot] = L::tail(operation, operands, get(Operand::Slot(slot)));
        }
        let angles = self.angles.iter();
        let with_tail = |&angle: &Operand| (get(angle), tail(angle, &known));
        angles.map(with_tail).collect()
    }
}
