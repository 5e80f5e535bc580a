//! An argument or a result of a function, as C++ passes it.

use crate::compile::Compiled;
use crate::leaves::{Argument, Dim, Extent};
use crate::program::{Output, Port, Shape};

/// Plain arrays, or Eigen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arrays {
    Plain,
    Eigen,
}

/// The sides of an array; what a number or a structure is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// What was prepared of parameters.
    Prepared,
    /// A number, in C by a pointer.
    Scalar,
    /// A number, in C by its value.
    Number,
    /// An array of rows times columns numbers; a vector has one column.
    Array { rows: usize, columns: usize },
}

/// An argument or a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Value {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// The name of its length.
    length: Option<&'static str>,
}

impl Value {
    pub(super) fn number(name: &'static str) -> Self {
        Self {
            name,
            kind: Kind::Number,
            length: None,
        }
    }

    /// A vector whose length has a name.
    pub(super) fn vector(name: &'static str, len: usize, length: &'static str) -> Self {
        Self {
            name,
            kind: Kind::Array {
                rows: len,
                columns: 1,
            },
            length: Some(length),
        }
    }

    pub(super) fn of_port(port: Port, compiled: &Compiled) -> Self {
        let extent = port.argument.extent();
        let kind = match (port.argument, extent) {
            (Argument::Prepared, _) => Kind::Prepared,
            (_, Extent::Scalar) => Kind::Scalar,
            _ => array(extent.on(&compiled.mechanism), port.len),
        };
        let length = match extent {
            Extent::Vector(Dim::Nq) => Some("nq"),
            Extent::Vector(Dim::Actuated) if compiled.mechanism.loops.is_some() => {
                Some("n_actuated")
            }
            Extent::Vector(Dim::Nv | Dim::Actuated) => Some("nv"),
            Extent::Vector(Dim::Parameters) => Some("n_parameters"),
            _ => None,
        };
        Self {
            name: port.argument.name(),
            kind,
            length,
        }
    }

    pub(super) fn of_output(output: &Output) -> Self {
        let len = output.elements.len();
        let kind = match (output.shape, &output.pattern) {
            (Shape::Scalar, _) => Kind::Scalar,
            (shape, None) => array(shape, len),
            (_, Some(_)) => array(Shape::Vector(len), len),
        };
        Self {
            name: output.name,
            kind,
            length: None,
        }
    }

    /// Number of elements, of arrays.
    pub(super) fn len(&self) -> Option<usize> {
        match self.kind {
            Kind::Array { rows, columns } => Some(rows * columns),
            _ => None,
        }
    }

    /// As a function declares it that reads it.
    pub(super) fn input(&self, arrays: Arrays) -> String {
        let name = self.name;
        match (self.kind, arrays) {
            (Kind::Prepared, _) => format!("const Prepared &{name}"),
            (Kind::Scalar | Kind::Number, _) => format!("Scalar {name}"),
            (_, Arrays::Plain) => format!("Input<{}> {name}", self.length()),
            (_, Arrays::Eigen) => format!("MatrixInput<{}> {name}", self.sides()),
        }
    }

    /// As a function declares it that writes it.
    pub(super) fn output(&self, arrays: Arrays) -> String {
        let name = self.name;
        match (self.kind, arrays) {
            (Kind::Array { .. }, Arrays::Plain) => format!("Output<{}> {name}", self.length()),
            (Kind::Array { .. }, Arrays::Eigen) => format!("MatrixOutput<{}> {name}", self.sides()),
            _ => format!("Scalar &{name}"),
        }
    }

    /// The type that a result is returned as.
    pub(super) fn returned(&self, arrays: Arrays) -> String {
        match (self.kind, arrays) {
            (Kind::Array { .. }, Arrays::Plain) => format!("std::array<Scalar, {}>", self.length()),
            (Kind::Array { .. }, Arrays::Eigen) => format!("Matrix<{}>", self.sides()),
            _ => "Scalar".into(),
        }
    }

    /// As it is passed to the C function; `name` is where it is.
    pub(super) fn passed(&self, name: &str) -> String {
        match self.kind {
            Kind::Prepared | Kind::Scalar => format!("&{name}"),
            Kind::Number => name.to_owned(),
            Kind::Array { .. } => format!("{name}.data()"),
        }
    }

    fn length(&self) -> String {
        match self.length {
            Some(name) => name.into(),
            None => self.len().unwrap_or(1).to_string(),
        }
    }

    /// `6`, `6, 6`.
    fn sides(&self) -> String {
        match self.kind {
            Kind::Array { rows, columns: 1 } => rows.to_string(),
            Kind::Array { rows, columns } => format!("{rows}, {columns}"),
            _ => "1".into(),
        }
    }
}

/// An array of a shape, or where that is not the whole one a vector.
fn array(shape: Shape, len: usize) -> Kind {
    match shape {
        Shape::Matrix(rows, columns) if rows * columns == len => Kind::Array { rows, columns },
        _ => Kind::Array {
            rows: len,
            columns: 1,
        },
    }
}
