//! The error collector: every fault of a model with its place, reported at once.

use core::ops::Range;
use std::path::{Path, PathBuf};

use super::Snap;
use super::file::{ModelFile, Unreadable};
use super::read::names_modes;
use super::xml;
use crate::error::{Diagnostic, ModelError, Place, Severity};
use crate::name::visible;

/// Findings beyond this number are counted, not shown.
const SHOWN: usize = 100;

/// Collects the findings of a model's files. Places are byte ranges in one address space, in which the files lie one
/// behind the other: a place determines its file.
pub(crate) struct Faults {
    files: Vec<Opened>,
    /// Where files may lie that the first one names, besides its own folder.
    allowed: Vec<PathBuf>,
    /// The address from which places count.
    start: usize,
    found: Vec<Diagnostic>,
    errors: usize,
    hidden: usize,
    coarse: Option<(Diagnostic, Snap)>,
}

/// The findings in the files of a model without errors.
pub(crate) struct Findings {
    pub(crate) warnings: Vec<Diagnostic>,
    pub(crate) notes: Vec<Diagnostic>,
    /// The warning of angles in few digits.
    pub(crate) coarse: Option<CoarseAngles>,
    pub(crate) files: Vec<ModelFile>,
}

/// Angles that are quarter turns in few digits, read as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoarseAngles {
    /// The warning about them, by its index in [`super::Loaded::warnings`].
    pub warning: usize,
    /// The setting that reads them as quarter turns.
    pub snap: Snap,
}

/// A file with the address of its first byte.
struct Opened {
    start: usize,
    file: ModelFile,
    /// Whether messages show its lines. The first file is what the user gives; one that it names may be anything, a list of secrets too,
    /// unless it begins as a part of a model.
    has_lines: bool,
}

/// The root elements of the documents that are read.
const ROOTS: [&str; 3] = ["robot", "mujoco", "mujocoinclude"];

/// Whether a text was to be a part of a model: a URDF, an MJCF or what one includes, or a mode file. It need not be well-formed.
fn is_begun(text: &str) -> bool {
    let content = text.trim_start_matches('\u{feff}').trim_start();
    match content.starts_with('<') {
        true => xml::root(content).is_some_and(|root| ROOTS.contains(&root)),
        false => names_modes(content),
    }
}

impl Faults {
    /// An empty collector for a model that starts with `file`, whose first byte has the address 0.
    pub(crate) fn new(file: ModelFile) -> Self {
        Self {
            files: vec![Opened {
                start: 0,
                file,
                has_lines: true,
            }],
            allowed: Vec::new(),
            start: 0,
            found: Vec::new(),
            errors: 0,
            hidden: 0,
            coarse: None,
        }
    }

    /// Files that the first one names may also lie below these folders.
    pub(crate) fn allowing(mut self, folders: &[PathBuf]) -> Self {
        self.allowed = folders.to_vec();
        self
    }

    /// Reads the file that the model's first file names by a path relative to itself: the address of its first byte,
    /// and the file. A file that was read before is the same again.
    pub(crate) fn open(&mut self, relative: &str) -> Result<(usize, ModelFile), Unreadable> {
        let file = self.files[0].file.read_beside(relative, &self.allowed)?;
        Ok(self.add(file))
    }

    /// As [`Faults::open`], for a path relative to a file that was opened; below its folder or that of the first file.
    pub(crate) fn open_beside(
        &mut self,
        file: &ModelFile,
        relative: &str,
    ) -> Result<(usize, ModelFile), Unreadable> {
        let first = self.files[0].file.path.parent();
        let mut allowed = self.allowed.clone();
        allowed.extend(first.map(Path::to_owned));
        let read = file.read_beside(relative, &allowed)?;
        Ok(self.add(read))
    }

    /// The address of the first byte of a file, which is added unless it was read before; then it is the same again.
    fn add(&mut self, file: ModelFile) -> (usize, ModelFile) {
        if let Some(known) = self.files.iter().find(|known| known.file.path == file.path) {
            return (known.start, known.file.clone());
        }
        let end = |opened: &Opened| opened.start + opened.file.text.len() + 1;
        let start = self.files.last().map_or(0, end);
        self.files.push(Opened {
            start,
            has_lines: is_begun(&file.text),
            file: file.clone(),
        });
        (start, file)
    }

    /// Makes places count from the address `start` on, that of a file's first byte; returns from where they counted before.
    pub(crate) fn count_from(&mut self, start: usize) -> usize {
        core::mem::replace(&mut self.start, start)
    }

