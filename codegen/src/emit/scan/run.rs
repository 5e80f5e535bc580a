//! A function, run with symbols: functions → facts. What it holds while it runs, and how functions call each other.

use rustc_hash::FxHashMap;

use super::cursor::Cursor;
use super::fact::{Angles, Fact, Scanned, Value};
use super::outline::{self, FunctionText, Outline};
use super::{Fault, Language, Text};
use crate::function::Function;
use crate::name;
use crate::program::{Output, Port, Program};

/// A function that is run.
pub(super) struct Run<'t> {
    pub(super) text: &'t Text<'t>,
    function: &'t Function,
    pub(super) scanned: Scanned,
    pub(super) arrays: Vec<Array>,
    /// Whose sines and cosines were taken.
    pub(super) angles: Angles,
    /// Number of statements.
    pub(super) slots: usize,
    /// Whether this is a function that calls steps, and the number of those that it has called.
    pub(super) steps: Option<usize>,
    /// Number of unknowns that were solved for.
    pub(super) solved: usize,
    /// Whether it is still to be asked if there was a solution.
    pub(super) unchecked: bool,
    /// Whether results have been written, over which inputs may lie.
    pub(super) written: bool,
    /// Whether a function of steps has come to its end.
    pub(super) returned: bool,
    /// Functions that are being run.
    depth: usize,
}

/// An array.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub(super) cells: Vec<Option<Cell>>,
    /// Number of columns of a matrix in two dimensions.
    pub(super) columns: Option<usize>,
    pub(super) role: Role,
}

/// Whose an array is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Own,
    Input,
    Output,
}

/// A number, and the token that it is from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) negative: bool,
    pub(super) value: Value,
    pub(super) at: usize,
}

impl Cell {
    /// The value, which has no sign of its own.
    pub(super) fn plain(self) -> Result<Value, Fault> {
        match self.value.signed(self.negative) {
            (false, value) => Ok(value),
            _ => Err(Fault::new(self.at, "a sign that nothing has here")),
        }
    }
}

/// What an expression comes to.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Number(Cell),
    /// A part of an array.
    Array(Slice),
    List(Vec<Item>),
    /// Whether there was a solution.
    Outcome,
}

/// A part of an array.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice {
    pub(super) array: usize,
    pub(super) start: usize,
    pub(super) len: usize,
}

/// What names mean in a function.
pub(super) struct Scope<'t> {
    pub(super) names: FxHashMap<&'t str, Item>,
    /// Functions inside of it.
    pub(super) functions: Outline<'t>,
    pub(super) cursor: Cursor<'t>,
    /// The first token of the statement.
    pub(super) start: usize,
}

impl<'t> Run<'t> {
    pub(super) fn of(text: &'t Text<'t>, function: &'t Function) -> Self {
        Self {
            text,
            function,
            scanned: Scanned::default(),
            arrays: Vec::new(),
            angles: Angles::default(),
            slots: 0,
            steps: None,
            solved: 0,
            unchecked: false,
            written: false,
            returned: false,
            depth: 0,
        }
    }

    /// Runs the whole function.
    pub(super) fn function(&mut self, prefix: &str) -> Result<(), Fault> {
        let name = prefix.to_owned() + &name::identifier(&self.function.name);
        let outline = &self.text.outline;
        // Capitals stay in Rust.
        let found = outline.get(name.as_str());
        let found = found.or_else(|| {
            let mut all = outline.iter();
            all.find_map(|(other, text)| other.eq_ignore_ascii_case(&name).then_some(text))
        });
        let found = found.ok_or(Fault::new(0, "the function is missing"))?;
        if !self.function.can_fail() {
            return self.program(found, &self.function.program);
        }
        self.steps = Some(0);
        self.call_all(found, self.function.inputs(), self.function.outputs())?;
        if self.returned && !self.unchecked {
            return Ok(());
        }
        Err(Fault::new(
            found.at,
            "it does not return what it was asked for",
        ))
    }

    /// Runs the text of a program, whose results are facts.
    fn program(&mut self, text: &FunctionText<'t>, program: &Program) -> Result<(), Fault> {
        (self.slots, self.angles) = (0, Angles::default());
        self.call_all(text, &program.inputs, &program.outputs)
    }

