//! A header: what it declares is what the source defines, and the numbers in it are those of the mechanism.

use super::token::Tokens;
use super::{Fault, Language, Misprint, outline};
use crate::compile::Compiled;
use crate::emit::lanes::{batched, lanes};
use crate::program::Shape;

/// The declarations of a header, compared with the functions of the source and with the lengths of arrays.
///
/// # Errors
/// The first function that is declared otherwise than it is defined, or not at all, or a number that is another.
pub fn check_header(
    header: (&str, &str),
    source: &str,
    compiled: &Compiled,
) -> Result<(), Misprint> {
    let (name, header) = header;
    let misprint = |fault| Misprint {
        file: name.into(),
        ..Misprint::unread(header, "the file", fault)
    };
    let declared = Tokens::of(header).map_err(misprint)?;
    let defined = Tokens::of(source).map_err(misprint)?;
    declarations(&declared, &defined).map_err(misprint)?;
    numbers(header, compiled).map_err(|(line, found)| Misprint {
        file: name.into(),
        line,
        function: "the file".into(),
        found,
        why: "the number is another",
        expected: String::new(),
    })
}

/// Every function that others may call has its declaration, word by word.
fn declarations(declared: &Tokens, defined: &Tokens) -> Result<(), Fault> {
    let functions = outline::of_file(defined, Language::C);
    let mut functions: Vec<_> = functions.into_iter().collect();
    functions.sort_by_key(|(_, text)| text.at);
    for (name, text) in functions {
        let head = start(defined, text.at);
        if (head..text.at).any(|at| defined.text(at) == "static") {
            continue;
        }
        let definition: Vec<&str> = (head..text.body.start - 1)
            .map(|at| defined.text(at))
            .collect();
        let places = (0..declared.all.len()).filter(|&at| declared.text(at) == name);
        let mut heads = places.filter(|&at| declared.text(at + 1) == "(");
        let at = heads
            .next()
            .ok_or(Fault::new(0, "a function is not declared"))?;
        let from = start(declared, at);
        let to = declared.closing[at + 1] + 1;
        let declaration: Vec<&str> = (from..to).map(|at| declared.text(at)).collect();
        if declaration != definition || declared.text(to) != ";" {
            return Err(Fault::new(from, "it is defined otherwise"));
        }
    }
    Ok(())
}

/// The first token of the declaration or definition that a token is in.
fn start(tokens: &Tokens, at: usize) -> usize {
    let ends = |&before: &usize| matches!(tokens.text(before), ";" | "}" | "{");
    (0..at).rev().find(ends).map_or(0, |before| before + 1)
}

/// The definitions of lengths: `#define PUMA_NQ 6`; the line and the text of one that is another.
fn numbers(header: &str, compiled: &Compiled) -> Result<(), (usize, String)> {
    let upper = compiled.name.to_ascii_uppercase();
    let mut expected = vec![
        (format!("{upper}_NQ"), compiled.mechanism.nq()),
        (format!("{upper}_NV"), compiled.mechanism.nv()),
    ];
    if let Some(loops) = &compiled.mechanism.loops {
        expected.extend([
            (format!("{upper}_ACTUATED"), loops.actuated.len()),
            (format!("{upper}_INDEPENDENT"), loops.freedom()),
            (format!("{upper}_LOOPS"), loops.closures.len()),
            (format!("{upper}_CLOSURE"), loops.rows()),
        ]);
    }
    if batched(compiled).next().is_some() {
        let lanes = lanes(compiled.options.precision);
        expected.push((format!("{upper}_LANES"), lanes));
    }
    if let Some(preparation) = &compiled.preparation {
        let prepared = preparation.function.outputs().first();
        let prepared = prepared.map_or(0, |output| output.elements.len());
        expected.push((
            format!("{upper}_PARAMETERS"),
            compiled.mechanism.parameters.len(),
        ));
        expected.push((format!("{upper}_PREPARED"), prepared));
    }
    for function in compiled.printed() {
        let inputs = function.inputs().iter();
        expected.extend(inputs.map(|port| {
            let name = crate::name::upper(port.argument.name());
            (format!("{upper}_{name}_LEN"), port.len)
        }));
        for output in function.outputs() {
            let words = [&function.name, output.name]
                .map(crate::name::upper)
                .join("_");
            let stem = format!("{upper}_{words}");
            expected.push((format!("{stem}_LEN"), output.elements.len()));
            if let Some(pattern) = &output.pattern {
                expected.push((format!("{stem}_NNZ"), output.elements.len()));
                expected.push((format!("{stem}_ROWS"), pattern.rows));
                expected.push((format!("{stem}_COLS"), pattern.columns));
            }
            if let Shape::Matrix(rows, columns) = output.shape {
                expected.push((format!("{stem}_ROWS"), rows));
                expected.push((format!("{stem}_COLS"), columns));
            }
        }
    }
    for (number, line) in (1..).zip(header.lines()) {
        let Some(definition) = line.strip_prefix("#define ") else {
            continue;
        };
        let Some((name, value)) = definition.split_once(' ') else {
            continue;
        };
        let known = expected.iter().find(|(known, _)| known == name);
        let is_right = match known {
            Some((_, known)) => value == known.to_string(),
            // What is no number is no length.
            None => value.parse::<usize>().is_err(),
        };
        if !is_right {
            return Err((number, line.to_owned()));
        }
    }
    Ok(())
}
