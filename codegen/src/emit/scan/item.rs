//! What names and expressions stand for: numbers, parts of arrays, lists.

use super::Fault;
use super::fact::Value;

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
