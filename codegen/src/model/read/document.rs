//! text → TOML document, with one clear message when it is none.

use toml::de::DeTable;

use crate::model::faults::Faults;

/// Parses a document. The first syntax error is the only one reported: what follows it is guesswork.
pub(super) fn parse<'a>(text: &'a str, faults: &mut Faults) -> Option<DeTable<'a>> {
    let content = text.strip_prefix('\u{feff}').unwrap_or(text);
    if content.trim().is_empty() {
        faults.error_of_file(
            "the file is empty",
            "write a model: docs/model-format.md has examples",
        );
        return None;
    }
    match DeTable::parse(text) {
        Ok(document) => Some(document.into_inner()),
        Err(error) => {
            let at = error.span().unwrap_or(text.len()..text.len());
            let message = format!("not TOML: {}", error.message());
            faults.error_of_syntax(&at, message, "see toml.io for the syntax", is_begun(text));
            None
        }
    }
}

/// Whether a text that is no document was to be a mode file: it has a line for one of the keys that every one has.
fn is_begun(text: &str) -> bool {
    let keys = ["nodes", "shapes", "stiffness"];
    text.lines().any(|line| {
        let key = line.split('=').next().unwrap_or_default();
        line.contains('=') && keys.contains(&key.trim())
    })
}
