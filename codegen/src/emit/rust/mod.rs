//! Rust: compiled mechanism → the text of an `impl`, in a file or as tokens.

mod fallible;
mod function;
mod kernels;
mod lanes;
mod outputs;
mod parameters;
mod patterns;
mod selftest;
mod state;
mod stubs;

pub use stubs::{LoopSketch, Sketch, stubs};

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::emitter::{Emitter, FileKind, alone, prints_all};
use super::layout::Code;
use super::notes;
use super::packed::packed;
use super::page::Page;
use super::regressors;
use super::scan::{self, Language, Misprint};
use crate::compile::{Compiled, Fma, Precision, Sincos};
use crate::counts::Counts;
use crate::name;

/// Rust, edition 2024.
pub const EMITTER: Emitter = Emitter {
    name: "rust",
    about: "",
    offered: true,
    view: packed,
    obstacle: prints_all,
    besides: alone,
    files: &[FileKind {
        extension: "rs",
        text: |compiled, printing| file(compiled, printing.standalone),
        functions: Some(Language::Rust),
        patterns: Some(Language::Rust),
    }],
};

/// The attribute of the `impl`.
const ALLOW: &str = "\
#[allow(
    clippy::approx_constant,
    clippy::eq_op,
    clippy::let_and_return,
    clippy::pedantic,
    clippy::too_many_arguments,
    reason = \"generated: numbers are those of the model\"
)]";

/// The style of the printed code, the same for all functions of a file.
#[derive(Clone, Copy)]
pub(super) struct Style {
    precision: Precision,
    sincos: Sincos,
    standalone: bool,
    /// Whether arrays are blocks of lanes.
    lanes: bool,
}

impl Style {
    fn of(compiled: &Compiled, standalone: bool) -> Self {
        Self {
            precision: compiled.options.precision,
            sincos: compiled.options.sincos,
            standalone,
            lanes: false,
        }
    }

    /// `f64` or `f32`.
    fn scalar(self) -> &'static str {
        scalar(self.precision)
    }

    /// The path of the status of functions that can fail.
    fn status(self) -> &'static str {
        if self.standalone {
            "Status"
        } else {
            "::denoc::Status"
        }
    }

    /// The path of the module of solvers.
    fn solvers(self) -> &'static str {
        match (self.standalone, self.precision) {
            (true, _) => "denoc_linear",
            (false, Precision::F64) => "::denoc::linear::double",
            (false, Precision::F32) => "::denoc::linear::single",
        }
    }

    /// The path of the module of kernels: what is no operator.
    fn kernels(self) -> &'static str {
        match (self.standalone, self.precision) {
            (true, _) => "denoc_state",
            (false, Precision::F64) => "::denoc::state::double",
            (false, Precision::F32) => "::denoc::state::single",
        }
    }
}

fn scalar(precision: Precision) -> &'static str {
    match precision {
        Precision::F64 => "f64",
        Precision::F32 => "f32",
    }
}

/// The `impl` of a struct called `target`, on the crate `denoc`: constants and one associated function each. Its text was read back
/// and compared with the programs.
///
/// # Errors
/// The first statement that is not that of its program: an error of the printer.
pub fn items(compiled: &Compiled, target: &Ident) -> Result<TokenStream, Misprint> {
    let (name, style) = (target.to_string(), Style::of(compiled, false));
    let (mut page, printed) = (Page::default(), packed(compiled));
    structure(&mut page, &printed, &name, style);
    let (text, file) = (page.into_text(), format!("impl {name}"));
    scan::check(&text, &file, Language::Rust, &printed)?;
    scan::check_patterns((&file, &text), Language::Rust, &printed, compiled)?;
    Ok(tokens(&text))
}

/// What stands beside and in the `impl` of `target`.
fn structure(page: &mut Page, compiled: &Compiled, target: &str, style: Style) {
    if compiled.options.fma == Fma::Target {
        page.line(format_args!("{NEEDS_FMA}"));
    }
    parameters::print(page, compiled, target, style);
    page.line(format_args!("{ALLOW}"));
    page.block(format!("impl {target}"), |page| {
        implementation(page, compiled, target, style);
    });
}

