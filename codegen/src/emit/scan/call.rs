//! How functions call each other: a program with its inputs and outputs, a part, a step.

use super::cursor::Cursor;
use super::fact::{Angles, Fact, Value};
use super::item::{Cell, Item, Role};
use super::outline::{self, FunctionText, Outline};
use super::run::{Run, Scope};
use super::{Fault, Language};
use crate::program::{Output, Port, Program};

impl<'t> Run<'t> {
    /// Runs the text of a program, whose results are facts.
    pub(super) fn program(
        &mut self,
        text: &FunctionText<'t>,
        program: &Program,
    ) -> Result<(), Fault> {
        (self.slots, self.tails, self.angles) = (0, 0, Angles::default());
        self.call_all(text, &program.inputs, &program.outputs)
    }

    /// Runs a function on all its inputs, and states the elements of its outputs.
    pub(super) fn call_all(
        &mut self,
        text: &FunctionText<'t>,
        inputs: &[Port],
        outputs: &[Output],
    ) -> Result<(), Fault> {
        let mut given: Vec<Item> = inputs.iter().map(|port| self.input(*port)).collect();
        let passed = self.lanes || self.text.language != Language::Rust;
        let first = given.len();
        if passed {
            given.extend(outputs.iter().map(|output| {
                let cells = vec![None; output.elements.len()];
                Item::Array(self.array(cells, Role::Output))
            }));
        }
        let returned = self.body(text, &given)?;
        let results = if passed { &given[first..] } else { &returned };
        self.results(results, text.at)
    }

    /// States the elements of results.
    pub(super) fn results(&mut self, results: &[Item], at: usize) -> Result<(), Fault> {
        for (output, result) in results.iter().enumerate() {
            let mut cells = Vec::new();
            self.flatten(result, at, &mut cells)?;
            for (element, cell) in cells.into_iter().enumerate() {
                let (negative, value) = cell.value.signed(cell.negative);
                let fact = Fact::Element(output, element, negative, value);
                self.scanned.push(fact, cell.at);
            }
        }
        Ok(())
    }

    /// Runs the body of a function whose parameters are these; what it returns in Rust.
    pub(super) fn body(
        &mut self,
        text: &FunctionText<'t>,
        given: &[Item],
    ) -> Result<Vec<Item>, Fault> {
        if text.parameters.len() != given.len() {
            return Err(Fault::new(text.at, "it has other parameters"));
        }
        if self.depth > 2 {
            return Err(Fault::new(text.at, "it is called in a circle"));
        }
        self.depth += 1;
        let tokens = &self.text.tokens;
        let functions = match self.text.language {
            Language::Rust => outline::within(tokens, text.body.clone(), Language::Rust),
            Language::C | Language::JavaScript => Outline::default(),
        };
        let names = text.parameters.iter().copied().zip(given.iter().cloned());
        let mut scope = Scope {
            names: names.collect(),
            functions,
            cursor: Cursor::new(tokens, text.body.clone()),
            start: text.body.start,
        };
        let mut results = Vec::new();
        while !scope.cursor.is_done() {
            results = self.statement(&mut scope)?;
        }
        self.depth -= 1;
        Ok(results)
    }

    /// Calls a function of the text: a step, or a part of the function itself.
    pub(super) fn call(
        &mut self,
        text: &FunctionText<'t>,
        given: &[Item],
        at: usize,
    ) -> Result<Item, Fault> {
        let Some(step) = self.steps else {
            return self.body(text, given).map(Item::List);
        };
        let program = self.function.and_then(|one| one.programs().nth(step));
        let program = program.ok_or(Fault::new(at, "a step too many"))?;
        self.scanned.push(Fact::Step(step), at);
        let inputs = program.inputs.len();
        for (place, (item, port)) in given.iter().zip(&program.inputs).enumerate() {
            let values = self.values(item, port.len, at)?;
            self.scanned.push(Fact::Given(place, values), at);
        }
        self.steps = None;
        self.program(text, program)?;
        (self.steps, self.written) = (Some(step + 1), false);
        let results = program.outputs.iter().enumerate();
        let results = results.map(|(place, output)| {
            let cell = |element| Cell {
                negative: false,
                value: Value::Result(step, place, element),
                at,
            };
            (0..output.elements.len()).map(cell).map(Some).collect()
        });
        let results: Vec<Vec<Option<Cell>>> = results.collect();
        if self.text.language == Language::Rust {
            let items = results.into_iter();
            let mut items: Vec<Item> = items
                .map(|cells| Item::Array(self.array(cells, Role::Own)))
                .collect();
            return Ok(match items.len() {
                1 => items.swap_remove(0),
                _ => Item::List(items),
            });
        }
        for (item, cells) in given[inputs.min(given.len())..].iter().zip(results) {
            self.copy(item, cells, at)?;
        }
        Ok(Item::List(Vec::new()))
    }
}
