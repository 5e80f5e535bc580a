//! Evaluator, Rust and C give the same bits, with outputs over inputs too.

use core::fmt::Write;

use super::samples::{self, Random};
use super::tools::{self, Directory};
use crate::compile::{Compiled, Precision};
use crate::function::Function;
use crate::leaves::Input;
use crate::program::{Program, Shape};
use crate::state::{self, Real};

const CASES: usize = 4;

/// A value between −1.5 and 1.5 for every element of every case.
fn value(case: usize, input: Input) -> f64 {
    let seed = (case * 10_000 + input.index) as u64 + input.argument.number() * 1000;
    let mut random = Random(seed);
    random.below(1000);
    random.below(3_000_000) as f64 / 1e6 - 1.5
}

/// One line an output array: its bits in hexadecimal.
fn expected(compiled: &Compiled) -> String {
    let mut text = String::new();
    for function in &compiled.functions {
        for case in 0..CASES {
            let mut line = |values: Vec<String>| {
                let _ = writeln!(text, "{}", values.concat());
            };
            match compiled.options.precision {
                Precision::F64 => {
                    for output in function.program.evaluate(|input| value(case, input)) {
                        line(
                            output
                                .iter()
                                .map(|value| format!("{:016x} ", value.to_bits()))
                                .collect(),
                        );
                    }
                }
                Precision::F32 => {
                    for output in function.program.evaluate(|input| value(case, input) as f32) {
                        line(
                            output
                                .iter()
                                .map(|value| format!("{:08x} ", value.to_bits()))
                                .collect(),
                        );
                    }
                }
            }
        }
    }
    match compiled.options.precision {
        Precision::F64 => expect_states(&mut text, compiled, &|x| x, &|x: f64| {
            format!("{:016x} ", x.to_bits())
        }),
        Precision::F32 => expect_states(&mut text, compiled, &|x| x as f32, &|x: f32| {
            format!("{:08x} ", x.to_bits())
        }),
    }
    text
}

/// Lines of `integrate` and `difference`, for a mechanism that has them.
fn expect_states<R: Real>(
    text: &mut String,
    compiled: &Compiled,
    round: &dyn Fn(f64) -> R,
    show: &dyn Fn(R) -> String,
) {
    let mechanism = &compiled.mechanism;
    for [q, v, other] in states(compiled) {
        let [q, v, other] = [q, v, other].map(|values| {
            let rounded: Vec<R> = values.into_iter().map(round).collect();
            rounded
        });
        for line in [
            state::integrate(mechanism, &q, &v, round(DT)),
            state::difference(mechanism, &q, &other),
        ] {
            let _ = writeln!(text, "{}", line.into_iter().map(show).collect::<String>());
        }
    }
}

const DT: f64 = 0.37;

/// Coordinates, velocities and other coordinates: any, zeros, and velocities of many sizes. None when nq = nv.
fn states(compiled: &Compiled) -> Vec<[Vec<f64>; 3]> {
    let (nq, nv) = (compiled.mechanism.nq(), compiled.mechanism.nv());
    if nq == nv {
        return Vec::new();
    }
    let any = |seed: u64, len: usize, size: f64| -> Vec<f64> {
        let mut random = Random(seed);
        random.below(1000);
        let number = |_| (random.below(3_000_000) as f64 / 1e6 - 1.5) * size;
        (0..len).map(number).collect()
    };
    let zeros = [vec![0.0; nq], vec![0.0; nv], vec![0.0; nq]];
    let sizes = [1.0, 1.0, 3.0, 10.0, 1000.0, 1e-3, 1e-8, 1e-20, 1e-30, 0.0];
    let mut states: Vec<[Vec<f64>; 3]> = (1..)
        .zip(sizes)
        .map(|(k, size)| {
            let (q, v) = (any(3 * k, nq, 1.0), any(3 * k + 1, nv, size));
            // Near the first, for velocities that are small.
            let far = any(3 * k + 2, nq, if size < 1.0 { size } else { 1.0 });
            let near = q
                .iter()
                .zip(&far)
                .map(|(q, far)| if size < 1.0 { q + far } else { *far });
            let near = near.collect();
            [q, v, near]
        })
        .collect();
    states.push(zeros);
    states
}

/// Calls of `NAME_integrate` and `NAME_difference`.
fn c_states(text: &mut String, compiled: &Compiled, overlap: bool) {
    let (scalar, suffix) = match compiled.options.precision {
        Precision::F64 => ("double", ""),
        Precision::F32 => ("float", "f"),
    };
    let name = &compiled.name;
    for [q, v, other] in states(compiled) {
        let (nq, nv) = (q.len(), v.len());
        text.push_str("  {\n");
        for (array, values) in [
            ("q", &q),
            ("v", &v),
            ("other", &other),
            ("kept", &q),
            ("next", &q),
        ] {
            let values: Vec<String> = values
                .iter()
                .map(|value| literal(*value, compiled.options.precision) + suffix)
                .collect();
            let (len, list) = (values.len(), values.join(", "));
            let _ = writeln!(text, "    {scalar} {array}[{len}] = {{{list}}};");
        }
        let (next, between) = if overlap {
            ("q", "other")
        } else {
            ("next", "v")
        };
        let dt = literal(DT, compiled.options.precision) + suffix;
        let _ = write!(
            text,
            "    {name}_integrate(q, v, {dt}, {next});\n    show({next}, {nq});\n\
             \x20   {name}_difference(kept, other, {between});\n    show({between}, {nv});\n  }}\n"
        );
    }
}

