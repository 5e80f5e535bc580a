//! A function, run with symbols: functions → facts. What it holds while it runs.

use rustc_hash::FxHashMap;

use super::cursor::Cursor;
use super::fact::{Angles, Scanned, Value};
use super::item::{Array, Cell, Item, Role, Slice};
use super::outline::{FunctionText, Outline};
use super::{Fault, Text};
use crate::emit::lanes::of_lanes;
use crate::function::Function;
use crate::name;
use crate::program::Port;

/// A function that is run.
pub(super) struct Run<'t> {
    pub(super) text: &'t Text<'t>,
    /// What is run; `None`: a function without a program.
    pub(super) function: Option<&'t Function>,
    pub(super) scanned: Scanned,
    pub(super) arrays: Vec<Array>,
    /// Whose sines and cosines were taken.
    pub(super) angles: Angles,
    /// Number of statements.
    pub(super) slots: usize,
    /// Number of tails of angles.
    pub(super) tails: usize,
    /// Number of joints whose states were integrated.
    pub(super) joints: usize,
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
    pub(super) depth: usize,
    /// Whether it is a function of lanes.
    pub(super) lanes: bool,
}

/// The name of the index of a lane.
pub(super) const LANE: &str = "k";

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
    pub(super) fn of(text: &'t Text<'t>, function: Option<&'t Function>) -> Self {
        Self {
            text,
            function,
            scanned: Scanned::default(),
            arrays: Vec::new(),
            angles: Angles::default(),
            slots: 0,
            tails: 0,
            joints: 0,
            steps: None,
            solved: 0,
            unchecked: false,
            written: false,
            returned: false,
            depth: 0,
            lanes: false,
        }
    }

    /// Runs the function of lanes.
    pub(super) fn of_lanes(&mut self, function: &'t Function, prefix: &str) -> Result<(), Fault> {
        self.lanes = true;
        let name = prefix.to_owned() + &of_lanes(&name::identifier(&function.name));
        let found = self.find(&name)?;
        self.program(found, &function.program)
    }

    /// A function of the text. Capitals stay in Rust.
    fn find(&self, name: &str) -> Result<&'t FunctionText<'t>, Fault> {
        let outline = &self.text.outline;
        let found = outline.get(name).or_else(|| {
            let mut all = outline.iter();
            all.find_map(|(other, text)| other.eq_ignore_ascii_case(name).then_some(text))
        });
        found.ok_or(Fault::new(0, "the function is missing"))
    }

    /// Runs the whole function.
    pub(super) fn whole(&mut self, function: &'t Function, prefix: &str) -> Result<(), Fault> {
        let name = prefix.to_owned() + &name::identifier(&function.name);
        let found = self.find(&name)?;
        if !function.can_fail() {
            return self.program(found, &function.program);
        }
        self.steps = Some(0);
        self.call_all(found, function.inputs(), function.outputs())?;
        if self.returned && !self.unchecked {
            return Ok(());
        }
        Err(Fault::new(
            found.at,
            "it does not return what it was asked for",
        ))
    }

    pub(super) fn input(&mut self, port: Port) -> Item {
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
