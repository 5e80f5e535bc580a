//! The reader of our JavaScript: one statement a line, as in our C.

use std::collections::BTreeMap;

use super::c99::statement;
use super::{FunctionReader, Scanned};
use crate::compile::Precision;
use crate::program::Program;

/// The function `name` of a text of ours, whose outputs are those of `program`.
///
/// # Errors
/// The first line that is not of a shape we print.
pub fn javascript(source: &str, name: &str, program: &Program) -> Result<Scanned, String> {
    let texts = functions(source);
    let body = |name: &str| texts.get(name).ok_or_else(|| format!("no function {name}"));
    let outputs: Vec<&str> = program.outputs.iter().map(|output| output.name).collect();
    let mut reader = FunctionReader::new(name.into(), Precision::F64);
    reader.scanned.outputs = vec![Vec::new(); outputs.len()];
    for line in body(name)? {
        let callee = line.split_once('(').map_or("", |(callee, _)| callee);
        if callee.starts_with(&format!("{name}_part_")) {
            for line in body(callee)? {
                statement(&mut reader, line, &outputs)?;
            }
        } else {
            statement(&mut reader, line, &outputs)?;
        }
    }
    Ok(reader.finish())
}

/// Cuts a text into functions: lines by name.
fn functions(source: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut texts = BTreeMap::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if let Some((name, _)) = line
            .strip_prefix("function ")
            .and_then(|head| head.split_once('('))
        {
            let body = lines.by_ref().take_while(|line| *line != "}");
            texts.insert(name, body.map(str::trim).collect());
        }
    }
    texts
}
