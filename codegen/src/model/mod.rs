//! text → RawModel → Mechanism. Nothing downstream sees an invalid model, and a user sees all faults of one at once.

pub mod angle;
mod check;
mod circle;
mod faults;
mod fixed;
pub mod name;
mod raw;
mod read;
pub mod rotation;
mod turns;

use std::io::Read;
use std::path::Path;

use sha2::{Digest, Sha256};

use self::faults::Faults;
use crate::error::{Diagnostic, ModelError};
use crate::mechanism::{Mechanism, Source};

/// The longest model file, in bytes.
const LONGEST: u64 = 16 << 20;

/// A model that was read without an error.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// What the model describes.
    pub mechanism: Mechanism,
    /// What a person should look at: snapped angles, impossible inertias.
    pub warnings: Vec<Diagnostic>,
    /// The text of the file.
    pub text: String,
}

/// Reads the TOML model at `path`.
///
/// # Errors
/// All faults of the file, each with its place; a file that cannot be read is one fault without a place.
pub fn load(path: &Path) -> Result<Loaded, ModelError> {
    load_as(path, &path.display().to_string())
}

/// [`load`], with the path that messages and provenance show.
///
/// # Errors
/// As [`load`].
pub fn load_as(path: &Path, shown: &str) -> Result<Loaded, ModelError> {
    let text = file_text(path).map_err(|(message, help)| {
        let mut faults = Faults::new(shown, "");
        faults.error_of_file(&message, help);
        faults.finish().err().unwrap_or(ModelError(Vec::new()))
    })?;
    parse(shown, &text)
}

/// Reads a TOML model from its text; `path` is for messages and provenance.
///
/// # Errors
/// All faults of the text, each with its place.
pub fn parse(path: &str, text: &str) -> Result<Loaded, ModelError> {
    let mut faults = Faults::new(path, text);
    let mechanism = if text.len() as u64 > LONGEST {
        faults.error_of_file(TOO_LONG.0, TOO_LONG.1);
        None
    } else {
        read::read(text, &mut faults).and_then(|raw| check::check(&raw, &mut faults))
    };
    let warnings = faults.finish()?;
    let mut mechanism = mechanism.ok_or(ModelError(Vec::new()))?;
    mechanism.source = Source {
        path: path.to_owned(),
        hash: hash(text.as_bytes()),
    };
    Ok(Loaded {
        mechanism,
        warnings,
        text: text.to_owned(),
    })
}

const TOO_LONG: (&str, &str) = (
    "the file is longer than 16 MiB",
    "a model of 512 bodies needs far less",
);

/// The text of a file, or what is wrong with it and what to do.
fn file_text(path: &Path) -> Result<String, (String, &'static str)> {
    let unreadable = |error: std::io::Error| {
        (
            format!("cannot read the file: {error}"),
            "give the path of a model file",
        )
    };
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err((
            "this is a directory".to_owned(),
            "give the path of a model file",
        ));
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(LONGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > LONGEST {
        return Err((TOO_LONG.0.to_owned(), TOO_LONG.1));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        (
            format!("the file is not UTF-8 from byte {at} on"),
            "save it as UTF-8 text",
        )
    })
}

/// The first 16 hexadecimal digits of the SHA-256 of `bytes`.
fn hash(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
