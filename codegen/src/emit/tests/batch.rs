//! Batches have the bits of single calls: for every number of states, at any address, in every lane by itself.

use core::fmt::Write;
use std::collections::HashSet;

use super::samples;
use super::tools::{Directory, slow};
use crate::compile::{Compiled, Precision};
use crate::emit::lanes::{TOUCHED, batched};
use crate::emit::scan::{self, Language};
use crate::emit::{EMITTERS, Emitter, Printing, c99, rust};
use crate::function::Function;
use crate::leaves::Argument;
use crate::name;

/// Numbers of states: none, less than a block, whole blocks, some more.
const STATES: [usize; 6] = [0, 1, 7, 16, 17, 33];

/// Samples that need no structure of parameters.
fn all() -> Vec<Compiled> {
    let mut all = samples::all();
    let is_long = |one: &Compiled| one.programs().any(|one| one.statements.len() > 2000);
    all.retain(|one| {
        let packed = one.options.sparse;
        let fails = one.functions.iter().any(Function::can_fail);
        one.preparation.is_none() && !packed && !fails && !is_long(one)
    });
    all.push(samples::random("cut", 12, 12, 2300, 12));
    all.push(samples::regressors());
    for compiled in &mut all {
        compiled.options.batch = true;
    }
    all
}

/// The elements of arrays of lanes that each loop over lanes reads and writes.
fn touched(text: &str) -> Vec<HashSet<&str>> {
    let lines: Vec<&str> = text.lines().collect();
    let heads = ["for (int k = 0;", "for k in 0.."];
    let is_head = |line: &&str| heads.iter().any(|head| line.trim_start().starts_with(head));
    let loops = (0..lines.len()).filter(|&at| is_head(&lines[at]));
    let elements = |at: usize| {
        let indent = lines[at].len() - lines[at].trim_start().len();
        let inside = lines[at + 1..].iter();
        let inside = inside.take_while(|line| line.trim() != "}" || line.len() > indent + 1);
        let words = inside.flat_map(|line| line.split([' ', '(', ')', '-', '*', '&', ';', ',']));
        words.filter_map(|word| word.strip_suffix("[k]")).collect()
    };
    loops.map(elements).collect()
}

#[test]
fn loops_over_lanes_touch_no_more_than_compilers_make_vectors_of() {
    let mut lengthy = samples::lengthy();
    lengthy.options.batch = true;
    let mut all = vec![lengthy];
    for (statements, rows) in [(90, 80), (1000, 60), (7000, 12)] {
        let mut one = samples::random("cut", 12, 12, statements, rows);
        one.options.batch = true;
        all.push(one);
    }
    for compiled in &all {
        for text in [c99::emit_source(compiled), rust::file(compiled, true)] {
            let counts: Vec<usize> = touched(&text).iter().map(HashSet::len).collect();
            let most = counts.iter().max().copied().unwrap_or_default();
            assert!(
                counts.len() > 2 && (100..=TOUCHED).contains(&most),
                "{counts:?}"
            );
        }
    }
}

fn numbers(function: &Function) -> ([usize; 2], Vec<usize>, Vec<usize>) {
    let inputs: Vec<usize> = function.inputs().iter().map(|port| port.len).collect();
    let outputs = function.outputs().iter();
    let outputs: Vec<usize> = outputs.map(|output| output.elements.len()).collect();
    ([inputs.iter().sum(), outputs.iter().sum()], inputs, outputs)
}

