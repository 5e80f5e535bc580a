//! The parameters of a model in C: two structures, the defaults, and `prepare`.

use core::fmt::Write;

use super::super::preparation::ParameterCode;
use super::{Style, comment};
use crate::compile::Compiled;

/// Structures and prototypes, for the header; nothing for a model without parameters.
pub(super) fn header(compiled: &Compiled, style: Style) -> String {
    let Some(prepared) = ParameterCode::of(compiled) else {
        return String::new();
    };
    let mut text = types(compiled, style);
    let _ = writeln!(text, "/* The defaults. */\n{};\n", default_prototype(style));
    let mut notes = prepared.notes(style);
    notes.push(String::new());
    notes.push("Returns 0, or leaves the result alone and returns:".into());
    notes.extend((1..).zip(prepared.conditions).map(|(status, condition)| {
        let status: usize = status;
        format!(
            "  {status:>2}: {} is negative or not a number",
            condition.what
        )
    }));
    if prepared.conditions.is_empty() {
        notes.pop();
        notes.push("Returns 0.".into());
    }
    text.push_str(&comment(&notes));
    let _ = writeln!(text, "{};", prepare_prototype(style));
    let _ = writeln!(
        text,
        "\n/* The same on arrays, without a check: conditions are what must not be negative. */\n{};",
        style.prototype(prepared.function)
    );
    text
}

/// The structures; nothing for a model without parameters.
pub(super) fn types(compiled: &Compiled, style: Style) -> String {
    let Some(prepared) = ParameterCode::of(compiled) else {
        return String::new();
    };
    let (prefix, upper) = (style.prefix, style.prefix.to_ascii_uppercase());
    let (scalar, precision) = (style.scalar(), style.precision);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "\n/* Number of parameters, and of values that depend on parameters only. */\n\
         #define {upper}_PARAMETERS {}\n#define {upper}_PREPARED {}\n",
        prepared.parameters.len(),
        prepared.len()
    );
    let _ = writeln!(
        text,
        "/* The parameters of the model, in its units. */\ntypedef struct {prefix}_parameters {{"
    );
    for (parameter, default) in prepared.parameters.iter().zip(prepared.defaults(precision)) {
        let _ = writeln!(
            text,
            "    {scalar} {}; /* {default} by default */",
            parameter.name
        );
    }
    let _ = writeln!(text, "}} {prefix}_parameters;\n");
    let _ = writeln!(
        text,
        "/* What {prefix}_prepare computes; the other functions read it. */\n\
         typedef struct {prefix}_prepared {{\n    {scalar} value[{upper}_PREPARED];\n}} {prefix}_prepared;\n"
    );
    text
}

/// The functions, for the source; `linkage` is `static `, or nothing.
pub(super) fn definitions(prepared: &ParameterCode, style: Style, linkage: &str) -> String {
    let (prefix, upper, scalar) = (
        style.prefix,
        style.prefix.to_ascii_uppercase(),
        style.scalar(),
    );
    let suffix = style.suffix();
    let mut text = format!(
        "\n{linkage}{}\n{{\n    {prefix}_parameters parameters;\n",
        default_prototype(style)
    );
    for (parameter, default) in prepared
        .parameters
        .iter()
        .zip(prepared.defaults(style.precision))
    {
        let _ = writeln!(
            text,
            "    parameters.{} = {default}{suffix};",
            parameter.name
        );
    }
    text.push_str("    return parameters;\n}\n");
    let _ = writeln!(text, "\n{linkage}{}\n{{", prepare_prototype(style));
    let _ = writeln!(text, "    {scalar} values[{upper}_PARAMETERS];");
    let count = prepared.conditions.len();
    if count > 0 {
        let _ = writeln!(
            text,
            "    {scalar} conditions[{count}];\n    {prefix}_prepared result;"
        );
    }
    for (index, parameter) in prepared.parameters.iter().enumerate() {
        let _ = writeln!(
            text,
            "    values[{index}] = parameters->{};",
            parameter.name
        );
    }
    if count == 0 {
        let _ = writeln!(
            text,
            "    {prefix}_prepare_values(values, prepared->value);"
        );
    } else {
        let _ = writeln!(
            text,
            "    {prefix}_prepare_values(values, result.value, conditions);"
        );
        for index in 0..count {
            let _ = writeln!(
                text,
                "    if (!(conditions[{index}] >= 0.0{suffix})) {{\n        return {};\n    }}",
                index + 1
            );
        }
        text.push_str("    *prepared = result;\n");
    }
    text.push_str("    return 0;\n}\n");
    text
}

fn default_prototype(style: Style) -> String {
    format!("{0}_parameters {0}_parameters_default(void)", style.prefix)
}

fn prepare_prototype(style: Style) -> String {
    format!(
        "int {0}_prepare(const {0}_parameters *parameters, {0}_prepared *prepared)",
        style.prefix
    )
}
