//! The parameters of a model in Rust: two structures, the defaults, and `prepare`.

use super::super::layout::Code;
use super::super::notes;
use super::super::page::Page;
use super::super::preparation::ParameterCode;
use super::{Style, function};
use crate::compile::{Compiled, VALUES};

/// The name of the structure of the parameters.
pub(super) fn parameters_type(target: &str) -> String {
    format!("{target}Parameters")
}

/// The name of the structure that functions take.
pub(super) fn prepared_type(target: &str) -> String {
    format!("{target}Prepared")
}

/// The items beside the `impl` of `target`; nothing for a model without parameters.
pub(super) fn print(page: &mut Page, compiled: &Compiled, target: &str, style: Style) {
    let Some(prepared) = ParameterCode::of(compiled) else {
        return;
    };
    let (scalar, result) = (style.scalar(), prepared_type(target));
    let parameters = parameters_type(target);
    page.docs([format!(
        "The parameters of the mechanism {}, in the units of its model.",
        notes::code(&compiled.mechanism.name)
    )]);
    page.line(format_args!("#[derive(Clone, Copy, Debug, PartialEq)]"));
    page.block(format!("pub struct {parameters}"), |page| {
        let defaults = prepared.defaults(style.precision);
        for (parameter, default) in prepared.parameters.iter().zip(defaults) {
            page.docs([format!("{default} by default.")]);
            page.line(format_args!("pub {}: {scalar},", parameter.name));
        }
    });
    page.apart();
    page.block(
        format!("impl ::core::default::Default for {parameters}"),
        |page| {
            page.block("fn default() -> Self", |page| {
                page.block("Self", |page| {
                    let defaults = prepared.defaults(style.precision);
                    for (parameter, default) in prepared.parameters.iter().zip(defaults) {
                        page.line(format_args!("{}: {default},", parameter.name));
                    }
                });
            });
        },
    );
    page.apart();
    page.docs([format!(
        "What [`{parameters}::prepare`] computes; the functions of [`{target}`] read it."
    )]);
    page.line(format_args!("#[derive(Clone, Copy, Debug, PartialEq)]"));
    page.block(format!("pub struct {result}"), |page| {
        page.line(format_args!("value: [{scalar}; {}],", prepared.len()));
    });
    page.apart();
    page.line(format_args!("{}", super::ALLOW));
    page.block(format!("impl {parameters}"), |page| {
        prepare(page, &prepared, &result, style);
        page.apart();
        function::print(page, prepared.function, style, None);
    });
    page.apart();
}

/// `prepare`: the values, unless a condition is violated.
fn prepare(page: &mut Page, prepared: &ParameterCode, result: &str, style: Style) {
    let status = style.status();
    page.docs(prepared.notes(style));
    page.docs([
        "",
        "# Errors",
        "What is negative or not a number with these parameters, and must not be: a mass.",
    ]);
    let head = format!("pub fn prepare(&self) -> ::core::result::Result<{result}, {status}>");
    page.block(head, |page| {
        let fields = prepared.parameters.iter();
        let fields: Vec<String> = fields.map(|one| format!("self.{}", one.name)).collect();
        let values = Code::list("&[", fields, "]");
        let conditions = prepared.conditions;
        let pattern = if conditions.is_empty() {
            "value"
        } else {
            "(value, conditions)"
        };
        let open = format!("let {pattern} = Self::{VALUES}(");
        page.code(Code::list(&open, [values], ");"));
        for (index, condition) in conditions.iter().enumerate() {
            let value = format!("conditions[{index}]");
            page.block(format!("if {value}.is_nan() || {value} < 0.0"), |page| {
                page.line(format_args!(
                    "return Err({status}::Negative({:?}));",
                    condition.what
                ));
            });
        }
        page.line(format_args!("Ok({result} {{ value }})"));
    });
}
