//! JavaScript as a lane: generated functions and a small script, run by node.
//!
//! Numbers of JavaScript are doubles, whatever the precision of the model. Conditions of parameters are told by the script: the
//! function that prepares gives their values.

use std::fmt::Write as _;
use std::fs;

use denoc_codegen::compile::{Compiled, Precision};
use denoc_codegen::emit::javascript;
use denoc_codegen::function::Function;
use denoc_codegen::leaves::Argument;
use denoc_codegen::name::identifier;

use super::{Aspect, BEFORE, Executable, Lane, directory, parameters, reason};

/// A script that holds all functions of a compiled model.
///
/// # Errors
/// Why there is none in single precision.
pub fn build(compiled: &Compiled, directory_name: &str) -> Result<Executable, String> {
    if compiled.options.precision == Precision::F32 {
        let reason = reason(Lane::JavaScript, Aspect::Single);
        return Err(reason.unwrap_or_default().into());
    }
    let directory = directory(&format!("{directory_name}-{}-node", compiled.name));
    let path = directory.join("run.js");
    fs::write(&path, script(compiled)).map_err(|error| error.to_string())?;
    let command = ["node", &path.to_string_lossy()];
    Ok(Executable::new(&command, compiled, true))
}

/// The generated functions, a table of them, and what reads and prints.
fn script(compiled: &Compiled) -> String {
    let mut table = String::new();
    for function in &compiled.functions {
        let _ = writeln!(table, "  {},", row(function));
    }
    let defaults = compiled.mechanism.parameters.iter();
    let defaults = defaults.take(parameters(compiled).len());
    let defaults: Vec<String> = defaults
        .map(|one| format!("{:?}", one.default.to_f64()))
        .collect();
    let outputs = compiled.preparation.iter();
    let outputs = outputs.flat_map(|one| one.function.outputs());
    let outputs: Vec<String> = outputs
        .map(|output| output.elements.len().to_string())
        .collect();
    let prepare = match &compiled.preparation {
        Some(one) => identifier(&one.function.name),
        None => "null".into(),
    };
    format!(
        "\"use strict\";\n{}\n(() => {{\nconst functions = [\n{table}];\nconst prepare = {prepare};\n\
         const preparedLengths = [{}];\nconst defaults = [{}];\nconst before = {BEFORE};\n{SCRIPT}}})();\n",
        javascript::emit(compiled.printed()),
        outputs.join(", "),
        defaults.join(", "),
    )
}

/// A function in the table; an input of length −1 are the prepared values.
fn row(function: &Function) -> String {
    let inputs = function.inputs().iter();
    let inputs: Vec<String> = inputs
        .map(|port| match port.argument {
            Argument::Prepared => "-1".into(),
            _ => port.len.to_string(),
        })
        .collect();
    let outputs = function.outputs().iter();
    let outputs: Vec<String> = outputs
        .map(|output| output.elements.len().to_string())
        .collect();
    format!(
        "{{ call: {}, fails: {}, inputs: [{}], outputs: [{}] }}",
        identifier(&function.name),
        function.can_fail(),
        inputs.join(", "),
        outputs.join(", "),
    )
}

/// Outputs of what cannot fail stand in an input of their length where there is one: they are written last.
const SCRIPT: &str = "
const view = new DataView(new ArrayBuffer(8));
function number(word) {
  view.setBigUint64(0, BigInt('0x' + word));
  return view.getFloat64(0);
}
function word(x) {
  view.setFloat64(0, x);
  return view.getBigUint64(0).toString(16);
}
let prepared;
function prepareWith(values) {
  const [found, conditions] = preparedLengths.map((length) => new Float64Array(length));
  prepare(Float64Array.from(values), found, ...(conditions ? [conditions] : []));
  const violated = (conditions ?? []).findIndex((value) => !(value >= 0));
  if (violated < 0) prepared = found;
  return [String(violated + 1)];
}
function call({ call, fails, inputs, outputs }, words) {
  let at = 0;
  const given = inputs.map((length) =>
    length < 0 ? prepared.slice() : Float64Array.from(words.slice(at, (at += length)), number));
  const results = outputs.map((length, k) =>
    !fails && inputs[k] === length ? given[k] : new Array(length).fill(before));
  const done = call(...given, ...results);
  return [fails && !done ? '1' : '0'].concat(results.flatMap((result) => Array.from(result, word)));
}
function answer([index, ...words]) {
  if (index < functions.length) return call(functions[index], words);
  if (Number(index) === functions.length) return prepareWith(words.map(number));
  return prepareWith(defaults).concat(defaults.map(word));
}
const lines = require('node:fs').readFileSync(0, 'utf8').trim().split('\\n');
process.stdout.write(lines.map((line) => answer(line.split(' ')).join(' ') + '\\n').join(''));
";
