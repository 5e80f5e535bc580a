//! Compiled mechanism → files. All are rendered before the first is written.

#[cfg(feature = "draft")]
mod draft;

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::compile::Compiled;
use crate::emit::{EMITTERS, Emitter, Printing};
use crate::parallel;

#[cfg(feature = "draft")]
pub use self::draft::Draft;
pub use crate::emit::scan::Misprint;
pub use crate::emit::{File, PrintError};

/// The files of a compiled mechanism by these emitters, in the order of [`EMITTERS`], each read back from its text. A file that two of them
/// have is there once.
///
/// # Errors
/// What [`Emitter::print`] reports; nothing is to be written.
pub fn render(
    compiled: &Compiled,
    emitters: &[&Emitter],
    printing: Printing,
) -> Result<Vec<File>, PrintError> {
    let wanted = |emitter: &Emitter| {
        let mut names = emitters.iter().map(|one| one.name);
        names.any(|name| name == emitter.name)
            && !emitters.iter().any(|one| emitter.is_part_of(one))
    };
    let emitters = EMITTERS.iter().copied().filter(|one| wanted(one));
    let emitters: Vec<&Emitter> = emitters.collect();
    let files = parallel::map(emitters, |emitter| emitter.print(compiled, printing));
    let files: Result<Vec<Vec<File>>, PrintError> = files.into_iter().collect();
    files.map(|files| files.concat())
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

/// Writes the files into a directory that is the caller's own, as `OUT_DIR` is a build script's: what is there is overwritten.
/// Directories that are missing are made. Returns the files' paths.
///
/// # Errors
/// The first path that cannot be written.
pub fn write(directory: &Path, files: &[File]) -> Result<Vec<PathBuf>, WriteError> {
    let written = files.iter().map(|file| {
        let path = directory.join(&file.name);
        let done = std::fs::create_dir_all(directory);
        match done.and_then(|()| std::fs::write(&path, &file.text)) {
            Ok(()) => Ok(path),
            Err(error) => Err(WriteError { path, error }),
        }
    });
    written.collect()
}

/// The lines among which the mark of a file is.
const LINES: usize = 24;

/// The mark of a manual page.
pub const MANUAL: &str = ".\\\" Generator: denoc ";

/// What denoc writes, each with a mark near its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Code.
    Code,
    /// A manual page.
    Manual,
    /// A page of HTML.
    Page,
    /// Search results.
    Search,
    /// XML: a picture, and an FMU, which starts with its description.
    Xml,
}

impl Kind {
    const ALL: [Self; 5] = [
        Self::Code,
        Self::Manual,
        Self::Page,
        Self::Search,
        Self::Xml,
    ];

    /// Whether a text has the mark: a line near its start, in the comments of its format.
    #[must_use]
    pub fn marks(self, text: &str) -> bool {
        text.lines().take(LINES).any(|line| self.marks_line(line))
    }

    fn marks_line(self, line: &str) -> bool {
        let mark = match self {
            Self::Code => {
                let comment = line.trim_start_matches(['/', '!', '*', ' ']);
                return comment.starts_with("Generator: denoc ");
            }
            Self::Manual => MANUAL,
            Self::Page => "<meta name=\"generator\" content=\"denoc ",
            Self::Search => "denoc search results, format ",
            Self::Xml => "<!-- Generator: denoc ",
        };
        line.starts_with(mark)
    }
}

/// Whether a text has the mark of anything that denoc writes.
#[must_use]
pub fn is_marked(text: &str) -> bool {
    Kind::ALL.iter().any(|kind| kind.marks(text))
}
