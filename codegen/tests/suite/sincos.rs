//! Sine and cosine in C and in JavaScript give the bits of the Rust functions under every compiler at hand, and no compiler complains.

use crate::common::filter::{self, run};
use denoc_codegen::compile::Precision;
use denoc_codegen::emit::c99::kernels::{GUARD, text};
use denoc_codegen::emit::javascript;
use denoc_codegen::emit::kernel::Kernel;
use denoc_sincos::{product_tail, product_tailf, sum_tail, sum_tailf};
use denoc_sincos::{sincos, sincos_with_tails, sincosf, sincosf_with_tails};
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

/// Guard, twins, and one function on blocks of 64 angles with their tails: sines, cosines, and tails of the sums and products of
/// both.
fn library(precision: Precision) -> String {
    let (suffix, scalar) = match precision {
        Precision::F64 => ("", "double"),
        Precision::F32 => ("f", "float"),
    };
    let signature = format!(
        "void block(const {scalar} *x, const {scalar} *t, {scalar} *s, {scalar} *c, {scalar} *of_sum, {scalar} *of_product)"
    );
    let kernels = [
        Kernel::Sincos,
        Kernel::SincosWithTails,
        Kernel::SumTail,
        Kernel::ProductTail,
    ];
    let kernels: String = kernels.map(|kernel| text(kernel, precision)).concat();
    format!(
        "{GUARD}#include <stdint.h>\n#define LARGE 1e9{suffix}\n{kernels}{signature};\n{signature}\n{{\n\
         \x20   int i;\n    for (i = 0; i < 64; i++) {{\n\
         \x20       const {scalar} a = ((x[i] > -LARGE) && (x[i] < LARGE)) ? x[i] : t[i];\n\
         \x20       const {scalar} sum = a + t[i];\n        const {scalar} product = a * t[i];\n\n\
         \x20       of_sum[i] = denoc_sum_tail(a, t[i], sum, t[i], a);\n\
         \x20       of_product[i] = denoc_product_tail(a, t[i], product, t[i], a);\n\
         \x20       denoc_sincos{suffix}_with_tails(&x[i], &t[i], &s[i], &c[i]);\n    }}\n}}\n\
         void plain(const {scalar} *x, {scalar} *s, {scalar} *c);\n\
         void plain(const {scalar} *x, {scalar} *s, {scalar} *c)\n{{\n    int i;\n    \
         for (i = 0; i < 64; i++) {{\n        denoc_sincos{suffix}(&x[i], &s[i], &c[i]);\n    }}\n}}\n"
    )
}

