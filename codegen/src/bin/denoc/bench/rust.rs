//! The timing program in Rust: calls of every function, which is in another crate.

use core::fmt::Write;

use denoc_codegen::function::Function;
use denoc_codegen::leaves::Argument;
use denoc_codegen::name;
use denoc_codegen::program::Port;

use super::work::{BATCH, Input, STATES, Work, has_batch};

/// Its file.
pub(super) const FILE: &str = "denoc_bench.rs";

/// Its name where cargo builds it.
pub(super) const PROGRAM: &str = "denoc_bench";

/// The name of the crate of generated code.
pub(super) const CRATE: &str = "denoc_code";

/// What does not depend on the model.
const FRAME: &str = include_str!("frame.rs.txt");

/// The same of cold calls.
const COLD: &str = include_str!("cold.rs.txt");

/// The text of the program.
pub(super) fn program(work: &Work) -> String {
    let target = name::struct_name(&work.compiled.name);
    let has_batches = work.functions().iter().any(has_batch);
    let lanes = match has_batches {
        true => format!("{CRATE}::{target}::LANES"),
        false => "1".into(),
    };
    let mut text = format!(
        "type Real = {};\nconst STATES: usize = {STATES};\nconst BATCH: usize = {BATCH};\nconst LANES: usize = {lanes};\n\n{FRAME}\n",
        work.scalars()[1]
    );
    if let Some(bytes) = work.cold {
        let _ = writeln!(text, "\nconst COLD: usize = {bytes};\n{COLD}");
    }
    let inputs = work.inputs();
    let prepared = work.compiled.preparation.is_some();
    text.push_str(&given(&target, &inputs, prepared));
    for (index, function) in work.functions().iter().enumerate() {
        text.push_str(&calls(&target, index, function));
    }
    text + &main(work, &target, &inputs)
}

/// The structure of all inputs.
fn given(target: &str, inputs: &[Input], prepared: bool) -> String {
    let mut text = String::from("\nstruct Given {\n");
    for Input { port, .. } in inputs {
        let (name, len) = (Work::name(*port), port.len);
        let _ = writeln!(text, "    {name}: [[Real; {len}]; STATES],");
        let _ = writeln!(text, "    {name}_blocks: Vec<[[Real; LANES]; {len}]>,");
    }
    if prepared {
        let _ = writeln!(text, "    prepared: {CRATE}::{target}Prepared,");
    }
    text + "}\n"
}

/// What calls a function so many times and counts how often it fails, and its batch.
fn calls(target: &str, index: usize, function: &Function) -> String {
    let inputs = |given: &dyn Fn(Port) -> String| -> Vec<String> {
        let ports = function.inputs().iter();
        let input = ports.map(|port| match port.argument {
            Argument::Prepared => "black_box(&given.prepared)".to_owned(),
            _ => format!("black_box({})", given(*port)),
        });
        input.collect()
    };
    let function_name = format!("{CRATE}::{target}::{}", function.name);
    let of_state = |port| format!("&given.{}[k as usize % STATES]", Work::name(port));
    let arguments = inputs(&of_state).join(", ");
    // By reference: `black_box` of a value copies it, and a mass matrix may have 10 kB.
    let mut call = format!("let out = {function_name}({arguments});\n        black_box(&out);");
    if function.can_fail() {
        call.push_str("\n        failures += u64::from(out.is_err());");
    }
    let mut text = format!(
        "\nfn call{index}(n: u64, given: &Given) -> u64 {{\n    let mut failures = 0;\n    for k in 0..n {{\n        {call}\n    }}\n    failures\n}}\n"
    );
    if has_batch(function) {
        text.push_str(&batch(
            index,
            function,
            &function_name,
            inputs(&|port| format!("&given.{}_blocks[..]", Work::name(port))),
        ));
    }
    text
}

fn batch(index: usize, function: &Function, name: &str, mut arguments: Vec<String>) -> String {
    let mut text = format!("\nfn batch{index}(n: u64, given: &Given) -> u64 {{\n");
    for (k, output) in function.outputs().iter().enumerate() {
        let len = output.elements.len();
        let _ = writeln!(
            text,
            "    let mut out{k} = vec![[[0.0 as Real; LANES]; {len}]; BATCH / LANES];"
        );
        arguments.push(format!("black_box(&mut out{k}[..])"));
    }
    let arguments = arguments.join(", ");
    text + &format!("    for _ in 0..n {{\n        {name}_batch({arguments});\n    }}\n    0\n}}\n")
}

/// Makes the inputs, prepares, and takes a sample of everything.
fn main(work: &Work, target: &str, inputs: &[Input]) -> String {
    let mut text = String::from("\nfn main() {\n    let least = least();\n");
    for Input { port, values } in inputs {
        let name = Work::name(*port);
        let _ = writeln!(
            text,
            "    let {name}: [[Real; {}]; STATES] = {values:?};",
            port.len
        );
    }
    if work.compiled.preparation.is_some() {
        let _ = write!(
            text,
            "    let Ok(prepared) = {CRATE}::{target}Parameters::default().prepare() else {{\n        std::process::exit(2)\n    }};\n"
        );
    }
    text.push_str("    let given = &Given {\n");
    for Input { port, .. } in inputs {
        let name = Work::name(*port);
        let _ = writeln!(
            text,
            "        {name}_blocks: blocks(&{name}),\n        {name},"
        );
    }
    if work.compiled.preparation.is_some() {
        text.push_str("        prepared,\n");
    }
    text.push_str("    };\n    report(\"clock\", 0, sample(chain, given, least), CHAIN);\n");
    for (index, function) in work.functions().iter().enumerate() {
        let _ = writeln!(
            text,
            "    report(\"call\", {index}, sample(call{index}, given, least), 1.0);"
        );
        if work.cold.is_some() {
            let _ = writeln!(
                text,
                "    report(\"cold\", {index}, cold(call{index}, given, least), 1.0);"
            );
        }
        if has_batch(function) {
            let _ = writeln!(
                text,
                "    report(\"batch\", {index}, sample(batch{index}, given, least), BATCH as f64);"
            );
        }
    }
    text + "}\n"
}
