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
pub use solving::Solving;

use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::leaves::Input;
use crate::program::{Constant, Operand, Operation, Program, Signed};
use crate::scalar::Scalar;

/// A scalar type of the evaluator: one that knows cosines and sines of its own values.
pub trait Lane: Scalar {
    /// Cosine and sine of each of these angles.
    fn circle(angles: &[Self]) -> Vec<(Self, Self)>;
}

/// A lane that knows constants.
pub trait Float: Lane {
    /// A number, rounded to the lane.
    fn number(value: &Number) -> Self;
    /// A constant angle, rounded to the lane.
    fn angle(value: &Angle) -> Self;
}

impl Program {
    /// The output arrays for given inputs, in the order of [`Program::outputs`].
    pub fn evaluate<L: Float>(&self, input: impl Fn(Input) -> L) -> Vec<Vec<L>> {
        self.evaluate_with(&self.rounded_constants(), input)
    }

    /// The constants, rounded to the lane: for those who evaluate many times.
    #[must_use]
    pub fn rounded_constants<L: Float>(&self) -> Vec<L> {
        self.constants
            .iter()
            .map(|constant| match constant {
                Constant::Number(number) => L::number(number),
                Constant::Angle(angle) => L::angle(angle),
            })
            .collect()
    }

    /// As [`Program::evaluate`], with the program's own [`rounded_constants`](Program::rounded_constants).
    pub fn evaluate_with<L: Lane>(
        &self,
        constants: &[L],
        input: impl Fn(Input) -> L,
    ) -> Vec<Vec<L>> {
        let mut slots: Vec<L> = Vec::with_capacity(self.statements.len());
        let mut circles: Vec<(L, L)> = Vec::new();
        let get = |operand: Operand, slots: &[L], circles: &[(L, L)]| match operand {
            Operand::Constant(index) => constants[index],
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
                });
            }
        };
        run(0..self.angle_statements, &mut slots, &circles);
        let angles: Vec<L> = self
            .angles
            .iter()
            .map(|angle| get(*angle, &slots, &circles))
            .collect();
        circles = L::circle(&angles);
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
}