/// Refuses targets whose fused operations would be calls of a library. The architectures that are named always have them.
const NEEDS_FMA: &str = r#"#[cfg(not(any(target_feature = "fma", target_arch = "aarch64", target_arch = "powerpc64", target_arch = "s390x")))]
::core::compile_error!("this code has fused operations (fma), which the target has not: compile with `-C target-feature=+fma` or `-C target-cpu=native`, generate it without `fma`, or with fma = "any" for slow ones of the library");
"#;

/// The tokens of a text of ours, which always has some.
fn tokens(text: &str) -> TokenStream {
    text.parse()
        .unwrap_or_else(|_| quote!(::core::compile_error!("denoc printed what is no Rust");))
}

/// A file: a header, the struct and its `impl`. A `standalone` file needs nothing but `core` (with libm, `std`).
#[must_use]
pub fn file(compiled: &Compiled, standalone: bool) -> String {
    let target = name::struct_name(&compiled.name);
    let name = notes::code(&compiled.mechanism.name);
    let mut page = Page::default();
    for line in notes::file(compiled) {
        match line.trim_end() {
            "" => page.line(format_args!("//")),
            line => page.line(format_args!("// {line}")),
        }
    }
    page.apart();
    page.docs([format!("Dynamics of the mechanism {name}.")]);
    page.line(format_args!("#[derive(Clone, Copy, Debug)]"));
    page.line(format_args!("pub struct {target};"));
    page.apart();
    let style = Style::of(compiled, standalone);
    structure(&mut page, compiled, &target, style);
    let mut text = page.into_text();
    if standalone {
        text.push_str(&kernels::text(compiled));
    }
    text
}

/// The items of the `impl`.
fn implementation(page: &mut Page, compiled: &Compiled, target: &str, style: Style) {
    let mechanism = &compiled.mechanism;
    let blocks = mechanism.blocks();
    page.docs(["Number of coordinates."]);
    page.line(format_args!("pub const NQ: usize = {};", mechanism.nq()));
    page.apart();
    page.docs(["Number of velocities."]);
    page.line(format_args!("pub const NV: usize = {};", mechanism.nv()));
    let joints: Vec<&String> = blocks.iter().map(|block| &block.name).collect();
    let coordinates: Vec<&String> = blocks.iter().flat_map(|one| &one.coordinates).collect();
    let velocities: Vec<&String> = blocks.iter().flat_map(|one| &one.velocities).collect();
    for (name, docs, list) in [
        (
            "JOINTS",
            "Names of the joints and motors, in the order of the coordinates (without driven ones).",
            joints,
        ),
        (
            "COORDINATES",
            "Names of the coordinates, in their order.",
            coordinates,
        ),
        (
            "VELOCITIES",
            "Names of the velocities, in their order.",
            velocities,
        ),
    ] {
        page.apart();
        page.docs([docs]);
        let open = format!("pub const {name}: [&'static str; {}] = [", list.len());
        let names = list.into_iter().map(|name| format!("{name:?}"));
        page.code(Code::list(&open, names, "];"));
    }
    for list in regressors::lists(compiled) {
        let kind = if list.base { "BASE" } else { "INERTIAL" };
        page.apart();
        page.docs([format!("Names of {}.", list.about)]);
        let count = list.names.len();
        let open = format!("pub const {kind}_PARAMETER_NAMES: [&'static str; {count}] = [");
        let names = list.names.iter().map(|name| format!("{name:?}"));
        page.code(Code::list(&open, names, "];"));
    }
    loops(page, compiled);
    page.apart();
    operations(page, compiled, style.standalone);
    let prepared = parameters::prepared_type(target);
    for function in &compiled.functions {
        patterns::print(page, function);
        page.apart();
        if function.can_fail() {
            fallible::print(page, function, style, &prepared);
        } else {
            function::print(page, function, style, Some(&prepared));
        }
    }
    lanes::print(page, compiled, style, &prepared);
    state::functions(page, compiled, style);
    selftest::print(page, compiled, target, style);
}

