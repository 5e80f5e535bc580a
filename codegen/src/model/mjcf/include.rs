//! Text → one tree, in which what the included files hold stands in place of their `<include>`s.
//!
//! A path is relative to the model's main file, however deep the `<include>` is, as in MuJoCo; and a file is included once at most, so
//! that there are no cycles.

use core::ops::Range;
use std::path::PathBuf;

use roxmltree::Node;

use super::element::{Attribute, Element, short};
use crate::model::faults::Faults;
use crate::model::file::ModelFile;
use crate::model::xml::document::{self, opening};

/// The deepest nesting of elements: all that follows descends as deep.
const DEEPEST: usize = 300;

/// The most bytes of all files together.
const LONGEST: usize = 16 << 20;

/// What to do with a file that is empty.
const MISSING: &str = "write <mujoco> … </mujoco>, or give another file";

/// The tree of a model whose main file has its first byte at the address `start`; `None` after a fault.
pub(super) fn tree(main: &ModelFile, start: usize, faults: &mut Faults) -> Option<Element> {
    let mut files = Files {
        main,
        entered: vec![identity(main)],
        known: vec![identity(main)],
        bytes: main.text.len(),
        faults,
    };
    let sound = !files.faults.any_error();
    let document = document::parse(&main.text, start, MISSING, files.faults)?;
    let root = files.element(document.root_element(), start, 0);
    (!sound || !files.faults.any_error()).then_some(root)
}

/// What distinguishes a file from others, however its path is written.
fn identity(file: &ModelFile) -> PathBuf {
    let there = file.path.canonicalize();
    there.unwrap_or_else(|_| file.path.clone())
}

/// The files of a model as they are read.
struct Files<'f> {
    main: &'f ModelFile,
    /// Those inside of which the reader is, the main one first.
    entered: Vec<PathBuf>,
    /// All that were read.
    known: Vec<PathBuf>,
    /// Their length.
    bytes: usize,
    faults: &'f mut Faults,
}

impl Files<'_> {
    /// An element and all that is in it; the first byte of its file has the address `start`.
    fn element(&mut self, node: Node, start: usize, depth: usize) -> Element {
        let address = |at: Range<usize>| start + at.start..start + at.end;
        let attributes = node.attributes().filter(|one| one.namespace().is_none());
        let attributes = attributes.map(|one| Attribute {
            name: one.name().to_owned(),
            value: one.value().to_owned(),
            name_at: address(one.range_qname()),
            at: address(one.range_value()),
            inherited: false,
        });
        let mut element = Element {
            tag: node.tag_name().name().to_owned(),
            at: address(opening(&node)),
            attributes: attributes.collect(),
            children: Vec::new(),
        };
        element.children = self.children(node, start, depth + 1);
        element
    }

    fn children(&mut self, node: Node, start: usize, depth: usize) -> Vec<Element> {
        let mut children = Vec::new();
        for child in node.children().filter(Node::is_element) {
            if depth > DEEPEST {
                let at = opening(&child);
                let message = format!("elements are nested more than {DEEPEST} deep");
                let at = start + at.start..start + at.end;
                (self.faults).error(
                    &at,
                    message,
                    "a longer chain of bodies can be written as a URDF or in TOML",
                );
                break;
            }
            if child.tag_name().name() == "include" {
                children.extend(self.included(child, start, depth));
            } else {
                children.push(self.element(child, start, depth));
            }
        }
        children
    }

    /// What the root element of an included file holds; nothing after a fault.
    fn included(&mut self, node: Node, start: usize, depth: usize) -> Vec<Element> {
        let Some(name) = node.attribute_node("file") else {
            let at = opening(&node);
            let at = start + at.start..start + at.end;
            let message = "an <include> has no `file`".to_owned();
            self.faults.error(&at, message, "add file=\"arm.xml\"");
            return Vec::new();
        };
        let (path, at) = (name.value().trim(), name.range_value());
        let at = start + at.start..start + at.end;
        let Some((first, file)) = self.open(path, &at) else {
            return Vec::new();
        };
        let identity = identity(&file);
        self.known.push(identity.clone());
        let Some(document) = document::parse(&file.text, first, MISSING, self.faults) else {
            return Vec::new();
        };
        self.entered.push(identity);
        let children = self.children(document.root_element(), first, depth);
        self.entered.pop();
        children
    }

    /// The address of a file's first byte, and the file; `None` when it cannot be included, which is reported.
    fn open(&mut self, path: &str, at: &Range<usize>) -> Option<(usize, ModelFile)> {
        let what = format!("the included file \"{}\"", short(path));
        let (first, file) = match self.faults.open_beside(self.main, path) {
            Ok(opened) => opened,
            Err(why) => {
                let message = format!("{what}: {}", why.message);
                self.faults.error(at, message, why.help);
                return None;
            }
        };
        let identity = identity(&file);
        let (message, help) = if self.entered.contains(&identity) {
            (
                format!("{what} includes itself"),
                "remove this <include>, which closes the cycle",
            )
        } else if self.known.contains(&identity) {
            (
                format!("{what} was included before"),
                "include it once: its elements would have their names twice",
            )
        } else if self.bytes + file.text.len() > LONGEST {
            (
                format!("with {what} the model is longer than 16 MiB"),
                "a model of 4096 bodies needs far less",
            )
        } else {
            self.bytes += file.text.len();
            return Some((first, file));
        };
        self.faults.error(at, message, help);
        None
    }
}