/// Calls of `integrate` and `difference` in Rust.
fn rust_states(text: &mut String, compiled: &Compiled, of_struct: &str, digits: &str) {
    let list = |values: &[f64]| {
        let precision = compiled.options.precision;
        let values: Vec<String> = values
            .iter()
            .map(|value| literal(*value, precision))
            .collect();
        format!("&[{}]", values.join(", "))
    };
    for [q, v, other] in states(compiled) {
        let (q, v, other) = (list(&q), list(&v), list(&other));
        let dt = literal(DT, compiled.options.precision);
        for call in [
            format!("integrate({q}, {v}, {dt})"),
            format!("difference({q}, {other})"),
        ] {
            let _ = writeln!(
                text,
                "  for x in {of_struct}::{call} {{ print!(\"{{:{digits}}} \", x.to_bits()); }}\n  println!();"
            );
        }
    }
}

/// A number of the precision, as both languages read it.
fn literal(value: f64, precision: Precision) -> String {
    match precision {
        Precision::F64 => format!("{value:?}"),
        Precision::F32 => format!("{:?}", value as f32),
    }
}

fn inputs(
    program: &Program,
    case: usize,
    precision: Precision,
) -> Vec<(&'static str, usize, Vec<String>)> {
    let port = |port: &crate::program::Port| {
        let one = |index| {
            let value = value(
                case,
                Input {
                    argument: port.argument,
                    index,
                },
            );
            literal(value, precision)
        };
        (
            port.argument.name(),
            port.len,
            (0..port.len).map(one).collect(),
        )
    };
    program.inputs.iter().map(port).collect()
}

fn c_call(text: &mut String, compiled: &Compiled, function: &Function, case: usize, overlap: bool) {
    let (scalar, suffix) = match compiled.options.precision {
        Precision::F64 => ("double", ""),
        Precision::F32 => ("float", "f"),
    };
    text.push_str("  {\n");
    let mut arguments = Vec::new();
    for (name, len, values) in inputs(&function.program, case, compiled.options.precision) {
        let values: Vec<String> = values
            .iter()
            .map(|value| format!("{value}{suffix}"))
            .collect();
        let _ = writeln!(
            text,
            "    {scalar} in_{name}[{}] = {{{}}};",
            len.max(1),
            if len == 0 {
                "0".into()
            } else {
                values.join(", ")
            }
        );
        arguments.push((format!("in_{name}"), len));
    }
    let inputs = arguments.clone();
    for (k, output) in function.program.outputs.iter().enumerate() {
        let len = output.elements.len();
        let over = inputs.get(k).filter(|(_, input)| overlap && *input >= len);
        if let Some((input, _)) = over {
            arguments.push((input.clone(), len));
        } else {
            let _ = writeln!(text, "    {scalar} out{k}[{}];", len.max(1));
            arguments.push((format!("out{k}"), len));
        }
    }
    let names: Vec<&str> = arguments.iter().map(|(name, _)| name.as_str()).collect();
    let _ = writeln!(
        text,
        "    {}_{}({});",
        compiled.name,
        function.name,
        names.join(", ")
    );
    for (name, len) in &arguments[inputs.len()..] {
        let _ = writeln!(text, "    show({name}, {len});");
    }
    text.push_str("  }\n");
}

fn c_main(compiled: &Compiled, overlap: bool) -> String {
    let (scalar, bits, format) = match compiled.options.precision {
        Precision::F64 => ("double", "unsigned long long", "%016llx "),
        Precision::F32 => ("float", "unsigned", "%08x "),
    };
    let mut text = format!(
        "#include <stdio.h>\n#include <string.h>\n#include \"{}.h\"\n\
         static void show(const {scalar} *x, int n) {{\n  int i; {bits} b;\n\
         \x20 for (i = 0; i < n; i++) {{ memcpy(&b, x + i, sizeof b); printf(\"{format}\", b); }}\n\
         \x20 printf(\"\\n\");\n}}\nint main(void) {{\n",
        compiled.name
    );
    for function in &compiled.functions {
        for case in 0..CASES {
            c_call(&mut text, compiled, function, case, overlap);
        }
    }
    c_states(&mut text, compiled, overlap);
    text.push_str("  return 0;\n}\n");
    text
}