/// A program that compares, and prints how many numbers it compared.
fn c_program(compiled: &Compiled) -> String {
    let scalar = match compiled.options.precision {
        Precision::F64 => "double",
        Precision::F32 => "float",
    };
    let prefix = &compiled.name;
    let upper = prefix.to_ascii_uppercase();
    let mut text = format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include \"{prefix}.h\"\n\
         static unsigned state = 1;\n\
         static {scalar} number(size_t at) {{ state = state * 1664525U + 1013904223U;\n\
           if (at % 41 == 3) return ({scalar})1e30; /* no angle: its lane alone has no number */\n\
           return ({scalar})((double)(state >> 8) / 4194304.0 - 2.0); }}\n\
         static {scalar} *room(size_t n) {{ return ({scalar} *)calloc(n + 1, sizeof({scalar})) + 1; }}\n\
         int main(void)\n{{\n  size_t n, s, i, compared = 0;\n  const size_t states[] = {STATES:?};\n"
    )
    .replace("= [", "= {")
    .replace("];", "};")
    .replace("state = 1};", "state = 1;");
    let _ = writeln!(text, "  for (n = 0; n < {}; n++) {{", STATES.len());
    for function in batched(compiled) {
        let (_, inputs, outputs) = numbers(function);
        let f = name::identifier(&function.name);
        let _ = writeln!(
            text,
            "  {{ size_t blocks = (states[n] + {upper}_LANES - 1) / {upper}_LANES;"
        );
        let mut single = Vec::new();
        let mut batch = Vec::new();
        for (k, len) in inputs.iter().enumerate() {
            let _ = writeln!(
                text,
                "    {scalar} *rows{k} = room(states[n] * {len}), *in{k} = room(blocks * {len} * {upper}_LANES);\n\
                     for (i = 0; i < states[n] * {len}; i++) rows{k}[i] = number(i);\n    {prefix}_to_blocks(states[n], {len}, rows{k}, in{k});"
            );
            single.push(format!("rows{k} + s * {len}"));
            batch.push(format!("in{k}"));
        }
        for (k, len) in outputs.iter().enumerate() {
            let _ = writeln!(
                text,
                "    {scalar} *out{k} = room(blocks * {len} * {upper}_LANES), *found{k} = room(states[n] * {len}), *one{k} = room({len});"
            );
            single.push(format!("one{k}"));
            batch.push(format!("out{k}"));
        }
        let _ = writeln!(
            text,
            "    {prefix}_{f}_batch(states[n], {});",
            batch.join(", ")
        );
        for (k, len) in outputs.iter().enumerate() {
            let _ = writeln!(
                text,
                "    {prefix}_from_blocks(states[n], {len}, out{k}, found{k});"
            );
        }
        let _ = writeln!(
            text,
            "    for (s = 0; s < states[n]; s++) {{\n      {prefix}_{f}({});",
            single.join(", ")
        );
        for (k, len) in outputs.iter().enumerate() {
            let _ = writeln!(
                text,
                "      for (i = 0; i < {len}; i++, compared++) {{ {scalar} a = one{k}[i], b = found{k}[s * {len} + i];\n\
                       if (memcmp(&a, &b, sizeof a) != 0 && (a == a || b == b)) {{ printf(\"{f} %u of state %u of %u\\n\", (unsigned)i, (unsigned)s, (unsigned)states[n]); return 1; }} }}"
            );
        }
        text.push_str("    }\n  }\n");
    }
    text.push_str("  }\n  printf(\"%u\\n\", (unsigned)compared);\n  return 0;\n}\n");
    text
}

/// The numbers that a program compares.
fn compared(compiled: &Compiled) -> usize {
    let states: usize = STATES.iter().sum();
    let elements: usize = batched(compiled).map(|one| numbers(one).0[1]).sum();
    states * elements
}

fn c_agrees(samples: &[Compiled], compilers: &[&str], flags: &[&str]) {
    for compiled in samples {
        let directory = Directory::new(&format!("batch-c-{}", compiled.name));
        directory.emit(compiled);
        directory.write("main.c", &c_program(compiled));
        let name = &compiled.name;
        for compiler in compilers {
            for flags in flags {
                let command = format!("{compiler} -std=c99 {flags} main.c {name}.c -o main -lm");
                if directory.text(&command).is_none() {
                    continue;
                }
                let found = directory.text("./main").expect("a program");
                assert_eq!(
                    found.trim(),
                    compared(compiled).to_string(),
                    "{name}: {command}"
                );
            }
        }
    }
}

#[test]
fn batches_in_c_have_the_bits_of_single_calls() {
    let all = all();
    c_agrees(&all, &["gcc", "clang"], &["-O2 -march=native"]);
    let is_short = |one: &&Compiled| one.programs().all(|one| one.statements.len() < 1000);
    let short: Vec<Compiled> = all.iter().filter(is_short).cloned().collect();
    assert!(short.len() > 5);
    c_agrees(&short, &["gcc"], &["-O2"]);
    if slow() {
        let flags = [
            "-O0",
            "-O2",
            "-O1",
            "-O3",
            "-O3 -mavx2",
            "-O3 -march=native -mprefer-vector-width=512",
            "-O2 -DDENOC_NO_VECTORS",
        ];
        c_agrees(&all, &["gcc", "clang"], &flags);
    }
}

