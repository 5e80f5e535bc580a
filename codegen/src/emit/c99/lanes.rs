//! Batches in C: see [`lanes`](super::super::lanes).

use core::fmt::Write;

use super::super::body::{FunctionBody, Language};
use super::super::chunk::Plan;
use super::super::lanes::{batched, lanes, notes};
use super::super::page::Page;
use super::body::{LIMITS_OF_LANES, definition};
use super::{Style, comment};
use crate::compile::Compiled;
use crate::function::Function;
use crate::leaves::Argument;
use crate::name;
use crate::program::{Output, Port};

/// C++ has no word for it.
pub(super) const RESTRICT: &str = "
#if !defined(__cplusplus)
#define DENOC_RESTRICT restrict
#elif defined(__GNUC__)
#define DENOC_RESTRICT __restrict
#else
#define DENOC_RESTRICT
#endif
";

/// What the header needs.
pub(super) fn include(compiled: &Compiled) -> &'static str {
    match batched(compiled).next() {
        Some(_) => "\n#include <stddef.h>\n",
        None => "",
    }
}

/// The declarations of all batches, with what turns rows into blocks.
pub(super) fn prototypes(compiled: &Compiled, style: Style) -> String {
    let mut text = String::new();
    let mut functions = batched(compiled).peekable();
    if functions.peek().is_none() {
        return text;
    }
    let upper = style.upper();
    let _ = write!(
        text,
        "\n/* States of a block of a batch. */\n#define {upper}_LANES {}\n",
        lanes(style.precision)
    );
    for function in functions {
        let single = style.name_of(function);
        let _ = write!(
            text,
            "\n{}{};\n",
            comment(&notes(&single, style.precision)),
            style.batch(function)
        );
    }
    let what = [
        (
            Blocks::Fill,
            "Blocks of n states from an array of length numbers for every state, one behind the other; lanes without a state are 0.",
        ),
        (Blocks::Empty, "The same back."),
    ];
    for (blocks, about) in what {
        let _ = write!(
            text,
            "\n{}{};\n",
            comment(&[about.into()]),
            blocks.head(style)
        );
    }
    text
}

/// Whether any function of lanes is cut.
pub(super) fn are_cut(compiled: &Compiled) -> bool {
    let mut plans = batched(compiled).map(|one| Plan::of_lanes(&one.program, LIMITS_OF_LANES));
    plans.any(|plan| plan.is_cut())
}

/// The functions of lanes and all batches.
pub(super) fn definitions(page: &mut Page, compiled: &Compiled, style: Style) {
    let mut functions = batched(compiled).peekable();
    if functions.peek().is_none() {
        return;
    }
    let inner = Style {
        lanes: true,
        ..style.private()
    };
    for function in functions {
        of_block(page, function, inner);
        of_all_blocks(page, function, style);
    }
    Blocks::Fill.print(page, style);
    Blocks::Empty.print(page, style);
}

impl Style<'_> {
    /// An array of blocks that a batch takes.
    fn blocks(self, name: &str, written: bool) -> String {
        let constant = if written { "" } else { "const " };
        format!("{constant}{} *{name}", self.scalar())
    }

    /// An array of lanes that a function of a block takes.
    pub(super) fn lane_array(self, name: &str, written: bool) -> String {
        let (constant, lanes) = (if written { "" } else { "const " }, lanes(self.precision));
        format!(
            "{constant}{} (*DENOC_RESTRICT {name})[{lanes}]",
            self.scalar()
        )
    }

    fn batch(self, function: &Function) -> String {
        let name = name::identifier(&function.name);
        let inputs = function.inputs().iter().map(|port| match port.argument {
            Argument::Prepared => self.input(*port),
            other => self.blocks(other.name(), false),
        });
        let outputs = function
            .outputs()
            .iter()
            .map(|output| self.blocks(output.name, true));
        let parameters: Vec<String> = inputs.chain(outputs).collect();
        format!(
            "void {}_{name}_batch(size_t n, {})",
            self.prefix,
            parameters.join(", ")
        )
    }
}

