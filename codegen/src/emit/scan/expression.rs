//! Expressions: names, elements, numbers, operations, calls of kernels, lists.

use super::cursor::{Cursor, is_name};
use super::fact::Fact;
use super::item::{Cell, Item, Role};
use super::place::part;
use super::run::{Run, Scope};
use super::{Fault, Language};
use crate::compile::Precision;
use crate::emit::lanes::lanes;
use crate::program::{FusedForm, Operation};

impl<'t> Run<'t> {
    /// An expression with at most one operation, which is a statement of the program.
    pub(super) fn expression(&mut self, scope: &mut Scope<'t>) -> Result<Item, Fault> {
        let a = self.operand(scope)?;
        let operation = match scope.cursor.peek(0) {
            "+" => Operation::Add,
            "-" => Operation::Sub,
            "*" => Operation::Mul,
            "/" => Operation::Div,
            _ => return Ok(a),
        };
        scope.cursor.at += 1;
        let b = self.operand(scope)?;
        self.operation(operation, &[a, b], scope.start)
    }

    /// The result of a statement.
    pub(super) fn operation(
        &mut self,
        operation: Operation,
        operands: &[Item],
        at: usize,
    ) -> Result<Item, Fault> {
        let [Item::Number(a), Item::Number(b)] = operands else {
            return Err(Fault::new(at, "two numbers were expected"));
        };
        let fact = Fact::Statement(operation, a.plain()?, b.plain()?);
        Ok(self.slot(fact, at))
    }

    /// The result of a fused operation; signs are those of its product and of its addend.
    pub(super) fn fused(&mut self, operands: [Cell; 3], at: usize) -> Result<Item, Fault> {
        let [a, b, addend] = operands;
        let form = match (a.negative, addend.negative) {
            (false, false) => FusedForm::Add,
            (false, true) => FusedForm::Sub,
            (true, false) => FusedForm::From,
            (true, true) => return Err(Fault::new(at, "one sign was expected")),
        };
        b.plain()?;
        let fact = Fact::Fused(form, operands.map(|cell| cell.value));
        Ok(self.slot(fact, at))
    }

    /// The result of a statement.
    fn slot(&mut self, fact: Fact, at: usize) -> Item {
        self.scanned.push(fact, at);
        self.slots += 1;
        Item::Number(Cell {
            negative: false,
            value: super::Value::Slot(self.slots - 1),
            at,
        })
    }

    /// An expression without an operation.
    pub(super) fn operand(&mut self, scope: &mut Scope<'t>) -> Result<Item, Fault> {
        let at = scope.cursor.at;
        match scope.cursor.peek(0) {
            "-" => {
                scope.cursor.at += 1;
                match self.operand(scope)? {
                    Item::Number(cell) => Ok(Item::Number(Cell {
                        negative: !cell.negative,
                        at,
                        ..cell
                    })),
                    _ => Err(Fault::new(at, "a number was expected")),
                }
            }
            "&" => {
                scope.cursor.at += 1;
                if self.text.language == Language::C {
                    return self.address(scope);
                }
                scope.cursor.eat("mut");
                self.operand(scope)
            }
            "(" => {
                let inside = scope.cursor.inside("(")?;
                let mut items = self.list(scope, inside)?;
                // Brackets about one expression say nothing.
                Ok(match items.len() {
                    1 => items.swap_remove(0),
                    _ => Item::List(items),
                })
            }
            "[" => self.literal(scope),
            "new" => {
                scope.cursor.expect(&["new", "Float64Array"])?;
                let len = scope.cursor.inside("(")?.integer()?;
                Ok(Item::Array(self.array(vec![None; len], Role::Own)))
            }
            text if text.starts_with(|c: char| c.is_ascii_digit()) => {
                let value = self.number(text).ok_or(Fault::new(at, "no number"))?;
                scope.cursor.at += 1;
                Ok(Item::Number(Cell {
                    negative: false,
                    value,
                    at,
                }))
            }
            _ => self.named(scope),
        }
    }

