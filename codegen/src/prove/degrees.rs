//! Degrees of what a program computes.
//!
//! A cosine and a sine have degree 1 in what their angle is made of, a product has the sum of the degrees of its factors, and so has a quotient. Values
//! that are equal have other degrees where they are computed in another way: (a + b) − b has that of b.

use crate::leaves::Input;
use crate::program::{Operand, Operation, Program};

/// In what a degree is one.
#[derive(Clone, Copy)]
enum Variable {
    /// All inputs together.
    Inputs,
    Input(Input),
    /// The reciprocal of a divisor, by its number.
    Reciprocal(usize),
}

/// Whether a program has values of a higher degree than another one of the same inputs. A program comes with the numbers of its divisors, in
/// the order of divisions.
pub(super) fn is_higher(found: (&Program, &[usize]), source: (&Program, &[usize])) -> bool {
    let inputs = source.0.inputs.iter().flat_map(|port| {
        let argument = port.argument;
        (0..port.len).map(move |index| Variable::Input(Input { argument, index }))
    });
    let reciprocals = found.1.iter().map(|&divisor| Variable::Reciprocal(divisor));
    let mut variables = core::iter::once(Variable::Inputs)
        .chain(inputs)
        .chain(reciprocals);
    variables.any(|variable| highest(found, variable) > highest(source, variable))
}

/// The highest degree of a value; of a variable that nothing depends on, 1.
fn highest((program, divisors): (&Program, &[usize]), variable: Variable) -> u64 {
    let mut values = Degrees {
        variable,
        slots: Vec::with_capacity(program.statements.len()),
        angles: Vec::new(),
    };
    let (of_angles, rest) = program.statements.split_at(program.angle_statements);
    let mut divisors = divisors.iter();
    for statements in [of_angles, rest] {
        for statement in statements {
            let [a, b] = [statement.a, statement.b].map(|operand| values.of(operand));
            let product = a.saturating_add(b);
            let degree = match statement.operation {
                Operation::Add | Operation::Sub => a.max(b),
                Operation::Mul => product,
                Operation::Fused(fused) => product.max(values.of(fused.addend)),
                Operation::Div | Operation::Saturate => {
                    let is_own = matches!(variable, Variable::Reciprocal(one) if divisors.next() == Some(&one));
                    product.saturating_add(u64::from(is_own))
                }
            };
            values.slots.push(degree);
        }
        if values.angles.is_empty() {
            let angles = program.angles.iter();
            values.angles = angles.map(|&angle| values.of(angle).min(1)).collect();
        }
    }
    values.slots.into_iter().fold(1, u64::max)
}

struct Degrees {
    variable: Variable,
    slots: Vec<u64>,
    angles: Vec<u64>,
}

impl Degrees {
    fn of(&self, operand: Operand) -> u64 {
        match operand {
            Operand::Constant(_) => 0,
            Operand::Input(input) => u64::from(match self.variable {
                Variable::Inputs => true,
                Variable::Input(one) => input == one,
                Variable::Reciprocal(_) => false,
            }),
            // There is none before there are angles.
            Operand::Cosine(index) | Operand::Sine(index) => {
                self.angles.get(index).copied().unwrap_or(u64::MAX)
            }
            Operand::Slot(index) => self.slots[index],
        }
    }
}
