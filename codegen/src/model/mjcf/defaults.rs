//! `<default>`: classes of values that elements take where they say nothing themselves.
//!
//! A class starts from what the class around it gives, whatever the order in which that is written.

use super::element::{Attribute, Element, short};
use super::reader::MjcfReader;
use crate::name::nearest;

/// The class of elements that no other is said of.
pub(super) const MAIN: usize = 0;

/// The classes; the first is `main`.
#[derive(Clone, Debug)]
pub(super) struct Defaults(Vec<Class>);

/// A class.
#[derive(Clone, Debug)]
struct Class {
    name: String,
    /// For every tag what it gives.
    given: Vec<(String, Vec<Attribute>)>,
}

impl Default for Defaults {
    fn default() -> Self {
        let main = Class {
            name: "main".to_owned(),
            given: Vec::new(),
        };
        Self(vec![main])
    }
}

impl Class {
    fn of(&self, tag: &str) -> &[Attribute] {
        let found = self.given.iter().find(|(known, _)| known == tag);
        found.map_or(&[], |(_, attributes)| attributes)
    }

    /// Takes over what an element says.
    fn set(&mut self, element: &Element) {
        let whole = element.with(self.of(&element.tag));
        self.given.retain(|(tag, _)| *tag != element.tag);
        self.given.push((element.tag.clone(), whole.attributes));
    }
}

/// Reads all `<default>`s of a model.
pub(super) fn read(root: &Element, reader: &mut MjcfReader) {
    for element in root.elements("default") {
        if let Some(class) = (element.attribute("class")).filter(|class| class.value != "main") {
            let message = "the outermost <default> is the class \"main\"".to_owned();
            let help = "put a <default class=\"…\"> inside of a <default>";
            reader.faults.error(&class.at, message, help);
        }
        gather(element, MAIN, reader);
    }
}

/// What an element says is of the class `own`, and so are the classes inside.
fn gather(element: &Element, own: usize, reader: &mut MjcfReader) {
    for child in element
        .children
        .iter()
        .filter(|child| child.tag != "default")
    {
        if let Some(class) = child.attribute("class") {
            let message = format!("<{}> of a <default> refers to a class", child.tag);
            let help =
                "remove its `class`: a class takes what is not said from the <default> around it";
            reader.faults.error(&class.at, message, help);
            continue;
        }
        reader.defaults.0[own].set(child);
    }
    for child in element.elements("default") {
        let Some(name) = child
            .attribute("class")
            .filter(|name| !name.value.is_empty())
        else {
            let message = "a <default> inside of another has no `class`".to_owned();
            reader.error(child, message, "add class=\"arm\"");
            continue;
        };
        if reader
            .defaults
            .0
            .iter()
            .any(|class| class.name == name.value)
        {
            let message = format!("the class \"{}\" is defined twice", short(&name.value));
            let help = "give each class a name of its own; a class cannot be inside of itself";
            reader.faults.error(&name.at, message, help);
            continue;
        }
        let class = Class {
            name: name.value.clone(),
            ..reader.defaults.0[own].clone()
        };
        reader.defaults.0.push(class);
        gather(child, reader.defaults.0.len() - 1, reader);
    }
}

impl MjcfReader<'_> {
    /// The class that an attribute of an element names, or else `outer`.
    pub(super) fn class(&mut self, element: &Element, key: &str, outer: usize) -> usize {
        let Some(named) = element.attribute(key) else {
            return outer;
        };
        let names = self.defaults.0.iter().map(|class| class.name.as_str());
        if let Some(found) = names.clone().position(|name| name == named.value) {
            return found;
        }
        let message = format!("no <default> has the class \"{}\"", short(&named.value));
        let help = match nearest(&named.value, names) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "add it to <default>, or remove the name".to_owned(),
        };
        self.faults.error(&named.at, message, help);
        outer
    }

    /// An element with what its class gives to elements called `tag`.
    pub(super) fn whole(&mut self, element: &Element, tag: &str, outer: usize) -> Element {
        let class = self.class(element, "class", outer);
        element.with(self.defaults.0[class].of(tag))
    }
}
