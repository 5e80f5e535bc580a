//! URDF → RawModel: the XML tree walked by hand, so that all its faults are reported at once, each with its place.
//!
//! Links become bodies, joints what carries them; transmissions and what belongs to simulators is not read. Shapes and
//! materials are read apart, for those who draw.

mod element;
mod joint;
mod limit;
mod link;
mod origin;
mod prefix;
mod reader;
mod root;
#[cfg(test)]
mod tests;
mod tips;
mod tree;
#[cfg(feature = "view")]
mod visual;

use roxmltree::Document;

use self::element::Element;
use self::reader::UrdfReader;
#[cfg(feature = "view")]
pub(super) use self::visual::visuals;
#[cfg(feature = "view")]
pub use self::visual::{Geometry, Visual};
use super::faults::Faults;
use super::literal::Literals;
use super::raw::{At, Description, ModelFormat, RawBody, RawFrame, RawModel};
use super::xml::document;
use super::{Base, MOST_BODIES, Reading, Snap};

/// The elements of a robot that URDF knows.
const CHILDREN: [&str; 5] = ["link", "joint", "material", "transmission", "gazebo"];

/// How the user wants a file to be read; the default is for a bare URDF.
pub(super) struct Settings {
    /// Which angles are taken for the multiple of π that they are near to.
    pub(super) snap: Option<Snap>,
    /// Whether mimic joints follow the joints they name.
    pub(super) mimic: bool,
    /// Whether damping and friction act; `None`: no, and a note says how to get them.
    pub(super) dynamics: Option<bool>,
    /// How the root link is carried; `None`: it is fixed, and a note says how to get it moving.
    pub(super) base: Option<Base>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            snap: None,
            mimic: true,
            dynamics: None,
            base: None,
        }
    }
}

/// A robot as written.
pub(super) struct Robot {
    pub(super) name: At<String>,
    /// The root first, depth-first, children by the names of their joints.
    pub(super) bodies: Vec<RawBody>,
    /// One at every leaf link that a joint moves.
    pub(super) tips: Vec<RawFrame>,
}

/// The model that a URDF alone is; `None` when it cannot be determined because of the faults in `faults`.
pub(super) fn model(text: &str, reading: &Reading, faults: &mut Faults) -> Option<RawModel> {
    let settings = Settings {
        snap: reading.snap.clone(),
        base: reading.base,
        ..Settings::default()
    };
    let robot = read(text, 0, &settings, faults)?;
    Some(RawModel::new(
        robot.name.value,
        Description::Bodies(robot.bodies, robot.tips),
        ModelFormat::Urdf,
    ))
}

/// Reads a robot from a file whose first byte has the address `start`. Faults go to `faults`; values that cannot be
/// read are replaced by harmless ones. `None`: not even a tree.
pub(super) fn read(
    text: &str,
    start: usize,
    settings: &Settings,
    faults: &mut Faults,
) -> Option<Robot> {
    let text = prefix::declared(text, start, faults);
    let document = document::parse(&text, start, document::ROBOT, faults)?;
    let mut reader = UrdfReader {
        faults,
        settings,
        literals: Literals::new(settings.snap.clone()),
        start,
        unused_dynamics: None,
    };
    let robot = robot(&document, &mut reader);
    reader.literals.report(reader.faults);
    if let Some(at) = reader.unused_dynamics {
        let message = "the damping and friction of the joints (<dynamics>) are off".to_owned();
        let help = "to turn them on, write a TOML file with `urdf = \"FILE.urdf\"` and `dynamics = true`; \
                    `dynamics = false` there says that they are not wanted";
        faults.warning(&at, message, help);
    }
    robot
}

fn robot(document: &Document, reader: &mut UrdfReader) -> Option<Robot> {
    let root = Element::new(document.root_element());
    let tag = document.root_element().tag_name().name();
    if tag != "robot" {
        let at = root.at(reader);
        let (message, help) = document::other_root(tag);
        reader.faults.error(&at, message, help);
        return None;
    }
    root.report_mistyped(&CHILDREN, &["name"], reader);
    let name = name(&root, reader);
    let elements = |tag: &'static str| {
        let named = move |node: &roxmltree::Node| node.tag_name().name() == tag;
        root.children().filter(named).map(Element::new)
    };
    let count = elements("link").count();
    if count == 0 || count > MOST_BODIES {
        let at = root.at(reader);
        let message = format!("the robot has {count} links");
        (reader.faults).error(
            &at,
            message,
            format!("a robot has 1 to {MOST_BODIES} links"),
        );
        return None;
    }
    // Collected first, so that the faults of all are reported.
    let links: Vec<_> = elements("link").map(|e| link::link(&e, reader)).collect();
    let joints: Vec<_> = elements("joint")
        .map(|e| joint::joint(&e, reader))
        .collect();
    let links: Vec<_> = links.into_iter().collect::<Option<_>>()?;
    let mut joints: Vec<_> = joints.into_iter().collect::<Option<_>>()?;
    joint::drop_strays(&mut joints, reader);
    let base = reader.settings.base;
    let bodies = tree::bodies(links, joints, base.unwrap_or_default(), reader.faults)?;
    if base.is_none() {
        root::report(&bodies, reader.faults);
    }
    let tips = tips::tips(&bodies);
    Some(Robot { name, bodies, tips })
}

/// The robot's name, which becomes an identifier of generated code.
fn name(root: &Element, reader: &mut UrdfReader) -> At<String> {
    let Some(name) = reader.name(root) else {
        return At {
            value: String::new(),
            at: root.at(reader),
        };
    };
    if let Some(fault) = crate::name::fault(&name.value) {
        let message = format!("`name` of <robot> {fault}");
        let help = "names become C identifiers: write one like \"arm\"";
        reader.faults.error(&name.at, message, help);
    }
    name
}
