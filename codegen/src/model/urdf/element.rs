//! An element being read: hands out its children and attributes, and reports those that look mistyped.

use core::ops::Range;

use roxmltree::{Attribute, Node};

use super::reader::UrdfReader;
use crate::model::xml::document::opening;
use crate::model::xml::value::Text;
use crate::name::nearest;

/// An element of the document.
pub(super) struct Element<'a> {
    node: Node<'a, 'a>,
    /// Its name in messages: `joint "elbow"`, `<origin> of joint "elbow"`.
    pub(super) what: String,
}

/// The value of an attribute.
pub(super) struct AttributeText<'a> {
    pub(super) value: &'a str,
    /// Its place, without the quotes.
    pub(super) at: Range<usize>,
    /// Its name in messages: `` `xyz` of <origin> of joint "elbow" ``.
    pub(super) what: String,
}

impl AttributeText<'_> {
    /// What numbers are read from.
    pub(super) fn text(&self) -> Text<'_> {
        Text {
            value: self.value,
            at: &self.at,
            what: &self.what,
        }
    }
}

impl<'a> Element<'a> {
    /// The element `node`; its opening tag is reported with its name: `joint "elbow"`.
    pub(super) fn new(node: Node<'a, 'a>) -> Self {
        let tag = node.tag_name().name();
        let what = match node.attribute("name") {
            Some(name) => format!("{tag} \"{}\"", name.chars().take(60).collect::<String>()),
            None => format!("a <{tag}>"),
        };
        Self { node, what }
    }

    /// The children that are elements without a prefix, whatever their names.
    pub(super) fn children(&self) -> impl Iterator<Item = Node<'a, 'a>> + use<'a> {
        let plain = |node: &Node| {
            let text = node.document().input_text();
            node.is_element() && text[opening(node)][1..] == *node.tag_name().name()
        };
        self.node.children().filter(plain)
    }

    /// The place of the opening tag.
    pub(super) fn at(&self, reader: &UrdfReader) -> Range<usize> {
        reader.address(opening(&self.node))
    }

    /// The child `<tag>`, if there is one; a second one is reported.
    pub(super) fn child(&self, tag: &str, reader: &mut UrdfReader) -> Option<Self> {
        let mut children = self.children().filter(|node| node.tag_name().name() == tag);
        let first = children.next()?;
        if let Some(second) = children.next() {
            let message = format!("{} has two <{tag}>", self.what);
            let at = reader.address(opening(&second));
            reader.faults.error(&at, message, "keep one of them");
        }
        Some(Self {
            node: first,
            what: format!("<{tag}> of {}", self.what),
        })
    }

    /// The child `<tag>` that must be there; `example` is what to write.
    pub(super) fn require_child(
        &self,
        tag: &str,
        example: &str,
        reader: &mut UrdfReader,
    ) -> Option<Self> {
        let child = self.child(tag, reader);
        if child.is_none() {
            let message = format!("{} has no <{tag}>", self.what);
            let at = self.at(reader);
            reader.faults.error(&at, message, format!("add {example}"));
        }
        child
    }

    /// The attribute `name`, if there is one.
    pub(super) fn attribute(&self, name: &str, reader: &UrdfReader) -> Option<AttributeText<'a>> {
        let attribute = self.node.attribute_node(name)?;
        Some(AttributeText {
            value: attribute.value(),
            at: reader.address(attribute.range_value()),
            what: format!("`{name}` of {}", self.what),
        })
    }

    /// The attribute `name` that must be there; `example` is what to write.
    pub(super) fn require(
        &self,
        name: &str,
        example: &str,
        reader: &mut UrdfReader,
    ) -> Option<AttributeText<'a>> {
        let attribute = self.attribute(name, reader);
        if attribute.is_none() {
            let message = format!("{} has no `{name}`", self.what);
            let at = self.at(reader);
            reader.faults.error(&at, message, format!("add {example}"));
        }
        attribute
    }

    /// Warns of children and attributes that are none of the known ones but look like one: other tools' extensions are
    /// welcome, a mistyped `<inertal>` is not.
    pub(super) fn report_mistyped(
        &self,
        tags: &[&str],
        attributes: &[&str],
        reader: &mut UrdfReader,
    ) {
        for child in self.children() {
            let name = child.tag_name().name();
            if let Some(near) = mistyped(name, tags) {
                let message = format!("unknown <{name}> in {} is ignored", self.what);
                let at = reader.address(opening(&child));
                let help = format!("did you mean <{near}>?");
                reader.faults.warning(&at, message, help);
            }
        }
        let plain = |attribute: &Attribute| attribute.namespace().is_none();
        for attribute in self.node.attributes().filter(plain) {
            if let Some(near) = mistyped(attribute.name(), attributes) {
                let message = format!("unknown `{}` in {} is ignored", attribute.name(), self.what);
                let at = reader.address(attribute.range_qname());
                let help = format!("did you mean `{near}`?");
                reader.faults.warning(&at, message, help);
            }
        }
    }
}

/// The known name that an unknown one is near to.
fn mistyped<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    if known.contains(&name) {
        return None;
    }
    nearest(name, known.iter().copied())
}
