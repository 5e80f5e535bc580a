//! C99: compiled mechanism → the text of a header and of a source file.

mod body;
mod fallible;
pub mod kernels;
mod lanes;
mod lengths;
mod parameters;
mod patterns;
mod prefetch;
mod selftest;
mod sines;
mod state;
mod stores;
mod zeros;

use core::fmt::Write;
use std::collections::BTreeSet;

pub(super) use body::LIMITS;

use self::sines::SineText;
use super::chunk::Plan;
use super::emitter::{Emitter, FileKind, alone, prints_all};
use super::kernel::Kernel;
use super::notes::{self, Notes};
use super::packed::packed;
use super::page::Page;
use super::preparation::ParameterCode;
use super::regressors;
use super::scan::Language;
use super::stack::Stack;
use super::staged::StagedFunction;
use crate::compile::{Compiled, Fma, Precision, Sincos};
use crate::function::Function;
use crate::leaves::Argument;
use crate::mechanism::Block;
use crate::name;
use crate::program::{Output, Port, Program, Shape};

/// C99.
pub const EMITTER: Emitter = Emitter {
    name: "c",
    about: "C99",
    offered: true,
    view: packed,
    obstacle: prints_all,
    besides: alone,
    files: &[SOURCE, HEADER],
};

/// `NAME.c`.
pub(super) const SOURCE: FileKind = FileKind {
    extension: "c",
    text: |compiled, _| emit_source(compiled),
    functions: Some(Language::C),
    patterns: None,
};

/// `NAME.h`.
pub(super) const HEADER: FileKind = FileKind {
    extension: "h",
    text: |compiled, _| emit_header(compiled),
    functions: None,
    patterns: Some(Language::C),
};

/// The header for readers that know no preprocessor.
pub const CDEF: Emitter = Emitter {
    name: "cdef",
    about: "the declarations of the C code without a preprocessor, for cffi of Python",
    offered: true,
    view: packed,
    obstacle: prints_all,
    besides: alone,
    files: &[FileKind {
        extension: "cdef",
        text: |compiled, _| emit_cdef(compiled),
        functions: None,
        patterns: None,
    }],
};

/// The style of the printed code, the same for all functions of a file.
#[derive(Clone, Copy)]
pub(super) struct Style<'a> {
    /// Prefix of functions, lower case.
    prefix: &'a str,
    /// Whether the mechanism has loops, hence a number of actuated velocities.
    has_loops: bool,
    precision: Precision,
    sincos: Sincos,
    /// Whether the header names the lengths of arrays.
    public: bool,
    /// Whether arrays are blocks of lanes.
    lanes: bool,
    /// Whether functions fetch their own text first.
    prefetch: bool,
}

impl<'a> Style<'a> {
    fn of(compiled: &'a Compiled) -> Self {
        Self {
            prefix: &compiled.name,
            has_loops: compiled.mechanism.loops.is_some(),
            precision: compiled.options.precision,
            sincos: compiled.options.sincos,
            public: true,
            lanes: false,
            prefetch: compiled.options.prefetch,
        }
    }

    /// `double` or `float`.
    fn scalar(self) -> &'static str {
        match self.precision {
            Precision::F64 => "double",
            Precision::F32 => "float",
        }
    }

    /// The suffix of a number: none, or `f`.
    fn suffix(self) -> &'static str {
        match self.precision {
            Precision::F64 => "",
            Precision::F32 => "f",
        }
    }

    /// The prefix of macros: `PUMA`.
    fn upper(self) -> String {
        self.prefix.to_ascii_uppercase()
    }

    /// The same for functions of the source alone, whose lengths the header does not name.
    fn private(self) -> Self {
        Self {
            public: false,
            ..self
        }
    }

    /// A parameter that is read.
    fn input(self, port: Port) -> String {
        let name = port.argument.name();
        if port.argument == Argument::Prepared {
            return format!("const {}_prepared *{name}", self.prefix);
        }
        let length = lengths::of_input(self, port);
        format!("const {}", array(self.scalar(), name, port.len, &length))
    }

    /// A parameter that is written. Matrices are pointers, since a compiler that knows their length warns of arrays in
    /// two dimensions.
    fn output(self, function: &Function, output: &Output) -> String {
        let (scalar, name, len) = (self.scalar(), output.name, output.elements.len());
        match output.shape {
            Shape::Matrix(..) => format!("{scalar} *{name}"),
            _ if self.public => {
                let length = lengths::of_output(self, function, output);
                array(scalar, name, len, &length)
            }
            _ => array(scalar, name, len, &len.to_string()),
        }
    }

    fn prototype(self, function: &Function) -> String {
        self.prototype_of("void", function, &function.program.outputs)
    }

    /// The same with a type of result, and some of its outputs.
    fn prototype_of(self, result: &str, function: &Function, outputs: &[Output]) -> String {
        let inputs = function.inputs().iter().map(|port| self.input(*port));
        let outputs = outputs.iter().map(|output| self.output(function, output));
        let parameters: Vec<String> = inputs.chain(outputs).collect();
        let parameters = body::parameters_or_void(&parameters);
        format!("{result} {}({parameters})", self.name_of(function))
    }

    /// The name of a function: `puma_bias`.
    fn name_of(self, function: &Function) -> String {
        format!("{}_{}", self.prefix, name::identifier(&function.name))
    }
}

