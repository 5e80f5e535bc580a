//! Generated C: no warning, no symbol it does not define, no data, no fast-math, bounded stack.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use denoc_codegen::compile::{Compiled, Options, Precision, Sincos, compile};
use denoc_tests::lane::c::{compilers, foreign_symbols, write_sources};
use denoc_tests::lane::{directory, execute, is_installed};
use denoc_tests::plan::{mechanism, slow};

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

/// A model in a variant, and what compilers made of it.
struct Source {
    compiled: Compiled,
    directory: PathBuf,
    builds: Vec<Build>,
}

/// What a compiler made of a source at a level, with all warnings on.
struct Build {
    compiler: &'static str,
    level: &'static str,
    /// The object file, or what the compiler said.
    object: Result<PathBuf, String>,
}

impl Build {
    /// The object file, which `no_compiler_has_anything_to_say` looks for.
    fn object(&self) -> &Path {
        self.object.as_deref().expect("it compiles")
    }
}

/// Some warnings need the flow analysis of optimisation.
fn levels() -> &'static [&'static str] {
    if slow() {
        &["-O0", "-O1", "-O2", "-O3"]
    } else {
        &["-O0", "-O2"]
    }
}

impl Source {
    fn new(model: &str, precision: Precision, sincos: Sincos) -> Self {
        let compiled = compiled(model, precision, sincos);
        let directory = directory(&format!("{}-{precision:?}-{sincos:?}", compiled.name));
        write_sources(&compiled, &directory);
        let mut builds = Vec::new();
        for compiler in compilers() {
            for &level in levels() {
                let flags = [&WARNINGS[..], &[level, "-fstack-usage"]].concat();
                builds.push(Build {
                    compiler,
                    level,
                    object: object(compiler, &flags, &compiled, &directory),
                });
            }
        }
        Self {
            compiled,
            directory,
            builds,
        }
    }

    /// How a build is called in a message.
    fn title(&self, build: &Build) -> String {
        let options = &self.compiled.options;
        format!(
            "{} {:?} {:?} by {} {}",
            self.compiled.name, options.precision, options.sincos, build.compiler, build.level
        )
    }
}

/// Every model in every variant, built once for all tests.
static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let mut sources = Vec::new();
    for model in MODELS {
        for precision in [Precision::F64, Precision::F32] {
            for sincos in [Sincos::Poly, Sincos::Libm] {
                if sincos == Sincos::Libm && model != "dh/puma_saha" {
                    continue; // Nothing but two calls differs.
                }
                sources.push(Source::new(model, precision, sincos));
            }
        }
    }
    sources
});

/// Compiles to an object file, which is named after the compiler and the flags.
fn object(
    compiler: &str,
    flags: &[&str],
    compiled: &Compiled,
    directory: &Path,
) -> Result<PathBuf, String> {
    let object = directory.join(format!("{compiler}{}.o", flags.concat()));
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
    for source in SOURCES.iter() {
        for build in &source.builds {
            let title = source.title(build);
            assert_eq!(build.object.as_ref().err(), None, "{title}");
        }
        if source.compiled.options.sincos == Sincos::Poly {
            let flags = [&WARNINGS[..], &["-ffreestanding", "-O0"]].concat();
            for compiler in compilers() {
                let name = &source.compiled.name;
                let built = object(compiler, &flags, &source.compiled, &source.directory);
                assert_eq!(built.err(), None, "{name} by {compiler}, freestanding");
            }
        }
    }
}

#[test]
fn objects_need_nothing_and_hold_no_data() {
    for source in SOURCES.iter() {
        let options = &source.compiled.options;
        let allowed: &[&str] = match (options.sincos, options.precision) {
            (Sincos::Poly, _) => &[],
            (Sincos::Libm, Precision::F64) => &["sin", "cos", "sincos"],
            (Sincos::Libm, Precision::F32) => &["sinf", "cosf", "sincosf"],
        };
        for build in &source.builds {
            let (title, object) = (source.title(build), build.object());
            let needed = foreign_symbols(object).expect("nm runs");
            let foreign = |name: &&String| !allowed.contains(&name.as_str());
            assert_eq!(needed.iter().find(foreign), None, "{title}");
            let sections = execute(Command::new("size").arg("-A").arg(object));
            for line in sections.expect("size runs").lines() {
                let mut words = line.split_ascii_whitespace();
                let (name, size) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
                if name.starts_with(".data") && !name.starts_with(".data.rel.ro")
                    || name.starts_with(".bss")
                {
                    assert_eq!(size, "0", "{title}: {name}");
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
    // What the C library takes is not ours to say.
    let ours = |source: &&Source| source.compiled.options.sincos == Sincos::Poly;
    for source in SOURCES.iter().filter(ours) {
        let compiled = &source.compiled;
        let header = source.directory.join(format!("{}.h", compiled.name));
        let bounds = bounds(&fs::read_to_string(header).expect("it was written"));
        assert_eq!(
            bounds.len(),
            compiled.functions.len(),
            "every function has its bounds"
        );
        for build in &source.builds {
            let usage = build.object().with_extension("su");
            let usage = fs::read_to_string(usage).expect("the stack usage");
            let usage: Vec<(&str, usize)> = usage.lines().map(frame).collect();
            let sincos = largest(&usage, |name| {
                name.contains("sincos") || name.contains("sin_cos")
            });
            for (function, (optimised, unoptimised)) in compiled.functions.iter().zip(&bounds) {
                let bound = if build.level == "-O0" {
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
                    "{name} by {} takes {taken} bytes, the header says {bound}",
                    source.title(build)
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
