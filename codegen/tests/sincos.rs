//! Sine and cosine in C and in JavaScript give the bits of the Rust functions under every compiler at hand, and no compiler complains.

#[path = "common/filter.rs"]
mod filter;

use denoc_codegen::compile::Precision;
use denoc_codegen::emit::c99::kernels::{GUARD, text};
use denoc_codegen::emit::javascript;
use denoc_codegen::emit::kernel::Kernel;
use denoc_sincos::{sincos, sincosf};
use filter::run;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// gcc and clang contract products and sums in the second of these unless the guard forbids it.
const BUILDS: [&[&str]; 3] = [
    &["-std=c99", "-O0"],
    &["-std=gnu17", "-O3", "-march=native"],
    &["-O2"],
];

const WARNINGS: &str = "-std=c99 -O2 -ffreestanding -Werror -Wall -Wextra -Wpedantic -Wconversion -Wshadow \
    -Wdouble-promotion -Wundef -Wstrict-prototypes -Wmissing-prototypes -Wfloat-conversion -Wsign-conversion \
    -Wunknown-pragmas";

/// The compilers that answer, of which there must be one.
fn compilers() -> Vec<&'static str> {
    let found: Vec<_> = ["cc", "gcc", "clang", "tcc"]
        .into_iter()
        .filter(|name| filter::answers(name))
        .collect();
    assert!(!found.is_empty(), "no C compiler found");
    found
}

/// Guard, twins, and one function on blocks of 64 angles for each.
fn library() -> String {
    let mut library = GUARD.to_owned() + "#include <stdint.h>\n#define DENOC_RESTRICT restrict\n";
    for (precision, name, scalar) in [
        (Precision::F64, "denoc_sincos", "double"),
        (Precision::F32, "denoc_sincosf", "float"),
    ] {
        let signature = format!("void {name}64(const {scalar} *x, {scalar} *s, {scalar} *c)");
        library += &text(Kernel::Sincos, precision);
        writeln!(
            library,
            "{signature};\n{signature}\n{{\n    {name}(64, x, s, c);\n}}"
        )
        .expect("String");
    }
    library
}

/// Reads blocks of 64 numbers from standard input, writes the sines and cosines of each.
fn filter(name: &str, scalar: &str) -> String {
    format!(
        "#include <stdio.h>\n\
         int main(void)\n{{\n    static {scalar} x[64], s[64], c[64];\n\
         \x20   while (fread(x, sizeof x, 1, stdin) == 1) {{\n        {name}64(x, s, c);\n\
         \x20       fwrite(s, sizeof s, 1, stdout);\n        fwrite(c, sizeof c, 1, stdout);\n    }}\n    return 0;\n}}\n"
    )
}

/// Writes `text` to a file of its own and compiles it to `output`.
fn compile(compiler: &str, flags: &[&str], text: &str, output: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let source = directory.join(format!("{output}.c"));
    let output = directory.join(output);
    std::fs::write(&source, text).expect("the source is written");
    let status = Command::new(compiler)
        .args(flags)
        .arg("-o")
        .arg(&output)
        .arg(&source)
        .status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "{compiler} {flags:?} {source:?}"
    );
    output
}

/// Builds the filter in every way and compares its output with `expected`.
fn agree(name: &str, scalar: &str, input: &[u8], expected: &[u8]) {
    let text = library() + &filter(name, scalar);
    for compiler in compilers() {
        let builds: &[&[&str]] = if compiler == "tcc" { &[&[]] } else { &BUILDS };
        for (i, flags) in builds.iter().enumerate() {
            let program = compile(compiler, flags, &text, &format!("{name}_{compiler}_{i}"));
            let output = run(&mut Command::new(program), input.to_vec());
            assert!(
                output == expected,
                "{compiler} {flags:?}: {name} differs from the Rust function"
            );
        }
    }
}

/// SplitMix64: the same points in every run.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in ±`limit`.
    fn within(&mut self, limit: f64) -> f64 {
        (self.bits() as i64 as f64) / 2_f64.powi(63) * limit
    }
}

