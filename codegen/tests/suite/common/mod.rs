//! Models, sound and at fault, in any language: what reading them says.

pub(crate) mod filter;

use denoc_codegen::error::{Diagnostic, ModelError, Severity};
use denoc_codegen::model::{self, Loaded};
use proptest::prelude::*;

/// The upper triangle of a square matrix, row by row.
pub(crate) fn upper_triangle(matrix: &[f64]) -> Vec<f64> {
    let n = matrix.len().isqrt();
    let rows = matrix.chunks(n.max(1)).enumerate();
    rows.flat_map(|(i, row)| row[i..].to_vec()).collect()
}

/// A body on a revolute joint, as text.
pub(crate) fn on_revolute(name: &str, parent: &str, driven: bool) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\n\
         joint = {{ type = \"revolute\", axis = [0, 0.6, 0.8], driven = {driven} }}\n\
         placement = {{ xyz = [0.3, 0.1, 0.2], rpy = [0.4, 0, 0.3] }}\nmass = 2.0\ncom = [0.1, 0.2, 0.3]\n\
         inertia = {{ xx = 0.1, yy = 0.2, zz = 0.15, xy = 0.01 }}\n"
    )
}

/// Reads a model that must be good.
#[track_caller]
pub(crate) fn good(path: &str, text: &str) -> Loaded {
    model::parse(path, text).unwrap_or_else(|error| panic!("{error}"))
}

/// Reads a model that must be refused: `line:column` (empty without a place) and message of its errors.
#[track_caller]
pub(crate) fn errors(path: &str, text: &str) -> Vec<(String, String)> {
    match model::parse(path, text) {
        Ok(_) => panic!("no fault in\n{text}"),
        Err(ModelError(found)) => reported(&found, Severity::Error),
    }
}

/// `line:column` and message of the findings of one severity; each says what to do.
#[track_caller]
pub(crate) fn reported(found: &[Diagnostic], severity: Severity) -> Vec<(String, String)> {
    (found.iter())
        .filter(|found| found.severity == severity)
        .inspect(|found| assert!(!found.help.is_empty(), "{found}"))
        .map(|found| {
            let place = found.place.as_ref();
            let at = place.map_or(String::new(), |place| {
                format!("{}:{}", place.line, place.column)
            });
            (at, found.message.clone())
        })
        .collect()
}

/// A change of a text: where, of which kind, and what is written.
pub(crate) type Edit = (prop::sample::Index, u8, String);

/// A few changes.
pub(crate) fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = (any::<prop::sample::Index>(), 0_u8..4, "[ -~\n]{0,3}");
    prop::collection::vec(edit, 1..8)
}

/// Reads a changed text: whatever it says, there is no panic and no error without words.
pub(crate) fn survives(path: &str, text: &str, edits: Vec<Edit>) -> Result<(), TestCaseError> {
    let mut text = text.to_owned();
    for (at, kind, insert) in edits {
        let at = at.index(text.len());
        match kind {
            0 => {
                text.remove(at);
            }
            1 => text.insert_str(at, &insert),
            2 => text.replace_range(at..=at, &insert),
            _ => text.truncate(at + 1),
        }
        if text.is_empty() {
            break;
        }
    }
    if let Err(error) = model::parse(path, &text) {
        prop_assert!(!error.0.is_empty());
        prop_assert!(!error.to_string().is_empty());
    }
    Ok(())
}
