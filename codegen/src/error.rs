//! Faults of a model file, each with its place, collected and reported at once.

use core::fmt;

use crate::name::visible_lines;

/// Whether a finding stops the compiler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// Nothing is generated.
    Error,
    /// Something a person should look at; the mechanism is compiled all the same.
    Warning,
    /// An explanation of how something was read.
    Note,
}

/// One finding in a model file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The fault: `body "elbow" has negative mass -1`.
    pub message: String,
    /// A proposal for a correction.
    pub help: String,
    /// The file, as the user named it.
    pub path: String,
    /// The place; `None` when the whole file is meant (missing, unreadable, empty).
    pub place: Option<Place>,
}

/// A place in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Byte range in the file.
    pub span: core::ops::Range<usize>,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The text of that line, of one longer than [`LONGEST_LINE`] a part around the place, [visible](crate::name::visible); `None` where it is
    /// not to be shown: the file is no model.
    pub text: Option<String>,
}

/// A value with its byte range in the file.
#[derive(Clone, Debug)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) at: core::ops::Range<usize>,
}

impl Place {
    /// The place of the byte range `span` in `source`.
    #[must_use]
    pub fn of(source: &str, span: core::ops::Range<usize>) -> Self {
        let mut start = span.start.min(source.len());
        while !source.is_char_boundary(start) {
            start -= 1;
        }
        let line_start = source[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = source[start..]
            .find('\n')
            .map_or(source.len(), |at| start + at);
        let line = source[line_start..line_end].trim_end_matches('\r');
        let before = source[line_start..start].chars().count();
        Self {
            line: source[..start].matches('\n').count() + 1,
            column: before + 1,
            text: Some(visible_lines(&part(line, before)).into_owned()),
            span,
        }
    }
}

/// The longest line of a model that is shown as a whole, in characters.
pub const LONGEST_LINE: usize = 300;

/// A line, or the part of a long one around its character `at`.
fn part(line: &str, at: usize) -> String {
    if line.chars().nth(LONGEST_LINE).is_none() {
        return line.to_owned();
    }
    let part = line.chars().skip(at.saturating_sub(LONGEST_LINE / 2));
    part.take(LONGEST_LINE).collect()
}

impl fmt::Display for Diagnostic {
    /// `models/a.toml:4:8: error: body "elbow" has negative mass -1`, the line, and the help.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        match &self.place {
            Some(place) => {
                writeln!(
                    f,
                    "{}:{}:{}: {severity}: {}",
                    self.path, place.line, place.column, self.message
                )?;
                if let Some(text) = &place.text {
                    writeln!(f, "    {text}")?;
                }
            }
            None => writeln!(f, "{}: {severity}: {}", self.path, self.message)?,
        }
        write!(f, "    help: {}", self.help)
    }
}

/// All faults of a file, at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelError(pub Vec<Diagnostic>);

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{diagnostic}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ModelError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_line_the_part_around_a_place_is_kept() {
        let line = format!("{}mass = -1 {}", "é".repeat(70_000), "x".repeat(1000));
        let at = line.find("mass").expect("a place");
        let place = Place::of(&line, at..at + 4);
        assert_eq!((place.line, place.column), (1, 70_001));
        let text = place.text.expect("a line");
        assert_eq!(text.chars().count(), 300);
        assert!(text.contains("mass = -1"), "{text}");
        let short = "mass = -1\r\n";
        let place = Place::of(short, 7..9);
        assert_eq!(place.text.as_deref(), Some("mass = -1"));
    }
}
