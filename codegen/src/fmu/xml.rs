//! Elements of XML, an element a line.

use core::fmt::Write;

use crate::name::element_text;

/// A text of nested elements.
#[derive(Default)]
pub(super) struct Xml {
    text: String,
    depth: usize,
}

impl Xml {
    /// A text whose first element follows a comment; the comment has no two dashes in a row.
    pub(super) fn new(comment: &str) -> Self {
        Self {
            text: format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- {comment} -->\n"),
            depth: 0,
        }
    }

    /// An element without others in it.
    pub(super) fn element(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.start(name, attributes, "/>");
    }

    /// An element with others in it.
    pub(super) fn parent(
        &mut self,
        name: &str,
        attributes: &[(&str, &str)],
        inside: impl FnOnce(&mut Self),
    ) {
        self.start(name, attributes, ">");
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        let indent = self.indent();
        let _ = writeln!(self.text, "{indent}</{name}>");
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    fn start(&mut self, name: &str, attributes: &[(&str, &str)], end: &str) {
        let indent = self.indent();
        let attributes: String = attributes
            .iter()
            .map(|(name, value)| format!(" {name}=\"{}\"", escaped(value)))
            .collect();
        let _ = writeln!(self.text, "{indent}<{name}{attributes}{end}");
    }

    fn indent(&self) -> String {
        "  ".repeat(self.depth)
    }
}

/// A text as the value of an attribute.
fn escaped(text: &str) -> String {
    element_text(text).replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_cannot_end_their_attribute() {
        let mut xml = Xml::new("a test");
        xml.parent("a", &[("b", "\"<&>'\u{1}\u{202e}ü")], |xml| {
            xml.element("c", &[])
        });
        let text = xml.into_text();
        assert!(
            text.ends_with("<a b=\"&quot;&lt;&amp;&gt;'\\u{1}\\u{202e}ü\">\n  <c/>\n</a>\n"),
            "{text}"
        );
        roxmltree::Document::parse(&text).expect("XML");
    }
}
