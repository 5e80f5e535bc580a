//! A function: plan → text.

use core::ops::Range;

use super::super::body::{ArrayArgument, FunctionBody, Language, own_name};
use super::super::chunk::{Limits, Plan};
use super::super::lanes::lanes;
use super::super::layout::Code;
use super::super::notes::Notes;
use super::super::page::Page;
use super::{Style, identifier, outputs};
use crate::compile::{Precision, Sincos};
use crate::function::Function;
use crate::leaves::{Argument, Input};
use crate::program::Port;

impl Style {
    /// The type of an element of an array: a number, or one for every lane.
    pub(super) fn element_type(self) -> String {
        match self.lanes {
            true => format!("[{}; {}]", self.scalar(), lanes(self.precision)),
            false => self.scalar().into(),
        }
    }
}

impl Language for Style {
    const TRIGONOMETRY: [&'static str; 2] = ["sin", "cos"];
    const COPIES_PARTS: bool = true;
    /// With full debug information rustc 1.95 fails at some 2900 statements; LLVM makes faster code of one function than of several.
    const LIMITS: Limits = Limits {
        whole: 2000,
        shortest: 600,
        longest: 1400,
        merged: 8000,
        touched: usize::MAX,
    };

    fn precision(self) -> Precision {
        self.precision
    }

    fn local(self, name: &str) -> String {
        format!("let {name}")
    }

    fn saturation(self) -> String {
        format!("{}::saturate", self.kernels())
    }

    fn fused(self) -> String {
        format!("{}::mul_add", self.scalar())
    }

    fn tail(self, what: &str) -> String {
        match (self.standalone, self.precision) {
            (true, _) => format!("denoc_sincos::{what}_tail"),
            (false, Precision::F64) => format!("::denoc::sincos::{what}_tail"),
            (false, Precision::F32) => format!("::denoc::sincos::{what}_tailf"),
        }
    }

    fn element(self, input: Input) -> String {
        let (name, index) = (input.argument.name(), input.index);
        match input.argument {
            Argument::Prepared => format!("{name}[{index}]"),
            _ => format!("{name}[{index}]{}", self.lane()),
        }
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
        match self.lanes {
            true => page.block(format!("for k in 0..{}", lanes(self.precision)), inside),
            false => inside(page),
        }
    }

    fn sines(self, page: &mut Page, body: &FunctionBody<Self>) {
        match self.sincos {
            Sincos::Poly if self.lanes => sines_one_by_one(page, body),
            Sincos::Poly => own_sines(page, body),
            Sincos::Libm => sines_of_the_platform(page, body),
        }
    }

    /// A function inside the function.
    fn part(self, _: &Function, number: usize) -> String {
        format!("part_{number}")
    }

    fn parameter(self, array: &ArrayArgument) -> String {
        match array {
            ArrayArgument::Input(port) => parameter(port, self, None),
            ArrayArgument::Own { name, len, written } => {
                let mutable = if *written { "mut " } else { "" };
                format!("{name}: &{mutable}[{}; {len}]", self.element_type())
            }
        }
    }

    fn argument(self, array: &ArrayArgument) -> String {
        let name = array.name();
        match array {
            ArrayArgument::Input(_) => name.into(),
            ArrayArgument::Own { written: true, .. } => format!("&mut {name}"),
            ArrayArgument::Own { .. } => format!("&{name}"),
        }
    }

    fn call(self, page: &mut Page, name: &str, arguments: Vec<String>) {
        page.code(Code::list(&format!("{name}("), arguments, ");"));
    }

    /// A copy, whose length the compiler knows.
    fn own_argument(self, page: &mut Page, array: &str, part: Range<usize>) -> String {
        let name = own_name(array);
        let elements = part.map(|index| format!("{array}[{index}]"));
        page.code(Code::list(&format!("let {name} = ["), elements, "];"));
        format!("&{name}")
    }

    /// Longer functions stay cut: one function takes compilers more than linear time.
    fn function(
        self,
        page: &mut Page,
        name: &str,
        parameters: Vec<String>,
        merged: bool,
        inside: impl FnOnce(&mut Page),
    ) {
        page.apart();
        page.line(match merged {
            true => format_args!("#[inline]"),
            false => format_args!("#[inline(never)]"),
        });
        page.block(Code::list(&format!("fn {name}("), parameters, ")"), inside);
    }
}

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
    let body = FunctionBody {
        function,
        plan: &Plan::of(program, Style::LIMITS),
        language: style,
    };
    page.docs(Notes::of(function, style).lines());
    if !program.outputs.is_empty() {
        page.line(format_args!("#[must_use]"));
    }
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
        inside(page, &body);
    });
}

