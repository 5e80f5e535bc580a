//! Generated C: no warning, no symbol it does not define, no data, no fast-math, bounded stack.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use denoc_codegen::compile::{Compiled, Options, Precision, Sincos, compile};
use denoc_tests::lane::c::{compilers, foreign_symbols, write_sources};
use denoc_tests::lane::{directory, execute, is_installed};
use denoc_tests::plan::mechanism;

const MODELS: [&str; 3] = ["dh/puma_saha", "dh/stanford_saha", "mech/chain_r_50"];

const WARNINGS: [&str; 11] = [
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wconversion",
    "-Wshadow",
    "-Wdouble-promotion",
    "-Wundef",
    "-Wstrict-prototypes",
    "-Wmissing-prototypes",
    "-Werror",
    "-std=c99",
];

/// All functions of the PUMA; inverse dynamics of the others, which are there for their prismatic joint and their chunks.
fn compiled(model: &str, precision: Precision, sincos: Sincos) -> Compiled {
    let functions = (model != "dh/puma_saha").then(|| vec!["inverse_dynamics".to_owned()]);
    let options = Options {
        functions,
        precision,
        sincos,
        opt: 1,
        ..Options::default()
    };
    compile(&mechanism(model), &options).expect("a golden model compiles")
}

/// Every model in every variant, written to a directory of its own.
fn sources(test: &str) -> Vec<(Compiled, PathBuf)> {
    let mut sources = Vec::new();
    for model in MODELS {
        for precision in [Precision::F64, Precision::F32] {
            for sincos in [Sincos::Poly, Sincos::Libm] {
                if sincos == Sincos::Libm && model != "dh/puma_saha" {
                    continue; // Nothing but two calls differs.
                }
                let compiled = compiled(model, precision, sincos);
                let directory = directory(&format!(
                    "{test}-{}-{precision:?}-{sincos:?}",
                    compiled.name
                ));
                write_sources(&compiled, &directory);
                sources.push((compiled, directory));
            }
        }
    }
    sources
}

/// Compiles to an object file.
fn object(
    compiler: &str,
    flags: &[&str],
    compiled: &Compiled,
    directory: &Path,
) -> Result<PathBuf, String> {
    let object = directory.join("object.o");
    let mut command = Command::new(compiler);
    command
        .current_dir(directory)
        .args(flags)
        .arg("-c")
        .arg(format!("{}.c", compiled.name))
        .arg("-o")
        .arg(&object);
    execute(&mut command)?;
    Ok(object)
}

#[test]
fn no_compiler_has_anything_to_say() {
    for (compiled, directory) in sources("warnings") {
        for compiler in compilers() {
            let mut flags = WARNINGS.to_vec();
            if compiled.options.sincos == Sincos::Poly {
                flags.push("-ffreestanding");
            }
            // Some warnings need the flow analysis of optimisation.
            flags.push("-O2");
            let built = object(compiler, &flags, &compiled, &directory);
            assert_eq!(
                built.err(),
                None,
                "{} {:?}",
                compiled.name,
                compiled.options
            );
        }
    }
}

#[test]
fn objects_need_nothing_and_hold_no_data() {
    for (compiled, directory) in sources("symbols") {
        // The larger sources say nothing new at the levels between.
        let small = compiled.mechanism.nv() <= 7 && compiled.functions.len() == 1;
        for compiler in compilers() {
            let levels: &[&str] = if small {
                &["-O0", "-O1", "-O2", "-O3"]
            } else {
                &["-O0", "-O3"]
            };
            for level in levels {
                let object = object(compiler, &["-std=c99", level], &compiled, &directory)
                    .expect("it compiles");
                let needed = foreign_symbols(&object).expect("nm runs");
                let allowed: &[&str] = match (compiled.options.sincos, compiled.options.precision) {
                    (Sincos::Poly, _) => &[],
                    (Sincos::Libm, Precision::F64) => &["sin", "cos", "sincos"],
                    (Sincos::Libm, Precision::F32) => &["sinf", "cosf", "sincosf"],
                };
                let foreign = |name: &&String| !allowed.contains(&name.as_str());
                assert_eq!(
                    needed.iter().find(foreign),
                    None,
                    "{compiler} {level} {}",
                    compiled.name
                );
                let sections =
                    execute(Command::new("size").arg("-A").arg(&object)).expect("size runs");
                for line in sections.lines() {
                    let mut words = line.split_ascii_whitespace();
                    let (name, size) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
                    if name.starts_with(".data") && !name.starts_with(".data.rel.ro")
                        || name.starts_with(".bss")
                    {
                        assert_eq!(size, "0", "{compiler} {level} {}: {name}", compiled.name);
                    }
                }
            }
        }
    }
}

