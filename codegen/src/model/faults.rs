//! The error collector: every fault of a file with its place, told at once.

use core::ops::Range;

use crate::error::{Diagnostic, ModelError, Place, Severity};

/// Findings beyond this number are counted, not shown.
const SHOWN: usize = 100;

/// Collects the findings of one file.
pub(crate) struct Faults<'a> {
    path: &'a str,
    text: &'a str,
    found: Vec<Diagnostic>,
    errors: usize,
    hidden: usize,
}

impl<'a> Faults<'a> {
    /// An empty collector for the file `path` with the contents `text`.
    pub(crate) fn new(path: &'a str, text: &'a str) -> Self {
        Self {
            path,
            text,
            found: Vec::new(),
            errors: 0,
            hidden: 0,
        }
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
        self.found.push(Diagnostic {
            severity,
            message,
            help,
            path: self.path.to_owned(),
            place: at.map(|span| Place::of(self.text, span.clone())),
        });
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

    /// The warnings, or all findings when one is an error; in the order of the file.
    pub(crate) fn finish(mut self) -> Result<Vec<Diagnostic>, ModelError> {
        (self.found).sort_by_key(|d| d.place.as_ref().map(|place| place.span.start));
        if self.hidden > 0 {
            self.found.push(Diagnostic {
                severity: if self.errors > 0 {
                    Severity::Error
                } else {
                    Severity::Warning
                },
                message: format!("{} more findings are not shown", self.hidden),
                help: "mend the first ones".to_owned(),
                path: self.path.to_owned(),
                place: None,
            });
        }
        if self.errors > 0 {
            Err(ModelError(self.found))
        } else {
            Ok(self.found)
        }
    }
}
