//! text → XML tree, within limits, with one clear message when it is none.

use core::ops::Range;

use roxmltree::{Document, Error, Node, ParsingOptions, TextPos};

use crate::model::faults::Faults;

/// The most attributes of one element (the parser compares each with each).
const ATTRIBUTES: usize = 256;
/// The most namespaces of a document (every element that declares one copies those in scope).
const NAMESPACES: usize = 256;
/// The most nodes of a document.
const NODES: u32 = 1_000_000;

/// The remedy for xacro.
pub(in crate::model) const XACRO: &str = "expand it first: `pip install xacro`, `xacro robot.urdf.xacro > robot.urdf`, and give robot.urdf";

/// Why an SDF is refused, and what to do.
const SDF: (&str, &str) = (
    "this is SDF, not URDF",
    "export URDF where the SDF was made, or convert it; a TOML model says what a URDF cannot, such as loops",
);

/// The message for a document with another root element than `<robot>`.
pub(in crate::model) fn other_root(tag: &str) -> (String, &'static str) {
    let words = |(message, help): (&str, &'static str)| (message.to_owned(), help);
    match tag {
        "sdf" => words(SDF),
        "mujoco" | "mujocoinclude" => words((
            "this is MuJoCo's MJCF, not URDF",
            "start from it by `mjcf = \"FILE.xml\"`, or give it as the model",
        )),
        _ => (
            format!("the root element is <{tag}>, not <robot>"),
            "a URDF is <robot name=\"arm\"> … </robot>, an MJCF <mujoco> … </mujoco>",
        ),
    }
}

/// What to do with a file without a robot.
pub(in crate::model) const ROBOT: &str = "write a <robot>, or give another file";

/// Parses a document whose first byte has the address `start`; `missing` says what to do when it is empty. The first error is the only one reported: what follows it is
/// guesswork.
pub(in crate::model) fn parse<'a>(
    text: &'a str,
    start: usize,
    missing: &str,
    faults: &mut Faults,
) -> Option<Document<'a>> {
    let content = text.trim_start_matches('\u{feff}').trim_start();
    let mut report = |at: Range<usize>, message: &str, help: &str| {
        let at = start + at.start..start + at.end;
        faults.error(&at, message.to_owned(), help);
        None
    };
    if content.is_empty() {
        return report(0..0, "the file is empty", missing);
    }
    if let Some((at, message, help)) = beyond_limits(text) {
        return report(at, message, help);
    }
    match parsed(text) {
        Ok(document) => match xacro(&document) {
            Some(at) => report(at, "this is xacro, not URDF", XACRO),
            None => Some(document),
        },
        Err(error) => {
            // What xacro takes need not be XML to others.
            if let Some(at) = text.find("<xacro:") {
                return report(at..at + 1, "this is xacro, not URDF", XACRO);
            }
            let (message, help) = words(&error);
            report(place(&error, text), &message, help)
        }
    }
}

/// Parses a document that is no model, within the same limits.
#[cfg(feature = "view")]
pub(crate) fn within_limits(text: &str) -> Result<Document<'_>, String> {
    if let Some((_, fault, _)) = beyond_limits(text) {
        return Err(fault.to_owned());
    }
    parsed(text).map_err(|error| error.to_string())
}

fn parsed(text: &str) -> Result<Document<'_>, Error> {
    let options = ParsingOptions {
        nodes_limit: NODES,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options)
}

/// The first element with the prefix `xacro`.
fn xacro(document: &Document) -> Option<Range<usize>> {
    let prefixed = |node: &Node| document.input_text()[node.range()].starts_with("<xacro:");
    let mut elements = document.descendants().filter(Node::is_element);
    elements.find(prefixed).map(|node| opening(&node))
}

/// The opening tag of an element up to its name.
pub(in crate::model) fn opening(element: &Node) -> Range<usize> {
    let Range { start, end } = element.range();
    let text = &element.document().input_text()[start..end];
    let name = text[1..].find(|c: char| c.is_whitespace() || c == '>' || c == '/');
    start..start + name.map_or(1, |length| 1 + length)
}

/// The fault of a document that would take the parser long, found in one pass over its tags.
fn beyond_limits(text: &str) -> Option<(Range<usize>, &'static str, &'static str)> {
    let help = "no robot needs that many";
    let mut namespaces = 0;
    let mut at = 0;
    while let Some(found) = text[at..].find('<') {
        let tag = at + found;
        let length = tag_length(&text[tag..]);
        let inside = &text[tag..tag + length];
        at = tag + length;
        if !is_tag(inside) {
            continue;
        }
        if inside.matches('=').count() > ATTRIBUTES && attributes(inside) > ATTRIBUTES {
            return Some((
                tag..tag + 1,
                "an element has more than 256 attributes",
                help,
            ));
        }
        namespaces += inside.matches("xmlns").count();
        if namespaces > NAMESPACES {
            return Some((tag..tag + 1, "the file has more than 256 namespaces", help));
        }
    }
    None
}

/// Markup that is no tag: it ends with its own mark.
const OTHERS: [(&str, &str); 3] = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];

/// Whether markup is a tag.
pub(in crate::model) fn is_tag(markup: &str) -> bool {
    !OTHERS.iter().any(|(start, _)| markup.starts_with(start))
}

/// The length of the markup that starts with `<`, at least 1; the quoted values of a tag may hold `>`.
pub(in crate::model) fn tag_length(text: &str) -> usize {
    for (start, end) in OTHERS {
        if text.starts_with(start) {
            return text.find(end).map_or(text.len(), |at| at + end.len());
        }
    }
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    text.len()
}

/// The number of `=` outside quoted values.
fn attributes(tag: &str) -> usize {
    let (mut quote, mut count) = (None, 0);
    for byte in tag.bytes() {
        match (quote, byte) {
            (None, b'=') => count += 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    count
}

/// The place where the parser stopped.
fn place(error: &Error, text: &str) -> Range<usize> {
    match error {
        Error::DtdDetected => {
            let start = text.find("<!DOCTYPE").unwrap_or(0);
            start..start + 1
        }
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            let end = text.trim_end().len();
            end..end
        }
        _ => offset(text, error.pos()),
    }
}

/// The byte at a line and column, both from 1.
fn offset(text: &str, TextPos { row, col }: TextPos) -> Range<usize> {
    let before = |count: u32| usize::try_from(count.saturating_sub(1)).unwrap_or(0);
    let lines = text.split_inclusive('\n');
    let line: usize = lines.take(before(row)).map(str::len).sum();
    let columns = text[line..].chars().take(before(col));
    let at = line + columns.map(char::len_utf8).sum::<usize>();
    at..at
}

/// The parser's words without the place, which is before them, and what to do.
fn words(error: &Error) -> (String, &'static str) {
    let help = "see www.w3.org/TR/xml for the syntax";
    match error {
        Error::DtdDetected | Error::UnknownEntityReference(..) => (
            "the file has a document type or entities of its own".to_owned(),
            "remove the <!DOCTYPE …> and write out what its entities stand for",
        ),
        Error::NodesLimitReached => (
            "the file has more than a million XML nodes".to_owned(),
            "no robot needs that many",
        ),
        Error::UnknownNamespace(prefix, _) => (
            format!("not XML: the prefix `{prefix}` is not declared"),
            "declare it in <robot>, like xmlns:xacro=\"…\", or remove it",
        ),
        other => {
            let mut message = format!("not XML: {other}");
            let place = format!(" at {}", other.pos());
            if let Some(at) = message.find(&place) {
                message.replace_range(at..at + place.len(), "");
            }
            (message, help)
        }
    }
}
