//! A file of a model: read whole, with a limit.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::Reading;
use crate::name::hexadecimal;

/// The longest model file, in bytes.
const LONGEST: u64 = 16 << 20;

/// The message for a longer one, with the remedy.
pub(crate) const TOO_LONG: Unreadable = Unreadable {
    message: std::borrow::Cow::Borrowed("the file is longer than 16 MiB"),
    help: "a model of 512 bodies needs far less",
};

/// A file that was read for a model.
#[derive(Clone, Debug)]
pub struct ModelFile {
    /// Its path.
    pub path: PathBuf,
    /// The path that messages and provenance show.
    pub shown: String,
    /// Its text.
    pub text: Arc<str>,
}

/// Why a file cannot be read, and what to do.
pub(crate) struct Unreadable {
    pub(crate) message: std::borrow::Cow<'static, str>,
    pub(crate) help: &'static str,
}

impl ModelFile {
    /// Reads a file of UTF-8 text.
    pub(crate) fn read(path: &Path, shown: &str) -> Result<Self, Unreadable> {
        Ok(Self {
            path: path.to_owned(),
            shown: shown.to_owned(),
            text: text(path)?.into(),
        })
    }

    /// Reads the file that this one names by a path relative to itself.
    pub(crate) fn read_beside(&self, relative: &str) -> Result<Self, Unreadable> {
        let sibling = |of: &Path| of.parent().unwrap_or(Path::new("")).join(relative);
        let shown = sibling(Path::new(&self.shown));
        Self::read(&sibling(&self.path), &shown.display().to_string())
    }

    /// Whether the text is longer than a model may be.
    pub(crate) fn is_too_long(&self) -> bool {
        self.text.len() as u64 > LONGEST
    }
}

fn text(path: &Path) -> Result<String, Unreadable> {
    let unreadable = |error: std::io::Error| Unreadable {
        message: format!("cannot read the file: {error}").into(),
        help: "give the path of a model file",
    };
    if std::fs::metadata(path).map_err(unreadable)?.is_dir() {
        return Err(Unreadable {
            message: "this is a directory".into(),
            help: "give the path of a model file",
        });
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(LONGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > LONGEST {
        return Err(TOO_LONG);
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Unreadable {
            message: format!("the file is not UTF-8 from byte {at} on").into(),
            help: "save it as UTF-8 text",
        }
    })
}

/// The SHA-256, in hexadecimal digits, of the texts of `files`, each after its length in bytes, and of what else decides how they
/// are read.
pub(crate) fn hash(files: &[ModelFile], reading: &Reading) -> String {
    let mut digest = Sha256::new();
    for file in files {
        digest.update((file.text.len() as u64).to_le_bytes());
        digest.update(file.text.as_bytes());
    }
    digest.update(reading.to_string());
    hexadecimal(&digest.finalize())
}
