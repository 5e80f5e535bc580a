//! A JavaScript function: plan → text.

use core::ops::Range;

use super::super::arrays::kept;
use super::super::body::{ArrayArgument, FunctionBody, Language};
use super::super::chunk::{Limits, Plan};
use super::super::page::Page;
use crate::compile::Precision;
use crate::function::Function;
use crate::name;
use crate::program::{Output, Port};

/// The implementation of the language.
#[derive(Clone, Copy)]
struct Script;

impl Language for Script {
    const TRIGONOMETRY: [&'static str; 2] = ["sn", "cs"];
    /// V8 leaves longer functions unoptimised.
    const LIMITS: Limits = Limits {
        whole: 1000,
        shortest: 300,
        longest: 700,
        merged: 0,
        touched: usize::MAX,
    };

    /// The one type of numbers.
    fn precision(self) -> Precision {
        Precision::F64
    }

    fn local(self, name: &str) -> String {
        format!("const {name}")
    }

    fn sines(self, page: &mut Page, body: &FunctionBody<Self>) {
        for (k, angle) in body.angles().enumerate() {
            page.line(format_args!("angle[{k}] = {angle};"));
        }
        for (k, tail) in body.angle_tails().into_iter().flatten().enumerate() {
            if tail != "0.0" {
                page.line(format_args!("cs[{k}] = {tail};"));
            }
        }
        page.line(format_args!("denoc_sincos(angle, sn, cs);"));
    }

    fn parameter(self, array: &ArrayArgument) -> String {
        array.name().into()
    }

    fn own_argument(self, _: &mut Page, array: &str, part: Range<usize>) -> String {
        let elements: Vec<String> = part.map(|index| format!("{array}[{index}]")).collect();
        format!("[{}]", elements.join(", "))
    }

    fn function(
        self,
        page: &mut Page,
        name: &str,
        parameters: Vec<String>,
        _: bool,
        inside: impl FnOnce(&mut Page),
    ) {
        definition(page, name, &parameters, inside);
    }
}

/// A function, set apart.
pub(super) fn definition(
    page: &mut Page,
    name: &str,
    parameters: &[String],
    inside: impl FnOnce(&mut Page),
) {
    page.gap();
    let parameters = parameters.join(", ");
    page.block(format!("function {name}({parameters})"), inside);
}

/// Inputs in the order of the signature, outputs last.
pub(super) fn parameters(inputs: &[Port], outputs: &[Output]) -> Vec<String> {
    let inputs = inputs.iter().map(|port| port.argument.name());
    let outputs = outputs.iter().map(|output| output.name);
    inputs.chain(outputs).map(Into::into).collect()
}

/// Prints the functions of the parts, then the function itself.
pub(super) fn print(page: &mut Page, function: &Function) {
    let program = &function.program;
    let plan = &Plan::of(program, Script::LIMITS);
    let body = FunctionBody {
        function,
        plan,
        language: Script,
    };
    body.parts(page);
    let parameters = parameters(&program.inputs, &program.outputs);
    let name = name::identifier(&function.name);
    definition(page, &name, &parameters, |page| {
        let lanes = program.angles.len();
        let lengths = [
            ("angle", lanes),
            ("sn", lanes),
            ("cs", lanes),
            ("live", plan.live),
            ("kept", kept(program).len()),
        ];
        for (name, len) in lengths.iter().filter(|(_, len)| *len > 0) {
            page.line(format_args!("const {name} = new Float64Array({len});"));
        }
        for (name, len) in body.passed() {
            page.line(format_args!("const {name} = new Float64Array({len});"));
        }
        body.flow(page);
        body.keep(page);
        // The plan puts all results into the live array where other languages write them in functions of their own.
        let own = plan.own();
        let scope = if plan.writers.is_empty() { own } else { 0..0 };
        body.write(page, &(0..body.elements()), &scope);
    });
}
