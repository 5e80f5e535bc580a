//! A function: plan → text.

use core::ops::Range;
use std::collections::HashSet;

use super::super::chunk::{Part, Place, Plan, Uses, operands, trigonometry};
use super::super::{literal, notes};
use super::layout::Code;
use super::page::Page;
use super::{Style, identifier, outputs};
use crate::compile::{Precision, Sincos};
use crate::function::Function;
use crate::leaves::Argument;
use crate::program::{Operand, Operation, Port, Program, Signed};

/// Prints a function with its documentation; `prepared` is the type of the input of that name.
pub(super) fn print(page: &mut Page, function: &Function, style: Style, prepared: Option<&str>) {
    print_as("pub ", page, function, style, prepared);
}

/// The same with a visibility, `pub ` or nothing.
pub(super) fn print_as(
    visibility: &str,
    page: &mut Page,
    function: &Function,
    style: Style,
    prepared: Option<&str>,
) {
    let program = &function.program;
    let plan = &Plan::of(program);
    page.docs(notes::function(function, plan, style.precision));
    if !program.outputs.is_empty() {
        page.line(format_args!("#[must_use]"));
    }
    let body = Body {
        program,
        plan,
        style,
    };
    let opens = |port: &&Port| port.argument == Argument::Prepared;
    let ports = program
        .inputs
        .iter()
        .map(|port| parameter(port, style, prepared));
    let open = format!("{visibility}fn {}(", identifier(&function.name));
    let head = Code::list(&open, ports, ")").then(outputs::result(program, style));
    page.block(head, |page| {
        if let Some(port) = program.inputs.iter().find(opens) {
            let name = port.argument.name();
            page.line(format_args!("let {name} = &{name}.value;"));
        }
        body.print(page);
    });
}

/// An input array of a function as a parameter; `prepared` is the type of the input of that name.
pub(super) fn parameter(port: &Port, style: Style, prepared: Option<&str>) -> String {
    let (name, scalar) = (port.argument.name(), style.scalar());
    match prepared {
        Some(prepared) if port.argument == Argument::Prepared => format!("{name}: &{prepared}"),
        _ => format!("{name}: &[{scalar}; {}]", port.len),
    }
}

/// What the body of a function is printed from.
pub(super) struct Body<'a> {
    pub(super) program: &'a Program,
    pub(super) plan: &'a Plan,
    pub(super) style: Style,
}

