//! A function that solves equations: its steps, and the function that calls them.

use super::super::page::Page;
use super::super::staged::{Action, StagedFunction};
use super::body::{self, definition};
use super::{Style, comment};
use crate::function::Function;
use crate::leaves::{MARGINS, Solve};
use crate::name;

/// The description and the prototype of the function.
pub(super) fn header(function: &Function, style: Style) -> String {
    let mut notes = StagedFunction::of(function).notes(style).lines();
    notes.push(String::new());
    notes.push(
        "Returns 0, or leaves the results alone and returns 1: the equations are singular.".into(),
    );
    format!("{}{};\n", comment(&notes), prototype(function, style))
}

fn prototype(function: &Function, style: Style) -> String {
    style.prototype_of("int", function, function.outputs())
}

/// Prints the steps and the function; `linkage` is `static `, or nothing.
pub(super) fn print(page: &mut Page, staged: &StagedFunction, style: Style, linkage: &str) {
    for step in &staged.steps {
        body::print(page, step, style.private(), "static ");
    }
    let head = format!("{linkage}{}", prototype(staged.function, style));
    definition(page, &head, |page| {
        locals(page, staged, style);
        let outputs = staged.function.outputs().iter();
        for output in outputs.filter(|one| one.elements.is_empty()) {
            page.line(format_args!("(void){};", output.name));
        }
        for action in staged.actions() {
            match action {
                Action::Call { index, step } => call(page, staged, (index, step), style),
                Action::Solve {
                    index,
                    solve,
                    known,
                } => equations(page, solve, (index, known), style),
                Action::Check { index, margins } => {
                    let zero = format!("0.0{}", style.suffix());
                    for k in 0..margins {
                        fail(page, &format!("!({MARGINS}{index}[{k}] > {zero})"));
                    }
                }
                Action::Return { index } => {
                    // Element by element: compilers make calls of loops.
                    for output in staged.function.outputs() {
                        let name = output.name;
                        for k in 0..output.elements.len() {
                            page.line(format_args!("{name}[{k}] = {name}{index}[{k}];"));
                        }
                    }
                    page.line(format_args!("return 0;"));
                }
            }
        }
    });
}

/// The results of all steps, and what is solved for.
fn locals(page: &mut Page, staged: &StagedFunction, style: Style) {
    let scalar = style.scalar();
    for (index, step) in staged.steps.iter().enumerate() {
        for output in &step.program.outputs {
            let (name, len) = (output.name, output.elements.len().max(1));
            page.line(format_args!("{scalar} {name}{index}[{len}];"));
        }
    }
    if staged.unknowns() > 0 {
        page.line(format_args!("{scalar} solved[{}];", staged.unknowns()));
    }
}

fn call(page: &mut Page, staged: &StagedFunction, (index, step): (usize, &Function), style: Style) {
    let arguments = staged.arguments(index).join(", ");
    let (prefix, name) = (style.prefix, name::identifier(&step.name));
    page.line(format_args!("{prefix}_{name}({arguments});"));
}

/// Solves the equations of a step; `known` numbers were solved for before.
fn equations(page: &mut Page, solve: Solve, (index, known): (usize, usize), style: Style) {
    let Solve {
        rows,
        columns,
        sides,
        least_norm,
    } = solve;
    let arrays = format!("matrix{index}, right{index}");
    match least_norm {
        None => {
            fail(
                page,
                &format!("denoc_solve({rows}, {sides}, {arrays}) != 0"),
            );
            for k in 0..solve.unknowns() {
                page.line(format_args!("solved[{}] = right{index}[{k}];", known + k));
            }
        }
        Some(cutoff) => {
            let cutoff = format!("{cutoff:?}{}", style.suffix());
            let arguments = format!("{rows}, {columns}, {arrays}, {cutoff}, &solved[{known}]");
            fail(page, &format!("denoc_minimum_norm({arguments}) != 0"));
        }
    }
}

/// Returns 1 under a condition.
fn fail(page: &mut Page, condition: &str) {
    page.block(format!("if ({condition})"), |page| {
        page.line(format_args!("return 1;"));
    });
}
