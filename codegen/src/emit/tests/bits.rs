//! Evaluator, Rust and C give the same bits, with outputs over inputs too.

use core::fmt::Write;

use super::samples::{self, Random};
use super::tools::Directory;
use crate::compile::{Compiled, Function, Precision};
use crate::program::{Program, Shape};
use crate::scalar::Input;

const CASES: usize = 4;

/// A value between −1.5 and 1.5 for every element of every case.
fn value(case: usize, input: Input) -> f64 {
    let seed = (case * 10_000 + input.argument as usize * 1000 + input.index) as u64;
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
    text
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
            match precision {
                Precision::F64 => format!("{value:?}"),
                Precision::F32 => format!("{:?}", value as f32),
            }
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
    text.push_str("  return 0;\n}\n");
    text
}

fn rust_main(compiled: &Compiled) -> String {
    let (name, of_struct) = (&compiled.name, crate::emit::struct_name(&compiled.name));
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
    text.push_str("}\n");
    text
}

#[cfg(feature = "slow-tests")]
const C_BUILDS: &[&str] = &[
    "cc -std=c99 -O0",
    "gcc -O1",
    "gcc -std=gnu17 -O3 -march=native",
    "clang -O0",
    "clang -std=gnu17 -O3 -march=native",
    "tcc",
];
#[cfg(not(feature = "slow-tests"))]
const C_BUILDS: &[&str] = &[
    "cc -std=gnu17 -O3 -march=native",
    "clang -O1 -std=gnu17",
    "tcc",
];

/// Outputs apart from the inputs, and over them.
#[cfg(feature = "slow-tests")]
const C_MAINS: &[&str] = &["apart", "over"];
#[cfg(not(feature = "slow-tests"))]
const C_MAINS: &[&str] = &["over"];

#[cfg(feature = "slow-tests")]
const RUST_LEVELS: &[&str] = &["0", "3"];
#[cfg(not(feature = "slow-tests"))]
const RUST_LEVELS: &[&str] = &["1"];

fn agree(compiled: &Compiled, title: &str) {
    let (directory, name) = (
        Directory::new(&format!("bits-{title}-{}", compiled.name)),
        &compiled.name,
    );
    directory.emit(compiled);
    directory.write("apart.c", &c_main(compiled, false));
    directory.write("over.c", &c_main(compiled, true));
    directory.write("main.rs", &rust_main(compiled));
    let expected = expected(compiled);
    for build in C_BUILDS {
        for main in C_MAINS {
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
    for level in RUST_LEVELS {
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
