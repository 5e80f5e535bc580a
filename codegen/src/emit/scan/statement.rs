//! Statements: definitions, assignments, calls, and what a function returns.

use super::cursor::{Cursor, is_name};
use super::item::{Cell, Item, Role};
use super::place::Place;
use super::run::{LANE, Run, Scope};
use super::{Fault, Language};
use crate::compile::Precision;
use crate::emit::lanes::lanes;

impl<'t> Run<'t> {
    /// Runs the next statement; what it returns, if it is the result of a function of Rust.
    pub(super) fn statement(&mut self, scope: &mut Scope<'t>) -> Result<Vec<Item>, Fault> {
        scope.start = scope.cursor.at;
        if self.returned {
            return Err(Fault::new(scope.start, "the function has returned before"));
        }
        match scope.cursor.peek(0) {
            "#" => {
                scope.cursor.at += 1;
                scope.cursor.inside("[")?;
                return Ok(Vec::new());
            }
            "fn" => {
                scope.cursor.at = scope.cursor.find("{").unwrap_or(scope.cursor.end);
                scope.cursor.inside("{")?;
                return Ok(Vec::new());
            }
            "if" => {
                self.failure(scope)?;
                return Ok(Vec::new());
            }
            "for" => {
                self.every_lane(scope)?;
                return Ok(Vec::new());
            }
            _ => {}
        }
        let Some(end) = scope.cursor.find(";") else {
            let result = self.expression(scope)?;
            if !scope.cursor.is_done() {
                return Err(scope.cursor.fault());
            }
            return Ok(match result {
                Item::List(items) => items,
                one => vec![one],
            });
        };
        let assigns = scope.cursor.find("=").is_some_and(|equals| equals < end);
        match scope.cursor.peek(0) {
            "let" => self.binding(scope)?,
            "const" => self.definition(scope)?,
            "double" | "float" => self.declaration(scope)?,
            "return" => {
                let done = match self.text.language {
                    Language::C => "0",
                    Language::Rust | Language::JavaScript => "true",
                };
                scope.cursor.expect(&["return", done])?;
                self.returned = true;
            }
            // No statement of the program.
            "DENOC_PREFETCH" => {
                scope.cursor.at += 1;
                scope.cursor.inside("(")?;
            }
            "DENOC_STORE_2" => self.stores(scope, 2)?,
            "DENOC_STORE_4" => self.stores(scope, 4)?,
            "(" if !assigns => {
                scope.cursor.expect(&["(", "void", ")"])?;
                scope.cursor.name()?;
            }
            _ if assigns => self.assignment(scope)?,
            _ => {
                self.expression(scope)?;
            }
        }
        scope.cursor.expect(&[";"])?;
        Ok(Vec::new())
    }

    /// `let t3 = …`, `let mut sin = …`, `let (a, mut b) = …`, `let _ = …`, `let before: [f64; 2] = …`
    fn binding(&mut self, scope: &mut Scope<'t>) -> Result<(), Fault> {
        scope.cursor.expect(&["let"])?;
        let mut names = Vec::new();
        if scope.cursor.peek(0) == "(" {
            let mut pattern = scope.cursor.inside("(")?;
            while !pattern.is_done() {
                pattern.eat("mut");
                names.push(pattern.name()?);
                pattern.eat(",");
            }
        } else {
            scope.cursor.eat("mut");
            names.push(scope.cursor.name()?);
            if scope.cursor.eat(":") {
                scope.cursor.at = scope.cursor.find("=").unwrap_or(scope.cursor.end);
            }
        }
        scope.cursor.expect(&["="])?;
        let value = self.expression(scope)?;
        match (names.as_slice(), value) {
            (["_"], _) => {}
            // A result that is a number, which a function fills.
            ([name], Item::Number(cell)) if name.starts_with("out") => {
                let array = self.array(vec![Some(cell)], Role::Own);
                scope.names.insert(name, Item::Array(array));
            }
            ([name], value) => {
                scope.names.insert(name, value);
            }
            (names, Item::List(items)) if names.len() == items.len() => {
                scope.names.extend(names.iter().copied().zip(items));
            }
            _ => return Err(Fault::new(scope.start, "it binds what there is not")),
        }
        Ok(())
    }

    /// `const double t3 = …`, `const t3 = …`
    fn definition(&mut self, scope: &mut Scope<'t>) -> Result<(), Fault> {
        scope.cursor.expect(&["const"])?;
        if is_name(scope.cursor.peek(1)) {
            self.scalar(scope)?;
        }
        let name = scope.cursor.name()?;
        scope.cursor.expect(&["="])?;
        let value = self.expression(scope)?;
        if scope.names.insert(name, value).is_some() {
            return Err(Fault::new(scope.start, "it is defined twice"));
        }
        Ok(())
    }

    /// The type of the numbers of a text in C.
    fn scalar(&self, scope: &mut Scope<'t>) -> Result<(), Fault> {
        scope.cursor.expect(&[match self.text.precision {
            Precision::F64 => "double",
            Precision::F32 => "float",
        }])
    }