/// The comments about loops.
fn loops(page: &mut Page, compiled: &Compiled) {
    let Some(loops) = &compiled.mechanism.loops else {
        return;
    };
    let blocks = compiled.mechanism.blocks();
    let velocities: Vec<String> = blocks.into_iter().flat_map(|one| one.velocities).collect();
    let named = |places: &[usize]| places.iter().map(|&v| velocities[v].clone()).collect();
    let closures = loops.closures.iter().map(|one| one.name.clone()).collect();
    let lists: [(&str, &str, Vec<String>); 3] = [
        (
            "LOOPS",
            "Names of the loops, in the order of their wrenches.",
            closures,
        ),
        (
            "ACTUATED",
            "Names of the actuated velocities, in the order of `tau`.",
            named(&loops.actuated),
        ),
        (
            "INDEPENDENT",
            "Names of the velocities that determine the others, in the order of `rates`.",
            named(&loops.mobility.independent),
        ),
    ];
    for (name, docs, list) in lists {
        page.apart();
        page.docs([docs]);
        let open = format!("pub const {name}: [&'static str; {}] = [", list.len());
        page.code(Code::list(
            &open,
            list.iter().map(|name| format!("{name:?}")),
            "];",
        ));
    }
    page.apart();
    page.docs(["Coordinates at which the loops are closed."]);
    let scalar = match compiled.options.precision {
        Precision::F64 => "f64",
        Precision::F32 => "f32",
    };
    let q = loops.mobility.q.iter();
    let open = format!("pub const ASSEMBLED: [{scalar}; {}] = [", q.len());
    page.code(Code::list(&open, q.map(|q| format!("{q:?}")), "];"));
}

/// The constant `OPERATIONS`.
fn operations(page: &mut Page, compiled: &Compiled, standalone: bool) {
    let functions = &compiled.functions;
    // Fused operations are the last, where there are any.
    let (listed, fma) = match compiled.options.fma {
        Fma::Off => (6, ""),
        Fma::Target | Fma::Any => (7, ", fma"),
    };
    let rows = functions.iter().map(|function| {
        let name = format!("{:?}", function.name);
        let counts = counts(function.counts());
        let counts = if standalone {
            let counts = counts[..listed].iter();
            Code::list("[", counts.map(|(_, count)| count.to_string()), "]")
        } else {
            let fields = counts.map(|(field, count)| format!("{field}: {count}"));
            Code::broken("::denoc::Operations {", fields, "}")
        };
        Code::list("(", [name.into(), counts], ")")
    });
    let code = if standalone {
        page.docs([format!(
            "What each function costs: mul, add, div, neg, sqrt, trig{fma}."
        )]);
        let ty = format!("[(&'static str, [u32; {listed}]); {}]", functions.len());
        Code::list(&format!("pub const OPERATIONS: {ty} = ["), rows, "];")
    } else {
        page.docs(["What each function costs."]);
        let open = "pub const OPERATIONS: ::denoc::OperationTable = ::denoc::OperationTable(";
        Code::list(open, [Code::list("&[", rows, "]")], ");")
    };
    page.code(code);
}

fn counts(counts: Counts) -> [(&'static str, usize); 7] {
    let Counts {
        mul,
        add,
        div,
        neg,
        sqrt,
        trig,
        fma,
    } = counts;
    [
        ("mul", mul),
        ("add", add),
        ("div", div),
        ("neg", neg),
        ("sqrt", sqrt),
        ("trig", trig),
        ("fma", fma),
    ]
}

/// An identifier, whatever the name holds; capitals stay.
fn identifier(name: &str) -> String {
    let lower = name::identifier(name);
    if lower == name.to_ascii_lowercase() {
        name.into()
    } else {
        lower
    }
}
