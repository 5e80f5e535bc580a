//! A C function: plan → text.

use core::fmt::Write;
use core::ops::Range;
use std::collections::HashSet;

use super::super::chunk::{Part, Place, Plan, Uses, operands, trigonometry};
use super::super::value::kept;
use super::super::{literal, value};
use super::Style;
use crate::compile::{Precision, Sincos};
use crate::function::Function;
use crate::leaves::{Argument, Input};
use crate::name;
use crate::program::{Operand, Output, Program};

/// What a function is printed from.
pub(super) struct Body<'a> {
    pub(super) function: &'a Function,
    pub(super) plan: &'a Plan,
    pub(super) style: Style<'a>,
    /// `static `, or nothing.
    pub(super) linkage: &'static str,
}

impl Body<'_> {
    fn program(&self) -> &Program {
        &self.function.program
    }

    /// Functions of the parts, then the function itself.
    pub(super) fn print(&self, text: &mut String) {
        for (number, part) in (1..).zip(self.plan.parts().filter(|part| !part.inline)) {
            self.chunk(text, number, part);
        }
        for (number, elements) in (1..).zip(&self.plan.writers) {
            self.writer(text, number, elements);
        }
        let prototype = self.style.prototype(self.function);
        let _ = writeln!(text, "\n{}{prototype}\n{{", self.linkage);
        self.arrays(text);
        let mut number = 0;
        self.flow(text, &self.plan.before, &mut number);
        self.sincos(text);
        self.flow(text, &self.plan.after, &mut number);
        self.outputs(text);
        text.push_str("}\n");
    }

    /// Local arrays, and a mention of inputs the function does not depend on: the prototype is that of the quantity.
    fn arrays(&self, text: &mut String) {
        let scalar = self.style.scalar();
        let mut array = |name: &str, len: usize| {
            if len > 0 {
                let _ = writeln!(text, "    {scalar} {name}[{len}];");
            }
        };
        let angles = self.angles();
        if self.style.sincos == Sincos::Poly {
            array("angle", angles);
        }
        // Our sincos fills both arrays.
        let (sine, cosine) = match self.style.sincos {
            Sincos::Poly => (true, true),
            Sincos::Libm => trigonometry(self.program()),
        };
        array("sn", if sine { angles } else { 0 });
        array("cs", if cosine { angles } else { 0 });
        array("live", self.plan.live);
        array("kept", kept(self.program()).len());
        for port in &self.program().inputs {
            if !self.reads().any(|input| input.argument == port.argument) {
                let _ = writeln!(text, "    (void){};", port.argument.name());
            }
        }
        for output in &self.program().outputs {
            if output.elements.is_empty() {
                let _ = writeln!(text, "    (void){};", output.name);
            }
        }
    }

    /// Length of the arrays of sines and cosines.
    fn angles(&self) -> usize {
        let len = self.program().angles.len();
        match self.style.sincos {
            Sincos::Poly => len.next_multiple_of(8),
            Sincos::Libm => len,
        }
    }

    /// All elements of inputs that are read anywhere.
    fn reads(&self) -> impl Iterator<Item = Input> {
        operands(self.program()).filter_map(|operand| match operand {
            Operand::Input(input) => Some(input),
            _ => None,
        })
    }

    fn flow(&self, text: &mut String, parts: &[Part], number: &mut usize) {
        for part in parts {
            if part.inline {
                self.statements(text, part);
                continue;
            }
            *number += 1;
            let arguments = arguments(&self.plan.part_uses(self.program(), part));
            let _ = writeln!(
                text,
                "    {}({});",
                self.part_name(*number),
                arguments.join(", ")
            );
        }
    }

    /// Sine and cosine of all angles, padded to a multiple of 8 for the compiler's vectors.
    fn sincos(&self, text: &mut String) {
        let (program, scope) = (self.program(), self.plan.own());
        if program.angles.is_empty() {
            return;
        }
        let suffix = match self.style.precision {
            Precision::F64 => "",
            Precision::F32 => "f",
        };
        if self.style.sincos == Sincos::Libm {
            let used: HashSet<Operand> = operands(self.program()).collect();
            for (k, angle) in program.angles.iter().enumerate() {
                let angle = self.operand(*angle, &scope);
                if used.contains(&Operand::Sine(k)) {
                    let _ = writeln!(text, "    sn[{k}] = sin{suffix}({angle});");
                }
                if used.contains(&Operand::Cosine(k)) {
                    let _ = writeln!(text, "    cs[{k}] = cos{suffix}({angle});");
                }
            }
            return;
        }
        let len = self.angles();
        for k in 0..len {
            let zero = format!("0.0{suffix}");
            let angle = program
                .angles
                .get(k)
                .map_or(zero, |angle| self.operand(*angle, &scope));
            let _ = writeln!(text, "    angle[{k}] = {angle};");
        }
        let _ = writeln!(text, "    denoc_sincos{suffix}({len}, angle, sn, cs);");
    }

    fn part_name(&self, number: usize) -> String {
        format!(
            "{}_{}_part_{number}",
            self.style.prefix,
            name::identifier(&self.function.name)
        )
    }

    fn write_name(&self, number: usize) -> String {
        format!(
            "{}_{}_write_{number}",
            self.style.prefix,
            name::identifier(&self.function.name)
        )
    }

    fn chunk(&self, text: &mut String, number: usize, part: &Part) {
        let parameters = self.parameters(
            &self.plan.part_uses(self.program(), part),
            !part.stores.is_empty(),
        );
        let name = self.part_name(number);
        let _ = writeln!(
            text,
            "\nDENOC_NOINLINE static void {name}({})\n{{",
            parameters.join(", ")
        );
        self.statements(text, part);
        text.push_str("}\n");
    }

    fn parameters(&self, uses: &Uses, stores: bool) -> Vec<String> {
        let (scalar, angles, live) = (self.style.scalar(), self.angles(), self.plan.live);
        let ports = self
            .program()
            .inputs
            .iter()
            .filter(|port| uses.inputs.contains(&port.argument));
        let mut parameters: Vec<String> = ports.map(|port| self.style.input(*port)).collect();
        if uses.sine {
            parameters.push(format!("const {scalar} sn[{angles}]"));
        }
        if uses.cosine {
            parameters.push(format!("const {scalar} cs[{angles}]"));
        }
        if uses.live {
            let constant = if stores { "" } else { "const " };
            parameters.push(format!("{constant}{scalar} live[{live}]"));
        }
        if parameters.is_empty() {
            parameters.push("void".into());
        }
        parameters
    }

    fn statements(&self, text: &mut String, part: &Part) {
        let scope = if part.inline {
            self.plan.own()
        } else {
            part.statements.clone()
        };
        let scalar = self.style.scalar();
        for slot in part.statements.clone() {
            let statement = &self.program().statements[slot];
            let (a, b) = (
                self.operand(statement.a, &scope),
                self.operand(statement.b, &scope),
            );
            let value = value::result(statement.operation, &a, &b);
            let _ = writeln!(text, "    const {scalar} t{slot} = {value};");
        }
        for &slot in &part.stores {
            if let Some(index) = self.plan.stored(slot) {
                let _ = writeln!(text, "    live[{index}] = t{slot};");
            }
        }
    }

    fn outputs(&self, text: &mut String) {
        let kept = kept(self.program());
        for (k, input) in kept.iter().enumerate() {
            let _ = writeln!(text, "    kept[{k}] = {};", element(*input));
        }
        for (number, elements) in (1..).zip(&self.plan.writers) {
            let mut arguments = self.writer_arguments(elements);
            arguments.extend(self.touched(elements).map(|output| output.name.into()));
            let _ = writeln!(
                text,
                "    {}({});",
                self.write_name(number),
                arguments.join(", ")
            );
        }
        if self.plan.writers.is_empty() {
            let all = self
                .program()
                .outputs
                .iter()
                .map(|output| output.elements.len())
                .sum();
            self.writes(text, &(0..all), &self.plan.own(), &kept);
        }
    }

    /// Writes a run of output elements, counted through all outputs.
    fn writer(&self, text: &mut String, number: usize, elements: &Range<usize>) {
        let mut uses = self.plan.writer_uses(self.program(), elements);
        let kept = kept(self.program());
        let keeps = !uses.inputs.is_empty();
        uses.inputs.clear();
        let mut parameters = self.parameters(&uses, false);
        parameters.retain(|parameter| parameter != "void");
        if keeps {
            parameters.push(format!(
                "const {} kept[{}]",
                self.style.scalar(),
                kept.len()
            ));
        }
        parameters.extend(
            self.touched(elements)
                .map(|output| self.style.output(self.function, output)),
        );
        let name = self.write_name(number);
        let _ = writeln!(
            text,
            "\nDENOC_NOINLINE static void {name}({})\n{{",
            parameters.join(", ")
        );
        self.writes(text, elements, &(0..0), &kept);
        text.push_str("}\n");
    }

    fn writer_arguments(&self, elements: &Range<usize>) -> Vec<String> {
        let mut uses = self.plan.writer_uses(self.program(), elements);
        let keeps = !uses.inputs.is_empty();
        uses.inputs.clear();
        let mut arguments = arguments(&uses);
        arguments.extend(keeps.then(|| "kept".into()));
        arguments
    }

    fn writes(
        &self,
        text: &mut String,
        elements: &Range<usize>,
        scope: &Range<usize>,
        kept: &[Input],
    ) {
        let outputs = self.program().outputs.iter();
        let all = outputs.flat_map(|output| {
            (0..)
                .zip(&output.elements)
                .map(move |(at, value)| (output, at, value))
        });
        for (output, at, element) in all.skip(elements.start).take(elements.len()) {
            let at: usize = at;
            let value = value::element(*element, kept, |operand| self.operand(operand, scope));
            let _ = writeln!(text, "    {}[{at}] = {value};", output.name);
        }
    }

    /// The outputs that have elements in a run.
    fn touched(&self, elements: &Range<usize>) -> impl Iterator<Item = &Output> {
        let mut start = 0;
        self.program().outputs.iter().filter(move |output| {
            let end = start + output.elements.len();
            let touched = start < elements.end && elements.start < end;
            start = end;
            touched
        })
    }

    fn operand(&self, operand: Operand, scope: &Range<usize>) -> String {
        match self.plan.place(operand, scope) {
            Place::Constant(index) => {
                let text = literal::text(&self.program().constants[index], self.style.precision);
                match self.style.precision {
                    Precision::F64 => text,
                    Precision::F32 => text + "f",
                }
            }
            Place::Input(input) => element(input),
            Place::Cosine(index) => format!("cs[{index}]"),
            Place::Sine(index) => format!("sn[{index}]"),
            Place::Local(slot) => format!("t{slot}"),
            Place::Live(index) => format!("live[{index}]"),
        }
    }
}

/// An element of an input: of an array, or of the structure of prepared values.
fn element(input: Input) -> String {
    let (name, index) = (input.argument.name(), input.index);
    match input.argument {
        Argument::Prepared => format!("{name}->value[{index}]"),
        _ => format!("{name}[{index}]"),
    }
}

fn arguments(uses: &Uses) -> Vec<String> {
    let mut arguments: Vec<String> = uses
        .inputs
        .iter()
        .map(|argument| argument.name().into())
        .collect();
    for (used, name) in [(uses.sine, "sn"), (uses.cosine, "cs"), (uses.live, "live")] {
        if used {
            arguments.push(name.into());
        }
    }
    arguments
}
