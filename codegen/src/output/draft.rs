//! A draft: a file of unpredictable name in the folder of its target, which takes the target's place when it is whole.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Contents on their way to a place; removed when they are dropped before they got there.
#[derive(Debug)]
pub struct Draft {
    file: NamedTempFile,
    place: PathBuf,
}

impl Draft {
    /// Writes contents into a new file beside the place. It has the permissions of the file that it will replace, or those of any new
    /// file; nobody else can have made it.
    ///
    /// # Errors
    /// Folders or a file that cannot be made or written.
    pub fn new(place: &Path, contents: &[u8]) -> io::Result<Self> {
        let folder = place.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut builder = Builder::new();
        builder.prefix(".denoc-").suffix(".tmp").rand_bytes(12);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(contents)?;
        if let Ok(replaced) = std::fs::metadata(place) {
            file.as_file().set_permissions(replaced.permissions())?;
        }
        Ok(Self {
            file,
            place: place.to_owned(),
        })
    }

    /// Moves the draft to its place.
    ///
    /// # Errors
    /// What stands there cannot be replaced.
    pub fn publish(self) -> io::Result<()> {
        let moved = self.file.persist(&self.place);
        moved.map(|_| ()).map_err(|error| error.error)
    }
}