/// The same in Rust.
fn rust_program(compiled: &Compiled) -> String {
    let (scalar, lanes) = match compiled.options.precision {
        Precision::F64 => ("f64", 8),
        Precision::F32 => ("f32", 16),
    };
    let target = name::struct_name(&compiled.name);
    let mut text = format!(
        "include!(\"{}.rs\");\n\
         struct Numbers(u32);\nimpl Numbers {{ fn next(&mut self, at: usize) -> {scalar} {{\n\
           self.0 = self.0.wrapping_mul(1664525).wrapping_add(1013904223);\n\
           if at % 41 == 3 {{ return 1e30; }}\n  ((self.0 >> 8) as f64 / 4194304.0 - 2.0) as {scalar} }} }}\n\
         fn main() {{\n  let mut numbers = Numbers(1); let mut compared = 0;\n  for states in {STATES:?} {{\n  let blocks = (states + {lanes} - 1) / {lanes};\n",
        compiled.name
    );
    for function in batched(compiled) {
        let (_, inputs, outputs) = numbers(function);
        let f = name::identifier(&function.name);
        text.push_str("  {\n");
        let (mut single, mut batch) = (Vec::new(), Vec::new());
        for (k, len) in inputs.iter().enumerate() {
            let _ = writeln!(
                text,
                "    let mut in{k} = vec![[[0.0; {lanes}]; {len}]; blocks];\n    \
                 for s in 0..states {{ for i in 0..{len} {{ in{k}[s / {lanes}][i][s % {lanes}] = numbers.next(s * {len} + i); }} }}"
            );
            single.push(format!(
                "&core::array::from_fn(|i| in{k}[s / {lanes}][i][s % {lanes}])"
            ));
            batch.push(format!("&in{k}"));
        }
        for (k, len) in outputs.iter().enumerate() {
            let _ = writeln!(
                text,
                "    let mut out{k} = vec![[[0.0_{scalar}; {lanes}]; {len}]; blocks];"
            );
            batch.push(format!("&mut out{k}"));
        }
        let _ = writeln!(
            text,
            "    {target}::{f}_batch({});\n    for s in 0..states {{\n      let one = {target}::{f}({});",
            batch.join(", "),
            single.join(", ")
        );
        for (k, output) in function.outputs().iter().enumerate() {
            let one = match outputs.len() {
                1 => "one".to_owned(),
                _ => format!("one.{k}"),
            };
            let flat = match output.shape {
                crate::program::Shape::Scalar => format!("vec![{one}]"),
                crate::program::Shape::Vector(_) => format!("{one}.to_vec()"),
                crate::program::Shape::Matrix(..) => format!("{one}.concat()"),
            };
            let _ = writeln!(
                text,
                "      for (i, a) in {flat}.into_iter().enumerate() {{ let b = out{k}[s / {lanes}][i][s % {lanes}]; compared += 1;\n        \
                 assert!(a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(), \"{f} {{i}} of state {{s}} of {{states}}\"); }}"
            );
        }
        text.push_str("    }\n  }\n");
    }
    text.push_str("  }\n  println!(\"{compared}\");\n}\n");
    text
}

#[test]
fn batches_in_rust_have_the_bits_of_single_calls() {
    let flags: &[&str] = match slow() {
        true => &["", "-O", "-O -C target-cpu=native"],
        false => &["-O -C target-cpu=native"],
    };
    for compiled in all() {
        let directory = Directory::new(&format!("batch-rust-{}", compiled.name));
        directory.emit(&compiled);
        directory.write("main.rs", &rust_program(&compiled));
        for flags in flags {
            let command = format!("rustc --edition 2024 -A warnings {flags} main.rs");
            assert!(directory.text(&command).is_some());
            let found = directory.text("./main").expect("a program");
            assert_eq!(
                found.trim(),
                compared(&compiled).to_string(),
                "{}: {command}",
                compiled.name
            );
        }
    }
}

#[test]
fn batches_read_back_and_what_is_changed_in_them_is_noticed() {
    for compiled in all() {
        let prints = |one: &&&Emitter| (one.obstacle)(&compiled).is_none();
        for emitter in EMITTERS.iter().filter(prints) {
            let files = emitter.print(&compiled, Printing { standalone: false });
            assert!(files.is_ok(), "{}: {files:?}", compiled.name);
        }
    }
    let mut compiled = samples::small();
    compiled.options.batch = true;
    let c = c99::emit_source(&compiled);
    let r = rust::file(&compiled, true);
    for (language, text) in [(Language::C, c), (Language::Rust, r)] {
        let lanes = text.find("lanes_").expect("a function of lanes");
        let (before, after) = text.split_at(lanes);
        for (from, to) in [
            ("[k]", "[0]"),
            (" + ", " - "),
            ("[0][k]", "[1][k]"),
            ("k < 8", "k < 7"),
            ("0..8", "0..7"),
        ] {
            if after.contains(from) {
                let wrong = format!("{before}{}", after.replacen(from, to, 1));
                let found = scan::check(&wrong, "file", language, &compiled);
                assert!(found.is_err(), "{language:?}: {from}");
            }
        }
    }
    assert!(all().iter().all(|one| {
        let inputs = one.functions.iter().flat_map(Function::inputs);
        inputs
            .into_iter()
            .all(|port| port.argument != Argument::Prepared)
    }));
}
