//! Failures of commands, and how they are reported: every message is plain text and names `file:line:col`.

use std::io::Write;
use std::path::Path;

use denoc_codegen::compile::CompileError;
use denoc_codegen::error::{Diagnostic, ModelError, Severity};
use denoc_codegen::model::Loaded;
use denoc_codegen::name::visible_lines;
use denoc_codegen::simulate::SimulateError;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, ThemeCharacters};
use miette::{SourceSpan, ThemeStyles};

use crate::style;

/// Exit status 1, and why.
pub(crate) enum Failure {
    /// Faults of a model.
    Model(ModelError),
    /// Everything else, in words.
    Message(String),
}

impl From<CompileError> for Failure {
    fn from(error: CompileError) -> Self {
        Self::Message(error.to_string())
    }
}

impl From<SimulateError> for Failure {
    fn from(error: SimulateError) -> Self {
        Self::Message(error.to_string())
    }
}

impl Failure {
    /// Prints the failure on stderr.
    pub(crate) fn report(&self) {
        match self {
            Self::Model(ModelError(found)) => report_diagnostics(found),
            Self::Message(message) => line("error", message),
        }
    }
}

/// Reports the warnings and notes of a model.
pub(crate) fn report(loaded: &Loaded) {
    report_diagnostics(&loaded.notes);
    report_diagnostics(&loaded.warnings);
}

/// Reports a note.
pub(crate) fn warn(warnings: &[String]) {
    for warning in warnings {
        line("warning", warning);
    }
}

/// One message on stderr: `error: …` or `warning: …`.
fn line(word: &str, message: &str) {
    say(&format!(
        "{} {}\n",
        style::word(word, style::on_stderr()),
        visible_lines(message)
    ));
}

/// To stderr; a failure to write is ignored.
pub(crate) fn say(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Findings are grouped by file. Texts are for the snippets only: a file that cannot be read has none.
fn report_diagnostics(found: &[Diagnostic]) {
    for of_file in found.chunk_by(|a, b| a.path == b.path) {
        let text = text(Path::new(&of_file[0].path));
        of_file.iter().for_each(|one| report_diagnostic(one, &text));
    }
}

/// The text of a regular file; nothing of what can be read once only.
fn text(path: &Path) -> String {
    let file = path.is_file().then(|| std::fs::read_to_string(path));
    file.and_then(Result::ok).unwrap_or_default()
}

/// With the lines of the model around it, unless something hides there: then by its own line, where nothing does.
fn report_diagnostic(diagnostic: &Diagnostic, text: &str) {
    let plain = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    if visible_lines(&plain) != plain {
        return say(&format!("{diagnostic}\n"));
    }
    match rendered(diagnostic, text, style::on_stderr()) {
        Ok(rendered) => say(rendered.trim_start_matches('\n')),
        Err(_) => say(&format!("{diagnostic}\n")),
    }
}

/// A finding with the lines it is about.
fn rendered(diagnostic: &Diagnostic, text: &str, colours: bool) -> Result<String, std::fmt::Error> {
    let mut rendered = String::new();
    GraphicalReportHandler::new_themed(theme(colours))
        .with_wrap_lines(false)
        .with_context_lines(1)
        .render_report(&mut rendered, &Shown::new(diagnostic, text))?;
    Ok(rendered)
}

/// Words in place of symbols, so that a message can be searched for and compared; with colours or without.
fn theme(colours: bool) -> GraphicalTheme {
    GraphicalTheme {
        characters: ThemeCharacters {
            error: "error:".into(),
            warning: "warning:".into(),
            advice: "note:".into(),
            ..ThemeCharacters::ascii()
        },
        styles: match colours {
            true => ThemeStyles::ansi(),
            false => ThemeStyles::none(),
        },
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
            .as_ref()
            .is_some_and(|place| place.text.is_some())
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
        let length = place.span.len().min(place.text.as_ref()?.len());
        let span = SourceSpan::new(place.span.start.into(), length);
        Some(Box::new(std::iter::once(LabeledSpan::underline(span))))
    }
}

#[cfg(test)]
mod tests {
    use denoc_codegen::error::Place;

    use super::*;

    /// Colours are the only difference.
    #[test]
    fn messages_say_the_same_with_and_without_colours() {
        let text = "name = \"arm\"\nmass = -1\n";
        let finding = |severity| Diagnostic {
            severity,
            message: "negative mass -1".into(),
            help: "mass is in kg and must be >= 0".into(),
            path: "arm.toml".into(),
            place: Some(Place::of(text, 20..22)),
        };
        for severity in [Severity::Error, Severity::Warning] {
            let [plain, coloured] = [false, true]
                .map(|colours| rendered(&finding(severity), text, colours).expect("a text"));
            assert!(coloured.contains('\u{1b}') && !plain.contains('\u{1b}'));
            assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
        }
        for word in ["error", "warning"] {
            let coloured = style::word(word, true);
            let stripped = anstream::adapter::strip_str(&coloured).to_string();
            assert_eq!(stripped, style::word(word, false));
        }
    }
}
