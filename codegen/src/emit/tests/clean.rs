//! Clean builds: no diagnostic, no symbol, no data, a static stack below the printed bound.

use super::samples;
use super::tools::{self, Directory};
use crate::compile::{Compiled, Fma, Precision, Sincos};
use crate::emit::Printing;
use crate::emit::c99;
use crate::emit::chunk::Plan;
use crate::emit::stack::Stack;
use crate::emit::state::{StateLayout, Which};

const GCC: &str = "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Wundef \
                   -Wstrict-prototypes -Wmissing-prototypes -Werror";
/// Everything, less: declarations where the value is known (they are C99), and the advice to use C++ containers.
const CLANG: &str = "-std=c99 -Weverything -Werror -Wno-declaration-after-statement -Wno-unknown-warning-option \
                     -Wno-unsafe-buffer-usage";

/// What an ordinary run takes, and a slow one.
fn either(
    ordinary: &'static [&'static str],
    slow: &'static [&'static str],
) -> &'static [&'static str] {
    if tools::slow() { slow } else { ordinary }
}

/// Both precisions, one with text fetched first, and both kinds of sine and cosine; not in all combinations, which take minutes, and the
/// largest samples, which compilers take seconds for, in one.
fn variants() -> Vec<Compiled> {
    let mut all = Vec::new();
    for mut compiled in samples::all() {
        for (precision, sincos) in [
            (Precision::F64, Sincos::Poly),
            (Precision::F32, Sincos::Libm),
            (Precision::F32, Sincos::Poly),
            (Precision::F64, Sincos::Libm),
        ] {
            let longest = compiled.programs().map(|one| one.statements.len()).max();
            let kept = match longest.unwrap_or(0) {
                ..=500 => {
                    tools::slow() || (precision == Precision::F32) == (sincos == Sincos::Poly)
                }
                501..=5000 => (precision == Precision::F32) == (sincos == Sincos::Libm),
                _ => tools::slow() || (precision, sincos) == (Precision::F64, Sincos::Poly),
            };
            if !kept {
                continue;
            }
            (compiled.options.precision, compiled.options.sincos) = (precision, sincos);
            compiled.options.prefetch = precision == Precision::F32;
            all.push(compiled.clone());
        }
    }
    all
}

/// Every build of every variant is quiet, and what it leaves is looked at.
#[test]
fn c_builds_are_clean() {
    for compiled in variants() {
        let (directory, name) = (
            Directory::new(&format!("clean-{}", compiled.name)),
            &compiled.name,
        );
        directory.emit(&compiled);
        directory.write("header.cpp", &format!("#include \"{name}.h\"\n"));
        let of_gcc = either(&["-O0", "-O2"], &["-O0", "-O1", "-O2", "-O3 -march=native"]);
        let of_clang = either(&["-O2"], &["-O0", "-O1", "-O2", "-O3"]);
        let gcc = of_gcc.iter().map(|level| format!("gcc {GCC} {level}"));
        let clang = of_clang
            .iter()
            .map(|level| format!("clang {CLANG} {level}"));
        for build in gcc.chain(clang) {
            let measured = if build.starts_with("gcc") {
                "-fstack-usage"
            } else {
                ""
            };
            if directory.quiet(&format!(
                "{build} {measured} -fno-pic -c {name}.c -o {name}.o"
            )) {
                calls_nothing_and_holds_no_data(&compiled, &directory, &build);
                if !measured.is_empty() {
                    stays_below_the_printed_bound(&compiled, &directory, &build);
                }
            }
        }
        directory.quiet(&format!("gcc {GCC} -ffreestanding -fsyntax-only {name}.c"));
        assert!(directory.quiet(&format!("cc -fsyntax-only {name}.c")));
        directory.quiet(&format!("tcc -Wall -Werror -c {name}.c"));
        directory.quiet("g++ -Wall -Wextra -Wpedantic -Werror -c header.cpp");
    }
}

/// The symbols and the sections of the object.
fn calls_nothing_and_holds_no_data(compiled: &Compiled, directory: &Directory, build: &str) {
    let name = &compiled.name;
    let symbols = directory.text(&format!("nm -u {name}.o"));
    let mut allowed = Vec::new();
    if compiled.options.sincos == Sincos::Libm {
        allowed.extend(["sin", "cos", "sincos", "sinf", "cosf", "sincosf"]);
    }
    if compiled.options.fma == Fma::Any {
        allowed.extend(["fma", "fmaf"]);
    }
    for symbol in symbols.unwrap_or_default().split_whitespace() {
        assert!(
            symbol == "U" || allowed.contains(&symbol),
            "{build}: {symbol}"
        );
    }
    let sizes = directory.text(&format!("size -A {name}.o"));
    for line in sizes.unwrap_or_default().lines() {
        if line.starts_with(".data") || line.starts_with(".bss") {
            assert_eq!(line.split_whitespace().nth(1), Some("0"), "{build}: {line}");
        }
    }
}

