//! What nothing depends on is left out.

use super::{Operand, Program, Statement};

/// What is used.
struct Used {
    slots: Vec<bool>,
    angles: Vec<bool>,
    constants: Vec<bool>,
}

impl Used {
    fn note(&mut self, operand: Operand) {
        let known = match operand {
            Operand::Slot(index) => self.slots.get_mut(index),
            Operand::Cosine(index) | Operand::Sine(index) => self.angles.get_mut(index),
            Operand::Constant(index) => self.constants.get_mut(index),
            Operand::Input(_) => None,
        };
        if let Some(known) = known {
            *known = true;
        }
    }

    /// Operands of the statements of `first` on that are used, from the last one.
    fn follow(&mut self, statements: &[Statement], first: usize) {
        for (place, statement) in statements.iter().enumerate().rev() {
            if self.slots[first + place] {
                statement.operands().for_each(|operand| self.note(operand));
            }
        }
    }
}

impl Program {
    /// The program without statements, angles and constants that no output depends on, and with one angle of those that are the same.
    ///
    /// A program of [limbs that share a function](Program::copies) stays as it is.
    #[must_use]
    pub fn pruned(mut self) -> Self {
        if !self.copies.is_empty() {
            return self;
        }
        let firsts: Vec<usize> = (self.angles.iter())
            .map(|angle| self.angles.iter().position(|one| one == angle).unwrap_or(0))
            .collect();
        let one_of_each = |operand: Operand| match operand {
            Operand::Cosine(index) => Operand::Cosine(firsts[index]),
            Operand::Sine(index) => Operand::Sine(firsts[index]),
            other => other,
        };
        self.rename(one_of_each);
        let mut used = Used {
            slots: vec![false; self.statements.len()],
            angles: vec![false; self.angles.len()],
            constants: vec![false; self.constants.len()],
        };
        for element in self.outputs.iter().flat_map(|output| &output.elements) {
            used.note(element.operand);
        }
        let (of_angles, rest) = self.statements.split_at(self.angle_statements);
        used.follow(rest, self.angle_statements);
        for (index, &angle) in self.angles.iter().enumerate() {
            if used.angles[index] {
                used.note(angle);
            }
        }
        used.follow(of_angles, 0);
        let [slots, angles, constants] =
            [&used.slots, &used.angles, &used.constants].map(|one| places(one));
        self.angle_statements = slots[self.angle_statements];
        keep(&mut self.statements, &used.slots);
        keep(&mut self.angles, &used.angles);
        keep(&mut self.constants, &used.constants);
        self.rename(|operand| match operand {
            Operand::Slot(index) => Operand::Slot(slots[index]),
            Operand::Cosine(index) => Operand::Cosine(angles[index]),
            Operand::Sine(index) => Operand::Sine(angles[index]),
            Operand::Constant(index) => Operand::Constant(constants[index]),
            Operand::Input(input) => Operand::Input(input),
        });
        self
    }
}

/// How many are used before each, and before the end.
fn places(used: &[bool]) -> Vec<usize> {
    let mut places = vec![0];
    let mut before = 0;
    for &one in used {
        before += usize::from(one);
        places.push(before);
    }
    places
}

fn keep<T>(list: &mut Vec<T>, used: &[bool]) {
    let mut used = used.iter();
    list.retain(|_| used.next().is_some_and(|&one| one));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::number::Number;
    use crate::leaves::{Argument, Input, Origin};
    use crate::program::{Constant, Operation, Output, Port, Shape, Signed};

    #[test]
    fn what_no_output_depends_on_is_left_out() {
        let argument = Argument::Q;
        let [first, second] = [0, 1].map(|index| Operand::Input(Input { argument, index }));
        let statement = |operation, a, b| Statement {
            operation,
            a,
            b,
            origin: Origin::default(),
        };
        let mut program = Program::empty(vec![Port { argument, len: 2 }]);
        program.constants = [2, 3].map(|one| Constant::Number(Number::from(one))).into();
        program.statements = vec![
            statement(Operation::Add, first, second),
            statement(Operation::Sub, first, second),
            statement(Operation::Mul, Operand::Sine(1), Operand::Constant(0)),
            statement(Operation::Mul, Operand::Cosine(2), Operand::Constant(1)),
            statement(Operation::Add, Operand::Sine(3), Operand::Slot(3)),
        ];
        program.angle_statements = 2;
        program.angles = vec![first, Operand::Slot(0), first, Operand::Slot(1)];
        program.outputs = vec![Output {
            name: "tau",
            shape: Shape::Scalar,
            elements: vec![Signed {
                operand: Operand::Slot(4),
                negative: true,
            }],
            pattern: None,
        }];
        let pruned = program.pruned();
        assert_eq!(pruned.constants, [Constant::Number(Number::from(3))]);
        assert_eq!(pruned.angles, [first, Operand::Slot(0)]);
        assert_eq!(pruned.angle_statements, 1);
        let left = [
            statement(Operation::Sub, first, second),
            statement(Operation::Mul, Operand::Cosine(0), Operand::Constant(0)),
            statement(Operation::Add, Operand::Sine(1), Operand::Slot(1)),
        ];
        assert_eq!(pruned.statements, left);
        assert_eq!(pruned.outputs[0].elements[0].operand, Operand::Slot(2));
        assert_eq!(pruned.clone().pruned(), pruned);
    }

    #[test]
    fn of_angles_that_are_the_same_one_is_left() {
        let argument = Argument::Q;
        let angle = Operand::Input(Input { argument, index: 0 });
        let mut program = Program::empty(vec![Port { argument, len: 1 }]);
        program.angles = vec![angle, angle];
        program.statements = vec![Statement {
            operation: Operation::Mul,
            a: Operand::Sine(0),
            b: Operand::Cosine(1),
            origin: Origin::default(),
        }];
        program.outputs = vec![Output {
            name: "tau",
            shape: Shape::Scalar,
            elements: vec![Signed {
                operand: Operand::Slot(0),
                negative: false,
            }],
            pattern: None,
        }];
        let pruned = program.pruned();
        assert_eq!(pruned.angles, [angle]);
        assert_eq!(pruned.statements.len(), 1);
        let product = &pruned.statements[0];
        assert_eq!(
            (product.a, product.b),
            (Operand::Sine(0), Operand::Cosine(0))
        );
    }
}
