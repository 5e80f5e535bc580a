//! The self-test in Rust.

use super::super::layout::Code;
use super::super::page::Page;
use super::super::selftest::{ROUNDS, SEED, called, filled, hash, state_inputs};
use super::super::state::{StateLayout, Which};
use super::{Style, identifier, parameters};
use crate::compile::{Compiled, Precision};
use crate::function::Function;
use crate::leaves::Argument;
use crate::program::Shape;

/// The function; nothing where no self-test is asked for.
pub(super) fn print(page: &mut Page, compiled: &Compiled, target: &str, style: Style) {
    if !compiled.options.selftest {
        return;
    }
    page.apart();
    page.docs([
        "Whether the compiler kept the bits that the code was made for, on this machine: the results of all functions at fixed",
        "states, in one number. It takes as long as three calls of each.",
    ]);
    page.line(format_args!("#[must_use]"));
    page.block("pub fn selftest() -> bool", |page| {
        kernels(page, style);
        // Nothing of it is computed by the compiler.
        page.line(format_args!(
            "let mut seed = ::core::hint::black_box({SEED}_u32);"
        ));
        let scalar = match style.precision {
            Precision::F64 => "f64",
            Precision::F32 => "f32",
        };
        page.line(format_args!(
            "let subnormal = ::core::hint::black_box({scalar}::MIN_POSITIVE) * 0.25;"
        ));
        page.line(format_args!("let mut hash = mixed(0, &[subnormal]);"));
        if compiled.preparation.is_some() {
            let ty = parameters::parameters_type(target);
            page.line(format_args!(
                "let Ok(prepared) = {ty}::default().prepare() else {{ return false }};"
            ));
            page.line(format_args!("hash = mixed(hash, &prepared.value);"));
        }
        page.block(format!("for _ in 0..{ROUNDS}"), |page| {
            for function in called(compiled) {
                call(page, function);
            }
            if let Some(state) = StateLayout::of(compiled) {
                for which in Which::BOTH {
                    call_of_state(page, &state, which);
                }
            }
        });
        let expected = hash(compiled);
        page.line(format_args!("hash == {expected:#018x}"));
    });
}

/// What fills arguments and what mixes results.
fn kernels(page: &mut Page, style: Style) {
    let (scalar, nan, bits) = match style.precision {
        Precision::F64 => ("f64", "0x7ff8_0000_0000_0000", "value.to_bits()"),
        Precision::F32 => ("f32", "0x7fc0_0000", "u64::from(value.to_bits())"),
    };
    let head = format!("fn fill<const N: usize>(seed: &mut u32) -> [{scalar}; N]");
    page.block(head, |page| {
        page.line(format_args!("let mut values = [0.0; N];"));
        page.block("for value in &mut values", |page| {
            page.line(format_args!(
                "*seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);"
            ));
            page.line(format_args!(
                "*value = ((*seed >> 8) as i32 - 8_388_608) as {scalar} / 4_194_304.0;"
            ));
        });
        page.line(format_args!("values"));
    });
    page.block("fn mix(hash: u64, bits: u64) -> u64", |page| {
        page.line(format_args!(
            "let product = (hash ^ bits).wrapping_mul(0x0000_0100_0000_01b3);"
        ));
        page.line(format_args!("product ^ (product >> 29)"));
    });
    let head = format!("fn mixed(mut hash: u64, values: &[{scalar}]) -> u64");
    page.block(head, |page| {
        page.block("for value in values", |page| {
            page.line(format_args!(
                "let bits = if value.is_nan() {{ {nan} }} else {{ {bits} }};"
            ));
            page.line(format_args!("hash = mix(hash, bits);"));
        });
        page.line(format_args!("hash"));
    });
}

/// Fills the inputs, calls, and mixes what comes out into the hash.
fn call(page: &mut Page, function: &Function) {
    for port in filled(function) {
        let name = port.argument.name();
        page.line(format_args!("let {name} = fill(&mut seed);"));
    }
    let inputs = function.inputs().iter();
    let inputs = inputs.map(|port| match port.argument {
        Argument::Prepared => "&prepared".to_owned(),
        argument => format!("&{}", argument.name()),
    });
    let open = format!("Self::{}(", identifier(&function.name));
    let call = Code::list(&open, inputs, ")");
    let names: Vec<String> = (0..function.outputs().len())
        .map(|k| format!("result{k}"))
        .collect();
    let pattern = match names.as_slice() {
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    };
    let mix = |page: &mut Page| {
        for (name, output) in names.iter().zip(function.outputs()) {
            let values = match output.shape {
                Shape::Scalar => format!("&[{name}]"),
                Shape::Vector(_) => format!("&{name}"),
                Shape::Matrix(..) => format!("{name}.as_flattened()"),
            };
            page.line(format_args!("hash = mixed(hash, {values});"));
        }
    };
    if function.can_fail() {
        page.code(Code::from("let outcome = ").then(call).then(";"));
        page.line(format_args!(
            "hash = mix(hash, u64::from(outcome.is_err()));"
        ));
        page.block(format!("if let Ok({pattern}) = outcome"), mix);
    } else {
        page.code(Code::from(format!("let {pattern} = ")).then(call).then(";"));
        mix(page);
    }
}

/// The same of `integrate` or `difference`.
fn call_of_state(page: &mut Page, state: &StateLayout, which: Which) {
    let inputs = state_inputs(state, which);
    for (name, _) in &inputs {
        match *name {
            "dt" => page.line(format_args!("let [dt] = fill(&mut seed);")),
            array => page.line(format_args!("let {array} = fill(&mut seed);")),
        }
    }
    let arguments = inputs.iter().map(|(name, _)| match *name {
        "dt" => "dt".to_owned(),
        array => format!("&{array}"),
    });
    let open = format!("hash = mixed(hash, &Self::{}(", which.name());
    page.code(Code::list(&open, arguments, "));"));
}
