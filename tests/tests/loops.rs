//! Mechanisms with loops in compiled code: C and standalone Rust give the bits and the status of the evaluator.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use denoc_codegen::assembly::assemble;
use denoc_codegen::compile::{Compiled, Options, Precision, compile};
use denoc_codegen::emit::rust;
use denoc_codegen::exact::number::Number;
use denoc_codegen::function::Function;
use denoc_codegen::leaves::{Argument, Input};
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::load;
use denoc_codegen::name::struct_name;
use denoc_codegen::reference::State;
use denoc_codegen::state::integrate;
use denoc_tests::c::{directory, execute, write_sources};
use denoc_tests::plan::root;

/// What stands in the outputs of a C function before the call.
const BEFORE: f64 = 7.0;

fn mechanism(model: &str) -> Mechanism {
    let path = root().join(format!("../models/loops/{model}.toml"));
    load(&path).expect("a shipped model has no fault").mechanism
}

/// A random state, with the arrays that only loops have.
fn random(mechanism: &Mechanism, seed: u64) -> State {
    let state = State::sample(mechanism, seed);
    let rates = state.array(Argument::Qdd).to_vec();
    state
        .with(Argument::Independent, rates)
        .with(Argument::StepSize, vec![1e-3])
}

/// A state at which the loops are closed, with random velocities; and one at which they are not.
fn states(mechanism: &Mechanism) -> Vec<State> {
    let loops = mechanism.loops.as_ref().expect("loops");
    let (closed, open) = (random(mechanism, 1), random(mechanism, 2));
    let away = integrate(
        mechanism,
        &loops.mobility.q,
        closed.array(Argument::Qd),
        0.05,
    );
    let assembly = assemble(mechanism, &away);
    assert!(assembly.gap < 1e-12, "{}", assembly.gap);
    vec![closed.with(Argument::Q, assembly.q), open]
}

/// A number as the generated code has it.
fn bits(value: f64, precision: Precision) -> u64 {
    match precision {
        Precision::F64 => value.to_bits(),
        Precision::F32 => u64::from(single(value).to_bits()),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "single precision takes rounded inputs"
)]
fn single(value: f64) -> f32 {
    value as f32
}

/// The lines that the programs print: status, and the outputs; those of C as they were where there is no result.
fn expected(compiled: &Compiled, states: &[State]) -> String {
    let precision = compiled.options.precision;
    let mut lines = String::new();
    for function in &compiled.functions {
        for state in states {
            let words: Result<Vec<u64>, _> = match precision {
                Precision::F64 => function
                    .run(|input| state.get(input))
                    .map(|arrays| arrays.concat().into_iter().map(f64::to_bits).collect()),
                Precision::F32 => function
                    .run(|input| single(state.get(input)))
                    .map(|arrays| {
                        let words = arrays.concat().into_iter();
                        words.map(|word| u64::from(word.to_bits())).collect()
                    }),
            };
            let _ = write!(lines, "{} {}", function.name, i32::from(words.is_err()));
            let outputs = function.outputs().iter();
            let count = outputs.map(|output| output.elements.len()).sum();
            for word in words.unwrap_or_else(|_| vec![bits(BEFORE, precision); count]) {
                let _ = write!(lines, " {word:x}");
            }
            lines.push('\n');
        }
    }
    lines
}

/// The input arrays of a function, as words.
fn inputs(function: &Function, state: &State, precision: Precision) -> Vec<Vec<String>> {
    let word = |argument, index| {
        let value = state.get(Input { argument, index });
        format!("{:#x}", bits(value, precision))
    };
    let ports = function.inputs().iter();
    let array = ports.map(|port| (0..port.len).map(|k| word(port.argument, k)).collect());
    array.collect()
}

