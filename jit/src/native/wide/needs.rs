//! What the results of a program need: statements, and elements of inputs, with the steps that take them.
//!
//! A step is a statement, or what is written after it: elements of a result as soon as they are there, four beside each other at once.

use std::collections::HashMap;

use denoc_codegen::leaves::Input;
use denoc_codegen::program::{Operand, Program, Signed, Statement};

/// A value that a register may hold: the result of a statement, or, behind those of all statements, an element of an input.
pub(super) type Value = usize;

/// Elements of a result that are written at once.
pub(super) const BESIDE: usize = 4;

/// Elements of a result that stand beside each other.
#[derive(Clone, Copy)]
pub(super) struct Written<'p> {
    pub(super) output: usize,
    /// The first.
    pub(super) element: usize,
    /// [`BESIDE`] of them, or one.
    pub(super) elements: &'p [Signed],
}

/// What a program needs.
pub(super) struct Needs<'p> {
    /// The statements, in their order.
    pub(super) statements: Vec<usize>,
    /// Of every value, the steps that take it, the next one last.
    pub(super) uses: Vec<Vec<usize>>,
    /// Of every statement, what is written after it.
    pub(super) written: Vec<Vec<Written<'p>>>,
    /// What is written in the end.
    pub(super) last: Vec<Written<'p>>,
    inputs: HashMap<Input, Value>,
}

/// The step of a statement.
pub(super) const fn computing(statement: usize) -> usize {
    2 * statement
}

/// The step after it.
pub(super) const fn writing(statement: usize) -> usize {
    2 * statement + 1
}

impl<'p> Needs<'p> {
    /// Those of a program whose elements of results are written together where that can be.
    pub(super) fn of(program: &'p Program, together: bool) -> Self {
        let count = program.statements.len();
        let mut needs = Self {
            statements: Vec::new(),
            uses: vec![Vec::new(); count],
            written: vec![Vec::new(); count],
            last: Vec::new(),
            inputs: HashMap::new(),
        };
        let beside = if together { BESIDE } else { 1 };
        for (output, of) in program.outputs.iter().enumerate() {
            for (place, elements) in of.elements.chunks(beside).enumerate() {
                needs.write(Written {
                    output,
                    element: place * beside,
                    elements,
                });
            }
        }
        needs.take(program);
        needs
    }

    /// Elements are written after the last of the statements that they need; one by one where they are fewer than can be written at once,
    /// or some are elements of inputs, which are read for statements, and in the end.
    fn write(&mut self, written: Written<'p>) {
        let elements = written.elements;
        let is_read = |one: &Signed| matches!(one.operand, Operand::Input(_));
        let slots = elements.iter().filter_map(|one| match one.operand {
            Operand::Slot(slot) if slot < self.written.len() => Some(slot),
            _ => None,
        });
        match (slots.max(), elements.len()) {
            (Some(last), 1 | BESIDE) if !elements.iter().any(is_read) => {
                self.written[last].push(written);
            }
            (_, 1) => self.last.push(written),
            _ => {
                for (k, elements) in elements.chunks(1).enumerate() {
                    self.write(Written {
                        element: written.element + k,
                        elements,
                        ..written
                    });
                }
            }
        }
    }

    /// Which statements are needed, and what takes which value.
    fn take(&mut self, program: &Program) {
        let mut is_needed = vec![false; program.statements.len()];
        for at in (0..program.statements.len()).rev() {
            let written = self.written[at].iter().flat_map(|one| one.elements);
            let written: Vec<usize> = written
                .filter_map(|one| match one.operand {
                    Operand::Slot(slot) => Some(slot),
                    _ => None,
                })
                .collect();
            for slot in written {
                is_needed[slot] = true;
                self.use_of(slot, writing(at));
            }
            if !is_needed[at] {
                continue;
            }
            self.statements.push(at);
            for operand in program.statements[at].operands() {
                match operand {
                    Operand::Slot(slot) if slot < at => {
                        is_needed[slot] = true;
                        self.use_of(slot, computing(at));
                    }
                    Operand::Input(input) => {
                        let next = self.uses.len();
                        let value = *self.inputs.entry(input).or_insert(next);
                        if value == next {
                            self.uses.push(Vec::new());
                        }
                        self.use_of(value, computing(at));
                    }
                    _ => {}
                }
            }
        }
        self.statements.reverse();
    }

    /// Steps come from the last to the first, each once.
    fn use_of(&mut self, value: Value, step: usize) {
        if self.uses[value].last() != Some(&step) {
            self.uses[value].push(step);
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

    /// The values that a statement takes.
    pub(super) fn values(&self, statement: &Statement) -> impl Iterator<Item = Value> {
        statement.operands().filter_map(|one| self.value(one))
    }
}
