//! `<compiler>`: the units of angles, the sequence of Euler's, and what becomes of masses and inertias.

use super::element::Element;
use super::reader::{MjcfReader, described};
use crate::exact::number::Number;
use crate::exact::rotation::Axis;
use crate::model::raw::At;

/// The attributes that are read.
const READ: [&str; 13] = [
    "angle",
    "eulerseq",
    "autolimits",
    "coordinate",
    "inertiafromgeom",
    "inertiagrouprange",
    "balanceinertia",
    "boundmass",
    "boundinertia",
    "settotalmass",
    "alignfree",
    "discardvisual",
    "fusestatic",
];

/// Those that are of no consequence here: of files that are not read, and of MuJoCo's own work.
const IGNORED: [&str; 16] = [
    "assetdir",
    "meshdir",
    "texturedir",
    "strippath",
    "fitaabb",
    "usethread",
    "convexhull",
    "exactmeshinertia",
    "conflict",
    "passthrough",
    "savecanonical",
    "savecompiled",
    "saveinertial",
    "file",
    "name",
    "lengthrange",
];

/// What a model's angles, orientations and masses mean.
#[derive(Clone, Debug)]
pub(super) struct Compiler {
    /// Whether angles are in degrees.
    pub(super) degrees: bool,
    /// The axes of Euler's angles in the order of the angles, and whether each is one of the turned frame.
    pub(super) sequence: [(Axis, bool); 3],
    /// Whether `range` alone makes a joint limited.
    pub(super) autolimits: bool,
    /// Where inertia is from.
    pub(super) source: InertiaSource,
    /// The first and last group of geoms that have a mass.
    pub(super) groups: [i64; 2],
    /// Whether moments that violate the triangle inequality become their mean.
    pub(super) balance: bool,
    /// The least mass of a body, kg.
    pub(super) least_mass: Number,
    /// The least principal moment of a body, kg m², with its place; `None`: none.
    pub(super) least_moment: Option<At<Number>>,
    /// The mass to which all bodies together are scaled, kg.
    pub(super) total_mass: Option<Number>,
}

/// Where the inertia of a body is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum InertiaSource {
    /// `<inertial>`, or geoms where there is none.
    Either,
    /// `<inertial>` alone.
    Inertial,
    /// Geoms alone.
    Geoms,
}

impl Default for Compiler {
    fn default() -> Self {
        Self {
            degrees: true,
            sequence: [(Axis::X, true), (Axis::Y, true), (Axis::Z, true)],
            autolimits: true,
            source: InertiaSource::Either,
            groups: [0, 5],
            balance: false,
            least_mass: Number::ZERO,
            least_moment: None,
            total_mass: None,
        }
    }
}

/// Reads all `<compiler>`s of a model: a later one says otherwise where it says anything.
pub(super) fn read(root: &Element, reader: &mut MjcfReader) {
    for element in root.elements("compiler") {
        reader.report_unknown(element, &[&READ, &IGNORED]);
        one(element, reader);
    }
}

fn one(element: &Element, reader: &mut MjcfReader) {
    if let Some(unit) = reader.word(element, "angle", &["radian", "degree"]) {
        reader.compiler.degrees = unit == 1;
    }
    if let Some(limits) = reader.boolean(element, "autolimits") {
        reader.compiler.autolimits = limits;
    }
    if let Some(balance) = reader.boolean(element, "balanceinertia") {
        reader.compiler.balance = balance;
    }
    if let Some(source) = reader.word(element, "inertiafromgeom", &["false", "true", "auto"]) {
        use InertiaSource::{Either, Geoms, Inertial};
        reader.compiler.source = [Inertial, Geoms, Either][source];
    }
    if let Some(at) = reader.array::<2>(element, "inertiagrouprange") {
        let groups = at.map(|at| at.value.to_integer().unwrap_or(0));
        reader.compiler.groups = groups;
    }
    if let Some(mass) = reader.number(element, "boundmass") {
        reader.compiler.least_mass = mass.value;
    }
    if let Some(moment) = reader.number(element, "boundinertia") {
        reader.compiler.least_moment = Some(moment).filter(|at| at.value > Number::ZERO);
    }
    if let Some(mass) = reader.number(element, "settotalmass") {
        reader.compiler.total_mass = Some(mass.value).filter(|mass| *mass > Number::ZERO);
    }
    sequence(element, reader);
    refuse(element, reader);
}

/// `eulerseq`: three letters, small ones for axes that turn along.
fn sequence(element: &Element, reader: &mut MjcfReader) {
    let Some(attribute) = element.attribute("eulerseq") else {
        return;
    };
    let axis = |letter: char| {
        let axis = match letter.to_ascii_lowercase() {
            'x' => Axis::X,
            'y' => Axis::Y,
            'z' => Axis::Z,
            _ => return None,
        };
        Some((axis, letter.is_ascii_lowercase()))
    };
    let axes: Option<Vec<_>> = attribute.value.chars().take(4).map(axis).collect();
    match axes.and_then(|axes| axes.try_into().ok()) {
        Some(sequence) => reader.compiler.sequence = sequence,
        None => {
            let message = format!("{} is no sequence of axes", described(element, "eulerseq"));
            let help = "write three of the letters x, y, z (turning along) and X, Y, Z (standing still), like \"xyz\"";
            reader.faults.error(&attribute.at, message, help);
        }
    }
}

/// What is refused: coordinates that MuJoCo itself does not read any more, and frames that it turns.
fn refuse(element: &Element, reader: &mut MjcfReader) {
    if reader.word(element, "coordinate", &["local", "global"]) == Some(1) {
        let why = "global coordinates are not read, nor by MuJoCo since 2.3.4";
        let help = "save the model by an older MuJoCo, which writes local ones";
        reader.refuse(&element.at, "`coordinate` of <compiler>", why, help);
    }
    if reader.boolean(element, "alignfree") == Some(true) {
        let why = "frames that MuJoCo turns to the principal axes are not read";
        let help =
            "set it to false: quaternions of free bodies are then those of the frames in the file";
        reader.refuse(&element.at, "`alignfree` of <compiler>", why, help);
    }
}
