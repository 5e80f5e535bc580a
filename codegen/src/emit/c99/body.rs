//! A C function: plan → text.

use core::ops::Range;
use std::collections::HashSet;

use super::super::arrays::{Written, kept};
use super::super::body::{ArrayArgument, FunctionBody, Language};
use super::super::chunk::{Limits, Plan, operands};
use super::super::lanes::{TOUCHED, lanes, of_lanes};
use super::super::page::Page;
use super::{Style, prefetch, sines, stores};
use crate::compile::{Precision, Sincos};
use crate::function::Function;
use crate::leaves::{Argument, Input};
use crate::name;
use crate::program::{Operand, Output};

/// gcc and clang take a second or two for such a function, and make faster code of one than of several.
pub(in crate::emit) const LIMITS: Limits = Limits {
    whole: 8000,
    shortest: 2500,
    longest: 6000,
    merged: 0,
    touched: usize::MAX,
};

/// The same of loops over lanes, whose bodies compilers make vectors of: that takes them longer.
pub(super) const LIMITS_OF_LANES: Limits = Limits {
    whole: 1200,
    shortest: 400,
    longest: 900,
    merged: 0,
    touched: TOUCHED,
};

impl Language for Style<'_> {
    const TRIGONOMETRY: [&'static str; 2] = ["sn", "cs"];
    const LIMITS: Limits = LIMITS;

    fn precision(self) -> Precision {
        self.precision
    }

    fn number(self, text: String) -> String {
        text + self.suffix()
    }

    /// Of an array, or of the structure of prepared values.
    fn element(self, input: Input) -> String {
        let (name, index) = (input.argument.name(), input.index);
        match input.argument {
            Argument::Prepared => format!("{name}->value[{index}]"),
            _ => format!("{name}[{index}]{}", self.lane()),
        }
    }

    fn local(self, name: &str) -> String {
        format!("const {} {name}", self.scalar())
    }

    fn takes_tails(self) -> bool {
        self.sincos == Sincos::Poly
    }

    fn lane(self) -> &'static str {
        match self.lanes {
            true => "[k]",
            false => "",
        }
    }

    fn each_lane(self, page: &mut Page, inside: impl FnOnce(&mut Page)) {
        if !self.lanes {
            return inside(page);
        }
        let lanes = lanes(self.precision);
        page.block(format!("for (int k = 0; k < {lanes}; k++)"), inside);
    }

    fn sines(self, page: &mut Page, body: &FunctionBody<Self>) {
        match self.sincos {
            Sincos::Poly => sines::print(page, body),
            Sincos::Libm => sines_of_the_platform(page, body),
        }
    }

    fn part(self, function: &Function, number: usize) -> String {
        format!("{}_part_{number}", self.private_name(function))
    }

    fn parameter(self, array: &ArrayArgument) -> String {
        let scalar = self.scalar();
        match array {
            ArrayArgument::Input(port) if port.argument == Argument::Prepared => self.input(*port),
            _ if self.lanes => {
                let written = matches!(array, ArrayArgument::Own { written: true, .. });
                self.lane_array(array.name(), written)
            }
            ArrayArgument::Input(port) => self.input(*port),
            ArrayArgument::Own { name, len, written } => {
                let constant = if *written { "" } else { "const " };
                format!("{constant}{scalar} {name}[{len}]")
            }
        }
    }

    fn own_argument(self, _: &mut Page, array: &str, part: Range<usize>) -> String {
        format!("&{array}[{}]", part.start)
    }

    fn write(self, page: &mut Page, output: &str, first: usize, values: &[Written]) {
        stores::print(page, self, output, first, values);
    }

    fn function(
        self,
        page: &mut Page,
        name: &str,
        parameters: Vec<String>,
        _: bool,
        inside: impl FnOnce(&mut Page),
    ) {
        let parameters = parameters_or_void(&parameters);
        let head = format!("DENOC_NOINLINE static void {name}({parameters})");
        definition(page, &head, inside);
    }
}

impl Style<'_> {
    /// The name of the function of the source that has the statements of a function: of lanes, or of single states.
    pub(super) fn private_name(self, function: &Function) -> String {
        let name = name::identifier(&function.name);
        let name = if self.lanes { of_lanes(&name) } else { name };
        format!("{}_{name}", self.prefix)
    }
}

/// The parameters of a function, or the word for none.
pub(super) fn parameters_or_void(parameters: &[String]) -> String {
    if parameters.is_empty() {
        return "void".into();
    }
    parameters.join(", ")
}

/// A function, set apart.
pub(super) fn definition(page: &mut Page, head: &str, inside: impl FnOnce(&mut Page)) {
    page.gap();
    page.line(format_args!("{head}"));
    page.line(format_args!("{{"));
    page.inside(inside);
    page.line(format_args!("}}"));
}

