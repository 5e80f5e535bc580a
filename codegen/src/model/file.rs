//! A file of a model: read whole, with a limit.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::Reading;
use super::boundary::{ALLOW, Refusal, admitted};
use crate::name::{hexadecimal, visible, visible_path};

/// The longest model file, in bytes.
pub const LONGEST: u64 = 16 << 20;

/// The message for a longer one, with the remedy.
pub(crate) const TOO_LONG: Unreadable = Unreadable {
    message: std::borrow::Cow::Borrowed("the file is longer than 16 MiB"),
    help: "a model of 4096 bodies needs far less",
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
            shown: visible(shown).into_owned(),
            text: text(path)?.into(),
        })
    }

    /// Reads the file that this one names by a path relative to itself: a regular one, below its own folder or one of those that
    /// are allowed.
    pub(crate) fn read_beside(
        &self,
        relative: &str,
        allowed: &[PathBuf],
    ) -> Result<Self, Unreadable> {
        let folder = |of: &Path| of.parent().unwrap_or(Path::new("")).to_owned();
        let own = folder(&self.path);
        let path = own.join(relative);
        let folders = allowed.iter().chain([&own]);
        let place = admitted(&path, folders.map(PathBuf::as_path)).map_err(Unreadable::from)?;
        let shown = folder(Path::new(&self.shown)).join(relative);
        Ok(Self {
            text: text(&place)?.into(),
            shown: visible_path(&shown),
            path,
        })
    }

    /// Whether the text is longer than a model may be.
    pub(crate) fn is_too_long(&self) -> bool {
        self.text.len() as u64 > LONGEST
    }
}

impl From<std::io::Error> for Unreadable {
    fn from(error: std::io::Error) -> Self {
        Self {
            message: format!("cannot read the file: {error}").into(),
            help: PATH,
        }
    }
}

/// Of a file that another one names.
impl From<Refusal> for Unreadable {
    fn from(refusal: Refusal) -> Self {
        const RELATIVE: &str = "the path is relative to this file";
        let (message, help) = match refusal {
            Refusal::Unreadable(error) => {
                (format!("cannot read the file: {error}").into(), RELATIVE)
            }
            Refusal::Folder => ("this is a directory".into(), RELATIVE),
            Refusal::Irregular => (
                "this is no regular file".into(),
                "name a file: devices and pipes are not read",
            ),
            Refusal::Outside => ("the file is outside of the model's folder".into(), ALLOW),
        };
        Self { message, help }
    }
}

/// The remedy for a path that is no file.
const PATH: &str = "give the path of a model file";

fn text(path: &Path) -> Result<String, Unreadable> {
    if std::fs::metadata(path)?.is_dir() {
        return Err(Unreadable {
            message: "this is a directory".into(),
            help: PATH,
        });
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path)?;
    file.take(LONGEST + 1).read_to_end(&mut bytes)?;
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
pub(crate) fn hash<'f>(files: impl Iterator<Item = &'f ModelFile>, reading: &Reading) -> String {
    let mut digest = Sha256::new();
    for file in files {
        digest.update((file.text.len() as u64).to_le_bytes());
        digest.update(file.text.as_bytes());
    }
    digest.update(reading.to_string());
    hexadecimal(&digest.finalize())
}
