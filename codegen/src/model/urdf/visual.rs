//! `<visual>`: what a robot looks like. Physics needs none of it, so that it is read apart, and only when it is drawn.
//!
//! A shape that cannot be read is left out: the file was checked when the model was read, and nothing is computed here.

use roxmltree::{Document, Node};

use crate::model::faults::Faults;
use crate::model::file::ModelFile;
use crate::model::xml::document;

/// The appearance of a link.
#[derive(Clone, PartialEq, Debug)]
pub struct Visual {
    /// Name of the link.
    pub link: String,
    /// Position in the link's frame, m.
    pub xyz: [f64; 3],
    /// Roll, pitch and yaw against the link's frame, rad.
    pub rpy: [f64; 3],
    /// Red, green, blue and opacity, 0 to 1; `None`: that of the mesh, if any.
    pub colour: Option<[f64; 4]>,
    /// Its geometry.
    pub shape: Geometry,
}

/// The shape of a visual, about its own origin; the axis of a cylinder is z.
#[derive(Clone, PartialEq, Debug)]
pub enum Geometry {
    /// Lengths of the edges, m.
    Box([f64; 3]),
    /// m.
    Cylinder {
        /// m.
        radius: f64,
        /// m.
        length: f64,
    },
    /// Radius, m.
    Sphere(f64),
    /// Half the lengths of its axes, m.
    Ellipsoid([f64; 3]),
    /// A file, as the URDF names it.
    Mesh {
        /// `package://NAME/path`, `file://path` or a path.
        file: String,
        /// By how much it is stretched along its axes.
        scale: [f64; 3],
    },
}

/// The visuals of a URDF, link by link in the order of the file.
pub(in crate::model) fn visuals(file: &ModelFile) -> Vec<Visual> {
    // Faults were reported when the model was read.
    let mut faults = Faults::new(file.clone());
    let Some(document) = document::parse(&file.text, 0, document::ROBOT, &mut faults) else {
        return Vec::new();
    };
    let links = elements(document.root_element(), "link");
    links.flat_map(|link| of_link(&document, link)).collect()
}

fn of_link(document: &Document, link: Node) -> Vec<Visual> {
    let Some(name) = link.attribute("name") else {
        return Vec::new();
    };
    let visual = |visual: Node| {
        let origin = child(visual, "origin");
        let vector = |key| origin.and_then(|origin| numbers(origin, key));
        Some(Visual {
            link: name.to_owned(),
            xyz: vector("xyz").unwrap_or_default(),
            rpy: vector("rpy").unwrap_or_default(),
            colour: child(visual, "material").and_then(|material| colour(document, material)),
            shape: shape(child(visual, "geometry")?)?,
        })
    };
    elements(link, "visual").filter_map(visual).collect()
}

fn shape(geometry: Node) -> Option<Geometry> {
    let node = geometry.children().find(Node::is_element)?;
    let positive = |key| numbers::<1>(node, key).map(|[x]| x).filter(|x| *x > 0.0);
    match node.tag_name().name() {
        "box" => numbers(node, "size").map(Geometry::Box),
        "sphere" => positive("radius").map(Geometry::Sphere),
        "cylinder" | "capsule" => Some(Geometry::Cylinder {
            radius: positive("radius")?,
            length: positive("length")?,
        }),
        "mesh" => Some(Geometry::Mesh {
            file: node.attribute("filename")?.trim().to_owned(),
            scale: numbers(node, "scale").unwrap_or([1.0; 3]),
        }),
        _ => None,
    }
}

/// The colour of a material: its own, or that of the robot's material of the same name.
fn colour(document: &Document, material: Node) -> Option<[f64; 4]> {
    let own = |material| numbers(child(material, "color")?, "rgba");
    own(material).or_else(|| {
        let name = material.attribute("name")?;
        // Some files define a material where a link uses it first.
        let mut named = document
            .descendants()
            .filter(|node| node.has_tag_name("material") && node.attribute("name") == Some(name));
        named.find_map(own)
    })
}

/// The children of an element by their tag.
fn elements<'a>(node: Node<'a, 'a>, tag: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(move |child| child.has_tag_name(tag))
}

fn child<'a>(node: Node<'a, 'a>, tag: &'static str) -> Option<Node<'a, 'a>> {
    elements(node, tag).next()
}

/// `N` finite numbers with blanks between them.
fn numbers<const N: usize>(node: Node, key: &str) -> Option<[f64; N]> {
    let words = node.attribute(key)?.split_ascii_whitespace();
    let read: Vec<f64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let numbers: [f64; N] = read.try_into().ok()?;
    numbers.iter().all(|x| x.is_finite()).then_some(numbers)
}