impl Body<'_> {
    /// Functions of the parts, then the flow through them.
    fn print(&self, page: &mut Page) {
        for (number, part) in (1..).zip(self.plan.parts().filter(|part| !part.inline)) {
            self.chunk(page, number, part);
        }
        for (number, elements) in (1..).zip(&self.plan.writers) {
            self.writer(page, number, elements);
        }
        self.unused(page);
        if self.plan.live > 0 {
            page.line(format_args!("let mut live = [0.0; {}];", self.plan.live));
        }
        let mut number = 0;
        self.flow(page, &self.plan.before, &mut number);
        self.sincos(page);
        self.flow(page, &self.plan.after, &mut number);
        self.outputs(page);
    }

    /// `let _ = qdd;` for inputs the function does not depend on: the signature is that of the quantity.
    fn unused(&self, page: &mut Page) {
        let used: HashSet<Argument> = operands(self.program)
            .filter_map(|operand| match operand {
                Operand::Input(input) => Some(input.argument),
                _ => None,
            })
            .collect();
        for port in &self.program.inputs {
            if !used.contains(&port.argument) {
                page.line(format_args!("let _ = {};", port.argument.name()));
            }
        }
    }

    fn flow(&self, page: &mut Page, parts: &[Part], number: &mut usize) {
        for part in parts {
            if part.inline {
                self.statements(page, part);
                continue;
            }
            *number += 1;
            let uses = self.plan.part_uses(self.program, part);
            let arguments = arguments(&uses, !part.stores.is_empty());
            page.code(Code::list(&format!("part_{number}("), arguments, ");"));
        }
    }

    /// Sine and cosine of all angles.
    fn sincos(&self, page: &mut Page) {
        let scope = self.plan.own();
        let angles = self.program.angles.iter();
        let angles: Vec<String> = angles.map(|&angle| self.operand(angle, &scope)).collect();
        match self.style.sincos {
            _ if angles.is_empty() => {}
            Sincos::Poly => self.sincos_of_ours(page, angles),
            Sincos::Libm => self.sincos_of_libm(page, &angles),
        }
    }

    /// All at once, padded to a multiple of 8 for the compiler's vectors.
    fn sincos_of_ours(&self, page: &mut Page, mut angles: Vec<String>) {
        let len = self.angles();
        angles.resize(len, "0.0".into());
        let path = if self.style.standalone {
            ""
        } else {
            "::denoc::"
        };
        let function = match self.style.precision {
            Precision::F64 => "sincos",
            Precision::F32 => "sincosf",
        };
        page.apart();
        page.code(Code::list("let angles = [", angles, "];"));
        page.line(format_args!("let mut sin = [0.0; {len}];"));
        page.line(format_args!("let mut cos = [0.0; {len}];"));
        page.line(format_args!(
            "{path}{function}(&angles, &mut sin, &mut cos);"
        ));
        page.apart();
    }

    /// One by one; what is not needed is dropped.
    fn sincos_of_libm(&self, page: &mut Page, angles: &[String]) {
        let function = match (self.style.standalone, self.style.precision) {
            (true, Precision::F64) => "f64::sin_cos",
            (true, Precision::F32) => "f32::sin_cos",
            (false, Precision::F64) => "::denoc::sincos::sin_cos_libm",
            (false, Precision::F32) => "::denoc::sincos::sin_cosf_libm",
        };
        let len = self.angles();
        let (sine, cosine) = trigonometry(self.program);
        for (name, used) in [("sin", sine), ("cos", cosine)] {
            if used {
                page.line(format_args!("let mut {name} = [0.0; {len}];"));
            }
        }
        let place = |name: &str, used: bool, index: usize| {
            if used {
                format!("{name}[{index}]")
            } else {
                "_".into()
            }
        };
        for (index, angle) in angles.iter().enumerate() {
            let (sine, cosine) = (place("sin", sine, index), place("cos", cosine, index));
            page.line(format_args!("({sine}, {cosine}) = {function}({angle});"));
        }
    }

    /// Length of the arrays of sines and cosines.
    fn angles(&self) -> usize {
        let len = self.program.angles.len();
        match self.style.sincos {
            Sincos::Poly => len.next_multiple_of(8),
            Sincos::Libm => len,
        }
    }

    /// The function of a part. Never inlined: one large function takes compilers more than linear time.
    fn chunk(&self, page: &mut Page, number: usize, part: &Part) {
        let uses = self.plan.part_uses(self.program, part);
        let parameters = self.parameters(&uses, !part.stores.is_empty());
        page.apart();
        page.line(format_args!("#[inline(never)]"));
        page.block(
            Code::list(&format!("fn part_{number}("), parameters, ")"),
            |page| self.statements(page, part),
        );
    }

    /// Parameters of a part or a writer.
    pub(super) fn parameters(&self, uses: &Uses, stores: bool) -> Vec<String> {
        let (scalar, angles, live) = (self.style.scalar(), self.angles(), self.plan.live);
        let ports = self.program.inputs.iter();
        let mut parameters: Vec<String> = ports
            .filter(|port| uses.inputs.contains(&port.argument))
            .map(|port| self.port(port))
            .collect();
        for (name, used) in [("sin", uses.sine), ("cos", uses.cosine)] {
            parameters.extend(used.then(|| format!("{name}: &[{scalar}; {angles}]")));
        }
        let mutable = if stores { "mut " } else { "" };
        parameters.extend(
            uses.live
                .then(|| format!("live: &{mutable}[{scalar}; {live}]")),
        );
        parameters
    }

    /// An input array as a parameter.
    fn port(&self, port: &Port) -> String {
        parameter(port, self.style, None)
    }

    fn statements(&self, page: &mut Page, part: &Part) {
        let own = self.plan.own();
        let scope = if part.inline { &own } else { &part.statements };
        for slot in part.statements.clone() {
            let statement = &self.program.statements[slot];
            let (a, b) = (
                self.operand(statement.a, scope),
                self.operand(statement.b, scope),
            );
            let sign = match statement.operation {
                Operation::Add => '+',
                Operation::Sub => '-',
                Operation::Mul => '*',
                Operation::Div => '/',
                Operation::Saturate => {
                    let kernels = self.style.kernels();
                    page.line(format_args!("let t{slot} = {kernels}::saturate({a}, {b});"));
                    continue;
                }
            };
            page.line(format_args!("let t{slot} = {a} {sign} {b};"));
        }
        for &slot in &part.stores {
            if let Some(index) = self.plan.stored(slot) {
                page.line(format_args!("live[{index}] = t{slot};"));
            }
        }
    }

    /// An element of an output, in a function whose locals are the slots of `scope`.
    pub(super) fn signed(&self, element: Signed, scope: &Range<usize>) -> String {
        let sign = if element.negative { "-" } else { "" };
        format!("{sign}{}", self.operand(element.operand, scope))
    }

    fn operand(&self, operand: Operand, scope: &Range<usize>) -> String {
        match self.plan.place(operand, scope) {
            Place::Constant(index) => {
                let constant = &self.program.constants[index];
                literal::text(constant, self.style.precision)
            }
            Place::Input(input) => format!("{}[{}]", input.argument.name(), input.index),
            Place::Cosine(index) => format!("cos[{index}]"),
            Place::Sine(index) => format!("sin[{index}]"),
            Place::Local(slot) => format!("t{slot}"),
            Place::Live(index) => format!("live[{index}]"),
        }
    }
}

/// Arguments of a part or a writer.
pub(super) fn arguments(uses: &Uses, stores: bool) -> Vec<String> {
    let inputs = uses.inputs.iter();
    let mut arguments: Vec<String> = inputs.map(|argument| argument.name().into()).collect();
    let live = if stores { "&mut live" } else { "&live" };
    for (name, used) in [
        ("&sin", uses.sine),
        ("&cos", uses.cosine),
        (live, uses.live),
    ] {
        arguments.extend(used.then(|| name.into()));
    }
    arguments
}
