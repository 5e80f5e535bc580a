//! An argument or a result of an external function: a name, and the places of its elements.

use crate::leaves::Argument;
use crate::mechanism::Mechanism;
use crate::program::{Output, Pattern, Port, Shape};

/// An array as CasADi has it: a matrix in compressed columns; a vector is one column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) pattern: Pattern,
}

impl Variable {
    /// An array with all of its elements.
    pub(super) fn dense(name: &str, shape: Shape) -> Self {
        let (rows, columns) = sides(shape);
        Self {
            name: name.into(),
            pattern: Pattern::dense(rows, columns),
        }
    }

    /// An input of a function; the model's parameters in place of what is prepared from them.
    pub(super) fn of_port(port: Port, mechanism: &Mechanism) -> Self {
        if port.argument == Argument::Prepared {
            let all = Shape::Vector(mechanism.parameters.len());
            return Self::dense(Argument::Parameters.name(), all);
        }
        let shape = match port.argument.extent().on(mechanism) {
            Shape::Scalar | Shape::Vector(_) => Shape::Vector(port.len),
            matrix @ Shape::Matrix(..) => matrix,
        };
        Self::dense(port.argument.name(), shape)
    }

    /// A result of a function whose matrices are packed.
    pub(super) fn of_output(output: &Output) -> Self {
        match &output.pattern {
            None => Self::dense(output.name, output.shape),
            Some(pattern) => Self {
                name: output.name.into(),
                pattern: pattern.clone(),
            },
        }
    }

    /// The same by another name: `fwd_q`.
    pub(super) fn named(&self, prefix: &str) -> Self {
        Self {
            name: format!("{prefix}_{}", self.name),
            pattern: self.pattern.clone(),
        }
    }

    /// The same without elements: a result that the derivative of its function does not need.
    pub(super) fn unread(&self) -> Self {
        let sides = (self.pattern.rows, self.pattern.columns);
        Self {
            name: format!("out_{}", self.name),
            pattern: Pattern::of_places(sides, []),
        }
    }

    /// Number of elements.
    pub(super) fn len(&self) -> usize {
        self.pattern.row_indices.len()
    }

    /// Whether it is one column with all of its elements.
    pub(super) fn is_vector(&self) -> bool {
        self.pattern.columns == 1 && self.is_dense()
    }

    fn is_dense(&self) -> bool {
        self.len() == self.pattern.len()
    }

    /// The numbers that CasADi's constructor of sparsities reads: rows, columns, and 1 for all elements; or the starts of columns and the
    /// rows of elements.
    pub(super) fn sparsity(&self) -> Vec<usize> {
        let Pattern {
            rows,
            columns,
            starts,
            row_indices,
        } = &self.pattern;
        let mut numbers = vec![*rows, *columns];
        match self.is_dense() && !self.pattern.is_empty() {
            true => numbers.push(1),
            false => numbers.extend(starts.iter().chain(row_indices)),
        }
        numbers
    }

    /// As comments have it: `q[6]`, `M[6x6, 32]`.
    pub(super) fn brief(&self) -> String {
        let Pattern { rows, columns, .. } = &self.pattern;
        match (self.is_vector(), self.is_dense()) {
            (true, _) => format!("{}[{rows}]", self.name),
            (_, true) => format!("{}[{rows}x{columns}]", self.name),
            _ => format!("{}[{rows}x{columns}, {}]", self.name, self.len()),
        }
    }
}

/// Rows and columns.
pub(super) fn sides(shape: Shape) -> (usize, usize) {
    match shape {
        Shape::Scalar => (1, 1),
        Shape::Vector(n) => (n, 1),
        Shape::Matrix(rows, columns) => (rows, columns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sparsities_are_those_that_casadi_reads() {
        let sparsity = |shape| Variable::dense("x", shape).sparsity();
        assert_eq!(sparsity(Shape::Scalar), [1, 1, 1]);
        assert_eq!(sparsity(Shape::Vector(6)), [6, 1, 1]);
        assert_eq!(sparsity(Shape::Matrix(2, 3)), [2, 3, 1]);
        assert_eq!(sparsity(Shape::Vector(0)), [0, 1, 0, 0]);
        let matrix = Variable {
            name: "M".into(),
            pattern: Pattern::of_places((2, 2), [(1, 1), (0, 0)]),
        };
        assert_eq!(matrix.sparsity(), [2, 2, 0, 1, 2, 0, 1]);
        assert_eq!(matrix.unread().sparsity(), [2, 2, 0, 0, 0]);
        assert_eq!(matrix.brief(), "M[2x2, 2]");
    }
}
