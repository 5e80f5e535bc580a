//! `<link>`: a rigid body's name and inertia; shapes and materials are not read.

use super::element::Element;
use super::origin::origin;
use super::reader::UrdfReader;
use crate::exact::number::Number;
use crate::mechanism::Sym3;
use crate::model::raw::{At, RawRigid};

/// The children of a link that URDF knows.
const CHILDREN: [&str; 3] = ["inertial", "visual", "collision"];

/// A link; `None` when it has no name, which is reported.
pub(super) fn link(element: &Element, reader: &mut UrdfReader) -> Option<RawRigid> {
    element.report_mistyped(&CHILDREN, &["name"], reader);
    let name = reader.name(element)?;
    let Some(inertial) = element.child("inertial", reader) else {
        return Some(RawRigid::massless(name));
    };
    inertial.report_mistyped(&["origin", "mass", "inertia"], &[], reader);
    let pose = origin(&inertial, reader);
    let mass = mass(&inertial, reader);
    let inertia = inertia(&inertial, &mass.value, &name.value, reader);
    Some(RawRigid {
        name,
        com: pose.xyz,
        inertia: At {
            value: inertia.value.turned(&pose.turns.rotation()),
            at: inertia.at,
        },
        mass,
    })
}

/// kg. The fallback after a fault is 1.
fn mass(inertial: &Element, reader: &mut UrdfReader) -> At<Number> {
    let text = (inertial.require_child("mass", "<mass value=\"1.5\"/>", reader))
        .and_then(|mass| mass.require("value", "value=\"1.5\"", reader));
    let at = (text.as_ref()).map_or_else(|| inertial.at(reader), |text| text.at.clone());
    let mass = text.and_then(|text| reader.number(&text));
    At {
        value: mass.unwrap_or(Number::ONE),
        at,
    }
}

/// The tensor about the mass centre, in the axes of `<origin>`. A body with mass and without it is reported: such a robot
/// is simulated, but seldom meant.
fn inertia(inertial: &Element, mass: &Number, name: &str, reader: &mut UrdfReader) -> At<Sym3> {
    let element = inertial.child("inertia", reader);
    let at = (element.as_ref()).map_or_else(|| inertial.at(reader), |element| element.at(reader));
    let value = (element.map(|element| tensor(&element, reader))).unwrap_or_default();
    if value == Sym3::default() && !mass.is_zero() {
        let message = format!(
            "link \"{name}\" has a mass of {} kg and no inertia: it is a point",
            mass.to_f64()
        );
        let help = "write its moments of inertia, unless it is meant to be a point";
        reader.faults.warning(&at, message, help);
    }
    At { value, at }
}

fn tensor(element: &Element, reader: &mut UrdfReader) -> Sym3 {
    element.report_mistyped(&[], &["ixx", "ixy", "ixz", "iyy", "iyz", "izz"], reader);
    let mut moment = |key: &str| {
        let text = element.require(key, &format!("{key}=\"0.1\""), reader);
        text.and_then(|text| reader.number(&text))
            .unwrap_or(Number::ONE)
    };
    let (xx, yy, zz) = (moment("ixx"), moment("iyy"), moment("izz"));
    let mut product = |key: &str| {
        let text = element.attribute(key, reader);
        text.and_then(|text| reader.number(&text))
            .unwrap_or_default()
    };
    Sym3 {
        xx,
        yy,
        zz,
        xy: product("ixy"),
        xz: product("ixz"),
        yz: product("iyz"),
    }
}