fn main_c(compiled: &Compiled, states: &[State]) -> String {
    let precision = compiled.options.precision;
    let (scalar, word, format) = match precision {
        Precision::F64 => ("double", "uint64_t", "PRIx64"),
        Precision::F32 => ("float", "uint32_t", "PRIx32"),
    };
    let (mut calls, mut body) = (String::new(), String::new());
    for (index, function) in compiled.functions.iter().enumerate() {
        for (at, state) in states.iter().enumerate() {
            let (mut text, mut arguments, mut print) = (String::new(), Vec::new(), String::new());
            for (k, words) in inputs(function, state, precision).into_iter().enumerate() {
                let len = words.len().max(1);
                let words = if words.is_empty() {
                    "0".into()
                } else {
                    words.join(", ")
                };
                let _ = writeln!(text, "    static const {word} w{k}[{len}] = {{ {words} }};");
                let _ = writeln!(
                    text,
                    "    {scalar} i{k}[{len}];\n    memcpy(i{k}, w{k}, sizeof i{k});"
                );
                arguments.push(format!("i{k}"));
            }
            for (k, output) in function.outputs().iter().enumerate() {
                let len = output.elements.len();
                let _ = writeln!(
                    text,
                    "    {scalar} o{k}[{}];\n    fill(o{k}, {len});",
                    len.max(1)
                );
                let _ = writeln!(print, "    output(o{k}, {len});");
                arguments.push(format!("o{k}"));
            }
            let call = format!(
                "{}_{}({})",
                compiled.name,
                function.name,
                arguments.join(", ")
            );
            let call = if function.can_fail() {
                format!("const int status = {call};")
            } else {
                format!("const int status = 0;\n    {call};")
            };
            let name = &function.name;
            let _ = writeln!(
                calls,
                "static void call_{index}_{at}(void)\n{{\n{text}    {call}\n    printf(\"{name} %d\", status);\n{print}    puts(\"\");\n}}\n"
            );
            let _ = writeln!(body, "    call_{index}_{at}();");
        }
    }
    format!(
        r#"#include "{name}.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void fill({scalar} *x, int n)
{{
    for (int k = 0; k < n; ++k) x[k] = 7;
}}

static void output(const {scalar} *x, int n)
{{
    for (int k = 0; k < n; ++k) {{
        {word} bits;
        memcpy(&bits, &x[k], sizeof bits);
        printf(" %" {format}, bits);
    }}
}}

{calls}
int main(void)
{{
{body}    return 0;
}}
"#,
        name = compiled.name
    )
}

fn main_rs(compiled: &Compiled, states: &[State]) -> String {
    let precision = compiled.options.precision;
    let scalar = match precision {
        Precision::F64 => "f64",
        Precision::F32 => "f32",
    };
    let target = struct_name(&compiled.name);
    let mut calls = String::new();
    for function in &compiled.functions {
        let outputs = function.outputs().iter();
        let count: usize = outputs.map(|output| output.elements.len()).sum();
        for state in states {
            let arrays = inputs(function, state, precision).into_iter();
            let arguments: Vec<String> = arrays
                .map(|words| format!("&[{}].map({scalar}::from_bits)", words.join(", ")))
                .collect();
            let name = &function.name;
            let call = format!("code::{target}::{name}({})", arguments.join(", "));
            let print = if function.can_fail() {
                format!(
                    "match {call} {{ Ok(found) => {{ print!(\" 0\"); found.print(); }} Err(status) => {{ assert_eq!(status, code::Status::Singular); failed({count}); }} }}"
                )
            } else {
                format!("{{ print!(\" 0\"); {call}.print(); }}")
            };
            let _ = writeln!(
                calls,
                "    print!(\"{name}\");\n    {print}\n    println!();"
            );
        }
    }
    format!(
        r#"pub mod code;

fn main() {{
{calls}}}

#[allow(dead_code)]
fn failed(count: usize) {{
    print!(" 1");
    for _ in 0..count {{
        print!(" {{:x}}", (7.0 as {scalar}).to_bits());
    }}
}}

trait Print {{
    fn print(&self);
}}

impl Print for {scalar} {{
    fn print(&self) {{
        print!(" {{:x}}", self.to_bits());
    }}
}}

impl<T: Print, const N: usize> Print for [T; N] {{
    fn print(&self) {{
        self.iter().for_each(Print::print);
    }}
}}

impl<A: Print, B: Print> Print for (A, B) {{
    fn print(&self) {{
        self.0.print();
        self.1.print();
    }}
}}

impl<A: Print, B: Print, C: Print> Print for (A, B, C) {{
    fn print(&self) {{
        self.0.print();
        self.1.print();
        self.2.print();
    }}
}}
"#
    )
}

/// Compiles and runs both, and looks for calls of other functions in the object of C.
fn assert_bits(compiled: &Compiled, states: &[State], title: &str) {
    let directory = directory(&format!("loops-{title}"));
    let expected = expected(compiled, states);
    assert_eq!(in_c(compiled, states, &directory), expected, "{title} in C");
    assert_eq!(
        in_rust(compiled, states, &directory),
        expected,
        "{title} in Rust"
    );
}

fn in_c(compiled: &Compiled, states: &[State], directory: &Path) -> String {
    write_sources(compiled, directory);
    fs::write(directory.join("main.c"), main_c(compiled, states)).expect("writable");
    let gcc = |flags: &[&str]| {
        let mut gcc = Command::new("gcc");
        gcc.current_dir(directory).arg("-std=c99").args(flags);
        execute(&mut gcc).expect("compiles");
    };
    let warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"];
    let source = format!("{}.c", compiled.name);
    gcc(&[&warnings[..], &["-O2", "-c", &source, "-o", "code.o"]].concat());
    let mut nm = Command::new("nm");
    let symbols = execute(nm.current_dir(directory).args(["-u", "code.o"])).expect("nm runs");
    for symbol in symbols.lines() {
        assert!(
            symbol.trim_start().starts_with("U sqrt"),
            "{}: {symbol}",
            compiled.name
        );
    }
    gcc(&["-O0", "main.c", "code.o", "-o", "run_c", "-lm"]);
    execute(&mut Command::new(directory.join("run_c"))).expect("runs")
}