    /// `&solved[3]` in C: the array from there on.
    fn address(&mut self, scope: &mut Scope<'t>) -> Result<Item, Fault> {
        let at = scope.cursor.at;
        let name = scope.cursor.name()?;
        let start = scope.cursor.inside("[")?.integer()?;
        self.lane(scope)?;
        let array = scope.names.get(name);
        part(array.unwrap_or(&Item::Outcome), start, None, at)
    }

    /// A number in the type of the text.
    fn number(&self, text: &str) -> Option<super::Value> {
        let text = self.text.digits(text)?;
        let value = match self.text.precision {
            Precision::F64 => text.parse().ok()?,
            Precision::F32 => f64::from(text.parse::<f32>().ok()?),
        };
        Some(super::Value::Number(value.to_bits()))
    }

    /// Expressions between commas, to the end of a run.
    pub(super) fn list(
        &mut self,
        scope: &mut Scope<'t>,
        run: Cursor<'t>,
    ) -> Result<Vec<Item>, Fault> {
        let outside = core::mem::replace(&mut scope.cursor, run);
        let mut items = Vec::new();
        while !scope.cursor.is_done() {
            items.push(self.expression(scope)?);
            if !scope.cursor.is_done() {
                scope.cursor.expect(&[","])?;
            }
        }
        scope.cursor = outside;
        Ok(items)
    }

    /// An array of Rust: `[a, b]`, `[[a], [b]]`, `[0.0; 3]`, `[[0.0; 3]; 2]`.
    fn literal(&mut self, scope: &mut Scope<'t>) -> Result<Item, Fault> {
        let at = scope.cursor.at;
        let inside = scope.cursor.inside("[")?;
        let (items, times) = match inside.find(";") {
            None => (self.list(scope, inside)?, 1),
            Some(end) => {
                let item = self.list(scope, Cursor { end, ..inside })?;
                let mut rest = Cursor {
                    at: end + 1,
                    ..inside
                };
                (item, rest.integer()?)
            }
        };
        let mut columns = items.first().and_then(|first| match first {
            Item::Array(row) => Some(row.len),
            _ => None,
        });
        let mut cells = Vec::new();
        for item in &items {
            self.flatten(item, at, &mut cells)?;
        }
        // Lanes are one number.
        let lanes = lanes(self.text.precision);
        if self.lanes && columns == Some(lanes) {
            (columns, cells) = (None, cells.into_iter().step_by(lanes).collect());
        }
        let cells = cells.repeat(times).into_iter().map(Some).collect();
        let array = self.array(cells, Role::Own);
        self.arrays[array.array].columns = columns;
        Ok(Item::Array(array))
    }

    /// What a name stands for, with what follows it: a call, an index, a method.
    fn named(&mut self, scope: &mut Scope<'t>) -> Result<Item, Fault> {
        let at = scope.cursor.at;
        let mut name = "";
        let mut is_path = false;
        while scope.cursor.peek(0) == ":" || name.is_empty() {
            if scope.cursor.eat(":") {
                scope.cursor.expect(&[":"])?;
                is_path = true;
            }
            name = scope.cursor.name()?;
        }
        if scope.cursor.peek(0) == "(" {
            let inside = scope.cursor.inside("(")?;
            return self.called(scope, (name, at), inside);
        }
        let known = scope.names.get(name).filter(|_| !is_path);
        let mut item = known
            .cloned()
            .ok_or(Fault::new(at, "it is read before it is set"))?;
        loop {
            match (scope.cursor.peek(0), scope.cursor.peek(1)) {
                ("[", _) => item = self.indexed(scope, &item, at)?,
                ("-", ">") => scope.cursor.expect(&["-", ">", "value"])?,
                (".", method) if is_name(method) => item = self.method(scope, item, at)?,
                _ => return Ok(item),
            }
        }
    }
}
