//! An element of the tree that the files of a model make, with the places of all that is in it.

use core::ops::Range;

/// An element. Places are addresses: they say which file they are in.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub(super) tag: String,
    /// Its opening tag, up to its name.
    pub(super) at: Range<usize>,
    pub(super) attributes: Vec<Attribute>,
    pub(super) children: Vec<Element>,
}

/// An attribute of an element.
#[derive(Clone, Debug)]
pub(super) struct Attribute {
    pub(super) name: String,
    pub(super) value: String,
    /// The place of the name.
    pub(super) name_at: Range<usize>,
    /// The place of the value, without the quotes.
    pub(super) at: Range<usize>,
    /// Whether a default class gives it, not the element itself.
    pub(super) inherited: bool,
}

impl Element {
    /// Its name in messages: `joint "elbow"`, `a <geom>`.
    pub(super) fn what(&self) -> String {
        match self.attribute("name") {
            Some(name) => format!("{} \"{}\"", self.tag, short(&name.value)),
            None => format!("a <{}>", self.tag),
        }
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|one| one.name == name)
    }

    /// The children of a name.
    pub(super) fn elements<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = &'a Self> {
        self.children.iter().filter(move |child| child.tag == tag)
    }

    /// The element with what `class` gives where it says nothing itself. Of the ways to write an orientation it takes none from the
    /// class if it has one of its own.
    pub(super) fn with(&self, class: &[Attribute]) -> Self {
        let mut whole = self.clone();
        let turned = self.attributes.iter().any(|own| is_orientation(&own.name));
        for given in class {
            let hidden = turned && is_orientation(&given.name);
            if self.attribute(&given.name).is_none() && !hidden {
                whole.attributes.push(Attribute {
                    inherited: true,
                    ..given.clone()
                });
            }
        }
        whole
    }
}

/// The ways to write an orientation, of which an element has one at most.
pub(super) const ORIENTATIONS: [&str; 5] = ["quat", "axisangle", "xyaxes", "zaxis", "euler"];

pub(super) fn is_orientation(attribute: &str) -> bool {
    ORIENTATIONS.contains(&attribute)
}

/// The beginning of a name, for messages.
pub(super) fn short(name: &str) -> String {
    name.chars().take(60).collect()
}
