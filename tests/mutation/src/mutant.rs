//! A mutant: a place of a source text and what is there instead.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What kind of text a mutant replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Kind {
    /// An expression by one of the same type.
    Expression,
    /// A statement by none.
    Statement,
}

/// One change of one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Mutant {
    /// A digest of file, function, original and mutated text, and of which occurrence in the function it is: it outlives changes elsewhere.
    pub(crate) id: String,
    /// The folder it counts for.
    pub(crate) folder: String,
    /// Relative to the root of the project.
    pub(crate) file: String,
    /// The function, after its type if it has one.
    pub(crate) function: String,
    /// From 1.
    pub(crate) line: usize,
    /// What is replaced, in one line.
    pub(crate) original: String,
    /// What is there instead, in one line; empty for a statement.
    pub(crate) mutated: String,
    /// How many of the same texts are before it in the function.
    pub(crate) occurrence: usize,
    /// Bytes of the file that are replaced.
    pub(crate) place: Range<usize>,
    /// What is compiled instead.
    pub(crate) code: String,
    /// What is replaced.
    pub(crate) kind: Kind,
}

impl Mutant {
    /// The id of the fields that describe it.
    pub(crate) fn identity(&self) -> String {
        let occurrence = self.occurrence.to_string();
        let (original, mutated) = (&self.original, &self.mutated);
        digest(&[&self.file, &self.function, original, mutated, &occurrence])
    }

    /// What a line of `equivalent.toml` needs, after the id.
    pub(crate) fn line(&self) -> String {
        let Self {
            id,
            function,
            occurrence,
            ..
        } = self;
        let what = self.described();
        format!("{id}: {what} (in {function}, {occurrence})\n")
    }

    /// `file:line: original → mutated`.
    pub(crate) fn described(&self) -> String {
        let mutated = match self.mutated.as_str() {
            "" => "nothing",
            text => text,
        };
        let Self {
            file,
            line,
            original,
            ..
        } = self;
        format!("{file}:{line}: {original} → {mutated}")
    }
}

/// A digest of texts.
pub(crate) fn digest(texts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update(text.len().to_le_bytes());
        hash.update(text);
    }
    short(hash)
}

/// The first 64 bits of a digest, hexadecimal.
pub(crate) fn short(hash: Sha256) -> String {
    let bytes = hash.finalize();
    bytes[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// A text in one line, with single spaces.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