/// Prints the functions of the parts, then the function itself; `linkage` is `static `, or nothing.
pub(super) fn print(page: &mut Page, function: &Function, style: Style, linkage: &str) {
    let plan = &Plan::of(&function.program, Style::LIMITS);
    let body = FunctionBody {
        function,
        plan,
        language: style,
    };
    body.parts(page);
    for number in 1..=plan.writers.len() {
        body.writer(page, number);
    }
    let head = format!("{linkage}{}", style.prototype(function));
    definition(page, &head, |page| {
        body.arrays_of_its_own(page);
        body.unmentioned(page);
        if style.prefetch {
            prefetch::print(page, &body);
        }
        body.flow(page);
        body.keep(page);
        if plan.writers.is_empty() {
            body.write(page, &(0..body.elements()), &plan.own());
        }
        for number in 1..=plan.writers.len() {
            body.call_writer(page, number);
        }
    });
}

/// What is used, one by one.
fn sines_of_the_platform(page: &mut Page, body: &FunctionBody<Style>) {
    let suffix = body.language.suffix();
    let used: HashSet<Operand> = operands(body.program()).collect();
    for (k, angle) in body.angles().enumerate() {
        let lane = body.lane_of_sines();
        if used.contains(&Operand::Sine(k)) {
            page.line(format_args!("sn[{k}]{lane} = sin{suffix}({angle});"));
        }
        if used.contains(&Operand::Cosine(k)) {
            page.line(format_args!("cs[{k}]{lane} = cos{suffix}({angle});"));
        }
    }
}

impl FunctionBody<'_, Style<'_>> {
    /// Local arrays.
    pub(super) fn arrays_of_its_own(&self, page: &mut Page) {
        let (program, style) = (self.program(), self.language);
        let (poly, angles) = (style.sincos == Sincos::Poly, program.angles.len());
        // Our kernel fills both arrays.
        let [sine, cosine] = self.trigonometry().map(|used| used || poly);
        let len = |used: bool| if used { angles } else { 0 };
        let kept = if style.lanes { 0 } else { kept(program).len() };
        let lanes = lanes(style.precision);
        let lane = |is: bool| match is {
            true => format!("[{lanes}]"),
            false => String::new(),
        };
        let of_sines = lane(!self.lane_of_sines().is_empty());
        let lengths = [
            ("sn", len(sine), &of_sines),
            ("cs", len(cosine), &of_sines),
            ("live", self.plan.live, &lane(style.lanes)),
            ("kept", kept, &String::new()),
        ];
        let scalar = style.scalar();
        for (name, len, lane) in lengths.iter().filter(|(_, len, _)| *len > 0) {
            page.line(format_args!("{scalar} {name}[{len}]{lane};"));
        }
        for (name, len) in self.passed() {
            page.line(format_args!("{scalar} {name}[{len}];"));
        }
    }

    /// A mention of what the function does not depend on.
    pub(super) fn unmentioned(&self, page: &mut Page) {
        let outputs = self.program().outputs.iter();
        let empty = outputs.filter(|one| one.elements.is_empty());
        let empty = empty.map(|output| output.name);
        for name in self.unused().into_iter().chain(empty) {
            page.line(format_args!("(void){name};"));
        }
    }

    pub(super) fn writer_name(&self, number: usize) -> String {
        let name = self.language.private_name(self.function);
        format!("{name}_write_{number}")
    }

    /// The arrays that a writer reads, and the outputs that it writes.
    fn writes(&self, number: usize) -> (Vec<ArrayArgument>, impl Iterator<Item = &Output>) {
        let elements = &self.plan.writers[number - 1];
        let mut uses = self.plan.writer_uses(self.program(), elements);
        let keeps = !uses.inputs.is_empty() && !self.language.lanes;
        if !self.language.lanes {
            uses.inputs.clear();
        }
        let mut arrays = self.arrays(&uses, false);
        arrays.extend(keeps.then(|| ArrayArgument::Own {
            name: "kept".into(),
            len: kept(self.program()).len(),
            written: false,
        }));
        let touched = self.touched(elements).into_iter();
        (arrays, touched.map(|k| &self.program().outputs[k]))
    }

    pub(super) fn writer(&self, page: &mut Page, number: usize) {
        let style = self.language;
        let (arrays, outputs) = self.writes(number);
        let arrays = arrays.iter().map(|array| style.parameter(array));
        let outputs = outputs.map(|output| match style.lanes {
            true => style.lane_array(output.name, true),
            false => style.output(self.function, output),
        });
        let parameters = arrays.chain(outputs).collect();
        style.function(page, &self.writer_name(number), parameters, false, |page| {
            style.each_lane(page, |page| {
                self.write(page, &self.plan.writers[number - 1], &(0..0));
            });
        });
    }

    pub(super) fn call_writer(&self, page: &mut Page, number: usize) {
        let (arrays, outputs) = self.writes(number);
        let arrays = arrays.iter().map(|array| array.name().to_owned());
        let arguments = arrays.chain(outputs.map(|output| output.name.to_owned()));
        let (name, arguments) = (self.writer_name(number), arguments.collect());
        self.language.call(page, &name, arguments);
    }
}
