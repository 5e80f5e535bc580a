//! Compiled mechanism → files. All are rendered before the first is written, and each appears whole or not at all.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::compile::Compiled;
use crate::emit::{EMITTERS, Emitter, Printing};

pub use crate::emit::File;

/// The files of a compiled mechanism by these emitters, in the order of [`EMITTERS`].
#[must_use]
pub fn render(compiled: &Compiled, emitters: &[&Emitter], printing: Printing) -> Vec<File> {
    let wanted = |emitter: &Emitter| emitters.iter().any(|one| one.name == emitter.name);
    EMITTERS
        .iter()
        .filter(|emitter| wanted(emitter))
        .flat_map(|emitter| emitter.print(compiled, printing))
        .collect()
}

/// A file that could not be written.
#[derive(Debug)]
pub struct WriteError {
    /// Which.
    pub path: PathBuf,
    /// Why.
    pub error: io::Error,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: cannot write: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for WriteError {}

/// Writes the files into a directory; directories that are missing are made. Returns the files' paths.
///
/// Each is written beside its place and moved there, after all of them have been written.
///
/// # Errors
/// The first path that cannot be written; files that were there before are intact.
pub fn write(directory: &Path, files: &[File]) -> Result<Vec<PathBuf>, WriteError> {
    let mut staged = Drafts(Vec::new());
    for file in files {
        let path = directory.join(&file.name);
        let failed = |error| WriteError {
            path: path.clone(),
            error,
        };
        // Reported before anything is moved, so that a set of files is not left half new.
        if path.is_dir() {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(failed)?;
        }
        let draft = draft_of(&path);
        staged.0.push((draft.clone(), path.clone()));
        std::fs::write(&draft, &file.text).map_err(failed)?;
    }
    let mut written = Vec::new();
    for (draft, path) in &staged.0 {
        std::fs::rename(draft, path).map_err(|error| WriteError {
            path: path.clone(),
            error,
        })?;
        written.push(path.clone());
    }
    Ok(written)
}

/// A hidden file beside a path.
fn draft_of(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

/// Drafts and the places they go to; drafts are removed when writing ends early.
struct Drafts(Vec<(PathBuf, PathBuf)>);

impl Drop for Drafts {
    fn drop(&mut self) {
        for (draft, _) in &self.0 {
            // After success there is nothing left to remove.
            let _ = std::fs::remove_file(draft);
        }
    }
}
