//! Programs that differ in the order of their statements alone.

use rustc_hash::FxHashMap;

use super::{Operand, Operation, Program, Signed};

/// The operation and the operands of a statement, by its number: that of all statements of the same operation on the same operands.
type Numbers = FxHashMap<(Operation, Operand, Operand), usize>;

impl Program {
    /// The first element, by its output, that another program computes by other operations, or on other operands; where they have other inputs,
    /// constants, angles or statements, the first of all. `None`: only the order of statements differs (and what of them is said to be
    /// equal runs), and so every bit is the same.
    #[must_use]
    pub fn first_changed(&self, other: &Self) -> Option<(&'static str, usize)> {
        let mut numbers = Numbers::default();
        let [own, others] = [self, other].map(|program| Numbered::of(program, &mut numbers));
        let alike = self.inputs == other.inputs
            && self.constants == other.constants
            && self.outputs.len() == other.outputs.len()
            && own.of_angles == others.of_angles
            && own.rest == others.rest
            && own.angles == others.angles;
        if !alike {
            return Some((self.outputs.first().map_or("", |output| output.name), 0));
        }
        let outputs = self.outputs.iter().zip(&other.outputs);
        let mut outputs = outputs.zip(own.outputs.iter().zip(&others.outputs));
        outputs.find_map(|((output, known), (elements, others))| {
            let declared = (output.name, output.shape) == (known.name, known.shape)
                && output.pattern == known.pattern
                && elements.len() == others.len();
            let mut pairs = elements.iter().zip(others);
            let changed = pairs.position(|(one, other)| one != other);
            let changed = if declared { changed } else { Some(0) };
            changed.map(|element| (output.name, element))
        })
    }
}

/// A program, every slot by the number of its statement.
struct Numbered {
    /// The statements before sines and cosines are taken, and those behind, in the order of their numbers.
    of_angles: Vec<usize>,
    rest: Vec<usize>,
    angles: Vec<Operand>,
    /// The elements of the outputs.
    outputs: Vec<Vec<Signed>>,
}

impl Numbered {
    fn of(program: &Program, numbers: &mut Numbers) -> Self {
        let mut slots = Vec::with_capacity(program.statements.len());
        let number = |operand: Operand, slots: &[usize]| match operand {
            Operand::Slot(slot) => Operand::Slot(slots.get(slot).copied().unwrap_or(usize::MAX)),
            other => other,
        };
        for statement in &program.statements {
            let one = statement.map(|operand| number(operand, &slots));
            let next = numbers.len();
            let known = numbers.entry((one.operation, one.a, one.b));
            slots.push(*known.or_insert(next));
        }
        let angles = program.angles.iter().map(|&angle| number(angle, &slots));
        let angles = angles.collect();
        let signed = |one: &Signed| Signed {
            operand: number(one.operand, &slots),
            ..*one
        };
        let outputs = program.outputs.iter();
        let outputs = outputs.map(|output| output.elements.iter().map(signed).collect());
        let outputs = outputs.collect();
        let mut rest = slots.split_off(program.angle_statements.min(slots.len()));
        slots.sort_unstable();
        rest.sort_unstable();
        Self {
            of_angles: slots,
            rest,
            angles,
            outputs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::{Fma, Options, compile};
    use crate::exact::number::Number;
    use crate::generic::generic;
    use crate::leaves::{Argument, Input, Origin};
    use crate::program::{Constant, Statement};

    #[test]
    fn every_change_of_an_operand_or_an_element_is_noticed() {
        let options = Options {
            functions: Some(vec!["inverse_dynamics".into(), "mass_matrix".into()]),
            fma: Fma::Any,
            ..Options::default()
        };
        let compiled = compile(&generic(3), &options).expect("it compiles");
        for function in &compiled.functions {
            let program = &function.program;
            assert_eq!(program.first_changed(program), None);
            let mut changed = 0;
            let mut refused = |other: &Program| {
                assert!(program.first_changed(other).is_some(), "{}", function.name);
                changed += 1;
            };
            for at in 0..program.statements.len() {
                let mut other = program.clone();
                let statement = &mut other.statements[at];
                (statement.a, statement.b) = (statement.b, statement.a);
                if statement.a != statement.b {
                    refused(&other);
                }
                let mut other = program.clone();
                other.statements[at] = other.statements[at].map(|operand| match operand {
                    Operand::Slot(slot) if slot > 0 => Operand::Slot(slot - 1),
                    other => other,
                });
                if other != *program {
                    refused(&other);
                }
            }
            for element in 0..program.outputs[0].elements.len() {
                let mut other = program.clone();
                other.outputs[0].elements[element].negative ^= true;
                let name = program.outputs[0].name;
                assert_eq!(program.first_changed(&other), Some((name, element)));
            }
            let mut other = program.clone();
            other.outputs[0].elements.pop();
            refused(&other);
            let mut other = program.clone();
            other.outputs.push(other.outputs[0].clone());
            refused(&other);
            let mut other = program.clone();
            other.inputs.pop();
            refused(&other);
            let mut other = program.clone();
            other.constants[0] = Constant::Number(Number::from(7));
            refused(&other);
            let mut other = program.clone();
            other.angles.reverse();
            refused(&other);
            // A statement of angles after sines are taken, and another before.
            let mut other = program.clone();
            other.angle_statements += 1;
            refused(&other);
            let mut other = program.clone();
            other.statements.pop();
            refused(&other);
            assert!(changed > 50, "{changed} changes");
        }
    }

    /// q₀ + q₁ and q₀ − q₁, their sines, and the products of these by q₀ and by q₁; the statements in the order that is given.
    fn of_two_angles(order: [usize; 2]) -> Program {
        let q = |index| {
            let argument = Argument::Q;
            Operand::Input(Input { argument, index })
        };
        let angles = [(Operation::Add, q(0), q(1)), (Operation::Sub, q(0), q(1))];
        let place = |wanted: usize| {
            order
                .iter()
                .position(|&one| one == wanted)
                .unwrap_or_default()
        };
        let rest = [0, 1].map(|k| (Operation::Mul, Operand::Sine(k), q(k)));
        let statements = order
            .map(|k| angles[k])
            .into_iter()
            .chain(order.map(|k| rest[k]));
        Program {
            statements: statements
                .map(|(operation, a, b)| Statement {
                    operation,
                    a,
                    b,
                    origin: Origin::default(),
                })
                .collect(),
            angles: [0, 1].map(|k| Operand::Slot(place(k))).into(),
            angle_statements: 2,
            ..Program::empty(Vec::new())
        }
    }

    #[test]
    fn the_order_of_statements_is_no_change() {
        let [one, other] = [[0, 1], [1, 0]].map(of_two_angles);
        assert_ne!(one, other);
        assert_eq!(one.first_changed(&other), None);
    }
}
