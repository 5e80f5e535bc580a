//! A function that solves equations: its steps, and the function that calls them.

use super::super::page::Page;
use super::super::staged::{Action, StagedFunction};
use super::body;
use crate::function::Function;
use crate::leaves::{MARGINS, Solve};
use crate::name;

/// Prints the steps and the function.
pub(super) fn print(page: &mut Page, function: &Function) {
    let staged = StagedFunction::of(function);
    for step in &staged.steps {
        body::print(page, step);
    }
    let parameters = body::parameters(function.inputs(), function.outputs());
    page.gap();
    page.line(format_args!(
        "// Returns true, or leaves the results alone and returns false: the equations are singular."
    ));
    let name = name::identifier(&function.name);
    page.block(
        format!("function {name}({})", parameters.join(", ")),
        |page| {
            locals(page, &staged);
            for action in staged.actions() {
                match action {
                    Action::Call { index, step } => {
                        let name = name::identifier(&step.name);
                        let arguments = staged.arguments(index).join(", ");
                        page.line(format_args!("{name}({arguments});"));
                    }
                    Action::Solve {
                        index,
                        solve,
                        known,
                    } => equations(page, solve, (index, known)),
                    Action::Check { index, .. } => {
                        fail(
                            page,
                            &format!("!{MARGINS}{index}.every((margin) => margin > 0.0)"),
                        );
                    }
                    Action::Return { index } => {
                        for output in function.outputs() {
                            let name = output.name;
                            for k in 0..output.elements.len() {
                                page.line(format_args!("{name}[{k}] = {name}{index}[{k}];"));
                            }
                        }
                        page.line(format_args!("return true;"));
                    }
                }
            }
        },
    );
}

/// The results of all steps, and what is solved for.
fn locals(page: &mut Page, staged: &StagedFunction) {
    for (index, step) in staged.steps.iter().enumerate() {
        for output in &step.program.outputs {
            let (name, len) = (output.name, output.elements.len());
            page.line(format_args!(
                "const {name}{index} = new Float64Array({len});"
            ));
        }
    }
    if staged.unknowns() > 0 {
        let len = staged.unknowns();
        page.line(format_args!("const solved = new Float64Array({len});"));
    }
}

/// Solves the equations of a step; `known` numbers were solved for before.
fn equations(page: &mut Page, solve: Solve, (index, known): (usize, usize)) {
    let Solve {
        rows,
        columns,
        sides,
        least_norm,
    } = solve;
    let arrays = format!("matrix{index}, right{index}");
    match least_norm {
        None => {
            fail(page, &format!("!denoc_solve({rows}, {sides}, {arrays})"));
            page.line(format_args!("solved.set(right{index}, {known});"));
        }
        Some(cutoff) => {
            let solution = format!("solved.subarray({known}, {})", known + columns);
            let arguments = format!("{rows}, {columns}, {arrays}, {cutoff:?}, {solution}");
            fail(page, &format!("!denoc_minimum_norm({arguments})"));
        }
    }
}

/// Returns false under a condition.
fn fail(page: &mut Page, condition: &str) {
    page.block(format!("if ({condition})"), |page| {
        page.line(format_args!("return false;"));
    });
}
