//! A function that solves equations: its steps, and the function that calls them.

use super::super::layout::Code;
use super::super::page::Page;
use super::super::staged::{Action, StagedFunction};
use super::{Style, function, identifier, outputs};
use crate::function::Function;
use crate::leaves::Argument;
use crate::leaves::Solve;
use crate::program::{Output, Port};

/// Prints the steps and the function; `prepared` is the type of the input of that name.
pub(super) fn print(page: &mut Page, function: &Function, style: Style, prepared: &str) {
    let staged = StagedFunction::of(function);
    for step in &staged.steps {
        function::print_as("", page, step, style, Some(prepared));
        page.apart();
    }
    page.docs(staged.notes(style).lines());
    page.docs([
        "",
        "# Errors",
        "`Status::Singular`: the equations are singular, and there is no result.",
    ]);
    let ports = function.inputs().iter();
    let ports = ports.map(|port| function::parameter(port, style, Some(prepared)));
    let open = format!("pub fn {}(", identifier(&function.name));
    let ty = outputs::ty(function.outputs(), style).unwrap_or_else(|| "()".into());
    let result = Code::list(
        " -> ::core::result::Result<",
        [ty, style.status().into()],
        ">",
    );
    page.block(Code::list(&open, ports, ")").then(result), |page| {
        for action in staged.actions() {
            match action {
                Action::Call { index, step } => call(page, &staged, (index, step)),
                Action::Solve { solve, known, .. } => equations(page, solve, known, style),
                Action::Check { .. } => {
                    let test = "margins.iter().any(|margin| margin.is_nan() || *margin <= 0.0)";
                    page.block(format!("if {test}"), |page| singular(page, style));
                }
                Action::Return { .. } => {
                    let outputs = function.outputs().iter();
                    let names = outputs.map(|output| variable(output).into()).collect();
                    let values = outputs::tuple(names).unwrap_or_else(|| "()".into());
                    page.code(Code::list("Ok(", [values], ")"));
                }
            }
        }
    });
}

/// `let (a, mut b) = Self::step(q, &a, …);`
fn call(page: &mut Page, staged: &StagedFunction, (index, step): (usize, &Function)) {
    let argument = |port: &Port| {
        let name = port.argument.name();
        match port.argument {
            Argument::Carried | Argument::Solved => format!("&{name}"),
            _ => name.to_owned(),
        }
    };
    let arguments: Vec<String> = step.program.inputs.iter().map(argument).collect();
    // The solver overwrites its equations.
    let solves = index < staged.function.stages.len();
    let pattern = step.program.outputs.iter().map(|output| {
        let overwritten = solves && ["matrix", "right"].contains(&output.name);
        let mutable = if overwritten { "mut " } else { "" };
        format!("{mutable}{}", variable(output)).into()
    });
    let pattern = outputs::tuple(pattern.collect()).unwrap_or_else(|| "()".into());
    let open = format!("Self::{}(", identifier(&step.name));
    let call = Code::list(&open, arguments, ");");
    page.code(Code::from("let ").then(pattern).then(" = ").then(call));
}

/// The variable that holds a result: `minv`.
fn variable(output: &Output) -> String {
    output.name.to_ascii_lowercase()
}

/// Solves `matrix` and `right`; `known` numbers were solved for before.
fn equations(page: &mut Page, solve: Solve, known: usize, style: Style) {
    let Solve {
        rows,
        columns,
        sides,
        least_norm,
    } = solve;
    let (solvers, scalar) = (style.solvers(), style.scalar());
    let solution = match least_norm {
        None => {
            let call =
                format!("{solvers}::solve({rows}, {sides}, matrix.as_flattened_mut(), &mut right)");
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
    let total = known + solve.unknowns();
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
