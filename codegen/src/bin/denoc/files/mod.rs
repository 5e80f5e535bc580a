//! Files of a command: paths → targets → drafts → files. Every target is examined before the first file is written, and a regular
//! file appears whole or not at all.
//!
//! What is no regular file (a device, a pipe) is opened and written, never replaced, and before regular files get to their places. A regular
//! file that denoc did not write in the same format is replaced on `--force` alone. A link is followed and kept: what it points to is what is written.

mod mark;
mod target;

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;

pub(crate) use self::mark::Format;
use self::target::Target;
use crate::failure::{Failure, say};
use denoc_codegen::name::visible_path;
use denoc_codegen::output::Draft;

/// Which files may be replaced.
#[derive(Args, Clone, Copy)]
pub(crate) struct Overwriting {
    /// Replace files that denoc did not write
    #[arg(long)]
    force: bool,
}

/// The text of a file, its format, and its path, as the user names it.
pub(crate) struct Output {
    pub(crate) path: PathBuf,
    pub(crate) format: Format,
    pub(crate) text: String,
}

/// What was written.
pub(crate) struct Written {
    /// The files; stdout is none.
    pub(crate) paths: Vec<PathBuf>,
    /// What is for stdout.
    stdout: Option<String>,
}

impl Written {
    /// The text for stdout: the `summary`, or the file that goes there; the summary is then on stderr.
    pub(crate) fn or_summary(self, summary: String) -> String {
        match self.stdout {
            Some(text) => {
                say(&summary);
                text
            }
            None => summary,
        }
    }
}

impl Overwriting {
    /// Whether files may be written at these paths, for what takes long before it writes.
    ///
    /// # Errors
    /// Files that are not to be replaced; a directory; two paths of one file.
    pub(crate) fn check(self, paths: &[(&Path, Format)]) -> Result<(), Failure> {
        self.targets(paths).map(|_| ())
    }

    /// Writes the files; directories that are missing are made.
    ///
    /// # Errors
    /// As [`Self::check`], before anything is written; a path that cannot be written.
    pub(crate) fn write(self, files: Vec<Output>) -> Result<Written, Failure> {
        let paths = files.iter().map(|file| (file.path.as_path(), file.format));
        let targets = self.targets(&paths.collect::<Vec<_>>())?;
        let mut drafts = Vec::new();
        for (file, target) in files.iter().zip(&targets) {
            if let Target::Regular(place) = target {
                let draft = Draft::new(place, file.text.as_bytes());
                drafts.push((file, draft.map_err(|error| failed(&file.path, &error))?));
            }
        }
        for (file, target) in files.iter().zip(&targets) {
            if let Target::Stream(place) = target {
                stream(place, &file.text).map_err(|error| failed(&file.path, &error))?;
            }
        }
        for (file, draft) in drafts {
            draft
                .publish()
                .map_err(|error| failed(&file.path, &error))?;
        }
        let mut written = Written {
            paths: Vec::new(),
            stdout: None,
        };
        for (file, target) in files.into_iter().zip(targets) {
            match target {
                Target::Stdout => written.stdout = Some(file.text),
                Target::Stream(_) | Target::Regular(_) => written.paths.push(file.path),
            }
        }
        Ok(written)
    }

    /// Writes a file that is no text. It is no use on a terminal, and so does not go to stdout or another stream.
    ///
    /// # Errors
    /// As [`Self::write`]; a path that is no regular file.
    pub(crate) fn write_bytes(
        self,
        path: &Path,
        format: Format,
        bytes: &[u8],
    ) -> Result<(), Failure> {
        for target in self.targets(&[(path, format)])? {
            let Target::Regular(place) = target else {
                return Err(Failure::Message(format!(
                    "{}: this is no regular file, and what would be written is no text; write the name of a file",
                    visible_path(path)
                )));
            };
            let draft = Draft::new(&place, bytes);
            let written = draft.and_then(Draft::publish);
            written.map_err(|error| failed(path, &error))?;
        }
        Ok(())
    }

    /// Where the paths lead, if all of them may be written.
    fn targets(self, paths: &[(&Path, Format)]) -> Result<Vec<Target>, Failure> {
        let mut targets = Vec::new();
        let mut foreign = Vec::new();
        for &(path, format) in paths {
            let target = Target::of(path).map_err(|error| failed(path, &error))?;
            if targets.contains(&target) {
                let message = format!(
                    "two outputs both name {}; write two names",
                    visible_path(path)
                );
                return Err(Failure::Message(message));
            }
            if !self.force && target.is_foreign(format) {
                foreign.push(visible_path(path));
            }
            targets.push(target);
        }
        match foreign.as_slice() {
            [] => Ok(targets),
            [one] => Err(Failure::Message(format!(
                "{one}: this file was not written by denoc in this format and is kept; write another name or directory, or add --force to replace it"
            ))),
            several => Err(Failure::Message(format!(
                "{}: these files were not written by denoc in this format and are kept; write another name or directory, or add --force to replace them",
                several.join(", ")
            ))),
        }
    }
}

/// Writes to what is no regular file. A reader that has gone away is no failure, as for stdout.
fn stream(place: &Path, text: &str) -> io::Result<()> {
    // What stands behind a descriptor may be a file with text before this one.
    let mut stream = std::fs::OpenOptions::new().append(true).open(place)?;
    match stream.write_all(text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::Message(format!("{}: cannot write: {error}", visible_path(path)))
}
