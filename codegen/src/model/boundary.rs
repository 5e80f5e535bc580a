//! Which files a model may name: regular ones, below its own folder or below one that the user allows. Links are followed before
//! the places are compared.

use std::io;
use std::path::{Path, PathBuf};

/// Why a file is not opened.
pub(crate) enum Refusal {
    /// It is not there, or not to be seen.
    Unreadable(io::Error),
    /// It is a folder.
    Folder,
    /// It is a device, a pipe or the like, which may never end.
    Irregular,
    /// It is outside of all folders.
    Outside,
}

/// The remedy for [`Refusal::Outside`].
pub(crate) const ALLOW: &str = "move it below the folder of the model, or allow its folder: `--allow-path DIR` of the command, `allow_path` of the \
     attribute and of build scripts";

/// The true path of a regular file at `path` below one of the folders.
pub(crate) fn admitted<'a>(
    path: &Path,
    folders: impl IntoIterator<Item = &'a Path>,
) -> Result<PathBuf, Refusal> {
    let place = path.canonicalize().map_err(Refusal::Unreadable)?;
    let is_below = |folder: &Path| {
        // The folder of a path without one is the current.
        let folder = if folder == Path::new("") {
            Path::new(".")
        } else {
            folder
        };
        folder
            .canonicalize()
            .is_ok_and(|folder| place.starts_with(folder))
    };
    if !folders.into_iter().any(is_below) {
        return Err(Refusal::Outside);
    }
    // Asked before it is opened: to open a pipe waits for a writer.
    let there = std::fs::metadata(&place).map_err(Refusal::Unreadable)?;
    match there.file_type() {
        kind if kind.is_file() => Ok(place),
        kind if kind.is_dir() => Err(Refusal::Folder),
        _ => Err(Refusal::Irregular),
    }
}
