//! The self-test in C.

use super::super::page::Page;
use super::super::selftest::{ROUNDS, SEED, called, filled, hash, state_inputs};
use super::super::state::{StateLayout, Which};
use super::body::definition;
use super::{Style, comment, kernels};
use crate::compile::Compiled;
use crate::function::Function;
use crate::leaves::Argument;
use crate::name;

/// The comment and the prototype; nothing where no self-test is asked for.
pub(super) fn prototype(compiled: &Compiled, style: Style) -> String {
    if !compiled.options.selftest {
        return String::new();
    }
    let lines = [
        "Whether the compiler kept the bits that the code was made for, with its flags and on this machine: the results of all",
        "functions at fixed states, in one number. It takes as long as three calls of each.",
        "",
        "Returns 0, or 1 if it did not.",
    ];
    let comment = comment(&lines.map(String::from));
    format!("\n{comment}{};\n", head(style))
}

fn head(style: Style) -> String {
    format!("int {}_selftest(void)", style.prefix)
}

/// The function.
fn function(compiled: &Compiled, style: Style) -> String {
    let mut page = Page::default();
    let (prefix, scalar) = (style.prefix, style.scalar());
    definition(&mut page, &head(style), |page| {
        // Nothing of it is computed by the compiler.
        page.line(format_args!("volatile uint32_t start = {SEED};"));
        page.line(format_args!("uint32_t seed = start;"));
        page.line(format_args!("uint64_t hash = 0;"));
        page.line(format_args!("int round;"));
        let (least, quarter) = match scalar {
            "float" => ("FLT_MIN", "0.25f"),
            _ => ("DBL_MIN", "0.25"),
        };
        page.line(format_args!("volatile {scalar} least = {least};"));
        page.line(format_args!(
            "const {scalar} subnormal = {quarter} * least;"
        ));
        page.line(format_args!("hash = denoc_hash(hash, 1, &subnormal);"));
        if compiled.preparation.is_some() {
            let upper = style.upper();
            page.line(format_args!(
                "const {prefix}_parameters parameters = {prefix}_parameters_default();"
            ));
            page.line(format_args!("{prefix}_prepared prepared;"));
            page.block(
                format!("if ({prefix}_prepare(&parameters, &prepared) != 0)"),
                |page| page.line(format_args!("return 1;")),
            );
            page.line(format_args!(
                "hash = denoc_hash(hash, {upper}_PREPARED, prepared.value);"
            ));
        }
        let head = format!("for (round = 0; round < {ROUNDS}; round++)");
        page.block(head, |page| {
            for function in called(compiled) {
                page.line(format_args!("{{"));
                page.inside(|page| call(page, function, (prefix, scalar)));
                page.line(format_args!("}}"));
            }
            for (state, which) in super::state::functions(compiled) {
                page.line(format_args!("{{"));
                page.inside(|page| call_of_state(page, &state, which, (prefix, scalar)));
                page.line(format_args!("}}"));
            }
        });
        let expected = hash(compiled);
        page.line(format_args!("return hash != UINT64_C({expected:#018x});"));
    });
    page.into_text()
}

/// The kernels and the function; nothing where no self-test is asked for.
pub(super) fn definitions(compiled: &Compiled, style: Style) -> String {
    if !compiled.options.selftest {
        return String::new();
    }
    kernels::selftest(compiled.options.precision) + &function(compiled, style)
}

/// Fills the inputs, calls, and mixes what comes out into the hash.
fn call(page: &mut Page, function: &Function, (prefix, scalar): (&str, &str)) {
    for port in filled(function) {
        let (name, len) = (port.argument.name(), port.len.max(1));
        page.line(format_args!("{scalar} {name}[{len}];"));
    }
    // An output may be named as an input is.
    for (k, output) in function.outputs().iter().enumerate() {
        let len = output.elements.len().max(1);
        page.line(format_args!("{scalar} result{k}[{len}];"));
    }
    if function.can_fail() {
        page.line(format_args!("int status;"));
    }
    for port in filled(function) {
        let (name, len) = (port.argument.name(), port.len);
        page.line(format_args!("seed = denoc_fill(seed, {len}, {name});"));
    }
    let inputs = function.inputs().iter().map(|port| match port.argument {
        Argument::Prepared => "&prepared".to_owned(),
        argument => argument.name().to_owned(),
    });
    let results = (0..function.outputs().len()).map(|k| format!("result{k}"));
    let arguments: Vec<String> = inputs.chain(results).collect();
    let name = name::identifier(&function.name);
    let call = format!("{prefix}_{name}({})", arguments.join(", "));
    let mix = |page: &mut Page| {
        for (k, output) in function.outputs().iter().enumerate() {
            let len = output.elements.len();
            page.line(format_args!("hash = denoc_hash(hash, {len}, result{k});"));
        }
    };
    if function.can_fail() {
        page.line(format_args!("status = {call};"));
        page.line(format_args!("hash = denoc_mix(hash, (uint64_t)status);"));
        page.block("if (status == 0)", mix);
    } else {
        page.line(format_args!("{call};"));
        mix(page);
    }
}

/// The same of `integrate` or `difference`.
fn call_of_state(
    page: &mut Page,
    state: &StateLayout,
    which: Which,
    (prefix, scalar): (&str, &str),
) {
    let inputs = state_inputs(state, which);
    let len = state.result_len(which);
    for (name, len) in &inputs {
        page.line(format_args!("{scalar} {name}[{len}];"));
    }
    page.line(format_args!("{scalar} result0[{len}];"));
    for (name, len) in &inputs {
        page.line(format_args!("seed = denoc_fill(seed, {len}, {name});"));
    }
    let arguments = inputs.iter().map(|(name, _)| match *name {
        "dt" => "dt[0]",
        array => array,
    });
    let arguments: Vec<&str> = arguments.chain(["result0"]).collect();
    let name = which.name();
    page.line(format_args!("{prefix}_{name}({});", arguments.join(", ")));
    page.line(format_args!("hash = denoc_hash(hash, {len}, result0);"));
}