fn rust_main(compiled: &Compiled) -> String {
    let (name, of_struct) = (&compiled.name, crate::name::struct_name(&compiled.name));
    let mut text = format!("mod {name};\nuse {name}::{of_struct};\nfn main() {{\n");
    let digits = match compiled.options.precision {
        Precision::F64 => "016x",
        Precision::F32 => "08x",
    };
    for function in &compiled.functions {
        for case in 0..CASES {
            let arguments = inputs(&function.program, case, compiled.options.precision);
            let arguments: Vec<String> = arguments
                .iter()
                .map(|(_, _, values)| format!("&[{}]", values.join(", ")))
                .collect();
            let _ = writeln!(
                text,
                "  let out = {of_struct}::{}({});",
                function.name,
                arguments.join(", ")
            );
            for (k, output) in function.program.outputs.iter().enumerate() {
                let out = if function.program.outputs.len() == 1 {
                    "out".into()
                } else {
                    format!("out.{k}")
                };
                let each = match output.shape {
                    Shape::Scalar => format!("[{out}].iter()"),
                    Shape::Vector(_) => format!("{out}.iter()"),
                    Shape::Matrix(..) => format!("{out}.iter().flatten()"),
                };
                let _ = writeln!(
                    text,
                    "  for x in {each} {{ print!(\"{{:{digits}}} \", x.to_bits()); }}\n  println!();"
                );
            }
        }
    }
    rust_states(&mut text, compiled, &of_struct, digits);
    text.push_str("}\n");
    text
}

const C_BUILDS: &[&str] = &[
    "cc -std=gnu17 -O3 -march=native",
    "clang -O1 -std=gnu17",
    "tcc",
];
const EVERY_C_BUILD: &[&str] = &[
    "cc -std=c99 -O0",
    "gcc -O1",
    "gcc -std=gnu17 -O3 -march=native",
    "clang -O0",
    "clang -std=gnu17 -O3 -march=native",
    "tcc",
];

pub(super) fn agree(compiled: &Compiled, title: &str) {
    // Outputs apart from the inputs, and over them.
    if tools::slow() {
        agree_in(
            compiled,
            title,
            EVERY_C_BUILD,
            &["apart", "over"],
            &["0", "3"],
        );
    } else {
        agree_in(compiled, title, C_BUILDS, &["over"], &["1"]);
    }
}

fn agree_in(compiled: &Compiled, title: &str, builds: &[&str], mains: &[&str], levels: &[&str]) {
    let (directory, name) = (
        Directory::new(&format!("bits-{title}-{}", compiled.name)),
        &compiled.name,
    );
    directory.emit(compiled);
    directory.write("apart.c", &c_main(compiled, false));
    directory.write("over.c", &c_main(compiled, true));
    directory.write("main.rs", &rust_main(compiled));
    let expected = expected(compiled);
    for build in builds {
        for main in mains {
            if directory.quiet(&format!("{build} -o {main} {name}.c {main}.c -lm")) {
                let run = directory.path().join(main);
                let got = directory
                    .text(&run.to_string_lossy())
                    .expect("the program exists");
                assert!(
                    got == expected,
                    "{build} {main} {name} in {:?}",
                    directory.path()
                );
            }
        }
    }
    for level in levels {
        let build =
            format!("rustc --edition 2024 -C opt-level={level} -A dead_code -o main main.rs");
        if directory.quiet(&build) {
            let run = directory.path().join("main");
            let got = directory
                .text(&run.to_string_lossy())
                .expect("the program exists");
            assert!(got == expected, "{build} {name} in {:?}", directory.path());
        }
    }
}

#[test]
fn double_precision_gives_the_same_bits_everywhere() {
    for compiled in samples::all() {
        agree(&compiled, "f64");
    }
}

#[test]
fn single_precision_gives_the_same_bits_everywhere() {
    for mut compiled in samples::all() {
        compiled.options.precision = Precision::F32;
        agree(&compiled, "f32");
    }
}

/// All compilers at all levels, in single precision at some: what compilers vectorise differs.
#[test]
fn states_with_quaternions_give_the_same_bits_at_every_level() {
    const BUILDS: [&str; 7] = [
        "gcc -O0",
        "gcc -O1",
        "gcc -std=gnu17 -O3 -march=native",
        "clang -O0",
        "clang -O2",
        "clang -std=gnu17 -O3 -march=native",
        "tcc",
    ];
    for mut compiled in [samples::afloat(), samples::rigid()] {
        for precision in [Precision::F64, Precision::F32] {
            compiled.options.precision = precision;
            compiled.functions.clear();
            let builds = match precision {
                Precision::F32 if !tools::slow() => C_BUILDS,
                _ => &BUILDS,
            };
            agree_in(
                &compiled,
                &format!("states-{precision:?}"),
                builds,
                &["apart", "over"],
                &["0", "3"],
            );
        }
    }
}
