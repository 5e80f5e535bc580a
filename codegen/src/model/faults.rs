//! The error collector: every fault of a model with its place, told at once.

use core::ops::Range;

use super::file::{File, Unreadable};
use crate::error::{Diagnostic, ModelError, Place, Severity};

/// Findings beyond this number are counted, not shown.
const SHOWN: usize = 100;

/// Collects the findings of a model's files. Places are byte ranges in one address space, in which the files lie one
/// behind the other: a place tells its file.
pub(crate) struct Faults {
    files: Vec<Opened>,
    found: Vec<Diagnostic>,
    errors: usize,
    hidden: usize,
}

/// A file with the address of its first byte.
struct Opened {
    start: usize,
    file: File,
}

impl Faults {
    /// An empty collector for a model that starts with `file`, whose first byte has the address 0.
    pub(crate) fn new(file: File) -> Self {
        Self {
            files: vec![Opened { start: 0, file }],
            found: Vec::new(),
            errors: 0,
            hidden: 0,
        }
    }

    /// Reads the file that the model's first file names by a path relative to itself: the address of its first byte,
    /// and the file.
    pub(crate) fn open(&mut self, relative: &str) -> Result<(usize, File), Unreadable> {
        let file = self.files[0].file.read_beside(relative)?;
        let end = |opened: &Opened| opened.start + opened.file.text.len() + 1;
        let start = self.files.last().map_or(0, end);
        self.files.push(Opened {
            start,
            file: file.clone(),
        });
        Ok((start, file))
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
            message,
            help,
            path,
            place,
        });
    }

    /// A place as messages show it: `models/a.toml:4:8`.
    pub(crate) fn shown(&self, at: &Range<usize>) -> String {
        let (file, place) = self.locate(at);
        format!("{}:{}:{}", file.shown, place.line, place.column)
    }

    fn locate(&self, at: &Range<usize>) -> (&File, Place) {
        let behind = self.files.partition_point(|file| file.start <= at.start);
        let Opened { start, file } = &self.files[behind - 1];
        let place = Place::of(&file.text, at.start - start..at.end - start);
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

    /// The warnings and the files, or all findings when one is an error; in the order of the files.
    pub(crate) fn finish(mut self) -> Result<(Vec<Diagnostic>, Vec<File>), ModelError> {
        let files: Vec<File> = self.files.into_iter().map(|opened| opened.file).collect();
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
        if self.errors > 0 {
            Err(ModelError(self.found))
        } else {
            Ok((self.found, files))
        }
    }
}