/// An array parameter. C has no arrays of no elements: those are pointers that nobody follows.
fn array(scalar: &str, name: &str, len: usize, length: &str) -> String {
    if len == 0 {
        format!("{scalar} *{name}")
    } else {
        format!("{scalar} {name}[{length}]")
    }
}

/// `NAME.h`: constants and prototypes.
#[must_use]
pub fn emit_header(compiled: &Compiled) -> String {
    let upper = compiled.name.to_ascii_uppercase();
    format!(
        "{}#ifndef DENOC_{upper}_H\n#define DENOC_{upper}_H\n{}\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n{}{}\n\
         #ifdef __cplusplus\n}}\n#endif\n\n#endif\n",
        comment(&notes::file(compiled)),
        lanes::include(compiled),
        patterns::definitions(compiled, Style::of(compiled)),
        declarations(compiled)
    )
}

/// `NAME.cdef`: the header without conditions of the preprocessor, for readers such as cffi that know only `#define NAME
/// number`.
#[must_use]
pub fn emit_cdef(compiled: &Compiled) -> String {
    comment(&notes::file(compiled)) + "\n" + &declarations(compiled)
}

/// Constants, types and prototypes.
fn declarations(compiled: &Compiled) -> String {
    let style = Style::of(compiled);
    let mut text = sizes(compiled);
    text.push_str(&lengths::definitions(compiled, style));
    text.push_str(&indices(compiled));
    text.push_str(&columns(compiled));
    text.push_str(&comment(&guide(compiled)));
    text.push_str(&parameters::header(compiled, style));
    for function in &compiled.functions {
        text.push('\n');
        if function.can_fail() {
            text.push_str(&fallible::header(function, style));
            continue;
        }
        let notes = Notes::of(function, style);
        text.push_str(&comment(&notes.lines()));
        let _ = writeln!(text, "{};", style.prototype(function));
    }
    text.push_str(&lanes::prototypes(compiled, style));
    text.push_str(&state::prototypes(compiled, style));
    text.push_str(&selftest::prototype(compiled, style));
    text
}

/// The numbers of coordinates, velocities and what loops have.
fn sizes(compiled: &Compiled) -> String {
    let upper = Style::of(compiled).upper();
    let mut text = String::new();
    let _ = writeln!(text, "/* Number of coordinates and of velocities. */");
    let _ = writeln!(text, "#define {upper}_NQ {}", compiled.mechanism.nq());
    let _ = writeln!(text, "#define {upper}_NV {}\n", compiled.mechanism.nv());
    if let Some(loops) = &compiled.mechanism.loops {
        let _ = writeln!(
            text,
            "/* Number of actuated and of independent velocities, of loops, and of their equations. */\n\
             #define {upper}_ACTUATED {}\n#define {upper}_INDEPENDENT {}\n\
             #define {upper}_LOOPS {}\n#define {upper}_CLOSURE {}\n",
            loops.actuated.len(),
            loops.freedom(),
            loops.closures.len(),
            loops.rows()
        );
    }
    text
}

/// The bounds on the stack of a call that the header says of a function.
#[must_use]
pub fn stack(compiled: &Compiled, function: &Function) -> Stack {
    let style = Style::of(compiled);
    let notes = match function.can_fail() {
        true => StagedFunction::of(function).notes(style),
        false => Notes::of(function, style),
    };
    notes.stack
}

/// `NAME.c`: the functions.
#[must_use]
pub fn emit_source(compiled: &Compiled) -> String {
    let style = Style::of(compiled);
    let mut text = comment(&notes::file(compiled));
    let _ = writeln!(text, "#include \"{}.h\"", compiled.name);
    let definitions = definitions(compiled, style, "");
    text.push_str(&preamble(compiled, &definitions));
    text.push_str(&definitions);
    text.push_str(&selftest::definitions(compiled, style));
    if zeros::in_a_row(compiled) {
        text.push_str(zeros::END);
    }
    text
}

