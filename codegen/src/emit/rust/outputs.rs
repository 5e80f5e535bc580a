//! The result of a function: an expression, or, when long, arrays that functions of their own fill.

use core::ops::Range;

use super::super::body::{FunctionBody, Language};
use super::super::layout::Code;
use super::super::page::Page;
use super::Style;
use crate::program::{Output, Program, Shape, Signed};

/// ` -> T`; nothing for a function without outputs.
pub(super) fn result(program: &Program, style: Style) -> Code {
    match ty(&program.outputs, style) {
        Some(ty) => Code::from(" -> ").then(ty),
        None => Code::default(),
    }
}

/// The type of outputs.
pub(super) fn ty(outputs: &[Output], style: Style) -> Option<Code> {
    let types = outputs.iter();
    let types = types.map(|output| filled(output.shape, style.scalar()).into());
    tuple(types.collect())
}

impl FunctionBody<'_, Style> {
    pub(super) fn outputs(&self, page: &mut Page) {
        let outputs = &self.program().outputs;
        let values = if self.plan.writers.is_empty() {
            outputs.iter().map(|output| self.output(output)).collect()
        } else {
            self.call_writers(page);
            (0..outputs.len())
                .map(|k| format!("out{k}").into())
                .collect()
        };
        if let Some(result) = tuple(values) {
            page.code(result);
        }
    }

    /// The value of an output.
    fn output(&self, output: &Output) -> Code {
        let own = self.plan.own();
        let elements = output.elements.iter();
        let elements: Vec<String> = elements.map(|&one| self.signed(one, &own)).collect();
        match output.shape {
            Shape::Scalar => elements.concat().into(),
            Shape::Vector(_) => Code::list("[", elements, "]"),
            Shape::Matrix(rows, columns) => {
                let row = |row: usize| &elements[row * columns..(row + 1) * columns];
                let rows = (0..rows).map(|index| Code::list("[", row(index), "]"));
                Code::list("[", rows, "]")
            }
        }
    }

    /// Arrays, and calls of the writers that fill them.
    fn call_writers(&self, page: &mut Page) {
        for (k, output) in self.program().outputs.iter().enumerate() {
            let mutable = if output.elements.is_empty() {
                ""
            } else {
                "mut "
            };
            let zeros = filled(output.shape, "0.0");
            page.line(format_args!("let {mutable}out{k} = {zeros};"));
        }
        for (number, elements) in (1..).zip(&self.plan.writers) {
            let uses = self.plan.writer_uses(self.program(), elements);
            let mut arguments = self.arguments(&uses, false);
            let touched = self.touched(elements).into_iter();
            arguments.extend(touched.map(|k| format!("&mut out{k}")));
            (self.language).call(page, &format!("write_{number}"), arguments);
        }
    }

    /// The function that writes a run of output elements, counted through all outputs.
    pub(super) fn writer(&self, page: &mut Page, number: usize, elements: &Range<usize>) {
        let style = self.language;
        let arrays = self.arrays(&self.plan.writer_uses(self.program(), elements), false);
        let arrays = arrays.iter().map(|array| style.parameter(array));
        let outputs = self.touched(elements).into_iter().map(|k| {
            let ty = filled(self.program().outputs[k].shape, style.scalar());
            format!("out{k}: &mut {ty}")
        });
        let parameters = arrays.chain(outputs).collect();
        let (name, merged) = (format!("write_{number}"), self.plan.merged);
        style.function(page, &name, parameters, merged, |page| {
            self.assign(page, elements);
        });
    }

    fn assign(&self, page: &mut Page, elements: &Range<usize>) {
        let outputs = self.program().outputs.iter().enumerate();
        let all = outputs.flat_map(|(k, output)| {
            let elements = output.elements.iter().enumerate();
            elements.map(move |(at, &value)| (k, output.shape, at, value))
        });
        for (k, shape, at, value) in all.skip(elements.start).take(elements.len()) {
            let value = self.signed(value, &(0..0));
            match shape {
                Shape::Scalar => page.line(format_args!("*out{k} = {value};")),
                Shape::Vector(_) => page.line(format_args!("out{k}[{at}] = {value};")),
                Shape::Matrix(_, columns) => {
                    let (row, column) = (at / columns, at % columns);
                    page.line(format_args!("out{k}[{row}][{column}] = {value};"));
                }
            }
        }
    }

    /// An element of an output, in a function whose locals are the slots of `scope`.
    fn signed(&self, element: Signed, scope: &Range<usize>) -> String {
        let sign = if element.negative { "-" } else { "" };
        format!("{sign}{}", self.operand(element.operand, scope))
    }
}

/// One alone, several as a tuple.
pub(super) fn tuple(mut values: Vec<Code>) -> Option<Code> {
    match values.len() {
        0 | 1 => values.pop(),
        _ => Some(Code::list("(", values, ")")),
    }
}

/// An array of that shape with one value throughout, or its type with one type of elements.
fn filled(shape: Shape, element: &str) -> String {
    match shape {
        Shape::Scalar => element.into(),
        Shape::Vector(len) => format!("[{element}; {len}]"),
        Shape::Matrix(rows, columns) => format!("[[{element}; {columns}]; {rows}]"),
    }
}
