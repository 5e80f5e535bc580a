//! Prefixes that a file uses and does not declare: other tools' elements, which are read over.

use core::ops::Range;
use std::borrow::Cow;

use crate::model::faults::Faults;
use crate::model::xml::document::{is_tag, tag_length};

/// Prefixes that need no declaration, and the one that gets its own message.
const KNOWN: [&str; 3] = ["xml", "xmlns", "xacro"];

/// The text with `.` in place of `:` behind every prefix that is not declared, so that places stay what they are;
/// each such prefix is reported once. The text's first byte has the address `start`.
pub(super) fn declared<'t>(text: &'t str, start: usize, faults: &mut Faults) -> Cow<'t, str> {
    let found = names(text);
    let declared: Vec<&str> = (found.iter())
        .filter_map(|name| text[name.clone()].strip_prefix("xmlns:"))
        .collect();
    let mut reported: Vec<&str> = Vec::new();
    let mut changed: Option<Vec<u8>> = None;
    for name in found {
        let Some((prefix, _)) = text[name.clone()].split_once(':') else {
            continue;
        };
        if KNOWN.contains(&prefix) || declared.contains(&prefix) {
            continue;
        }
        if !reported.contains(&prefix) {
            reported.push(prefix);
            let at = start + name.start..start + name.end;
            let message =
                format!("the prefix `{prefix}` is not declared; what bears it is read over");
            faults.warning(
                &at,
                message,
                format!("declare it: <robot … xmlns:{prefix}=\"{prefix}\">"),
            );
        }
        let bytes = changed.get_or_insert_with(|| text.as_bytes().to_vec());
        bytes[name.start + prefix.len()] = b'.';
    }
    match changed.map(String::from_utf8) {
        Some(Ok(changed)) => changed.into(),
        _ => text.into(),
    }
}

/// The names of all elements and attributes, among other words.
fn names(text: &str) -> Vec<Range<usize>> {
    let mut names = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find('<') {
        let tag = at + found;
        let length = tag_length(&text[tag..]);
        if is_tag(&text[tag..tag + length]) {
            names_of_tag(text, tag + 1..tag + length, &mut names);
        }
        at = tag + length;
    }
    names
}

/// The words outside of quotes.
fn names_of_tag(text: &str, inside: Range<usize>, names: &mut Vec<Range<usize>>) {
    let (mut quote, mut word) = (None, inside.start);
    for at in inside {
        let byte = text.as_bytes()[at];
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => (quote, word) = (None, at + 1),
            (Some(_), _) => {}
            (None, b'/' | b'>' | b'=' | b'<' | b' ' | b'\t' | b'\r' | b'\n') => {
                names.push(word..at);
                word = at + 1;
            }
            (None, _) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_comments_and_of_values_are_no_names() {
        let text = "<?xml version=\"1.0\"?><robot a:b=\"c:d\"><!-- <x:y z:w=\"1\"/> --><![CDATA[ p:q ]]></robot>";
        let found = names(text).into_iter().map(|name| &text[name]);
        let with_prefix: Vec<&str> = found.filter(|name| name.contains(':')).collect();
        assert_eq!(with_prefix, ["a:b"]);
    }
}
