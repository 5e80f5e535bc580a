//! Files that are written: those of others are replaced when that is asked for, and a regular file appears whole or not at all.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use denoc_codegen::output::{Draft, is_marked};
use pyo3::exceptions::{PyFileExistsError, PyOSError};
use pyo3::{PyErr, PyResult};

/// Refuses to replace a file that denoc did not write.
pub(crate) fn refuse_foreign(path: &Path, force: bool) -> PyResult<()> {
    if force {
        return Ok(());
    }
    let is_own = match std::fs::metadata(path) {
        // A device or a pipe has nothing to lose, and to read it may never end.
        Ok(there) if !there.is_file() => true,
        Ok(_) => {
            let bytes = std::fs::read(path).map_err(|error| failed(path, &error))?;
            bytes.is_empty() || is_marked(&String::from_utf8_lossy(&bytes))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => true,
        Err(error) => return Err(failed(path, &error)),
    };
    match is_own {
        true => Ok(()),
        false => Err(PyFileExistsError::new_err(format!(
            "{} was not written by denoc; force=True overwrites it",
            path.display()
        ))),
    }
}

/// Writes texts to paths; folders that are missing are made.
pub(crate) fn write(files: &[(PathBuf, &str)]) -> PyResult<()> {
    let mut drafts = Vec::new();
    for (path, text) in files {
        if let Some(place) = regular(path) {
            let draft = Draft::new(&place, text.as_bytes());
            drafts.push((path, draft.map_err(|error| failed(path, &error))?));
        }
    }
    for (path, text) in files {
        if regular(path).is_none() {
            std::fs::write(path, text).map_err(|error| failed(path, &error))?;
        }
    }
    for (path, draft) in drafts {
        draft.publish().map_err(|error| failed(path, &error))?;
    }
    Ok(())
}

/// The place of a regular file, links followed, or of none yet; `None` for a device, a pipe, a folder or a link to nothing.
fn regular(path: &Path) -> Option<PathBuf> {
    match std::fs::metadata(path) {
        Ok(there) if there.is_file() => path.canonicalize().ok(),
        Ok(_) => None,
        Err(_) if path.is_symlink() => None,
        Err(_) => Some(path.to_owned()),
    }
}

fn failed(path: &Path, error: &io::Error) -> PyErr {
    PyOSError::new_err(format!("{}: {error}", path.display()))
}
