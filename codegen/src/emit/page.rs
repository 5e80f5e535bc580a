//! A page: text under construction, line by line.

use core::fmt::{Arguments, Write};

use super::layout::{Code, STEP};

/// Text with the indentation of its next line.
#[derive(Clone, Debug)]
pub(super) struct Page {
    text: String,
    indent: usize,
    /// Columns of a step of indentation.
    step: usize,
}

impl Default for Page {
    fn default() -> Self {
        Self::indented_by(STEP)
    }
}

impl Page {
    /// An empty page.
    pub(super) fn indented_by(step: usize) -> Self {
        Self {
            text: String::new(),
            indent: 0,
            step,
        }
    }

    /// The text.
    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// A line of plain text.
    pub(super) fn line(&mut self, line: Arguments<'_>) {
        self.indent();
        let _ = self.text.write_fmt(line); // writing to a String cannot fail
        self.text.push('\n');
    }

    /// Code on a line, or on several.
    pub(super) fn code(&mut self, code: impl Into<Code>) {
        self.indent();
        code.into().print(self.indent, 0, &mut self.text);
        self.text.push('\n');
    }

    /// An empty line.
    pub(super) fn gap(&mut self) {
        self.text.push('\n');
    }

    /// An empty line, unless a block or the page starts here.
    pub(super) fn apart(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("{\n") {
            self.text.push('\n');
        }
    }

    /// Lines of documentation.
    pub(super) fn docs(&mut self, lines: impl IntoIterator<Item = impl AsRef<str>>) {
        for line in lines {
            match line.as_ref().trim_end() {
                "" => self.line(format_args!("///")),
                line => self.line(format_args!("/// {line}")),
            }
        }
    }

    /// `head {`, what is printed one step further in, and `}`.
    pub(super) fn block(&mut self, head: impl Into<Code>, inside: impl FnOnce(&mut Self)) {
        self.code(head.into().then(" {"));
        self.inside(inside);
        self.line(format_args!("}}"));
    }

    /// The lines that are indented by one step.
    pub(super) fn inside(&mut self, inside: impl FnOnce(&mut Self)) {
        self.indent += self.step;
        inside(self);
        self.indent -= self.step;
    }

    fn indent(&mut self) {
        self.text.extend(core::iter::repeat_n(' ', self.indent));
    }
}
