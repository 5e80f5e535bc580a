//! The twins of `denoc::linear` in C and JavaScript give its bits, in C at every level of optimisation, and no compiler complains.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::filter::{self, run};
use denoc_codegen::compile::Precision;
use denoc_codegen::emit::c99::kernels::{GUARD, text};
use denoc_codegen::emit::javascript;
use denoc_codegen::emit::kernel::Kernel;
use denoc_sincos::linear::{double, single};

/// gcc fuses products and sums in the last of these unless the guard forbids it.
const BUILDS: [&[&str]; 3] = [
    &["-std=c99", "-O0"],
    &["-std=c99", "-O2"],
    &["-std=gnu17", "-O3", "-march=native"],
];

const WARNINGS: [&str; 9] = [
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wconversion",
    "-Wshadow",
    "-Wdouble-promotion",
    "-Wstrict-prototypes",
    "-Wmissing-prototypes",
    "-Werror",
];

/// Reads systems, writes whether each is solved, and the solutions: shortest ones, then, where it is square, that of
/// elimination.
const MAIN: &str = r#"
#include <stdint.h>
#include "twin.c"
#include <stdio.h>
#include <string.h>

static int read(void *values, size_t width, int n)
{
    return fread(values, width, (size_t)n, stdin) == (size_t)n;
}

static void report(int status, const SCALAR *x, int n)
{
    const unsigned char solved = status == 0;
    fwrite(&solved, 1, 1, stdout);
    if (solved) {
        fwrite(x, sizeof *x, (size_t)n, stdout);
    }
}

int main(void)
{
    static SCALAR a[64], b[8], kept_a[64], kept_b[8], x[8], matrix[64], sides[64];
    unsigned char shape[2];
    SCALAR cutoff;
    while (read(shape, 1, 2) && read(&cutoff, sizeof cutoff, 1)) {
        const int rows = shape[0];
        const int columns = shape[1];
        if (!read(a, sizeof *a, rows * columns) || !read(b, sizeof *b, rows)) {
            return 1;
        }
        memcpy(kept_a, a, sizeof a);
        memcpy(kept_b, b, sizeof b);
        report(denoc_minimum_norm(rows, columns, a, b, cutoff, x), x, columns);
        if (rows == columns) {
            memcpy(matrix, kept_a, sizeof matrix);
            memcpy(sides, kept_a, sizeof sides);
            report(denoc_solve(rows, 1, kept_a, kept_b), kept_b, columns);
            report(denoc_solve(rows, columns, matrix, sides), sides, rows * columns);
        }
    }
    return 0;
}
"#;

/// The same in JavaScript.
const SCRIPT: &str = r#"
const fs = require('node:fs');
const input = fs.readFileSync(0);
const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
let at = 0;
function read(n) {
  const numbers = new Float64Array(n);
  for (let i = 0; i < n; i++, at += 8) numbers[i] = view.getFloat64(at, true);
  return numbers;
}
const output = [];
function report(solved, x) {
  output.push(Buffer.from([solved ? 1 : 0]));
  if (solved) output.push(Buffer.from(x.buffer));
}
while (at < input.byteLength) {
  const [rows, columns] = [view.getUint8(at++), view.getUint8(at++)];
  const [cutoff] = read(1);
  const [a, b] = [read(rows * columns), read(rows)];
  const [kept_a, kept_b, x] = [a.slice(), b.slice(), new Float64Array(columns)];
  report(denoc_minimum_norm(rows, columns, a, b, cutoff, x), x);
  if (rows !== columns) continue;
  const [matrix, sides] = [kept_a.slice(), kept_a.slice()];
  report(denoc_solve(rows, 1, kept_a, kept_b), kept_b);
  report(denoc_solve(rows, columns, matrix, sides), sides);
}
fs.writeFileSync(1, Buffer.concat(output));
"#;

/// A xorshift generator; any seed but 0.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: u64) -> usize {
        ((self.bits() >> 11) % limit) as usize
    }

    /// Between −1 and 1.
    fn any(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

struct System {
    rows: usize,
    columns: usize,
    cutoff: f64,
    a: Vec<f64>,
    b: Vec<f64>,
}

/// Random systems of sizes 1 to 8: of any numbers, of integers (where pivots tie), of low rank, ill scaled; then edges.
fn systems() -> Vec<System> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut all: Vec<System> = (0..240)
        .map(|case| {
            let rows = 1 + random.below(8);
            let columns = if case % 3 == 0 {
                1 + random.below(8)
            } else {
                rows
            };
            let rank = [8, 8, 1 + random.below(4)][case % 3];
            let mut values = |len: usize| -> Vec<f64> {
                let spread = (case / 4 % 3) as i32 * 4;
                let mut number = |_| match case % 4 {
                    0 => (3.0 * random.any()).round(),
                    1 => {
                        random.any() * 10_f64.powi(random.below(9) as i32 * spread / 8 - spread / 2)
                    }
                    _ => random.any(),
                };
                (0..len).map(&mut number).collect()
            };
            let (left, right) = (values(rows * rank), values(rank * columns));
            let element = |at: usize| -> f64 {
                let (i, j) = (at / columns, at % columns);
                (0..rank)
                    .map(|k| left[i * rank + k] * right[k * columns + j])
                    .sum()
            };
            let a = (0..rows * columns).map(element).collect();
            let b = values(rows);
            let cutoff = [1e-9, 1e-5, 0.0][case % 5 % 3];
            System {
                rows,
                columns,
                cutoff,
                a,
                b,
            }
        })
        .collect();
    for odd in [
        0.0,
        -0.0,
        f64::NAN,
        f64::INFINITY,
        1e-310,
        1e-40,
        1e300,
        3e38,
    ] {
        for at in 0..4 {
            let mut a = vec![1.0, 0.5, 0.25, -1.0];
            a[at] = odd;
            let b = vec![1.0, -2.0];
            all.push(System {
                rows: 2,
                columns: 2,
                cutoff: 1e-9,
                a,
                b,
            });
        }
        let (a, b) = (vec![odd; 9], vec![0.0, odd, 1.0]);
        all.push(System {
            rows: 3,
            columns: 3,
            cutoff: 0.0,
            a,
            b,
        });
    }
    all
}