    /// Runs a function on all its inputs, and states the elements of its outputs.
    fn call_all(
        &mut self,
        text: &FunctionText<'t>,
        inputs: &[Port],
        outputs: &[Output],
    ) -> Result<(), Fault> {
        let mut given: Vec<Item> = inputs.iter().map(|port| self.input(*port)).collect();
        let passed = self.text.language != Language::Rust;
        let first = given.len();
        if passed {
            given.extend(outputs.iter().map(|output| {
                let cells = vec![None; output.elements.len()];
                Item::Array(self.array(cells, Role::Output))
            }));
        }
        let returned = self.body(text, &given)?;
        let results = if passed { &given[first..] } else { &returned };
        for (output, result) in results.iter().enumerate() {
            let mut cells = Vec::new();
            self.flatten(result, text.at, &mut cells)?;
            for (element, cell) in cells.into_iter().enumerate() {
                let (negative, value) = cell.value.signed(cell.negative);
                let fact = Fact::Element(output, element, negative, value);
                self.scanned.push(fact, cell.at);
            }
        }
        Ok(())
    }

    fn input(&mut self, port: Port) -> Item {
        let name = port.argument.name();
        let cell = |index| Cell {
            negative: false,
            value: Value::Input(name, index),
            at: 0,
        };
        let cells = (0..port.len).map(|index| Some(cell(index))).collect();
        Item::Array(self.array(cells, Role::Input))
    }

    /// The numbers of an item; `at` is where one that is missing is reported.
    pub(super) fn flatten(
        &self,
        item: &Item,
        at: usize,
        cells: &mut Vec<Cell>,
    ) -> Result<(), Fault> {
        match item {
            Item::Number(cell) => cells.push(*cell),
            Item::List(items) => {
                for item in items {
                    self.flatten(item, at, cells)?;
                }
            }
            Item::Array(slice) => {
                let held = &self.arrays[slice.array].cells[slice.start..slice.start + slice.len];
                for cell in held {
                    cells.push(cell.ok_or(Fault::new(at, "an element is not set"))?);
                }
            }
            Item::Outcome => return Err(Fault::new(at, "a number was expected")),
        }
        Ok(())
    }

    /// The first numbers of an array, none of which has a sign.
    pub(super) fn values(&self, item: &Item, len: usize, at: usize) -> Result<Vec<Value>, Fault> {
        let Item::Array(slice) = *item else {
            return Err(Fault::new(at, "an array was expected"));
        };
        if len > slice.len {
            return Err(Fault::new(at, "an array is too short"));
        }
        let mut cells = Vec::new();
        self.flatten(&Item::Array(Slice { len, ..slice }), at, &mut cells)?;
        cells.into_iter().map(Cell::plain).collect()
    }

    /// A new array.
    pub(super) fn array(&mut self, cells: Vec<Option<Cell>>, role: Role) -> Slice {
        let len = cells.len();
        self.arrays.push(Array {
            cells,
            columns: None,
            role,
        });
        Slice {
            array: self.arrays.len() - 1,
            start: 0,
            len,
        }
    }

    /// Runs the body of a function whose parameters are these; what it returns in Rust.
    fn body(&mut self, text: &FunctionText<'t>, given: &[Item]) -> Result<Vec<Item>, Fault> {
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
        let program = self.function.programs().nth(step);
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

    /// Puts numbers at the start of a part of an array.
    pub(super) fn copy(
        &mut self,
        to: &Item,
        cells: Vec<Option<Cell>>,
        at: usize,
    ) -> Result<(), Fault> {
        let Item::Array(slice) = to else {
            return Err(Fault::new(at, "an array was expected"));
        };
        if cells.len() > slice.len {
            return Err(Fault::new(at, "an array is too short"));
        }
        let array = &mut self.arrays[slice.array];
        self.written |= array.role == Role::Output;
        let held = array.cells.iter_mut().skip(slice.start);
        held.zip(cells).for_each(|(held, cell)| *held = cell);
        Ok(())
    }
}
