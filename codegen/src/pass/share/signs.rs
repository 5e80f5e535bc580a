//! Signs of results, taken into the statements: a run returns values, not minus values.

use crate::program::{Operand, Operation, Program, Statement};

/// The same program with no result that is minus a value; `None`: some sign has no place in the statements.
pub(super) fn without_signs(program: &Program) -> Option<Program> {
    let mut signs = Signs {
        uses: uses(program),
        program: program.clone(),
    };
    let outputs = 0..program.outputs.len();
    for (output, element) in outputs.flat_map(|output| {
        let elements = 0..program.outputs[output].elements.len();
        elements.map(move |element| (output, element))
    }) {
        let one = signs.program.outputs[output].elements[element];
        let Operand::Slot(slot) = one.operand else {
            return None;
        };
        if one.negative {
            // What is taken elsewhere too keeps its sign there.
            (signs.uses[slot] == 1 && signs.negate(slot)).then_some(())?;
            signs.program.outputs[output].elements[element].negative = false;
        }
    }
    Some(signs.program)
}

/// How often every statement is taken, by statements and by outputs.
fn uses(program: &Program) -> Vec<usize> {
    let mut uses = vec![0; program.statements.len()];
    let elements = program.outputs.iter().flat_map(|one| &one.elements);
    let operands = program.statements.iter().flat_map(Statement::operands);
    for operand in operands.chain(elements.map(|one| one.operand)) {
        if let Operand::Slot(slot) = operand {
            uses[slot] += 1;
        }
    }
    uses
}

struct Signs {
    uses: Vec<usize>,
    program: Program,
}

impl Signs {
    /// Makes a statement compute minus its value, if it can.
    fn negate(&mut self, slot: usize) -> bool {
        let Statement {
            operation, a, b, ..
        } = self.program.statements[slot];
        let (operation, a, b) = match operation {
            // -(a - b) = b - a
            Operation::Sub => (operation, b, a),
            // -(a b) = (-a) b
            Operation::Mul | Operation::Div if self.negates(a) || self.negates(b) => {
                (operation, a, b)
            }
            // -(a + b) = (-a) - b
            Operation::Add if self.negates(a) => (Operation::Sub, a, b),
            Operation::Add if self.negates(b) => (Operation::Sub, b, a),
            _ => return false,
        };
        let statement = &mut self.program.statements[slot];
        (statement.operation, statement.a, statement.b) = (operation, a, b);
        true
    }

    /// The same of an operand that nothing else takes.
    fn negates(&mut self, operand: Operand) -> bool {
        match operand {
            Operand::Slot(slot) => self.uses[slot] == 1 && self.negate(slot),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leaves::{Argument, Input, Origin};
    use crate::program::{Output, Shape, Signed};
    use Operand::Slot;
    use Operation::{Add, Div, Mul, Sub};

    const fn q(index: usize) -> Operand {
        let argument = Argument::Q;
        Operand::Input(Input { argument, index })
    }

    /// Statements, and results with their signs.
    fn program(list: &[(Operation, Operand, Operand)], results: &[(bool, Operand)]) -> Program {
        let statement = |&(operation, a, b)| Statement {
            operation,
            a,
            b,
            origin: Origin::default(),
        };
        let signed = |&(negative, operand)| Signed { operand, negative };
        Program {
            inputs: Vec::new(),
            outputs: vec![Output {
                name: "tau",
                shape: Shape::Vector(results.len()),
                elements: results.iter().map(signed).collect(),
                pattern: None,
            }],
            constants: Vec::new(),
            angles: Vec::new(),
            angle_statements: 0,
            statements: list.iter().map(statement).collect(),
            copies: Vec::new(),
        }
    }

    /// Statements without the signs, if there are such.
    fn unsigned(
        list: &[(Operation, Operand, Operand)],
        results: &[(bool, Operand)],
    ) -> Option<Vec<(Operation, Operand, Operand)>> {
        let before = program(list, results);
        let after = without_signs(&before)?;
        assert!(after.outputs[0].elements.iter().all(|one| !one.negative));
        let value = |input: Input| 1.5 + input.index as f64;
        assert_eq!(before.evaluate(value), after.evaluate(value));
        let statements = after.statements.iter();
        Some(
            statements
                .map(|one| (one.operation, one.a, one.b))
                .collect(),
        )
    }

    #[test]
    fn a_difference_takes_the_sign() {
        let minus = [(true, Slot(0))];
        assert_eq!(
            unsigned(&[(Sub, q(0), q(1))], &minus),
            Some(vec![(Sub, q(1), q(0))])
        );
        assert_eq!(unsigned(&[(Mul, q(0), q(1))], &minus), None);
        assert_eq!(unsigned(&[(Add, q(0), q(1))], &minus), None);
    }

    #[test]
    fn a_factor_takes_the_sign_and_so_does_a_term() {
        let difference = (Sub, q(0), q(1));
        let swapped = (Sub, q(1), q(0));
        let minus = [(true, Slot(1))];
        for (operation, a, b) in [
            (Mul, Slot(0), q(2)),
            (Mul, q(2), Slot(0)),
            (Div, Slot(0), q(2)),
            (Div, q(2), Slot(0)),
        ] {
            let found = unsigned(&[difference, (operation, a, b)], &minus);
            assert_eq!(found, Some(vec![swapped, (operation, a, b)]));
        }
        for (a, b) in [(Slot(0), q(2)), (q(2), Slot(0))] {
            let found = unsigned(&[difference, (Add, a, b)], &minus);
            assert_eq!(found, Some(vec![swapped, (Sub, Slot(0), q(2))]));
        }
    }

    #[test]
    fn what_is_taken_elsewhere_keeps_its_sign() {
        let difference = (Sub, q(0), q(1));
        assert_eq!(
            unsigned(&[difference], &[(true, Slot(0)), (false, Slot(0))]),
            None
        );
        let product = [difference, (Mul, Slot(0), q(2))];
        assert_eq!(
            unsigned(&product, &[(true, Slot(1)), (false, Slot(0))]),
            None
        );
        // Without a sign it stays as it is, however often it is taken.
        let positive = [(false, Slot(1)), (false, Slot(0))];
        assert_eq!(unsigned(&product, &positive), Some(product.to_vec()));
    }

    #[test]
    fn a_result_that_is_an_input_has_no_place_for_a_sign() {
        assert_eq!(unsigned(&[], &[(false, q(0))]), None);
    }
}
