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
