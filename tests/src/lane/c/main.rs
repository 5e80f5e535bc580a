//! The `main.c` of a model: what reads requests, calls functions and prints answers.

use std::fmt::Write as _;

use denoc_codegen::compile::{Compiled, Precision};
use denoc_codegen::function::Function;
use denoc_codegen::leaves::Argument;

use super::super::{BEFORE, parameters};

/// The text of `main.c`.
pub(super) fn text(compiled: &Compiled) -> String {
    let (scalar, word, scan, print) = match compiled.options.precision {
        Precision::F64 => ("double", "uint64_t", "SCNx64", "PRIx64"),
        Precision::F32 => ("float", "uint32_t", "SCNx32", "PRIx32"),
    };
    let functions = compiled.functions.iter().enumerate();
    let mut cases: String = functions
        .map(|(index, function)| case(&compiled.name, index, function, scalar))
        .collect();
    let mut prepared = String::new();
    if compiled.preparation.is_some() {
        prepared = format!("static {0}_prepared prepared;\n\n", compiled.name);
        cases.push_str(&preparation(compiled, scalar));
    }
    format!(
        r#"#include "{name}.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

{prepared}static int input({scalar} *x, int n)
{{
    for (int k = 0; k < n; ++k) {{
        {word} bits;
        if (scanf("%" {scan}, &bits) != 1) return 0;
        memcpy(&x[k], &bits, sizeof bits);
    }}
    return 1;
}}

static void fill({scalar} *x, int n)
{{
    for (int k = 0; k < n; ++k) x[k] = {BEFORE:?};
}}

static void output(const {scalar} *x, int n)
{{
    for (int k = 0; k < n; ++k) {{
        {word} bits;
        memcpy(&bits, &x[k], sizeof bits);
        printf(" %" {print}, bits);
    }}
}}

int main(void)
{{
    unsigned function;
    while (scanf("%u", &function) == 1) {{
        switch (function) {{
{cases}        default:
            return 2;
        }}
        puts("");
    }}
    return 0;
}}
"#,
        name = compiled.name
    )
}

/// Reads the inputs of a function, calls it, prints what it returns.
fn case(prefix: &str, index: usize, function: &Function, scalar: &str) -> String {
    let (mut before, mut after) = (String::new(), String::new());
    let mut arguments = Vec::new();
    for (position, port) in function.inputs().iter().enumerate() {
        if port.argument == Argument::Prepared {
            arguments.push("&prepared".into());
            continue;
        }
        let (name, len) = (format!("in{position}"), port.len);
        let _ = writeln!(before, "            {scalar} {name}[{}];", len.max(1));
        let _ = writeln!(before, "            if (!input({name}, {len})) return 1;");
        arguments.push(name);
    }
    for (position, output) in function.outputs().iter().enumerate() {
        let (name, len) = (format!("out{position}"), output.elements.len());
        let _ = writeln!(before, "            {scalar} {name}[{}];", len.max(1));
        let _ = writeln!(before, "            fill({name}, {len});");
        let _ = writeln!(after, "            output({name}, {len});");
        arguments.push(name);
    }
    let call = format!("{prefix}_{}({})", function.name, arguments.join(", "));
    let call = if function.can_fail() {
        format!("printf(\"%d\", {call});")
    } else {
        format!("{call};\n            printf(\"0\");")
    };
    format!(
        "        case {index}: {{\n{before}            {call}\n{after}            break;\n        }}\n"
    )
}

/// Reads parameters and prepares; prepares with the defaults and prints them.
fn preparation(compiled: &Compiled, scalar: &str) -> String {
    let (prefix, number) = (&compiled.name, compiled.functions.len());
    let names = parameters(compiled);
    let len = names.len();
    let (mut set, mut get) = (String::new(), String::new());
    for (index, name) in names.into_iter().enumerate() {
        let _ = writeln!(set, "            parameters.{name} = values[{index}];");
        let _ = writeln!(get, "            values[{index}] = parameters.{name};");
    }
    let last = number + 1;
    let head = format!(
        "            {scalar} values[{len}];\n            {prefix}_parameters parameters = {prefix}_parameters_default();\n"
    );
    let call = format!("            printf(\"%d\", {prefix}_prepare(&parameters, &prepared));\n");
    let end = "            break;\n        }\n";
    format!(
        "        case {number}: {{\n{head}            if (!input(values, {len})) return 1;\n{set}{call}{end}        case {last}: {{\n{head}{get}{call}            output(values, {len});\n{end}"
    )
}
