//! `equivalent.toml`: mutants that no test can tell from the original, or none should, each with the reason. They are matched by what
//! they change and not by lines.

use std::fs;
use std::path::Path;

use miette::{IntoDiagnostic, Result, WrapErr, ensure};
use serde::Deserialize;

use crate::mutant::Mutant;

/// A mutant that is explained.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Explained {
    /// Relative to the root of the project.
    pub(crate) file: String,
    /// The function, after its type if it has one.
    pub(crate) function: String,
    /// What is replaced, in one line.
    pub(crate) original: String,
    /// What is there instead; empty for a statement.
    pub(crate) mutated: String,
    /// How many of the same texts are before it in the function.
    #[serde(default)]
    pub(crate) occurrence: usize,
    /// Why no test fails.
    pub(crate) reason: String,
}

#[derive(Deserialize)]
struct List {
    #[serde(default)]
    mutant: Vec<Explained>,
}

impl Explained {
    /// Whether it is this mutant.
    pub(crate) fn is(&self, mutant: &Mutant) -> bool {
        let Mutant {
            file,
            function,
            original,
            mutated,
            occurrence,
            ..
        } = mutant;
        self.file == *file
            && self.function == *function
            && self.original == *original
            && self.mutated == *mutated
            && self.occurrence == *occurrence
    }
}

/// The mutants of a list.
///
/// # Errors
/// When the file cannot be read, or is no such list.
pub(crate) fn explained(path: &Path) -> Result<Vec<Explained>> {
    let text = fs::read_to_string(path).into_diagnostic();
    let list: Result<List> = text.and_then(|text| toml::from_str(&text).into_diagnostic());
    let list = list.wrap_err_with(|| path.display().to_string())?.mutant;
    for one in &list {
        let (file, original) = (&one.file, &one.original);
        ensure!(!one.reason.is_empty(), "{file}: {original} has no reason");
    }
    Ok(list)
}
