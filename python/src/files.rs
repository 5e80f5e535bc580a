//! Files that are written: those of others are replaced when that is asked for.

use std::io::{self, ErrorKind};
use std::path::Path;

use denoc_codegen::output::is_marked;
use pyo3::PyResult;
use pyo3::exceptions::{PyFileExistsError, PyOSError};

/// Refuses to replace a file that denoc did not write.
pub(crate) fn refuse_foreign(path: &Path, force: bool) -> PyResult<()> {
    if force {
        return Ok(());
    }
    let is_own = match std::fs::metadata(path) {
        // A device or a pipe has nothing to lose, and to read it may never end.
        Ok(there) if !there.is_file() => true,
        Ok(_) => std::fs::read(path)
            .is_ok_and(|bytes| bytes.is_empty() || is_marked(&String::from_utf8_lossy(&bytes))),
        Err(error) => error.kind() == ErrorKind::NotFound,
    };
    match is_own {
        true => Ok(()),
        false => Err(PyFileExistsError::new_err(format!(
            "{} was not written by denoc; force=True overwrites it",
            path.display()
        ))),
    }
}

/// Writes a file.
pub(crate) fn write(path: &Path, text: &str) -> PyResult<()> {
    let failed = |error: io::Error| PyOSError::new_err(format!("{}: {error}", path.display()));
    std::fs::write(path, text).map_err(failed)
}