/// Functions of the parts, then the flow through them.
fn inside(page: &mut Page, body: &FunctionBody<Style>) {
    body.parts(page);
    for (number, elements) in (1..).zip(&body.plan.writers) {
        body.writer(page, number, elements);
    }
    for name in body.unused() {
        page.line(format_args!("let _ = {name};"));
    }
    if body.plan.live > 0 {
        page.line(format_args!("let mut live = [0.0; {}];", body.plan.live));
    }
    for (name, len) in body.passed() {
        page.line(format_args!("let mut {name} = [0.0; {len}];"));
    }
    body.flow(page);
    body.outputs(page);
}

/// An input array of a function as a parameter; `prepared` is the type of the input of that name.
pub(super) fn parameter(port: &Port, style: Style, prepared: Option<&str>) -> String {
    let (name, scalar) = (port.argument.name(), style.scalar());
    match prepared {
        Some(prepared) if port.argument == Argument::Prepared => format!("{name}: &{prepared}"),
        _ if port.argument == Argument::Prepared => format!("{name}: &[{scalar}; {}]", port.len),
        _ => format!("{name}: &[{}; {}]", style.element_type(), port.len),
    }
}

/// All at once.
fn own_sines(page: &mut Page, body: &FunctionBody<Style>) {
    let len = body.program().angles.len();
    let tails = body.angle_tails();
    let function = match (
        body.language.standalone,
        body.language.precision,
        tails.is_some(),
    ) {
        (true, _, false) => "denoc_sincos::sincos",
        (true, _, true) => "denoc_sincos::sincos_with_tails",
        (false, Precision::F64, false) => "::denoc::sincos",
        (false, Precision::F64, true) => "::denoc::sincos::sincos_with_tails",
        (false, Precision::F32, false) => "::denoc::sincosf",
        (false, Precision::F32, true) => "::denoc::sincos::sincosf_with_tails",
    };
    page.apart();
    page.code(Code::list("let angles = [", body.angles(), "];"));
    let mut arrays = "&angles";
    if let Some(tails) = tails {
        page.code(Code::list("let tails = [", tails, "];"));
        arrays = "&angles, &tails";
    }
    page.line(format_args!("let mut sin = [0.0; {len}];"));
    page.line(format_args!("let mut cos = [0.0; {len}];"));
    page.line(format_args!("{function}({arrays}, &mut sin, &mut cos);"));
    page.apart();
}

/// Our kernel, one angle after the other: the compiler makes vectors of lanes.
fn sines_one_by_one(page: &mut Page, body: &FunctionBody<Style>) {
    let path = match body.language.standalone {
        true => "denoc_sincos",
        false => "::denoc::sincos",
    };
    let suffix = match (body.language.standalone, body.language.precision) {
        (true, _) | (_, Precision::F64) => "",
        (false, Precision::F32) => "f",
    };
    let tails = body.angle_tails();
    let with = if tails.is_some() { "_with_tail" } else { "" };
    let mut tails = tails.into_iter().flatten();
    one_by_one(page, body, |angle| {
        let arguments: Vec<String> = [angle].into_iter().chain(tails.next()).collect();
        format!("{path}::sin_cos{suffix}{with}({})", arguments.join(", "))
    });
}

/// One by one; what is not needed is dropped.
fn sines_of_the_platform(page: &mut Page, body: &FunctionBody<Style>) {
    let function = match (body.language.standalone, body.language.precision) {
        (true, Precision::F64) => "f64::sin_cos",
        (true, Precision::F32) => "f32::sin_cos",
        (false, Precision::F64) => "::denoc::sincos::sin_cos_libm",
        (false, Precision::F32) => "::denoc::sincos::sin_cosf_libm",
    };
    one_by_one(page, body, |angle| format!("{function}({angle})"));
}

/// Sine and cosine of every angle by what `called` prints; what is not needed is dropped.
fn one_by_one(
    page: &mut Page,
    body: &FunctionBody<Style>,
    mut called: impl FnMut(String) -> String,
) {
    let len = body.program().angles.len();
    let [sine, cosine] = body.trigonometry();
    let lane = body.lane_of_sines();
    for (name, used) in [("sin", sine), ("cos", cosine)] {
        if used && lane.is_empty() {
            page.line(format_args!("let mut {name} = [0.0; {len}];"));
        }
    }
    let place = |name: &str, used: bool, index: usize| {
        if used {
            format!("{name}[{index}]{lane}")
        } else {
            "_".into()
        }
    };
    for (index, angle) in body.angles().enumerate() {
        let (sine, cosine) = (place("sin", sine, index), place("cos", cosine, index));
        let called = called(angle);
        page.line(format_args!("({sine}, {cosine}) = {called};"));
    }
}
