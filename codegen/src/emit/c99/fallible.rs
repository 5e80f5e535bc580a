//! A function that solves equations: its steps, and the function that calls them.

use core::fmt::Write;

use super::super::chunk::Plan;
use super::super::steps;
use super::body::Body;
use super::{Style, comment};
use crate::closed::{MARGINS, Solve};
use crate::compile::Precision;
use crate::function::Function;
use crate::leaves::Argument;
use crate::name;
use crate::program::Output;

/// What it does and its prototype.
pub(super) fn header(function: &Function, style: Style) -> String {
    let mut notes = steps::notes(function, style.precision);
    notes.push(String::new());
    notes.push(
        "Returns 0, or leaves the results alone and returns 1: the equations are singular.".into(),
    );
    format!("{}{};\n", comment(&notes), prototype(function, style))
}

fn prototype(function: &Function, style: Style) -> String {
    style.prototype_of("int", function, function.outputs())
}

/// The solvers that are needed: of square equations, and with least norm.
pub(super) fn solvers((square, least_norm): (bool, bool), precision: Precision) -> String {
    /// The line between the two solvers: what stands above serves both.
    const BETWEEN: &str = "/* 1/sqrt(x) for 1 <= x <= 2, to about an ulp. */";
    let text = match precision {
        Precision::F64 => include_str!("../linear_f64.c"),
        Precision::F32 => include_str!("../linear_f32.c"),
    };
    let (elimination, least) = text.split_once(BETWEEN).unwrap_or((text, ""));
    let (helpers, elimination) = elimination
        .split_once("/* Solves A x = b of n equations")
        .unwrap_or(("", elimination));
    let mut printed = String::new();
    if square || least_norm {
        let _ = write!(printed, "\n{helpers}");
    }
    if square {
        let _ = write!(printed, "/* Solves A x = b of n equations{elimination}");
    }
    if least_norm {
        let _ = write!(printed, "{BETWEEN}{least}");
    }
    printed
}

/// Prints the steps and the function.
pub(super) fn print(text: &mut String, function: &Function, steps: &[Function], style: Style) {
    for step in steps {
        Body {
            function: step,
            plan: &Plan::of(&step.program),
            style: style.private(),
            linkage: "static ",
        }
        .print(text);
    }
    let _ = writeln!(text, "\n{}\n{{", prototype(function, style));
    let scalar = style.scalar();
    let mut declare = |name: &str, len: usize| {
        let _ = writeln!(text, "    {scalar} {name}[{len}];");
    };
    let of = |index: usize, name: &str| format!("{name}{index}");
    for (index, step) in steps.iter().enumerate() {
        for output in &step.program.outputs {
            declare(&of(index, output.name), output.elements.len().max(1));
        }
    }
    let total: usize = function
        .stages
        .iter()
        .map(|stage| stage.solve.columns)
        .sum();
    if total > 0 {
        declare("solved", total);
    }
    let mut known = 0;
    for (index, step) in steps.iter().enumerate() {
        let inputs = step.program.inputs.iter().map(|port| match port.argument {
            Argument::Carried => of(0, "carried"),
            other => other.name().to_owned(),
        });
        let outputs = step
            .program
            .outputs
            .iter()
            .map(|output| of(index, output.name));
        let arguments: Vec<String> = inputs.chain(outputs).collect();
        let name = name::identifier(&step.name);
        let _ = writeln!(
            text,
            "    {}_{name}({});",
            style.prefix,
            arguments.join(", ")
        );
        if let Some(stage) = function.stages.get(index) {
            solve(text, stage.solve, (index, known), style);
            known += stage.solve.columns;
        }
    }
    let last = steps.len().saturating_sub(1);
    if function.has_margins() {
        let margins = of(0, MARGINS);
        let zero = zero(style);
        let len = steps[0]
            .program
            .outputs
            .last()
            .map_or(0, |one| one.elements.len());
        for index in 0..len {
            let _ = writeln!(
                text,
                "    if (!({margins}[{index}] > {zero})) {{\n        return 1;\n    }}"
            );
        }
    }
    for output in function.outputs() {
        write(text, output, &of(last, output.name));
    }
    text.push_str("    return 0;\n}\n");
}

fn zero(style: Style) -> &'static str {
    match style.precision {
        Precision::F64 => "0.0",
        Precision::F32 => "0.0f",
    }
}

/// Solves the equations of a step; `known` numbers were solved for before.
fn solve(text: &mut String, solve: Solve, (index, known): (usize, usize), style: Style) {
    let Solve {
        rows,
        columns,
        least_norm,
    } = solve;
    let fails = "{\n        return 1;\n    }";
    match least_norm {
        None => {
            let _ = writeln!(
                text,
                "    if (denoc_solve({rows}, matrix{index}, right{index}) != 0) {fails}"
            );
            for k in 0..columns {
                let _ = writeln!(text, "    solved[{}] = right{index}[{k}];", known + k);
            }
        }
        Some(cutoff) => {
            let suffix = match style.precision {
                Precision::F64 => "",
                Precision::F32 => "f",
            };
            let arrays =
                format!("matrix{index}, right{index}, {cutoff:?}{suffix}, &solved[{known}]");
            let _ = writeln!(
                text,
                "    if (denoc_minimum_norm({rows}, {columns}, {arrays}) != 0) {fails}"
            );
        }
    }
}

/// An output array, element by element: compilers make calls of loops.
fn write(text: &mut String, output: &Output, from: &str) {
    for index in 0..output.elements.len() {
        let _ = writeln!(text, "    {}[{index}] = {from}[{index}];", output.name);
    }
}