/// `lanes_NAME`, with its parts before it.
fn of_block(page: &mut Page, function: &Function, style: Style) {
    let plan = &Plan::of_lanes(&function.program, LIMITS_OF_LANES);
    let body = FunctionBody {
        function,
        plan,
        language: style,
    };
    body.parts(page);
    for number in 1..=plan.writers.len() {
        body.writer(page, number);
    }
    let input = |port: &Port| match port.argument {
        Argument::Prepared => style.input(*port),
        other => style.lane_array(other.name(), false),
    };
    let inputs = function.inputs().iter().map(input);
    let output = |output: &Output| style.lane_array(output.name, true);
    let outputs = function.outputs().iter().map(output);
    let parameters: Vec<String> = inputs.chain(outputs).collect();
    let head = format!(
        "static void {}({})",
        style.private_name(function),
        parameters.join(", ")
    );
    definition(page, &head, |page| {
        if !plan.is_cut() {
            body.unmentioned(page);
            style.each_lane(page, |page| {
                body.arrays_of_its_own(page);
                body.flow(page);
                body.write(page, &(0..body.elements()), &plan.own());
            });
            return;
        }
        body.arrays_of_its_own(page);
        body.unmentioned(page);
        body.flow(page);
        if plan.writers.is_empty() {
            style.each_lane(page, |page| {
                body.write(page, &(0..body.elements()), &plan.own());
            });
        }
        for number in 1..=plan.writers.len() {
            body.call_writer(page, number);
        }
    });
}

/// `NAME_batch`.
fn of_all_blocks(page: &mut Page, function: &Function, style: Style) {
    let inner = Style {
        lanes: true,
        ..style
    };
    let lanes = lanes(style.precision);
    let block = |name: &str, len: usize, written: bool| {
        let constant = if written { "" } else { "const " };
        let scalar = style.scalar();
        format!(
            "({constant}{scalar} (*)[{lanes}])({name} + (block * {}))",
            len * lanes
        )
    };
    let inputs = function.inputs().iter().map(|port| match port.argument {
        Argument::Prepared => port.argument.name().to_owned(),
        other => block(other.name(), port.len, false),
    });
    let outputs = function.outputs().iter();
    let outputs = outputs.map(|output| block(output.name, output.elements.len(), true));
    let arguments: Vec<String> = inputs.chain(outputs).collect();
    definition(page, &style.batch(function), |page| {
        let blocks = format!("((n / {lanes}) + ((n % {lanes}) != 0))");
        page.block(
            format!("for (size_t block = 0; block < {blocks}; block++)"),
            |page| {
                page.line(format_args!(
                    "{}({});",
                    inner.private_name(function),
                    arguments.join(", ")
                ));
            },
        );
    });
}

/// What turns rows into blocks and back.
#[derive(Clone, Copy)]
enum Blocks {
    Fill,
    Empty,
}

impl Blocks {
    fn head(self, style: Style) -> String {
        let (prefix, scalar) = (style.prefix, style.scalar());
        match self {
            Self::Fill => format!(
                "void {prefix}_to_blocks(size_t n, size_t length, const {scalar} *rows, {scalar} *blocks)"
            ),
            Self::Empty => format!(
                "void {prefix}_from_blocks(size_t n, size_t length, const {scalar} *blocks, {scalar} *rows)"
            ),
        }
    }

    fn print(self, page: &mut Page, style: Style) {
        let lanes = lanes(style.precision);
        let zero = format!("0.0{}", style.suffix());
        definition(page, &self.head(style), |page| {
            let states = match self {
                Self::Fill => format!("((n / {lanes}) + ((n % {lanes}) != 0)) * {lanes}"),
                Self::Empty => "n".into(),
            };
            page.block(format!("for (size_t state = 0; state < {states}; state++)"), |page| {
                page.block("for (size_t i = 0; i < length; i++)", |page| {
                    let block = format!("blocks[((((state / {lanes}) * length) + i) * {lanes}) + (state % {lanes})]");
                    let row = "rows[(state * length) + i]";
                    match self {
                        Self::Fill => page.line(format_args!("{block} = (state < n) ? {row} : {zero};")),
                        Self::Empty => page.line(format_args!("{row} = {block};")),
                    }
                });
            });
        });
    }
}