#[test]
fn fast_math_is_refused_by_our_error() {
    let compiled = compiled("dh/puma_saha", Precision::F64, Sincos::Poly);
    let directory = directory("fast-math");
    write_sources(&compiled, &directory);
    for compiler in compilers() {
        for flag in ["-ffast-math", "-Ofast"] {
            let refused = object(compiler, &[flag], &compiled, &directory);
            let message = refused.expect_err("fast-math changes the bits");
            assert!(
                message.contains("this file needs IEEE arithmetic"),
                "{compiler} {flag}: {message}"
            );
        }
    }
}

#[test]
fn the_stack_is_static_and_within_the_bound_of_the_header() {
    for (compiled, directory) in sources("stack") {
        if compiled.options.sincos == Sincos::Libm {
            continue; // What the C library takes is not ours to say.
        }
        let header = fs::read_to_string(directory.join(format!("{}.h", compiled.name)))
            .expect("it was written");
        let bounds = bounds(&header);
        assert_eq!(
            bounds.len(),
            compiled.functions.len(),
            "every function has its bounds"
        );
        let levels = ["-O0", "-O1", "-O3"];
        let builds = levels.map(|level| compilers().into_iter().map(move |one| (one, level)));
        for (compiler, level) in builds.into_iter().flatten() {
            object(
                compiler,
                &["-std=c99", level, "-fstack-usage"],
                &compiled,
                &directory,
            )
            .expect("it compiles");
            let usage = fs::read_to_string(directory.join("object.su")).expect("the stack usage");
            let usage: Vec<(&str, usize)> = usage.lines().map(frame).collect();
            let sincos = largest(&usage, |name| {
                name.contains("sincos") || name.contains("sin_cos")
            });
            for (function, (optimised, unoptimised)) in compiled.functions.iter().zip(&bounds) {
                let bound = if level == "-O0" {
                    unoptimised
                } else {
                    optimised
                };
                let name = format!("{}_{}", compiled.name, function.name);
                let of_function = |other: &str| other == name;
                // A longer function name may have this one as its beginning; its parts count too, to be safe.
                let deepest = largest(&usage, |other| other.starts_with(&name) && other != name);
                let longer = compiled.functions.iter().any(|other| {
                    other.name.starts_with(&function.name) && other.name.len() > function.name.len()
                });
                let below = if longer { 0 } else { deepest };
                let taken = largest(&usage, of_function) + below.max(sincos);
                assert!(
                    taken <= *bound,
                    "{name} by {compiler} {level} takes {taken} bytes, the header says {bound}"
                );
            }
        }
    }
}

/// `Stack: at most N bytes at -O1 and above, M at -O0.` of every function in a header.
fn bounds(header: &str) -> Vec<(usize, usize)> {
    let bounds = header.lines().filter_map(|line| {
        let (_, bounds) = line.split_once("Stack: at most ")?;
        let (optimised, unoptimised) = bounds.split_once(" bytes at -O1 and above, ")?;
        let unoptimised = unoptimised.strip_suffix(" at -O0.")?;
        Some((optimised.parse().ok()?, unoptimised.parse().ok()?))
    });
    bounds.collect()
}

/// A line `file:line:column:function<TAB>bytes<TAB>kind`; the kind must be one of a known size.
fn frame(line: &str) -> (&str, usize) {
    let mut fields = line.split('\t');
    let place = fields.next().unwrap_or("");
    let bytes = fields.next().and_then(|bytes| bytes.parse().ok());
    // gcc calls a frame that it aligns for vectors dynamic, and bounded: its size is known all the same.
    let kind = fields.next().unwrap_or("");
    assert!(["static", "dynamic,bounded"].contains(&kind), "{line}");
    (
        place.rsplit(':').next().unwrap_or(""),
        bytes.expect("a number of bytes"),
    )
}

fn largest(usage: &[(&str, usize)], of: impl Fn(&str) -> bool) -> usize {
    usage
        .iter()
        .filter(|(name, _)| of(name))
        .map(|(_, bytes)| *bytes)
        .max()
        .unwrap_or(0)
}

#[test]
fn the_tools_of_these_tests_are_installed() {
    for tool in ["gcc", "nm", "size"] {
        assert!(is_installed(tool), "install {tool}");
    }
}
