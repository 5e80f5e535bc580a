//! What stops a command, and how the user is told: every message is plain text and names `file:line:col`.

use std::io::Write;

use denoc_codegen::compile::CompileError;
use denoc_codegen::error::{Diagnostic, ModelError, Severity};
use denoc_codegen::model::Loaded;
use denoc_codegen::output::WriteError;
use denoc_codegen::simulate::SimulateError;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, ThemeCharacters};
use miette::{SourceSpan, ThemeStyles};

/// Exit status 1, and why.
pub(crate) enum Failure {
    /// Faults of a model.
    Model(ModelError),
    /// Everything else, in words.
    Told(String),
}

impl From<CompileError> for Failure {
    fn from(error: CompileError) -> Self {
        Self::Told(error.to_string())
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        Self::Told(error.to_string())
    }
}

impl From<SimulateError> for Failure {
    fn from(error: SimulateError) -> Self {
        Self::Told(error.to_string())
    }
}

impl Failure {
    /// Tells the user on stderr.
    pub(crate) fn tell(&self) {
        match self {
            Self::Model(ModelError(found)) => tell_diagnostics(found),
            Self::Told(message) => say(&format!("error: {message}\n")),
        }
    }
}

/// Tells what a person should know of a model.
pub(crate) fn tell(loaded: &Loaded) {
    tell_diagnostics(&loaded.notes);
    tell_diagnostics(&loaded.warnings);
}

/// Tells what a person should know.
pub(crate) fn warn(warnings: &[String]) {
    for warning in warnings {
        say(&format!("warning: {warning}\n"));
    }
}

/// To stderr; there is nobody to tell when that fails.
pub(crate) fn say(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Findings stand file by file. Texts are for the snippets only: a file that cannot be read has none.
fn tell_diagnostics(found: &[Diagnostic]) {
    for of_file in found.chunk_by(|a, b| a.path == b.path) {
        let text = std::fs::read_to_string(&of_file[0].path).unwrap_or_default();
        of_file.iter().for_each(|one| tell_diagnostic(one, &text));
    }
}

fn tell_diagnostic(diagnostic: &Diagnostic, text: &str) {
    let mut rendered = String::new();
    let handler = GraphicalReportHandler::new_themed(theme())
        .with_wrap_lines(false)
        .with_context_lines(1);
    match handler.render_report(&mut rendered, &Shown::new(diagnostic, text)) {
        Ok(()) => say(rendered.trim_start_matches('\n')),
        Err(_) => say(&format!("{diagnostic}\n")),
    }
}

/// Words in place of symbols, so that a message can be searched for and compared.
fn theme() -> GraphicalTheme {
    GraphicalTheme {
        characters: ThemeCharacters {
            error: "error:".into(),
            warning: "warning:".into(),
            advice: "note:".into(),
            ..ThemeCharacters::ascii()
        },
        styles: ThemeStyles::none(),
    }
}

/// A finding as miette wants it.
#[derive(Debug)]
struct Shown<'a> {
    diagnostic: &'a Diagnostic,
    source: Option<NamedSource<String>>,
}

impl<'a> Shown<'a> {
    fn new(diagnostic: &'a Diagnostic, text: &str) -> Self {
        let source = diagnostic
            .place
            .is_some()
            .then(|| NamedSource::new(&diagnostic.path, text.to_owned()));
        Self { diagnostic, source }
    }
}

impl std::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Diagnostic { path, message, .. } = self.diagnostic;
        match &self.diagnostic.place {
            Some(place) => write!(f, "{path}:{}:{}: {message}", place.line, place.column),
            None => write!(f, "{path}: {message}"),
        }
    }
}

impl std::error::Error for Shown<'_> {}

impl miette::Diagnostic for Shown<'_> {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn help(&self) -> Option<Box<dyn std::fmt::Display + '_>> {
        Some(Box::new(&self.diagnostic.help))
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.source.as_ref().map(|source| source as _)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let place = self.diagnostic.place.as_ref()?;
        // A fault that spans many lines is shown by its first.
        let length = place.span.len().min(place.text.len());
        let span = SourceSpan::new(place.span.start.into(), length);
        Some(Box::new(std::iter::once(LabeledSpan::underline(span))))
    }
}
