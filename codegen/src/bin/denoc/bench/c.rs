//! The timing program in C: calls of every function, in another file than its own.

use core::fmt::Write;

use denoc_codegen::function::Function;
use denoc_codegen::leaves::Argument;
use denoc_codegen::name;
use denoc_codegen::program::Port;

use super::work::{BATCH, Input, STATES, Work, has_batch};

/// Its file.
pub(super) const FILE: &str = "denoc_bench.c";

/// What does not depend on the model.
const FRAME: &str = include_str!("frame.c");

/// The same of cold calls.
const COLD: &str = include_str!("cold.c");

/// The text of the program.
pub(super) fn program(work: &Work) -> String {
    let prefix = &work.compiled.name;
    let mut text = format!(
        "#define _POSIX_C_SOURCE 199309L\n#include \"{prefix}.h\"\n\ntypedef {} real;\nenum {{ STATES = {STATES}, BATCH = {BATCH} }};\n",
        work.scalars()[0]
    );
    if work.functions().iter().any(has_batch) {
        let upper = prefix.to_ascii_uppercase();
        let _ = writeln!(text, "#define LANES {upper}_LANES");
    }
    let _ = writeln!(text, "\n{FRAME}");
    if let Some(bytes) = work.cold {
        let _ = writeln!(text, "\nenum {{ COLD = {bytes} }};\n{COLD}");
    }
    let inputs = work.inputs();
    inputs.iter().for_each(|input| text.push_str(&array(input)));
    if work.compiled.preparation.is_some() {
        let _ = writeln!(text, "static {prefix}_prepared prepared;");
    }
    for (index, function) in work.functions().iter().enumerate() {
        text.push_str(&calls(work, index, function));
    }
    text + &main(work, &inputs)
}

/// The values of an input at every state, and its blocks.
fn array(input: &Input) -> String {
    let (name, len) = (Work::name(input.port), input.port.len.max(1));
    let row = |values: &Vec<f64>| {
        let values: Vec<String> = values.iter().map(|x| format!("(real){x:?}")).collect();
        match values.is_empty() {
            true => "    {0}".into(),
            false => format!("    {{{}}}", values.join(", ")),
        }
    };
    let rows: Vec<String> = input.values.iter().map(row).collect();
    format!(
        "static const real {name}[STATES][{len}] = {{\n{}\n}};\nstatic real {name}_blocks[BATCH * {len}];\n",
        rows.join(",\n")
    )
}

/// What calls a function so many times, and its batch.
fn calls(work: &Work, index: usize, function: &Function) -> String {
    let mut text = String::from("\n");
    let outputs = function.outputs();
    let lens = outputs.iter().map(|output| output.elements.len().max(1));
    for (k, len) in lens.enumerate() {
        let _ = writeln!(text, "static real out{index}_{k}[{len}];");
        if has_batch(function) {
            let _ = writeln!(text, "static real out{index}_{k}_blocks[BATCH * {len}];");
        }
    }
    let arguments = |suffix: &str, given: &dyn Fn(Port) -> String| {
        let inputs = function.inputs().iter().map(|port| match port.argument {
            Argument::Prepared => "&prepared".to_owned(),
            _ => given(*port),
        });
        let results = (0..outputs.len()).map(|k| format!("out{index}_{k}{suffix}"));
        inputs.chain(results).collect::<Vec<String>>().join(", ")
    };
    let call = format!(
        "{}_{}",
        work.compiled.name,
        name::identifier(&function.name)
    );
    let counted = if function.can_fail() {
        "failures += 0 != "
    } else {
        ""
    };
    let state = |port| format!("{}[k % STATES]", Work::name(port));
    let single = format!("{counted}{call}({});", arguments("", &state));
    let _ = write!(
        text,
        "static void call{index}(uint64_t n)\n{{\n{}}}\n",
        repeated(&single)
    );
    if has_batch(function) {
        let blocks = |port| format!("{}_blocks", Work::name(port));
        let batch = format!("{call}_batch(BATCH, {});", arguments("_blocks", &blocks));
        let _ = write!(
            text,
            "static void batch{index}(uint64_t n)\n{{\n{}}}\n",
            repeated(&batch)
        );
    }
    text
}

fn repeated(call: &str) -> String {
    format!("    for (uint64_t k = 0; k < n; k++) {{\n        {call}\n    }}\n")
}

/// Fills blocks, prepares, and takes a sample of everything.
fn main(work: &Work, inputs: &[Input]) -> String {
    let prefix = &work.compiled.name;
    let mut text = String::from(
        "\nint main(int count, char **words)\n{\n    const double least = count > 1 ? 1e9 * atof(words[1]) : 1e7;\n",
    );
    if work.compiled.preparation.is_some() {
        let _ = write!(
            text,
            "    const {prefix}_parameters parameters = {prefix}_parameters_default();\n    \
             if ({prefix}_prepare(&parameters, &prepared) != 0) {{\n        return 2;\n    }}\n"
        );
    }
    if work.functions().iter().any(has_batch) {
        for Input { port, .. } in inputs {
            let (name, len) = (Work::name(*port), port.len);
            let _ = writeln!(text, "    fill({name}[0], {len}, {name}_blocks);");
        }
    }
    text.push_str("    report(\"clock\", 0, sample(chain, least) / CHAIN);\n");
    for (index, function) in work.functions().iter().enumerate() {
        let _ = writeln!(
            text,
            "    report(\"call\", {index}, sample(call{index}, least));"
        );
        if work.cold.is_some() {
            let _ = writeln!(
                text,
                "    report(\"cold\", {index}, cold(call{index}, least));"
            );
        }
        if has_batch(function) {
            let _ = writeln!(
                text,
                "    report(\"batch\", {index}, sample(batch{index}, least) / BATCH);"
            );
        }
    }
    text + "    return 0;\n}\n"
}
