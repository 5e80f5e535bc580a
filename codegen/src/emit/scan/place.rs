//! Places: elements and parts of arrays, and methods of arrays.

use super::Fault;
use super::cursor::Cursor;
use super::item::{Cell, Item, Role, Slice};
use super::run::{LANE, Run, Scope};

impl<'t> Run<'t> {
    /// `.value`, and methods of arrays.
    pub(super) fn method(
        &mut self,
        scope: &mut Scope<'t>,
        item: Item,
        at: usize,
    ) -> Result<Item, Fault> {
        scope.cursor.at += 1;
        let method = scope.cursor.next();
        if method == "value" {
            return Ok(item);
        }
        let inside = scope.cursor.inside("(")?;
        match method {
            "as_flattened_mut" if inside.is_done() => Ok(item),
            "subarray" => {
                let mut bounds = inside;
                let start = bounds.integer()?;
                bounds.expect(&[","])?;
                let end = bounds.integer()?;
                part(&item, start, Some(end), at)
            }
            // `solved.set(right0, 3)`, `solved[3..].copy_from_slice(&right)`
            "set" | "copy_from_slice" => {
                let mut rest = inside;
                let comma = rest.find(",").unwrap_or(rest.end);
                let source = self.list(scope, Cursor { end: comma, ..rest })?;
                rest.at = comma + 1;
                let start = if method == "set" { rest.integer()? } else { 0 };
                let [Item::Array(source)] = source.as_slice() else {
                    return Err(Fault::new(at, "an array was expected"));
                };
                let held = &self.arrays[source.array].cells;
                let cells = held[source.start..source.start + source.len].to_vec();
                let to = part(&item, start, None, at)?;
                if let Item::Array(to) = to
                    && method == "copy_from_slice"
                    && to.len != source.len
                {
                    return Err(Fault::new(at, "arrays of different lengths"));
                }
                self.copy(&to, cells, at)?;
                Ok(Item::List(Vec::new()))
            }
            _ => Err(Fault::new(at, "no method that is printed")),
        }
    }

    /// `[3]`, `[1][2]` of a matrix, `[..3]`, `[3..]`.
    pub(super) fn indexed(
        &mut self,
        scope: &mut Scope<'t>,
        item: &Item,
        at: usize,
    ) -> Result<Item, Fault> {
        let (slice, index) = match self.place(scope, item, at)? {
            Place::Part(part) => return Ok(part),
            Place::Element(slice, index) => (slice, index),
        };
        let array = &self.arrays[slice.array];
        if array.role == Role::Input && self.written && !self.lanes {
            let why = "an input is read after a result is written, which may overlap it";
            return Err(Fault::new(at, why));
        }
        let cell = array.cells.get(index).copied().flatten();
        let cell = cell.ok_or(Fault::new(at, "it is read before it is set"))?;
        Ok(Item::Number(Cell { at, ..cell }))
    }

    /// `[k]` behind other indices, where there are lanes; an array that lanes share has none.
    pub(super) fn lane(&self, scope: &mut Scope<'t>) -> Result<(), Fault> {
        if self.lanes && scope.cursor.peek(0) == "[" {
            scope.cursor.inside("[")?.expect(&[LANE])?;
        }
        Ok(())
    }

    /// The place that indices are of.
    pub(super) fn place(
        &self,
        scope: &mut Scope<'t>,
        item: &Item,
        at: usize,
    ) -> Result<Place, Fault> {
        let Item::Array(slice) = *item else {
            return Err(Fault::new(at, "an array was expected"));
        };
        let mut inside = scope.cursor.inside("[")?;
        if inside.find(".").is_some() {
            let start = inside.integer().unwrap_or(0);
            inside.expect(&[".", "."])?;
            return part(item, start, inside.integer().ok(), at).map(Place::Part);
        }
        let mut index = inside.integer()?;
        if let Some(columns) = self.arrays[slice.array].columns {
            let column = scope.cursor.inside("[")?.integer()?;
            if column >= columns {
                return Err(Fault::new(at, "there is no such element"));
            }
            index = index * columns + column;
        }
        self.lane(scope)?;
        if index >= slice.len {
            return Err(Fault::new(at, "there is no such element"));
        }
        Ok(Place::Element(slice, slice.start + index))
    }
}

/// A place in an array.
pub(super) enum Place {
    /// A part of it.
    Part(Item),
    /// The array, and the place of the element in it.
    Element(Slice, usize),
}

/// A part of an array, to its end where there is none of its own.
pub(super) fn part(
    item: &Item,
    start: usize,
    end: Option<usize>,
    at: usize,
) -> Result<Item, Fault> {
    let Item::Array(slice) = *item else {
        return Err(Fault::new(at, "an array was expected"));
    };
    let end = end.unwrap_or(slice.len);
    if start > end || end > slice.len {
        return Err(Fault::new(at, "there are no such elements"));
    }
    Ok(Item::Array(Slice {
        start: slice.start + start,
        len: end - start,
        ..slice
    }))
}