/// The functions as a part of a file, which calls all of them and is the only one that does.
pub(super) fn emit_part(compiled: &Compiled) -> String {
    let style = Style::of(compiled).private();
    let definitions = definitions(compiled, style, "static ");
    let mut text = preamble(compiled, &definitions) + "\n" + &sizes(compiled);
    text.push_str(parameters::types(compiled, style).trim_start());
    text.truncate(text.trim_end().len());
    text.push('\n');
    text.push_str(&definitions);
    if zeros::in_a_row(compiled) {
        text.push_str(zeros::END);
    }
    text
}

/// The functions; `linkage` is `static `, or nothing.
fn definitions(compiled: &Compiled, style: Style, linkage: &str) -> String {
    let mut functions = Page::default();
    for function in compiled.printed().filter(|one| !one.can_fail()) {
        body::print(&mut functions, function, style, linkage);
    }
    for function in compiled.functions.iter().filter(|one| one.can_fail()) {
        fallible::print(
            &mut functions,
            &StagedFunction::of(function),
            style,
            linkage,
        );
    }
    lanes::definitions(&mut functions, compiled, style);
    let mut text = functions.into_text();
    if let Some(prepared) = ParameterCode::of(compiled) {
        text.push_str(&parameters::definitions(&prepared, style, linkage));
    }
    text + &state::definitions(compiled, style, linkage)
}

/// The standard has no word for it; one large function takes compilers more than linear time.
const NOINLINE: &str = "
#if defined(__GNUC__)
#define DENOC_NOINLINE __attribute__((noinline))
#else
#define DENOC_NOINLINE
#endif
";

/// Where GNU vectors are instructions of the processor, and not in unoptimised code, which keeps every step of them on the stack.
/// `DENOC_NO_VECTORS` is for those who want none.
const VECTORS: &str = "
#if defined(__GNUC__) && defined(__OPTIMIZE__) && !defined(DENOC_NO_VECTORS)
#if defined(__SSE2__) || defined(__aarch64__) || defined(__VSX__) || defined(__loongarch_sx)
#define DENOC_VECTORS
#endif
#endif
";

/// Kernels that are printed together.
const SINES: [Kernel; 2] = [Kernel::Sincos, Kernel::SincosWithTails];

/// Guards against other arithmetic, and what sine, cosine, saturation, the state and the printed functions need.
fn preamble(compiled: &Compiled, functions: &str) -> String {
    let options = &compiled.options;
    let angles = compiled
        .programs()
        .any(|program| !program.angles.is_empty());
    let needed = Kernel::of(compiled);
    let mut text = String::new();
    let platform = angles && options.sincos == Sincos::Libm;
    if platform || options.fma != Fma::Off {
        text.push_str("#include <math.h>\n");
    }
    // Bits of floating-point numbers.
    let sines = SINES.iter().any(|kernel| needed.contains(kernel));
    let bits = sines || needed.contains(&Kernel::Root);
    let prefetches = options.prefetch && compiled.printed().next().is_some();
    if bits || options.selftest || prefetches {
        text.push_str("#include <stdint.h>\n");
    }
    let _ = write!(text, "\n{}", kernels::guard(options.precision));
    if options.fma == Fma::Target {
        let _ = write!(text, "\n{}", kernels::needs_fma(options.precision));
    }
    if zeros::in_a_row(compiled) {
        text.push_str(zeros::BEGIN);
    }
    let is_cut = |program: &Program| Plan::of(program, LIMITS).is_cut();
    let lanes_are_cut = lanes::are_cut(compiled);
    if sines && sines::are_many(compiled) || compiled.programs().any(is_cut) || lanes_are_cut {
        text.push_str(NOINLINE);
    }
    if prefetches {
        text.push_str(prefetch::DEFINITION);
    }
    if options.batch {
        text.push_str(lanes::RESTRICT);
    }
    let sine_text = SineText::of(compiled);
    let stores = stores::definitions(functions, options.precision);
    if sine_text.has_vectors() || !stores.is_empty() {
        text.push_str(VECTORS);
    }
    text.push_str(&sine_text.whole(options.precision));
    text.push_str(&stores);
    let others = needed.into_iter().filter(|kernel| !SINES.contains(kernel));
    for kernel in others {
        let _ = write!(text, "\n{}", kernels::text(kernel, options.precision));
    }
    text
}

/// The prefix of the macros of an output: `PUMA_MASS_MATRIX_M`.
pub(super) fn stem(compiled: &Compiled, function: &Function, output: &Output) -> String {
    lengths::stem(Style::of(compiled), function, output)
}

