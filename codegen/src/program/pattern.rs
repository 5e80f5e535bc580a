//! Structural zeros: elements of outputs that are the constant 0 in a program, and matrices without them.

use std::collections::BTreeSet;

use super::{Output, Program, Shape, Signed};

/// The places of the elements of a matrix that are not 0 for every input: compressed columns.
///
/// Elements of column c are those from `starts[c]` to `starts[c + 1]`; the row of element k is `row_indices[k]`. Rows ascend within a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Places of the first elements of columns, and the number of elements: so many as columns, and one.
    pub starts: Vec<usize>,
    /// Rows of the elements.
    pub row_indices: Vec<usize>,
}

impl Pattern {
    /// Number of elements of the whole matrix.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows * self.columns
    }

    /// Whether the matrix has no elements (a mechanism without degrees of freedom).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A matrix with elements at these places alone, rows and columns, in any order.
    #[must_use]
    pub fn of_places(
        (rows, columns): (usize, usize),
        places: impl IntoIterator<Item = (usize, usize)>,
    ) -> Self {
        let places = places.into_iter().map(|(row, column)| (column, row));
        let places: BTreeSet<(usize, usize)> = places.collect();
        let before = |column: usize| places.range(..(column, 0)).count();
        Self {
            rows,
            columns,
            starts: (0..=columns).map(before).collect(),
            row_indices: places.iter().map(|(_, row)| *row).collect(),
        }
    }

    /// A matrix with all of its elements.
    #[must_use]
    pub fn dense(rows: usize, columns: usize) -> Self {
        let places = (0..columns).flat_map(|column| (0..rows).map(move |row| (row, column)));
        Self::of_places((rows, columns), places)
    }

    /// Rows and columns of the elements, in their order.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.columns).flat_map(|column| {
            let rows = &self.row_indices[self.starts[column]..self.starts[column + 1]];
            rows.iter().map(move |row| (*row, column))
        })
    }
}

impl Output {
    /// Number of elements, those that are left out included.
    #[must_use]
    pub fn whole(&self) -> usize {
        (self.pattern.as_ref()).map_or(self.elements.len(), Pattern::len)
    }

    /// The same, of a matrix only the elements that are not 0, column by column.
    fn packed(&self, is_zero: impl Fn(Signed) -> bool) -> Self {
        let Shape::Matrix(rows, columns) = self.shape else {
            return self.clone();
        };
        let (mut elements, mut row_indices, mut starts) = (Vec::new(), Vec::new(), vec![0]);
        for column in 0..columns {
            for row in 0..rows {
                let element = self.elements[row * columns + column];
                if !is_zero(element) {
                    elements.push(element);
                    row_indices.push(row);
                }
            }
            starts.push(elements.len());
        }
        Self {
            name: self.name,
            shape: Shape::Vector(elements.len()),
            elements,
            pattern: Some(Pattern {
                rows,
                columns,
                starts,
                row_indices,
            }),
        }
    }
}

impl Program {
    /// Number of elements of an output that are 0 for every input.
    #[must_use]
    pub fn zeros(&self, output: &Output) -> usize {
        let zeros = output.elements.iter();
        let zeros = zeros.filter(|one| self.is_zero(one.operand)).count();
        zeros + output.whole() - output.elements.len()
    }

    /// The same with packed matrices in place of those whose outputs are chosen, by their places.
    #[must_use]
    pub fn packed(&self, chosen: impl Fn(usize) -> bool) -> Self {
        let outputs = self.outputs.iter().enumerate();
        let outputs = outputs.map(|(place, output)| match chosen(place) {
            true => output.packed(|element| self.is_zero(element.operand)),
            false => output.clone(),
        });
        Self {
            outputs: outputs.collect(),
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Constant, Operand};
    use super::*;
    use crate::exact::number::Number;
    use crate::leaves::{Argument, Input};

    /// Elements of q in a matrix, by their indices; none is 0.
    fn program(rows: usize, columns: usize, elements: &[Option<usize>]) -> Program {
        let operand = |element: &Option<usize>| match *element {
            None => Operand::Constant(0),
            Some(index) => Operand::Input(Input {
                argument: Argument::Q,
                index,
            }),
        };
        let elements = elements.iter().map(|element| Signed {
            operand: operand(element),
            negative: false,
        });
        Program {
            inputs: Vec::new(),
            outputs: vec![Output {
                name: "M",
                shape: Shape::Matrix(rows, columns),
                elements: elements.collect(),
                pattern: None,
            }],
            constants: vec![Constant::Number(Number::ZERO)],
            angles: Vec::new(),
            angle_statements: 0,
            statements: Vec::new(),
            copies: Vec::new(),
        }
    }

    #[test]
    fn elements_are_packed_column_by_column() {
        let dense = program(2, 3, &[None, Some(1), Some(2), None, Some(4), None]);
        assert_eq!(dense.zeros(&dense.outputs[0]), 3);
        let packed = dense.packed(|_| true);
        let output = &packed.outputs[0];
        let values = packed.evaluate(|input| input.index as f64);
        assert_eq!(values[0], [1.0, 4.0, 2.0]);
        assert_eq!(output.shape, Shape::Vector(3));
        let pattern = output.pattern.as_ref().expect("a pattern");
        assert_eq!((pattern.rows, pattern.columns), (2, 3));
        assert_eq!(pattern.starts, [0, 0, 2, 3]);
        assert_eq!(pattern.row_indices, [0, 1, 0]);
        assert_eq!(packed.zeros(output), 3);
    }

    #[test]
    fn a_matrix_of_zeros_has_no_elements_left() {
        let packed = program(2, 2, &[None; 4]).packed(|_| true);
        let pattern = packed.outputs[0].pattern.as_ref().expect("a pattern");
        assert!(packed.outputs[0].elements.is_empty() && !pattern.is_empty());
        assert_eq!(pattern.starts, [0, 0, 0]);
    }

    #[test]
    fn places_make_the_pattern_that_has_them() {
        let packed = program(2, 3, &[None, Some(1), Some(2), None, Some(4), None]).packed(|_| true);
        let pattern = packed.outputs[0].pattern.as_ref().expect("a pattern");
        let places: Vec<_> = pattern.places().collect();
        assert_eq!(places, [(0, 1), (1, 1), (0, 2)]);
        let backwards = places.into_iter().rev();
        assert_eq!(Pattern::of_places((2, 3), backwards), *pattern);
        assert_eq!(Pattern::dense(2, 2).places().count(), 4);
    }

    #[test]
    fn what_is_not_chosen_stays() {
        let dense = program(1, 2, &[None, Some(0)]);
        assert_eq!(dense.packed(|_| false), dense);
    }
}