    /// An error at the byte range `at`.
    pub(crate) fn error(&mut self, at: &Range<usize>, message: String, help: impl Into<String>) {
        self.errors += 1;
        self.push(Severity::Error, Some(at), message, help.into());
    }

    /// An error of the file as a whole.
    pub(crate) fn error_of_file(&mut self, message: &str, help: &str) {
        self.errors += 1;
        self.push(Severity::Error, None, message.to_owned(), help.to_owned());
    }

    /// A warning at the byte range `at`.
    pub(crate) fn warning(&mut self, at: &Range<usize>, message: String, help: impl Into<String>) {
        self.push(Severity::Warning, Some(at), message, help.into());
    }

    /// A note at the byte range `at`.
    pub(crate) fn note(&mut self, at: &Range<usize>, message: String, help: impl Into<String>) {
        self.push(Severity::Note, Some(at), message, help.into());
    }

    /// The warning of angles in few digits, which `snap` makes quarter turns.
    pub(crate) fn coarse(&mut self, at: &Range<usize>, message: String, snap: Snap) {
        let help = format!(
            "`snap = {snap}` (`--snap {snap}`) makes them exact, which saves operations; `snap = 0` says that they are meant as \
             written"
        );
        let full = self.is_full();
        self.push(Severity::Warning, Some(at), message, help);
        if let Some(reported) = self.found.last().filter(|_| !full) {
            self.coarse = Some((reported.clone(), snap));
        }
    }

    fn push(
        &mut self,
        severity: Severity,
        at: Option<&Range<usize>>,
        message: String,
        help: String,
    ) {
        if self.is_full() {
            self.hidden += 1;
            return;
        }
        let (path, place) = match at {
            Some(at) => {
                let (file, place) = self.locate(at);
                (file.shown.clone(), Some(place))
            }
            None => (self.files[0].file.shown.clone(), None),
        };
        self.found.push(Diagnostic {
            severity,
            message: visible(&message).into_owned(),
            help: visible(&help).into_owned(),
            path,
            place,
        });
    }

    /// The files that were read, in their order.
    pub(crate) fn files(&self) -> impl Iterator<Item = &ModelFile> {
        self.files.iter().map(|opened| &opened.file)
    }

    /// A place as messages show it: `models/a.toml:4:8`.
    pub(crate) fn shown(&self, at: &Range<usize>) -> String {
        let (file, place) = self.locate(at);
        format!("{}:{}:{}", file.shown, place.line, place.column)
    }

    fn locate(&self, at: &Range<usize>) -> (&ModelFile, Place) {
        let at = self.start + at.start..self.start + at.end;
        let behind = self.files.partition_point(|file| file.start <= at.start);
        let opened = &self.files[behind - 1];
        let (start, file) = (opened.start, &opened.file);
        let mut place = Place::of(&file.text, at.start - start..at.end - start);
        if !opened.has_lines {
            place.text = None;
        }
        (file, place)
    }

    /// Whether further findings are only counted: then their wording need not be made.
    pub(crate) fn is_full(&self) -> bool {
        self.found.len() >= SHOWN
    }

    /// Counts an error that is not shown.
    pub(crate) fn hide_error(&mut self) {
        self.errors += 1;
        self.hidden += 1;
    }

    /// Whether an error was found.
    pub(crate) fn any_error(&self) -> bool {
        self.errors > 0
    }

    /// The findings of the files, or all errors and warnings when one is an error; in the order of the files.
    pub(crate) fn finish(mut self) -> Result<Findings, ModelError> {
        let files: Vec<ModelFile> = self.files.into_iter().map(|opened| opened.file).collect();
        let rank = |path: &str| files.iter().position(|file| file.shown == path);
        (self.found).sort_by_key(|d| (rank(&d.path), d.place.as_ref().map(|p| p.span.start)));
        if self.hidden > 0 {
            self.found.push(Diagnostic {
                severity: if self.errors > 0 {
                    Severity::Error
                } else {
                    Severity::Warning
                },
                message: format!("{} more findings are not shown", self.hidden),
                help: "mend the first ones".to_owned(),
                path: files[0].shown.clone(),
                place: None,
            });
        }
        let is_note = |found: &Diagnostic| found.severity == Severity::Note;
        let (notes, rest): (Vec<_>, Vec<_>) = self.found.into_iter().partition(is_note);
        if self.errors > 0 {
            return Err(ModelError(rest));
        }
        let coarse = self.coarse.and_then(|(reported, snap)| {
            let warning = rest.iter().position(|one| *one == reported)?;
            Some(CoarseAngles { warning, snap })
        });
        Ok(Findings {
            warnings: rest,
            notes,
            coarse,
            files,
        })
    }
}
