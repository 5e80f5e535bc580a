//! What the results of a program need: statements, and elements of inputs, with the statements that take them.

use std::collections::HashMap;

use denoc_codegen::leaves::Input;
use denoc_codegen::program::{Operand, Program, Signed, Statement};

/// A value that a register may hold: the result of a statement, or, behind those of all statements, an element of an input.
pub(super) type Value = usize;

/// An element of a result: its array, its place there, its sign.
#[derive(Clone, Copy)]
pub(super) struct Written {
    pub(super) output: usize,
    pub(super) element: usize,
    pub(super) signed: Signed,
}

/// What a program needs.
pub(super) struct Needs {
    /// The statements, in their order.
    pub(super) statements: Vec<usize>,
    /// Of every value, the statements that take it, the next one last.
    pub(super) uses: Vec<Vec<usize>>,
    /// Of every statement, the elements of results that it makes.
    pub(super) written: Vec<Vec<Written>>,
    /// The other elements of results.
    pub(super) read: Vec<Written>,
    inputs: HashMap<Input, Value>,
}

impl Needs {
    pub(super) fn of(program: &Program) -> Self {
        let count = program.statements.len();
        let (mut written, mut read) = (vec![Vec::new(); count], Vec::new());
        for (output, of) in program.outputs.iter().enumerate() {
            for (element, &signed) in of.elements.iter().enumerate() {
                let one = Written {
                    output,
                    element,
                    signed,
                };
                match signed.operand {
                    Operand::Slot(slot) if slot < count => written[slot].push(one),
                    _ => read.push(one),
                }
            }
        }
        let mut is_needed: Vec<bool> = written.iter().map(|all| !all.is_empty()).collect();
        let mut uses: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut inputs = HashMap::new();
        for at in (0..count).rev() {
            if !is_needed[at] {
                continue;
            }
            for operand in distinct(&program.statements[at]) {
                match operand {
                    Operand::Slot(slot) if slot < at => {
                        is_needed[slot] = true;
                        uses[slot].push(at);
                    }
                    Operand::Input(input) => {
                        let next = uses.len();
                        let value = *inputs.entry(input).or_insert(next);
                        if value == next {
                            uses.push(Vec::new());
                        }
                        uses[value].push(at);
                    }
                    _ => {}
                }
            }
        }
        Self {
            statements: (0..count).filter(|&at| is_needed[at]).collect(),
            uses,
            written,
            read,
            inputs,
        }
    }

    /// The value of an operand, if a register may hold it.
    pub(super) fn value(&self, operand: Operand) -> Option<Value> {
        match operand {
            Operand::Slot(slot) => Some(slot),
            Operand::Input(input) => self.inputs.get(&input).copied(),
            _ => None,
        }
    }
}

/// The operands of a statement, each once.
fn distinct(statement: &Statement) -> Vec<Operand> {
    let mut all: Vec<Operand> = Vec::with_capacity(3);
    for operand in statement.operands() {
        if !all.contains(&operand) {
            all.push(operand);
        }
    }
    all
}