    /// `double sn[8]`
    fn declaration(&mut self, scope: &mut Scope<'t>) -> Result<(), Fault> {
        self.scalar(scope)?;
        let name = scope.cursor.name()?;
        let len = scope.cursor.inside("[")?.integer()?;
        if self.lanes && scope.cursor.peek(0) == "[" {
            self.number_of_lanes(scope.cursor.inside("[")?)?;
        }
        let array = self.array(vec![None; len], Role::Own);
        scope.names.insert(name, Item::Array(array));
        Ok(())
    }

    /// `for (int k = 0; k < 8; k++) { … }`, `for k in 0..8 { … }`: what is done for every lane is run once.
    fn every_lane(&mut self, scope: &mut Scope<'t>) -> Result<(), Fault> {
        if !self.lanes {
            return Err(scope.cursor.fault());
        }
        scope.cursor.expect(&["for"])?;
        if self.text.language == Language::Rust {
            scope.cursor.expect(&[LANE, "in", "0", ".", "."])?;
            let end = scope.cursor.at + 1;
            self.number_of_lanes(Cursor {
                end,
                ..scope.cursor
            })?;
            scope.cursor.at = end;
        } else {
            let mut head = scope.cursor.inside("(")?;
            head.expect(&["int", LANE, "=", "0", ";", LANE, "<"])?;
            let end = head.at + 1;
            self.number_of_lanes(Cursor { end, ..head })?;
            head.at = end;
            head.expect(&[";", LANE, "+", "+"])?;
        }
        let inside = scope.cursor.inside("{")?;
        let outside = core::mem::replace(&mut scope.cursor, inside);
        while !scope.cursor.is_done() {
            self.statement(scope)?;
        }
        scope.cursor = outside;
        Ok(())
    }

    /// One number, which is that of the lanes.
    fn number_of_lanes(&self, mut text: Cursor<'t>) -> Result<(), Fault> {
        let at = text.at;
        match text.integer()? == lanes(self.text.precision) && text.is_done() {
            true => Ok(()),
            false => Err(Fault::new(at, "another number of lanes was expected")),
        }
    }

    /// `live[3] = t5`, `*out0 = t5`, `out0[1][2] = -t5`, `(sin[0], _) = …`
    fn assignment(&mut self, scope: &mut Scope<'t>) -> Result<(), Fault> {
        let mut places = Vec::new();
        if scope.cursor.peek(0) == "(" {
            let inside = scope.cursor.inside("(")?;
            let outside = core::mem::replace(&mut scope.cursor, inside);
            while !scope.cursor.is_done() {
                places.push(self.target(scope)?);
                scope.cursor.eat(",");
            }
            scope.cursor = outside;
        } else {
            places.push(self.target(scope)?);
        }
        scope.cursor.expect(&["="])?;
        let items = match self.expression(scope)? {
            Item::List(items) => items,
            one => vec![one],
        };
        if items.len() != places.len() {
            return Err(Fault::new(scope.start, "it assigns what there is not"));
        }
        for (place, item) in places.into_iter().zip(items) {
            let Item::Number(mut cell) = item else {
                return Err(Fault::new(scope.start, "a number was expected"));
            };
            cell.at = scope.start;
            if let Some(place) = place {
                self.set(place, cell, scope.start)?;
            }
        }
        Ok(())
    }

    /// `DENOC_STORE_2(&M[8], t1, -t2)`: elements of an array that are next to each other.
    fn stores(&mut self, scope: &mut Scope<'t>, size: usize) -> Result<(), Fault> {
        scope.cursor.at += 1;
        let inside = scope.cursor.inside("(")?;
        let outside = core::mem::replace(&mut scope.cursor, inside);
        scope.cursor.expect(&["&"])?;
        let at = scope.cursor.at;
        let first = self.target(scope)?;
        let (array, index) = first.ok_or(Fault::new(at, "an array was expected"))?;
        for place in index..index + size {
            scope.cursor.expect(&[","])?;
            let Item::Number(mut cell) = self.expression(scope)? else {
                return Err(Fault::new(scope.start, "a number was expected"));
            };
            cell.at = scope.start;
            self.set((array, place), cell, scope.start)?;
        }
        if !scope.cursor.is_done() {
            return Err(scope.cursor.fault());
        }
        scope.cursor = outside;
        Ok(())
    }

    /// Sets an element of an array.
    fn set(&mut self, (array, index): (usize, usize), cell: Cell, at: usize) -> Result<(), Fault> {
        let array = &mut self.arrays[array];
        self.written |= array.role == Role::Output;
        let held = array.cells.get_mut(index);
        *held.ok_or(Fault::new(at, "there is no such element"))? = Some(cell);
        Ok(())
    }

    /// A place that is assigned to: an array and the place in it, or none.
    fn target(&mut self, scope: &mut Scope<'t>) -> Result<Option<(usize, usize)>, Fault> {
        let follows = scope.cursor.eat("*");
        let at = scope.cursor.at;
        let name = scope.cursor.name()?;
        if name == "_" {
            return Ok(None);
        }
        let known = scope.names.get(name).cloned();
        let array = known.ok_or(Fault::new(at, "there is no such array"))?;
        match (follows, &array) {
            (true, Item::Array(slice)) if slice.len == 1 => Ok(Some((slice.array, slice.start))),
            _ => match self.place(scope, &array, at)? {
                Place::Element(slice, index) => Ok(Some((slice.array, index))),
                Place::Part(_) => Err(Fault::new(at, "a number was expected")),
            },
        }
    }
}
