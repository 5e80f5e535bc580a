//! The reader of our C: one statement a line.

use std::collections::BTreeMap;

use super::{FunctionReader, Scanned, ScannedOperand, slot};
use crate::compile::Precision;
use crate::program::Operation;

/// A function's text.
struct FunctionText<'a> {
    /// Names of the parameters that are written, in order.
    outputs: Vec<&'a str>,
    lines: Vec<&'a str>,
    is_static: bool,
}

/// All functions of a generated source file, in the order of the text, but those of the state (`NAME_integrate`,
/// `NAME_difference`), which call kernels and are no programs.
///
/// # Errors
/// The first line that is not of a shape we print.
pub fn c99(source: &str, precision: Precision) -> Result<Vec<Scanned>, String> {
    let (names, texts) = functions(source);
    let public = names
        .iter()
        .filter(|name| texts.get(*name).is_some_and(|text| !text.is_static));
    public
        .map(|name| function(name, &texts, precision))
        .collect()
}

/// Cuts a file into functions: names in order, texts by name.
fn functions(source: &str) -> (Vec<&str>, BTreeMap<&str, FunctionText<'_>>) {
    let (mut names, mut texts) = (Vec::new(), BTreeMap::new());
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let is_static = line.starts_with("DENOC_NOINLINE static ");
        let Some(head) = line
            .trim_start_matches("DENOC_NOINLINE static ")
            .strip_prefix("void ")
        else {
            continue;
        };
        let Some((name, parameters)) = head.split_once('(') else {
            continue;
        };
        if [" q_next[", " q0["]
            .iter()
            .any(|name| parameters.contains(name))
        {
            continue;
        }
        let outputs = parameters
            .trim_end_matches(')')
            .split(", ")
            .filter(|one| !one.starts_with("const "));
        let outputs = outputs
            .filter_map(|one| one.split_once(' '))
            .map(|(_, name)| {
                let name = name.trim_start_matches('*');
                name.split_once('[').map_or(name, |(name, _)| name)
            });
        let outputs = outputs.filter(|name| *name != "live").collect();
        let body = lines
            .by_ref()
            .skip_while(|line| *line == "{")
            .take_while(|line| *line != "}");
        let body = body.map(str::trim).collect();
        names.push(name);
        texts.insert(
            name,
            FunctionText {
                outputs,
                lines: body,
                is_static,
            },
        );
    }
    (names, texts)
}

fn function(
    name: &str,
    texts: &BTreeMap<&str, FunctionText<'_>>,
    precision: Precision,
) -> Result<Scanned, String> {
    let text = texts
        .get(name)
        .ok_or_else(|| format!("no function {name}"))?;
    let mut reader = FunctionReader::new(name.into(), precision);
    reader.scanned.outputs = vec![Vec::new(); text.outputs.len()];
    for line in &text.lines {
        match line
            .strip_suffix(");")
            .and_then(|call| call.split_once('('))
            .map(|(callee, _)| texts.get(callee))
        {
            Some(Some(callee)) => {
                for line in &callee.lines {
                    statement(&mut reader, line, &text.outputs)?;
                }
            }
            _ => statement(&mut reader, line, &text.outputs)?,
        }
    }
    Ok(reader.finish())
}

/// A line of a function's body, of C or of JavaScript: the two differ in declarations only.
pub(super) fn statement(
    reader: &mut FunctionReader,
    line: &str,
    outputs: &[&str],
) -> Result<(), String> {
    let unknown = || format!("not understood: {line}");
    if line.starts_with("(void)") || line.starts_with("denoc_sincos") {
        return Ok(());
    }
    let text = line.strip_suffix(';').ok_or_else(unknown)?;
    if text.contains(" = new Float64Array(") {
        return Ok(());
    }
    let Some((left, right)) = text.split_once(" = ") else {
        // a declaration: `double sn[8]`
        return if text.starts_with("double ") || text.starts_with("float ") {
            Ok(())
        } else {
            Err(unknown())
        };
    };
    if let Some(name) = left
        .strip_prefix("const double ")
        .or(left.strip_prefix("const float "))
        .or(left.strip_prefix("const "))
    {
        let (operation, a, b) = operation(right).ok_or_else(unknown)?;
        let (a, b) = (term(reader, a)?, term(reader, b)?);
        reader
            .scanned
            .statements
            .push((slot(name)?, operation, a, b));
        return Ok(());
    }
    let (array, index) = subscript(left).ok_or_else(unknown)?;
    store(reader, (array, index), right, outputs)
}

/// `a + b`, or `denoc_saturate(a, b)`.
fn operation(text: &str) -> Option<(Operation, &str, &str)> {
    if let Some(call) = text.strip_prefix("denoc_saturate(") {
        let (a, b) = call.strip_suffix(')')?.split_once(", ")?;
        return Some((Operation::Saturate, a, b));
    }
    let (a, rest) = text.split_once(' ')?;
    let (sign, b) = rest.split_once(' ')?;
    let operation = match sign {
        "+" => Operation::Add,
        "-" => Operation::Sub,
        "*" => Operation::Mul,
        "/" => Operation::Div,
        _ => return None,
    };
    Some((operation, a, b))
}

/// `array[index] = right`.
fn store(
    reader: &mut FunctionReader,
    (array, index): (&str, usize),
    right: &str,
    outputs: &[&str],
) -> Result<(), String> {
    let misplaced = || format!("out of order: {array}[{index}]");
    match array {
        "angle" => {
            let angle = term(reader, right)?;
            reader.scanned.angles.push(angle);
            if reader.scanned.angles.len() == index + 1 {
                Ok(())
            } else {
                Err(misplaced())
            }
        }
        "sn" | "cs" => {
            let name = if array == "sn" { "sin" } else { "cos" };
            let inner = right
                .strip_prefix(name)
                .map(|rest| rest.trim_start_matches('f'));
            let inner = inner
                .and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'))
                .ok_or_else(misplaced)?;
            let angle = term(reader, inner)?;
            if reader.scanned.angles.len() == index {
                reader.scanned.angles.push(angle.clone());
            }
            if reader.scanned.angles.get(index) == Some(&angle) {
                Ok(())
            } else {
                Err(misplaced())
            }
        }
        "live" | "kept" => {
            let value = term(reader, right)?;
            reader.arrays.insert((array.into(), index), value);
            Ok(())
        }
        output => {
            let k = outputs
                .iter()
                .position(|name| *name == output)
                .ok_or_else(misplaced)?;
            let value = term(reader, right.trim_start_matches('-'))?;
            reader.scanned.outputs[k].push((right.starts_with('-'), value));
            if reader.scanned.outputs[k].len() == index + 1 {
                Ok(())
            } else {
                Err(misplaced())
            }
        }
    }
}

fn term(reader: &FunctionReader, text: &str) -> Result<ScannedOperand, String> {
    if let Some((array, index)) = subscript(text) {
        return reader.element(array, index);
    }
    if text.starts_with('t') {
        return reader.local(text);
    }
    reader.number(text.trim_end_matches('f'))
}

fn subscript(text: &str) -> Option<(&str, usize)> {
    let (array, index) = text.strip_suffix(']')?.split_once('[')?;
    let array = array.strip_suffix("->value").unwrap_or(array);
    Some((array, index.parse().ok()?))
}