fn in_rust(compiled: &Compiled, states: &[State], directory: &Path) -> String {
    fs::write(directory.join("code.rs"), rust::file(compiled, true)).expect("writable");
    fs::write(directory.join("main.rs"), main_rs(compiled, states)).expect("writable");
    let mut rustc = Command::new("rustc");
    let flags = [
        "--edition",
        "2024",
        "-Dwarnings",
        "-o",
        "run_rust",
        "main.rs",
    ];
    execute(rustc.current_dir(directory).args(flags)).expect("compiles");
    execute(&mut Command::new(directory.join("run_rust"))).expect("runs")
}

/// All functions of a model.
fn assert_model(model: &str, precision: Precision) {
    let mechanism = mechanism(model);
    let options = Options {
        precision,
        ..Options::default()
    };
    let compiled = compile(&mechanism, &options).expect("a shipped model compiles");
    assert!(compiled.functions.iter().any(Function::can_fail), "{model}");
    assert_bits(
        &compiled,
        &states(&mechanism),
        &format!("{model}-{precision:?}"),
    );
}

macro_rules! models {
    ($($test:ident: $model:literal, $precision:ident;)*) => {
        $(#[test]
        fn $test() {
            assert_model($model, Precision::$precision);
        })*
    };
}

models! {
    andrews_gives_the_bits_of_the_evaluator: "andrews", F64;
    bricard_gives_the_bits_of_the_evaluator: "bricard", F64;
    bricard_gives_the_bits_in_single_precision: "bricard", F32;
    carpet_scraper_gives_the_bits_of_the_evaluator: "carpet_scraper", F64;
    double_pendulum_loops_gives_the_bits_of_the_evaluator: "double_pendulum_loops", F64;
    five_bar_gives_the_bits_of_the_evaluator: "five_bar", F64;
    five_bar_gives_the_bits_in_single_precision: "five_bar", F32;
    five_bar_narrow_gives_the_bits_of_the_evaluator: "five_bar_narrow", F64;
    n_four_bar_gives_the_bits_of_the_evaluator: "n_four_bar", F64;
    parallelogram_gives_the_bits_of_the_evaluator: "parallelogram", F64;
    parallelogram_b_gives_the_bits_of_the_evaluator: "parallelogram_b", F64;
    three_leg_platform_gives_the_bits_of_the_evaluator: "three_leg_platform", F64;
    three_leg_platform_symmetric_gives_the_bits_of_the_evaluator: "three_leg_platform_symmetric", F64;
    two_pumas_gives_the_bits_of_the_evaluator: "two_pumas", F64;
}

/// Functions by formulations that are not the cheapest, with least norm.
#[test]
fn formulations_of_least_norm_give_the_bits_of_the_evaluator() {
    let all = [
        (
            "five_bar",
            &[
                ("inverse_dynamics", "parallel"),
                ("forward_dynamics", "parallel"),
                ("dependent_rates", "parallel"),
            ][..],
        ),
        (
            "parallelogram",
            &[
                ("inverse_dynamics_with_forces", "subsystems"),
                ("forward_dynamics", "soa"),
                ("constraint_forces", "soa_secondary"),
                ("joint_wrenches", "soa_secondary"),
            ],
        ),
    ];
    for (model, formulations) in all {
        let mut mechanism = mechanism(model);
        let cutoff = Number::ONE / Number::from(1_000_000_000);
        mechanism.loops.as_mut().expect("loops").minimum_norm = Some(cutoff);
        let owned = |(function, name): &(&str, &str)| (function.to_string(), name.to_string());
        let formulations: Vec<(String, String)> = formulations.iter().map(owned).collect();
        let names = formulations.iter().map(|(function, _)| function.clone());
        let options = Options {
            functions: Some(names.collect()),
            formulations,
            ..Options::default()
        };
        let compiled = compile(&mechanism, &options).expect("it compiles");
        assert_bits(
            &compiled,
            &states(&mechanism),
            &format!("{model}-least-norm"),
        );
    }
}

#[test]
fn a_flat_parallelogram_is_a_status_and_leaves_results_alone() {
    let mut mechanism = mechanism("parallelogram");
    mechanism.loops.as_mut().expect("loops").minimum_norm = None;
    let flat = random(&mechanism, 3)
        .with(Argument::Q, vec![0.0; 3])
        .with(Argument::Qd, vec![0.0; 3]);
    let mut compiled = compile(&mechanism, &Options::default()).expect("it compiles");
    compiled.functions.retain(Function::can_fail);
    for function in &compiled.functions {
        let found = function.run(|input| flat.get(input));
        assert!(found.is_err(), "{}: {found:?}", function.name);
    }
    assert!(compiled.functions.len() >= 8);
    assert_bits(
        &compiled,
        &[flat, states(&mechanism).swap_remove(0)],
        "flat",
    );
}