/// How to call the functions: arrays, units, the order of the joints.
fn guide(compiled: &Compiled) -> Vec<String> {
    let mut lines = matrices(compiled);
    lines.push(match &compiled.preparation {
        _ if compiled.functions.iter().any(Function::can_fail) => {
            "No function allocates or keeps state; those that return an int can fail.".into()
        }
        None => "No function allocates, fails, or keeps state.".into(),
        Some(_) => format!(
            "No function allocates or keeps state; only {}_prepare can fail.",
            compiled.name
        ),
    });
    if let Some(example) = lengths::example(compiled, Style::of(compiled)) {
        lines.push(
            "An array in two dimensions is passed by its first element, in C and in C++:".into(),
        );
        lines.extend(example);
    }
    lines.push(String::new());
    let ports = compiled
        .functions
        .iter()
        .flat_map(|function| &function.program.inputs);
    let arguments: BTreeSet<Argument> = ports.map(|port| port.argument).collect();
    for argument in arguments {
        lines.push(format!(
            "{:<4} {}",
            argument.name(),
            notes::argument(argument)
        ));
    }
    if !compiled.mechanism.bodies.is_empty() {
        lines.push(String::new());
        lines.push("Joints, with their first coordinate and velocity:".into());
    }
    for Block { name, q, v, .. } in compiled.mechanism.blocks() {
        lines.push(format!("  q[{q}] qd[{v}] {}", notes::one_line(&name)));
    }
    let mut first = 0;
    for body in compiled.mechanism.bodies.iter().filter(|body| body.driven) {
        let name = notes::one_line(&body.joint_name);
        lines.push(format!("  driven_q[{first}] {name}"));
        first += body.joint.nq();
    }
    lines
}

/// How matrices and other outputs are written.
fn matrices(compiled: &Compiled) -> Vec<String> {
    let written = "Outputs are written last and may overlap inputs.";
    if !compiled.functions.iter().any(Function::is_packed) {
        let dense = "Matrices are row-major: so many numbers as their LEN says.";
        return vec![format!("{dense} {written}")];
    }
    let packed = "Matrices with an NNZ have so many numbers, column by column, without their structural zeros;";
    let others = "others are row-major: so many numbers as their LEN says.";
    vec![packed.into(), format!("{others} {written}")]
}

/// Places of coordinates and velocities by name: `PUMA_Q_SHOULDER`, `PUMA_V_SHOULDER`.
fn indices(compiled: &Compiled) -> String {
    let upper = compiled.name.to_ascii_uppercase();
    let blocks = compiled.mechanism.blocks();
    let coordinates = blocks.iter().flat_map(|block| &block.coordinates);
    let velocities = blocks.iter().flat_map(|block| &block.velocities);
    let mut text = String::new();
    for (what, letter, names) in [
        ("coordinates", 'Q', coordinates.collect::<Vec<_>>()),
        ("velocities", 'V', velocities.collect()),
    ] {
        if names.is_empty() {
            continue;
        }
        let _ = writeln!(text, "/* Places of the {what} in their arrays. */\nenum {{");
        let names = name::unique(names.into_iter().map(|name| name::upper(name)));
        let lines: Vec<String> = (0..)
            .zip(names)
            .map(|(index, name): (usize, _)| format!("    {upper}_{letter}_{name} = {index}"))
            .collect();
        let _ = writeln!(text, "{}\n}};\n", lines.join(",\n"));
    }
    text
}

/// Places of inertial parameters by name in the columns of regressors: `PUMA_PARAMETER_MX2`, `PUMA_BASE_JZZ1`.
fn columns(compiled: &Compiled) -> String {
    let upper = compiled.name.to_ascii_uppercase();
    let mut text = String::new();
    for list in regressors::lists(compiled) {
        let kind = if list.base { "BASE" } else { "PARAMETER" };
        let names = name::unique(list.names.iter().map(|name| name::upper(name)));
        let lines = (0..)
            .zip(names)
            .map(|(index, name): (usize, _)| format!("    {upper}_{kind}_{name} = {index}"));
        let lines: Vec<String> = lines.collect();
        let _ = writeln!(
            text,
            "/* Places of {}. */\nenum {{\n{}\n}};\n",
            list.about,
            lines.join(",\n")
        );
    }
    text
}

/// A block comment; nothing in the lines can end it.
pub(super) fn comment(lines: &[String]) -> String {
    let mut text = String::from("/*\n");
    for line in lines {
        let line = notes::one_line(line);
        text.push_str(format!(" * {line}").trim_end());
        text.push('\n');
    }
    text.push_str(" */\n");
    text
}
