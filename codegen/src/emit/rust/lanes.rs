//! Batches in Rust: see [`lanes`](super::super::lanes).

use core::ops::Range;

use super::super::body::{FunctionBody, Language};
use super::super::chunk::{Limits, Plan};
use super::super::lanes::{TOUCHED, batched, lanes, notes, of_lanes};
use super::super::layout::Code;
use super::super::page::Page;
use super::function::parameter;
use super::{Style, identifier};
use crate::compile::Compiled;
use crate::function::Function;
use crate::leaves::Argument;
use crate::program::{Output, Port};

/// Those of single states, for loops that become vectors.
const LIMITS: Limits = Limits {
    touched: TOUCHED,
    ..Style::LIMITS
};

/// The functions of lanes and all batches; `prepared` is the type of the input of that name.
pub(super) fn print(page: &mut Page, compiled: &Compiled, style: Style, prepared: &str) {
    let mut functions = batched(compiled).peekable();
    if functions.peek().is_none() {
        return;
    }
    page.apart();
    page.docs(["States of a block of a batch."]);
    page.line(format_args!(
        "pub const LANES: usize = {};",
        lanes(style.precision)
    ));
    let inner = Style {
        lanes: true,
        ..style
    };
    for function in functions {
        page.apart();
        of_block(page, function, inner, prepared);
        page.apart();
        of_all_blocks(page, function, inner, prepared);
    }
}

/// The name of a parameter that is written; `k` counts lanes.
fn variable(output: &Output) -> String {
    match output.name.to_ascii_lowercase() {
        name if name == "k" => "k_".into(),
        name => name,
    }
}

/// `lanes_NAME`, with its parts inside.
fn of_block(page: &mut Page, function: &Function, style: Style, prepared: &str) {
    let program = &function.program;
    let body = FunctionBody {
        function,
        plan: &Plan::of_lanes(program, LIMITS),
        language: style,
    };
    let inputs = program.inputs.iter();
    let inputs = inputs.map(|port| parameter(port, style, Some(prepared)));
    let outputs = program.outputs.iter().map(|output| body.written(output));
    let open = format!("fn {}(", of_lanes(&identifier(&function.name)));
    page.block(Code::list(&open, inputs.chain(outputs), ")"), |page| {
        if program
            .inputs
            .iter()
            .any(|port| port.argument == Argument::Prepared)
        {
            let name = Argument::Prepared.name();
            page.line(format_args!("let {name} = &{name}.value;"));
        }
        body.parts(page);
        for (number, elements) in (1..).zip(&body.plan.writers) {
            body.lane_writer(page, number, elements);
        }
        let empty = program.outputs.iter().filter(|one| one.elements.is_empty());
        let empty = empty.map(variable);
        for name in body.unused().into_iter().map(Into::into).chain(empty) {
            page.line(format_args!("let _ = {name};"));
        }
        let all = 0..body.elements();
        if !body.plan.is_cut() {
            style.each_lane(page, |page| {
                body.flow(page);
                body.write_lanes(page, &all, &body.plan.own());
            });
            return;
        }
        body.arrays_of_lanes(page);
        body.flow(page);
        if body.plan.writers.is_empty() {
            style.each_lane(page, |page| body.write_lanes(page, &all, &(0..0)));
        }
        for (number, elements) in (1..).zip(&body.plan.writers) {
            let uses = body.plan.writer_uses(program, elements);
            let mut arguments = body.arguments(&uses, false);
            let touched = body.touched(elements).into_iter();
            arguments.extend(touched.map(|k| variable(&program.outputs[k])));
            style.call(page, &format!("write_{number}"), arguments);
        }
    });
}

