//! A function that solves equations: its steps, and the function that calls them.

use super::super::steps::{self, steps};
use super::layout::Code;
use super::page::Page;
use super::{Style, function, identifier, outputs};
use crate::closed::Solve;
use crate::function::Function;
use crate::leaves::Argument;
use crate::program::{Output, Port};

/// Prints the steps and the function; `prepared` is the type of the input of that name.
pub(super) fn print(page: &mut Page, function: &Function, style: Style, prepared: &str) {
    let steps = steps(function);
    for step in &steps {
        function::print_as("", page, step, style, Some(prepared));
        page.apart();
    }
    page.docs(steps::notes(function, style.precision));
    page.docs([
        "",
        "# Errors",
        "`Status::Singular`: the equations are singular, and there is no result.",
    ]);
    let ports = function.inputs().iter();
    let ports = ports.map(|port| function::parameter(port, style, Some(prepared)));
    let open = format!("pub fn {}(", identifier(&function.name));
    let ty = outputs::ty(function.outputs(), style).unwrap_or_else(|| "()".into());
    let result = Code::list(" -> Result<", [ty, style.status().into()], ">");
    page.block(Code::list(&open, ports, ")").then(result), |page| {
        if function.has_margins() {
            checked(page, function, &steps[0], style);
        } else {
            solved(page, function, &steps, style);
        }
    });
}

/// One step, whose margins are positive.
fn checked(page: &mut Page, function: &Function, step: &Function, style: Style) {
    call(page, step, &names(&step.program.outputs, &[]), &[]);
    let test = "margins.iter().any(|margin| margin.is_nan() || *margin <= 0.0)";
    page.block(format!("if {test}"), |page| singular(page, style));
    finish(page, function.outputs());
}

/// Several, with solvers between.
fn solved(page: &mut Page, function: &Function, steps: &[Function], style: Style) {
    let mut known = 0;
    for (index, step) in steps.iter().enumerate() {
        let later: &[&str] = if index == 0 { &[] } else { &["solved"] };
        let outputs = &step.program.outputs;
        let mutable = ["matrix", "right"];
        call(page, step, &names(outputs, &mutable), later);
        if let Some(stage) = function.stages.get(index) {
            solve(page, stage.solve, known, style);
            known += stage.solve.columns;
        }
    }
    finish(page, function.outputs());
}

/// `let (a, b) = Self::step(q, …);`
fn call(page: &mut Page, step: &Function, pattern: &[String], borrowed: &[&str]) {
    let argument = |port: &Port| {
        let name = port.argument.name();
        match port.argument {
            Argument::Carried => format!("&{name}"),
            _ if borrowed.contains(&name) => format!("&{name}"),
            _ => name.to_owned(),
        }
    };
    let arguments: Vec<String> = step.program.inputs.iter().map(argument).collect();
    let values = pattern.iter().map(|name| name.as_str().into()).collect();
    let pattern = outputs::tuple(values).unwrap_or_else(|| "()".into());
    let call = Code::list(
        &format!("Self::{}(", identifier(&step.name)),
        arguments,
        ");",
    );
    page.code(Code::from("let ").then(pattern).then(" = ").then(call));
}

fn names(outputs: &[Output], mutable: &[&str]) -> Vec<String> {
    let name = |output: &Output| {
        if mutable.contains(&output.name) {
            format!("mut {}", output.name)
        } else {
            output.name.to_owned()
        }
    };
    outputs.iter().map(name).collect()
}

/// Solves `matrix` and `right`; `known` numbers were solved for before.
fn solve(page: &mut Page, solve: Solve, known: usize, style: Style) {
    let Solve {
        rows,
        columns,
        least_norm,
    } = solve;
    let (solvers, scalar) = (style.solvers(), style.scalar());
    let solution = match least_norm {
        None => {
            let call = format!("{solvers}::solve({rows}, matrix.as_flattened_mut(), &mut right)");
            page.block(format!("if !{call}"), |page| singular(page, style));
            "right"
        }
        Some(cutoff) => {
            page.line(format_args!("let mut solution = [0.0; {columns}];"));
            let sizes = [rows.to_string(), columns.to_string()];
            let arrays = [
                "matrix.as_flattened_mut()".to_owned(),
                "&mut right".to_owned(),
                format!("{cutoff:?}"),
                "&mut solution".to_owned(),
            ];
            let arguments = sizes.into_iter().chain(arrays);
            let call = format!("let done = {solvers}::minimum_norm(");
            page.code(Code::list(&call, arguments, ");"));
            page.block("if !done", |page| singular(page, style));
            "solution"
        }
    };
    if known == 0 {
        page.line(format_args!("let solved = {solution};"));
        return;
    }
    let total = known + columns;
    page.line(format_args!("let before: [{scalar}; {known}] = solved;"));
    page.line(format_args!("let mut solved = [0.0; {total}];"));
    page.line(format_args!("solved[..{known}].copy_from_slice(&before);"));
    page.line(format_args!(
        "solved[{known}..].copy_from_slice(&{solution});"
    ));
}

fn singular(page: &mut Page, style: Style) {
    page.line(format_args!("return Err({}::Singular);", style.status()));
}

fn finish(page: &mut Page, outputs: &[Output]) {
    let names = outputs.iter().map(|output| output.name.into()).collect();
    let values = outputs::tuple(names).unwrap_or_else(|| "()".into());
    page.code(Code::list("Ok(", [values], ")"));
}
