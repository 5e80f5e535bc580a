//! Failures of commands, and how they are reported: every message is plain text and names `file:line:col`.

use std::io::Write;
use std::path::Path;

use denoc_codegen::compile::CompileError;
use denoc_codegen::error::{Diagnostic, LONGEST_LINE, ModelError, Severity};
use denoc_codegen::model::{LONGEST, Loaded};
use denoc_codegen::name::visible_lines;
use denoc_codegen::simulate::SimulateError;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, ThemeCharacters};
use miette::{SourceSpan, ThemeStyles};

use crate::{style, text};

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
        let text = contents(Path::new(&of_file[0].path));
        of_file.iter().for_each(|one| report_diagnostic(one, &text));
    }
}

/// The text of a regular file; nothing of what can be read once only.
fn contents(path: &Path) -> String {
    let file = path.is_file().then(|| text::read(path, LONGEST));
    file.and_then(Result::ok).unwrap_or_default()
}

/// With the lines of the model around it, unless something hides there, or one of them is long: then by a part of its own line, in which
/// nothing hides.
fn report_diagnostic(diagnostic: &Diagnostic, text: &str) {
    let plain = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    if visible_lines(&plain) != plain || !is_short(diagnostic, text) {
        return say(&format!("{diagnostic}\n"));
    }
    match rendered(diagnostic, text, style::on_stderr()) {
        Ok(rendered) => say(rendered.trim_start_matches('\n')),
        Err(_) => say(&format!("{diagnostic}\n")),
    }
}

/// Whether the lines of a finding, with those above and below, are short enough to be shown.
fn is_short(diagnostic: &Diagnostic, text: &str) -> bool {
    let above = diagnostic
        .place
        .as_ref()
        .map_or(0, |place| place.line.saturating_sub(2));
    let mut lines = text.lines().skip(above).take(3);
    lines.all(|line| line.chars().nth(LONGEST_LINE).is_none())
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
        let rest = self.source.as_ref()?.inner().get(place.span.start..);
        let line = rest.and_then(|rest| rest.lines().next());
        let length = place.span.len().min(line.map_or(0, str::len));
        let span = SourceSpan::new(place.span.start.into(), length);
        Some(Box::new(std::iter::once(LabeledSpan::underline(span))))
    }
}

#[cfg(test)]
mod tests {
    use denoc_codegen::error::Place;

    use super::*;

    /// The lines of a finding can be too long for what lays them out; shorter ones are of no use to a reader.
    #[test]
    fn long_lines_are_not_shown() {
        let of = |text: &str, at: usize| {
            let place = Some(Place::of(text, at..at + 1));
            let finding = Diagnostic {
                severity: Severity::Error,
                message: "a fault".into(),
                help: "mend it".into(),
                path: "arm.toml".into(),
                place,
            };
            is_short(&finding, text)
        };
        let long = "ü".repeat(301);
        let short = &long[..600];
        assert!(of(short, 0));
        for text in [
            format!("{long}\nmass = 1\n"),
            format!("\nmass = 1\n{long}\n"),
        ] {
            assert!(!of(&text, text.find("mass").expect("a place")));
        }
        let far = format!("{long}\n\nmass = 1\n\n{long}\n");
        assert!(of(&far, far.find("mass").expect("a place")));
    }

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