/// Blocks of angles, and their sines and cosines.
fn in_double_precision() -> (Vec<u8>, Vec<u8>) {
    let mut random = Random(11);
    let (mut input, mut expected) = (Vec::new(), Vec::new());
    for block in 0..2000 {
        let x: [f64; 64] = std::array::from_fn(|i| match (block % 4, i) {
            (0, 0..8) => SPICY[i],
            (0, _) => f64::from_bits(random.bits()),
            (1, _) => random.within(410_000.0),
            (2, _) => (random.within(65_000.0).round() * std::f64::consts::FRAC_PI_2).next_up(),
            _ => random.within(4.0),
        });
        let (mut sin, mut cos) = ([0.0; 64], [0.0; 64]);
        sincos(&x, &mut sin, &mut cos);
        input.extend(x.iter().flat_map(|x| x.to_ne_bytes()));
        expected.extend(sin.iter().chain(&cos).flat_map(|x| x.to_ne_bytes()));
    }
    (input, expected)
}

#[test]
fn double_precision_twin_gives_the_same_bits() {
    let (input, expected) = in_double_precision();
    agree("denoc_sincos", "double", &input, &expected);
}

/// As [`filter`].
const SCRIPT: &str = "
const fs = require('node:fs');
const input = fs.readFileSync(0);
const numbers = new Float64Array(input.buffer.slice(input.byteOffset, input.byteOffset + input.byteLength));
const output = new Float64Array(2 * numbers.length);
for (let at = 0; at < numbers.length; at += 64) {
  denoc_sincos(numbers.subarray(at, at + 64), output.subarray(2 * at, 2 * at + 64), output.subarray(2 * at + 64, 2 * at + 128));
}
fs.writeFileSync(1, Buffer.from(output.buffer));
";

#[test]
fn javascript_gives_the_same_bits() {
    let installed = Command::new("node").arg("--version").output().is_ok();
    if installed {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sincos.js");
        let text = javascript::kernels::text(Kernel::Sincos).to_owned() + SCRIPT;
        std::fs::write(&path, text).expect("the script is written");
        let (input, expected) = in_double_precision();
        let mut node = Command::new("node");
        assert!(run(node.arg(path), input) == expected, "node differs");
    }
}

/// Zeros, edges of the domain, numbers that are none.
const SPICY: [f64; 8] = [
    0.0,
    -0.0,
    5e-324,
    409_600.0,
    409_600.0_f64.next_up(),
    f64::INFINITY,
    f64::NEG_INFINITY,
    -f64::NAN,
];

#[test]
fn single_precision_twin_gives_the_same_bits() {
    let mut random = Random(12);
    let (mut input, mut expected) = (Vec::new(), Vec::new());
    for block in 0..2000 {
        let x: [f32; 64] = std::array::from_fn(|i| match (block % 4, i) {
            (0, 0..8) => SPICY[i] as f32,
            (0, _) => f32::from_bits(random.bits() as u32),
            (1, _) => random.within(12_900.0) as f32,
            (2, _) => (random.within(8_100.0).round() * std::f64::consts::FRAC_PI_2) as f32,
            _ => random.within(4.0) as f32,
        });
        let (mut sin, mut cos) = ([0.0; 64], [0.0; 64]);
        sincosf(&x, &mut sin, &mut cos);
        input.extend(x.iter().flat_map(|x| x.to_ne_bytes()));
        expected.extend(sin.iter().chain(&cos).flat_map(|x| x.to_ne_bytes()));
    }
    agree("denoc_sincosf", "float", &input, &expected);
}

#[test]
fn the_twins_compile_without_warnings() {
    let flags: Vec<_> = WARNINGS.split_whitespace().chain(["-c"]).collect();
    for compiler in compilers() {
        if compiler == "tcc" {
            compile(
                compiler,
                &["-Wall", "-Werror", "-c"],
                &library(),
                "library_tcc.o",
            );
            continue;
        }
        compile(
            compiler,
            &flags,
            &library(),
            &format!("library_{compiler}.o"),
        );
        if compiler == "clang" {
            let all = [
                "-Weverything",
                "-Wno-declaration-after-statement",
                "-Wno-padded",
                "-Wno-unknown-warning-option",
            ];
            let all = all.into_iter().chain(["-Wno-unsafe-buffer-usage"]);
            let flags: Vec<_> = flags.iter().copied().chain(all).collect();
            compile(compiler, &flags, &library(), "library_everything.o");
        }
    }
}

#[test]
fn the_guard_refuses_fast_math() {
    for compiler in compilers()
        .into_iter()
        .filter(|compiler| *compiler != "tcc")
    {
        let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fast.c");
        std::fs::write(&source, library()).expect("the source is written");
        let output = Command::new(compiler)
            .args(["-ffast-math", "-fsyntax-only"])
            .arg(source)
            .output();
        let output = output.expect("the compiler runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && message.contains("IEEE"),
            "{compiler}: {message}"
        );
    }
}