impl FunctionBody<'_, Style> {
    /// An output as a parameter.
    fn written(&self, output: &Output) -> String {
        let (name, ty) = (variable(output), self.language.element_type());
        format!("{name}: &mut [{ty}; {}]", output.elements.len())
    }

    /// Arrays of a function that is cut.
    fn arrays_of_lanes(&self, page: &mut Page) {
        let [sine, cosine] = self.trigonometry();
        let angles = self.program().angles.len();
        let len = |used: bool| if used { angles } else { 0 };
        let lanes = lanes(self.language.precision);
        for (name, len) in [
            ("sin", len(sine)),
            ("cos", len(cosine)),
            ("live", self.plan.live),
        ] {
            if len > 0 {
                page.line(format_args!("let mut {name} = [[0.0; {lanes}]; {len}];"));
            }
        }
    }

    /// Writes a run of output elements for one lane, in a function whose locals are the slots of `scope`.
    fn write_lanes(&self, page: &mut Page, elements: &Range<usize>, scope: &Range<usize>) {
        let outputs = self.program().outputs.iter();
        let all = outputs.flat_map(|output| {
            let elements = output.elements.iter().enumerate();
            elements.map(move |(at, value)| (variable(output), at, *value))
        });
        for (name, at, element) in all.skip(elements.start).take(elements.len()) {
            let sign = if element.negative { "-" } else { "" };
            let value = self.operand(element.operand, scope);
            let lane = self.language.lane();
            page.line(format_args!("{name}[{at}]{lane} = {sign}{value};"));
        }
    }

    /// The function that writes a run of output elements.
    fn lane_writer(&self, page: &mut Page, number: usize, elements: &Range<usize>) {
        let style = self.language;
        let arrays = self.arrays(&self.plan.writer_uses(self.program(), elements), false);
        let arrays = arrays.iter().map(|array| style.parameter(array));
        let touched = self.touched(elements).into_iter();
        let outputs = touched.map(|k| self.written(&self.program().outputs[k]));
        let parameters = arrays.chain(outputs).collect();
        let name = format!("write_{number}");
        style.function(page, &name, parameters, false, |page| {
            style.each_lane(page, |page| self.write_lanes(page, elements, &(0..0)));
        });
    }
}

/// `NAME_batch`.
fn of_all_blocks(page: &mut Page, function: &Function, style: Style, prepared: &str) {
    let name = identifier(&function.name);
    page.docs(notes(&format!("`{name}`"), style.precision));
    page.docs([
        "",
        "As many blocks are computed as the shortest of the slices has.",
    ]);
    let ty = |len: usize| format!("[[{}; {len}]]", style.element_type());
    let input = |port: &Port| match port.argument {
        Argument::Prepared => parameter(port, style, Some(prepared)),
        other => format!("{}: &{}", other.name(), ty(port.len)),
    };
    let inputs = function.inputs().iter().map(input);
    let outputs = function.outputs().iter();
    let outputs = outputs.map(|one| format!("{}: &mut {}", variable(one), ty(one.elements.len())));
    let open = format!("pub fn {name}_batch(");
    page.block(Code::list(&open, inputs.chain(outputs), ")"), |page| {
        let shared = |port: &&Port| port.argument != Argument::Prepared;
        let read = function.inputs().iter().filter(shared);
        let read = read.map(|port| port.argument.name().to_owned());
        let written = function.outputs().iter().map(variable);
        let all: Vec<String> = read.chain(written).collect();
        let Some((first, others)) = all.split_first() else {
            return;
        };
        let pattern = others
            .iter()
            .fold(first.clone(), |left, one| format!("({left}, {one})"));
        let zipped = others.iter().map(|one| format!(".zip({one})"));
        let start = match function.inputs().iter().any(|port| shared(&port)) {
            true => format!("{first}.iter()"),
            false => format!("{first}.iter_mut()"),
        };
        let iterator: String = core::iter::once(start).chain(zipped).collect();
        page.block(format!("for {pattern} in {iterator}"), |page| {
            let inputs = function
                .inputs()
                .iter()
                .map(|port| port.argument.name().to_owned());
            let arguments: Vec<String> = inputs
                .chain(function.outputs().iter().map(variable))
                .collect();
            style.call(page, &format!("Self::{}", of_lanes(&name)), arguments);
        });
    });
}
