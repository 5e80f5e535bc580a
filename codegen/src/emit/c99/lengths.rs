//! Names for the lengths of arrays: `PUMA_MASS_MATRIX_M_LEN`.

use core::fmt::Write;
use std::collections::BTreeSet;

use super::Style;
use crate::compile::Compiled;
use crate::function::Function;
use crate::leaves::{Argument, Dim, Extent};
use crate::name;
use crate::program::{Output, Port, Shape};

/// The definitions for all functions of a header.
pub(super) fn definitions(compiled: &Compiled, style: Style) -> String {
    let mut text = String::new();
    let functions = || compiled.printed();
    let inputs = functions().flat_map(Function::inputs);
    let inputs: BTreeSet<(String, usize)> = inputs
        .filter(|port| port.len > 0 && is_named(style, port.argument))
        .map(|port| (input(style, port.argument), port.len))
        .collect();
    if !inputs.is_empty() {
        text.push_str("/* Lengths of other arrays that are read. */\n");
    }
    for (name, len) in inputs {
        let _ = writeln!(text, "#define {name} {len}");
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let mut known: BTreeSet<String> = BTreeSet::new();
    let outputs = functions().flat_map(|function| {
        let outputs = function.outputs().iter();
        outputs.map(move |output| (stem(style, function, output), output))
    });
    let mut lines = String::new();
    let is_named = |output: &Output| output.pattern.is_some() || !output.elements.is_empty();
    for (stem, output) in outputs.filter(|(_, output)| is_named(output)) {
        if !known.insert(stem.clone()) {
            continue;
        }
        if let Some(pattern) = &output.pattern {
            let _ = writeln!(lines, "#define {stem}_NNZ {}", output.elements.len());
            let _ = writeln!(lines, "#define {stem}_ROWS {}", pattern.rows);
            let _ = writeln!(lines, "#define {stem}_COLS {}", pattern.columns);
            continue;
        }
        let _ = writeln!(lines, "#define {stem}_LEN {}", output.elements.len());
        if let Shape::Matrix(rows, columns) = output.shape {
            let _ = writeln!(lines, "#define {stem}_ROWS {rows}");
            let _ = writeln!(lines, "#define {stem}_COLS {columns}");
        }
    }
    if !lines.is_empty() {
        let _ = writeln!(
            text,
            "/* Lengths of the arrays that are written, and the sides of matrices. */\n{lines}"
        );
    }
    text
}

/// How a matrix in two dimensions is passed, by the first of the functions that write one.
pub(super) fn example(compiled: &Compiled, style: Style) -> Option<[String; 2]> {
    compiled.functions.iter().find_map(|function| {
        let outputs = function.outputs();
        let is_matrix = |output: &&Output| {
            matches!(output.shape, Shape::Matrix(..)) && !output.elements.is_empty()
        };
        let output = outputs.iter().find(is_matrix)?;
        let stem = stem(style, function, output);
        let (scalar, name) = (style.scalar(), output.name);
        let passed = function.inputs().iter().map(|port| port.argument.name());
        let passed = passed.chain(outputs.iter().map(|one| one.name));
        let passed: Vec<String> = passed
            .map(|one| {
                if one == name {
                    format!("&{name}[0][0]")
                } else {
                    one.into()
                }
            })
            .collect();
        Some([
            format!("    {scalar} {name}[{stem}_ROWS][{stem}_COLS];"),
            format!(
                "    {}_{}({});",
                style.prefix,
                name::identifier(&function.name),
                passed.join(", ")
            ),
        ])
    })
}

/// The length of an input array as its declaration has it.
pub(super) fn of_input(style: Style, port: Port) -> String {
    match dimension(style, port.argument) {
        Some(dimension) => dimension,
        None if style.public && is_named(style, port.argument) => input(style, port.argument),
        None => port.len.to_string(),
    }
}

/// Whether the length has a name of its own. Not that of weights, of which every function has others.
fn is_named(style: Style, argument: Argument) -> bool {
    dimension(style, argument).is_none() && !matches!(argument, Argument::Weights(_))
}

/// The length of an input array that is no dimension of the mechanism: `PUMA_WRENCHES_LEN`.
fn input(style: Style, argument: Argument) -> String {
    format!("{}_{}_LEN", style.upper(), name::upper(argument.name()))
}

/// The dimension of the mechanism that is the length of an input array: `PUMA_NV`.
fn dimension(style: Style, argument: Argument) -> Option<String> {
    let name = match (argument, argument.extent()) {
        (Argument::Prepared, _) => "PREPARED",
        (_, Extent::Vector(Dim::Parameters)) => "PARAMETERS",
        (_, Extent::Vector(Dim::Nq)) => "NQ",
        (_, Extent::Vector(Dim::Actuated)) if style.has_loops => "ACTUATED",
        (_, Extent::Vector(Dim::Nv | Dim::Actuated)) => "NV",
        _ => return None,
    };
    Some(format!("{}_{name}", style.upper()))
}

/// The length of an output array as its declaration has it.
pub(super) fn of_output(style: Style, function: &Function, output: &Output) -> String {
    let length = if output.pattern.is_some() {
        "NNZ"
    } else {
        "LEN"
    };
    format!("{}_{length}", stem(style, function, output))
}

/// The prefix of the names of an output's lengths: `PUMA_MASS_MATRIX_M`.
pub(super) fn stem(style: Style, function: &Function, output: &Output) -> String {
    let (function, output) = (name::upper(&function.name), name::upper(output.name));
    format!("{}_{function}_{output}", style.upper())
}
