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
            faults.error(&at, message, "see toml.io for the syntax");
            None
        }
    }
}

/// Whether a text has a line for one of the keys that every mode file has. It need not be TOML.
pub(in crate::model) fn names_modes(text: &str) -> bool {
    let keys = ["nodes", "shapes", "stiffness"];
    text.lines().any(|line| {
        let key = line.split('=').next().unwrap_or_default();
        line.contains('=') && keys.contains(&key.trim())
    })
}