/// Reads blocks of 64 angles and 64 tails from standard input, writes what `block` makes of them.
fn filter(scalar: &str) -> String {
    format!(
        "#include <stdio.h>\n\
         int main(void)\n{{\n    static {scalar} in[2][64], out[6][64];\n\
         \x20   while (fread(in, sizeof in, 1, stdin) == 1) {{\n\
         \x20       block(in[0], in[1], out[0], out[1], out[2], out[3]);\n\
         \x20       plain(in[0], out[4], out[5]);\n\
         \x20       fwrite(out, sizeof out, 1, stdout);\n    }}\n    return 0;\n}}\n"
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
fn agree(precision: Precision, input: &[u8], expected: &[u8]) {
    let (name, scalar) = match precision {
        Precision::F64 => ("denoc_sincos", "double"),
        Precision::F32 => ("denoc_sincosf", "float"),
    };
    let text = library(precision) + &filter(scalar);
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

/// Blocks of angles and tails, and what they give. Tails are those of angles that are numbers: the bits of others may differ.
fn in_double_precision() -> (Vec<u8>, Vec<u8>) {
    let mut random = Random(11);
    let (mut input, mut expected) = (Vec::new(), Vec::new());
    for block in 0..2000 {
        let x: [f64; 64] = std::array::from_fn(|i| match (block % 4, i) {
            (0, 0..8) => SPICY[i],
            (0, _) => f64::from_bits(random.bits()),
            (1, _) => random.within(201_000_000.0),
            (2, _) => (random.within(65_000.0).round() * std::f64::consts::FRAC_PI_2).next_up(),
            _ => random.within(4.0),
        });
        let t: [f64; 64] = match block % 4 {
            0 => [0.0; 64],
            _ => std::array::from_fn(|i| random.within(1e-16) * x[i]),
        };
        let (mut sin, mut cos) = ([0.0; 64], [0.0; 64]);
        sincos_with_tails(&x, &t, &mut sin, &mut cos);
        let a = |i: usize| if x[i].abs() < 1e9 { x[i] } else { t[i] };
        let sums = |i: usize| sum_tail(a(i), t[i], a(i) + t[i], t[i], a(i));
        let products = |i: usize| product_tail(a(i), t[i], a(i) * t[i], t[i], a(i));
        let tails = [std::array::from_fn(sums), std::array::from_fn(products)];
        input.extend([x, t].as_flattened().iter().flat_map(|x| x.to_ne_bytes()));
        let mut plain = [[0.0; 64]; 2];
        let [plain_sin, plain_cos] = &mut plain;
        sincos(&x, plain_sin, plain_cos);
        let all = [sin, cos, tails[0], tails[1], plain[0], plain[1]];
        expected.extend(all.as_flattened().iter().flat_map(|x| x.to_ne_bytes()));
    }
    (input, expected)
}

#[test]
fn double_precision_twin_gives_the_same_bits() {
    let (input, expected) = in_double_precision();
    agree(Precision::F64, &input, &expected);
}

/// As [`filter`].
const SCRIPT: &str = "
const fs = require('node:fs');
const input = fs.readFileSync(0);
const numbers = new Float64Array(input.buffer.slice(input.byteOffset, input.byteOffset + input.byteLength));
const output = new Float64Array(3 * numbers.length);
for (let at = 0; at < numbers.length; at += 128) {
  const [x, t] = [numbers.subarray(at, at + 64), numbers.subarray(at + 64, at + 128)];
  const all = [0, 64, 128, 192, 256, 320].map((from) => output.subarray(3 * at + from, 3 * at + from + 64));
  const [s, c, ofSum, ofProduct, plainS, plainC] = all;
  for (let i = 0; i < 64; i++) {
    const a = Math.abs(x[i]) < 1e9 ? x[i] : t[i];
    c[i] = t[i];
    ofSum[i] = denoc_sum_tail(a, t[i], a + t[i], t[i], a);
    ofProduct[i] = denoc_product_tail(a, t[i], a * t[i], t[i], a);
  }
  denoc_sincos(x, s, c);
  denoc_sincos(x, plainS, plainC);
}
fs.writeFileSync(1, Buffer.from(output.buffer));
";

#[test]
fn javascript_gives_the_same_bits() {
    let installed = Command::new("node").arg("--version").output().is_ok();
    if installed {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sincos.js");
        let kernels = [Kernel::Sincos, Kernel::SumTail, Kernel::ProductTail];
        let text = kernels.map(javascript::kernels::text).concat() + SCRIPT;
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
    200_000_000.0,
    200_000_000.0_f64.next_up(),
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
            (1, _) => random.within(51_400.0) as f32,
            (2, _) => (random.within(8_100.0).round() * std::f64::consts::FRAC_PI_2) as f32,
            _ => random.within(4.0) as f32,
        });
        let t: [f32; 64] = match block % 4 {
            0 => [0.0; 64],
            _ => std::array::from_fn(|i| random.within(6e-8) as f32 * x[i]),
        };
        let (mut sin, mut cos) = ([0.0; 64], [0.0; 64]);
        sincosf_with_tails(&x, &t, &mut sin, &mut cos);
        let a = |i: usize| if x[i].abs() < 1e9 { x[i] } else { t[i] };
        let sums = |i: usize| sum_tailf(a(i), t[i], a(i) + t[i], t[i], a(i));
        let products = |i: usize| product_tailf(a(i), t[i], a(i) * t[i], t[i], a(i));
        let tails = [std::array::from_fn(sums), std::array::from_fn(products)];
        input.extend([x, t].as_flattened().iter().flat_map(|x| x.to_ne_bytes()));
        let mut plain = [[0.0; 64]; 2];
        let [plain_sin, plain_cos] = &mut plain;
        sincosf(&x, plain_sin, plain_cos);
        let all = [sin, cos, tails[0], tails[1], plain[0], plain[1]];
        expected.extend(all.as_flattened().iter().flat_map(|x| x.to_ne_bytes()));
    }
    agree(Precision::F32, &input, &expected);
}

#[test]
fn the_twins_compile_without_warnings() {
    for (precision, name) in [(Precision::F64, "library"), (Precision::F32, "libraryf")] {
        compiles_without_warnings(&library(precision), name);
    }
}

fn compiles_without_warnings(library: &str, name: &str) {
    let flags: Vec<_> = WARNINGS.split_whitespace().chain(["-c"]).collect();
    for compiler in compilers() {
        let output = format!("{name}_{compiler}.o");
        if compiler == "tcc" {
            compile(compiler, &["-Wall", "-Werror", "-c"], library, &output);
            continue;
        }
        compile(compiler, &flags, library, &output);
        if compiler == "clang" {
            let all = [
                "-Weverything",
                "-Wno-declaration-after-statement",
                "-Wno-padded",
                "-Wno-unknown-warning-option",
            ];
            let all = all.into_iter().chain(["-Wno-unsafe-buffer-usage"]);
            let flags: Vec<_> = flags.iter().copied().chain(all).collect();
            compile(compiler, &flags, library, &format!("{name}_everything.o"));
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
        std::fs::write(&source, library(Precision::F64)).expect("the source is written");
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