/// What gcc says that the functions take.
fn stays_below_the_printed_bound(compiled: &Compiled, directory: &Directory, build: &str) {
    let name = &compiled.name;
    let usage = directory
        .text(&format!("cat {name}.su"))
        .unwrap_or_default();
    let rows: Vec<(&str, usize)> = usage
        .lines()
        .map(|line| {
            let words: Vec<&str> = line.split('\t').collect();
            // Vectors wider than the stack's alignment realign it.
            assert!(["static", "dynamic,bounded"].contains(&words[2]), "{line}");
            let function = words[0].rsplit(':').next().unwrap_or_default();
            (function, words[1].parse().expect("a size"))
        })
        .collect();
    for function in &compiled.functions {
        let full = format!("{name}_{}", function.name);
        let size = |wanted: &dyn Fn(&str) -> bool| {
            rows.iter()
                .filter(|row| wanted(row.0))
                .map(|row| row.1)
                .max()
                .unwrap_or(0)
        };
        let own = size(&|row| row == full);
        // Kernels of states are called by functions of states alone.
        let turns = !function.program.angles.is_empty();
        let called = |row: &str| match row.strip_prefix("denoc_") {
            Some("saturate" | "rsqrt") => true,
            Some(kernel) => turns && kernel.starts_with("sincos"),
            None => row.starts_with(&format!("{full}_")),
        };
        let below = size(&called);
        let plan = Plan::of(&function.program, c99::LIMITS);
        let bounds = Stack::of(&function.program, &plan, compiled.options.precision);
        let bound = if build.contains("-O0") {
            bounds.unoptimised
        } else {
            bounds.optimised
        };
        assert!(
            own + below <= bound,
            "{full} {build}: {own} + {below} > {bound}"
        );
    }
    if let Some(state) = StateLayout::of(compiled) {
        // The kernels are static functions, none of which calls another twice over.
        let kernels: usize = rows
            .iter()
            .filter(|row| row.0.starts_with("denoc_"))
            .map(|row| row.1)
            .sum();
        for which in Which::BOTH {
            let full = format!("{name}_{}", which.name());
            let own = rows
                .iter()
                .find(|row| row.0 == full)
                .expect("it is there")
                .1;
            assert!(
                own + kernels <= state.stack(),
                "{full} {build}: {own} + {kernels} > {}",
                state.stack()
            );
        }
    }
}

#[test]
fn rust_builds_without_a_diagnostic() {
    let mut all = variants();
    // In one function, more than some 2900 `let`s crash rustc 1.95 with full debug information.
    all.push(samples::random("large", 30, 30, 6000, 30));
    for compiled in all {
        let (directory, name) = (
            Directory::new(&format!("rustc-{}", compiled.name)),
            &compiled.name,
        );
        directory.emit(&compiled);
        let flags = "--edition 2024 --crate-type lib -D warnings -F unsafe_code";
        directory.write(
            "lib.rs",
            &format!("//! A test.\n#![no_std]\npub mod {name};\n"),
        );
        // What needs the standard library.
        if compiled.options.sincos == Sincos::Libm || compiled.options.fma == Fma::Any {
            directory.write("lib.rs", &format!("//! A test.\npub mod {name};\n"));
        }
        let built = directory.run(&format!("rustc {flags} -C debuginfo=2 lib.rs"));
        if let Some(output) = built {
            assert!(
                output.status.success(),
                "{name}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
        directory.quiet(&format!(
            "clippy-driver {flags} --emit=metadata -W clippy::all -W clippy::pedantic lib.rs"
        ));
    }
}

/// The function itself and each of its parts, before anything is computed; the text is read back.
#[test]
fn all_text_is_fetched_first() {
    let mut compiled = samples::random("cut", 30, 30, 20_000, 30);
    compiled.options.prefetch = true;
    let printed = c99::EMITTER.print(&compiled, Printing::default());
    let printed = printed.expect("text that is read back");
    let source = &printed[0].text;
    let parts = source.matches("DENOC_NOINLINE static void").count();
    let fetched = source.matches("    DENOC_PREFETCH(cut_").count();
    assert!(parts > 1 && fetched == parts + 1, "{parts}, {fetched}");
    compiled.options.prefetch = false;
    assert!(!c99::emit_source(&compiled).contains("DENOC_PREFETCH"));
}

/// R11: one function of 50 000 statements builds in the debug and in the release profile.
#[test]
fn fifty_thousand_statements_build() {
    if !tools::slow() {
        return;
    }
    let compiled = samples::random("big", 60, 60, 50_000, 60);
    let directory = Directory::new("big");
    directory.emit(&compiled);
    directory.write("lib.rs", "//! A test.\n#![no_std]\npub mod big;\n");
    for flags in ["-C debuginfo=2", "-C opt-level=3"] {
        let built = directory.run(&format!(
            "rustc --edition 2024 --crate-type lib {flags} lib.rs"
        ));
        assert!(
            built.is_none_or(|output| output.status.success()),
            "{flags}"
        );
    }
    assert!(directory.quiet("cc -O2 -c big.c"));
}