/// What goes in and what must come out, of the Rust functions of one precision.
macro_rules! exchange {
    ($float:ident, $solver:ident) => {{
        let (mut input, mut output) = (Vec::new(), Vec::new());
        for System {
            rows,
            columns,
            cutoff,
            a,
            b,
        } in systems()
        {
            let narrow = |values: Vec<f64>| -> Vec<$float> {
                values.into_iter().map(|value| value as $float).collect()
            };
            let (mut a, mut b) = (narrow(a), narrow(b));
            input.extend([rows as u8, columns as u8]);
            for value in [cutoff as $float].iter().chain(&a).chain(&b) {
                input.extend(value.to_ne_bytes());
            }
            let mut report = |solved: bool, x: &[$float]| {
                output.push(u8::from(solved));
                if solved {
                    output.extend(x.iter().flat_map(|x| x.to_ne_bytes()));
                }
            };
            let (mut kept_a, mut kept_b, mut x) = (a.clone(), b.clone(), vec![0.0; columns]);
            let cutoff = cutoff as $float;
            let solved = $solver::minimum_norm(rows, columns, &mut a, &mut b, cutoff, &mut x);
            report(solved, &x);
            if rows == columns {
                // A X = A.
                let (mut matrix, mut sides) = (kept_a.clone(), kept_a.clone());
                let solved = $solver::solve(rows, 1, &mut kept_a, &mut kept_b);
                report(solved, &kept_b);
                let solved = $solver::solve(rows, columns, &mut matrix, &mut sides);
                report(solved, &sides);
            }
        }
        (input, output)
    }};
}

/// What solving takes, in this order.
const KERNELS: [Kernel; 4] = [
    Kernel::Root,
    Kernel::Magnitude,
    Kernel::Elimination,
    Kernel::LeastNorm,
];

/// The kernels in C, one after the other.
fn twin(precision: Precision) -> String {
    KERNELS.map(|kernel| text(kernel, precision)).concat()
}

/// The compilers that answer; `cc` must.
fn compilers() -> Vec<&'static str> {
    let answers = |name: &&str| *name == "cc" || filter::answers(name);
    ["cc", "clang"].into_iter().filter(answers).collect()
}

fn compile(directory: &Path, compiler: &str, flags: &[&str], program: &str) -> PathBuf {
    let output = Command::new(compiler)
        .args(flags)
        .args(WARNINGS)
        .args(["main.c", "-o", program])
        .current_dir(directory)
        .output()
        .expect(compiler);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && said.is_empty(),
        "{compiler} {flags:?}\n{said}"
    );
    directory.join(program)
}

fn agree(name: &str, precision: Precision, (input, expected): (Vec<u8>, Vec<u8>)) {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&directory).expect("a directory for the test");
    let scalar = match precision {
        Precision::F64 => "double",
        Precision::F32 => "float",
    };
    for (file, text) in [
        ("twin.c", twin(precision)),
        ("main.c", GUARD.to_owned() + &MAIN.replace("SCALAR", scalar)),
    ] {
        std::fs::write(directory.join(file), text).expect("a file for the test");
    }
    for compiler in compilers() {
        for (i, flags) in BUILDS.iter().enumerate() {
            let program = compile(&directory, compiler, flags, &format!("{compiler}_{i}"));
            let found = run(&mut Command::new(program), input.clone());
            assert!(found == expected, "{compiler} {flags:?}: {name} differs");
        }
    }
}

#[test]
fn double_precision_twin_gives_the_same_bits() {
    agree("linear_f64", Precision::F64, exchange!(f64, double));
}

#[test]
fn single_precision_twin_gives_the_same_bits() {
    agree("linear_f32", Precision::F32, exchange!(f32, single));
}

#[test]
fn javascript_gives_the_same_bits() {
    let installed = Command::new("node").arg("--version").output().is_ok();
    if installed {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("linear.js");
        let text = KERNELS.map(javascript::kernels::text).concat() + SCRIPT;
        std::fs::write(&path, text).expect("the script is written");
        let (input, expected) = exchange!(f64, double);
        let found = run(Command::new("node").arg(path), input);
        assert!(found == expected, "node differs");
    }
}
