//! Batches: spans of blocks.

use super::super::lanes::{batched, notes};
use super::super::page::Page;
use super::{c_name, comment, names};
use crate::compile::Compiled;
use crate::function::Function;
use crate::leaves::Argument;

/// The batches of all functions that have one; nothing where no batches are asked for.
pub(super) fn print(page: &mut Page, compiled: &Compiled) {
    let mut functions = batched(compiled).peekable();
    if functions.peek().is_none() {
        return;
    }
    let name = &compiled.name;
    for line in SIZE.lines() {
        page.line(format_args!("{line}"));
    }
    page.gap();
    page.line(format_args!("#if defined(__cpp_lib_span)"));
    for function in functions {
        page.gap();
        let about = comment(&notes(&function.name, compiled.options.precision));
        about
            .lines()
            .for_each(|line| page.line(format_args!("{line}")));
        batch(page, function, compiled);
    }
    for (function, read, written, about) in [
        (
            "to_blocks",
            "rows",
            "blocks",
            "Blocks of n states from an array of length numbers for every state; lanes without a state are 0.",
        ),
        ("from_blocks", "blocks", "rows", "The same back."),
    ] {
        page.gap();
        page.line(format_args!("/* {about} */"));
        let parameters = format!(
            "std::size_t n, std::size_t length, std::span<const Scalar> {read}, std::span<Scalar> {written}"
        );
        definition(page, &format!("{function}({parameters})"), |page| {
            page.line(format_args!(
                "assert(rows.size() >= n * length && blocks.size() >= batch_size(n, length));"
            ));
            page.line(format_args!(
                "::{name}_{function}(n, length, {read}.data(), {written}.data());"
            ));
        });
    }
    page.line(format_args!("#endif"));
}

fn batch(page: &mut Page, function: &Function, compiled: &Compiled) {
    let inputs = function.inputs().iter().map(|port| match port.argument {
        Argument::Prepared => (
            "const Prepared &prepared".to_owned(),
            "&prepared".to_owned(),
            None,
        ),
        other => array("std::span<const Scalar>", other.name(), port.len),
    });
    let outputs = function.outputs().iter();
    let outputs = outputs.map(|one| array("std::span<Scalar>", one.name, one.elements.len()));
    let all: Vec<_> = inputs.chain(outputs).collect();
    let join = |parts: Vec<&str>| parts.join(", ");
    let parameters = join(all.iter().map(|(declared, ..)| declared.as_str()).collect());
    let passed = join(all.iter().map(|(_, passed, _)| passed.as_str()).collect());
    let identifier = names::identifier(&function.name);
    definition(
        page,
        &format!("{identifier}_batch(std::size_t n, {parameters})"),
        |page| {
            for (.., needed) in &all {
                if let Some(needed) = needed {
                    page.line(format_args!("assert({needed});"));
                }
            }
            let c_name = c_name(compiled, &function.name);
            page.line(format_args!("::{c_name}_batch(n, {passed});"));
        },
    );
}

/// How an array of blocks is declared, how it is passed, and how many numbers it has.
fn array(span: &str, name: &str, len: usize) -> (String, String, Option<String>) {
    let needed = format!("{name}.size() >= batch_size(n, {len})");
    (
        format!("{span} {name}"),
        format!("{name}.data()"),
        Some(needed),
    )
}

fn definition(page: &mut Page, head: &str, body: impl FnOnce(&mut Page)) {
    page.line(format_args!("inline void {head} noexcept"));
    page.line(format_args!("{{"));
    page.inside(body);
    page.line(format_args!("}}"));
}

const SIZE: &str = "
/* The numbers of an array of blocks for n states with so many numbers each. Batches take spans, hence need C++20. */
constexpr std::size_t batch_size(std::size_t n, std::size_t length) noexcept
{
    return ((n / lanes) + ((n % lanes) != 0 ? 1 : 0)) * lanes * length;
}";
