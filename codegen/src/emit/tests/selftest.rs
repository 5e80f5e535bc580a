//! The self-test, and the flags that it is for: each is refused, has no effect, or is noticed when the code runs.

use super::samples;
use super::tools::Directory;
use crate::compile::{Compiled, Precision};
use crate::emit::packed;

const MAIN: &str = "int main(void) { return NAME_selftest(); }\n";

/// What becomes of code under a flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// It does not compile.
    Refused,
    /// It has the bits that it was made for.
    Kept,
    /// It has others, and says so.
    Noticed,
}

fn tested(mut compiled: Compiled, precision: Precision) -> Compiled {
    compiled.options.selftest = true;
    compiled.options.precision = precision;
    compiled
}

/// The fate of the C code; `None` without the compiler.
fn fate(directory: &Directory, name: &str, compiler: &str, flags: &str) -> Option<Fate> {
    // Linked without the flags, which would set the processor's own.
    let object = directory.run(&format!("{compiler} {flags} -c {name}.c -o {name}.o"))?;
    if !object.status.success() {
        return Some(Fate::Refused);
    }
    directory.text(&format!("{compiler} {name}.o main.c -o {name}"))?;
    let path = directory.path().join(name);
    let ran = directory.run(path.to_str().expect("a path"))?;
    Some(match ran.status.code() {
        Some(0) => Fate::Kept,
        _ => Fate::Noticed,
    })
}

fn written(name: &str, compiled: &Compiled) -> Directory {
    let directory = Directory::new(name);
    directory.emit(compiled);
    let include = format!("#include \"{}.h\"\n", compiled.name);
    directory.write("main.c", &(include + &MAIN.replace("NAME", &compiled.name)));
    directory
}

#[test]
fn code_that_is_compiled_as_it_should_be_passes() {
    for compiled in [
        samples::small(),
        samples::dry(),
        samples::open(),
        samples::closed(),
        samples::redundant(),
        samples::fixed(),
        packed(&samples::sparse()).into_owned(),
        packed(&samples::sparse_closed()).into_owned(),
    ] {
        for precision in [Precision::F64, Precision::F32] {
            let compiled = tested(compiled.clone(), precision);
            let name = &compiled.name;
            let directory = written(&format!("selftest-{name}-{precision:?}"), &compiled);
            for compiler in ["gcc", "clang"] {
                for level in ["-O0", "-O2", "-O3 -mfma"] {
                    let flags = format!("-std=c99 -Wall -Wextra -Wpedantic -Werror {level}");
                    let fate = fate(&directory, name, compiler, &flags);
                    let passed = matches!(fate, None | Some(Fate::Kept));
                    assert!(passed, "{name} {precision:?} {compiler} {level}: {fate:?}");
                }
            }
            let struct_name = crate::name::struct_name(name);
            let main = format!(
                "include!(\"{name}.rs\");\nfn main() {{ assert!({struct_name}::selftest()); }}\n"
            );
            directory.write("main.rs", &main);
            directory.text("rustc --edition 2024 -O -A dead_code main.rs -o rust");
            let path = directory.path().join("rust");
            directory.text(path.to_str().expect("a path"));
        }
    }
}

/// Another bit in one of the constants.
#[test]
fn code_with_other_bits_fails() {
    let compiled = tested(samples::small(), Precision::F64);
    let directory = written("selftest-other", &compiled);
    let text = crate::emit::c99::emit_source(&compiled);
    let other = text.replace("0.7071067811865476", "0.7071067811865477");
    assert!(other != text);
    directory.write("two_link.c", &other);
    let fate = fate(&directory, "two_link", "gcc", "-O2");
    assert!(matches!(fate, None | Some(Fate::Noticed)), "{fate:?}");
}

/// The table of docs/flags.md, in double precision on x86-64.
#[cfg(target_arch = "x86_64")]
#[test]
fn flags_that_change_bits_are_refused_or_noticed() {
    use Fate::{Kept, Noticed, Refused};
    let compiled = tested(samples::arm(), Precision::F64);
    let directory = written("selftest-flags", &compiled);
    for (flags, gcc, clang) in [
        ("", Kept, Kept),
        ("-std=c99", Kept, Kept),
        ("-mfma", Kept, Kept),
        ("-ffast-math", Refused, Refused),
        ("-Ofast", Refused, Refused),
        ("-funsafe-math-optimizations", Refused, Kept),
        (
            "-fassociative-math -fno-signed-zeros -fno-trapping-math",
            Refused,
            Kept,
        ),
        ("-freciprocal-math", Refused, Kept),
        ("-fno-signed-zeros", Refused, Kept),
        ("-ffinite-math-only", Refused, Refused),
        ("-fno-trapping-math", Kept, Kept),
        ("-fno-math-errno", Kept, Kept),
        ("-frounding-math", Kept, Kept),
        ("-fsingle-precision-constant", Refused, Kept),
        ("-mfpmath=387", Refused, Refused),
        ("-ffp-contract=fast", Kept, Kept),
        ("-ffp-contract=fast -mfma", Kept, Noticed),
    ] {
        for (compiler, expected) in [("gcc", gcc), ("clang", clang)] {
            let level = if flags == "-Ofast" { "" } else { "-O2" };
            let all = format!("{level} {flags} -Wno-ignored-optimization-argument");
            let all = if compiler == "gcc" {
                format!("{level} {flags}")
            } else {
                all
            };
            let found = fate(&directory, "arm", compiler, &all);
            let agrees = found.is_none_or(|found| found == expected);
            assert!(
                agrees,
                "{compiler} {flags}: {found:?}, {expected:?} was expected"
            );
        }
    }
}
