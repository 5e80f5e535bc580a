//! `<origin xyz rpy>`: a pose.

use super::element::Element;
use super::reader::UrdfReader;
use crate::exact::turns::{Placement, Turns};

/// The pose that the `<origin>` of an element gives: Rz(yaw) Ry(pitch) Rx(roll) after a shift, each nothing by default.
pub(super) fn origin(owner: &Element, reader: &mut UrdfReader) -> Placement {
    let Some(origin) = owner.child("origin", reader) else {
        return Placement::default();
    };
    origin.report_mistyped(&[], &["xyz", "rpy"], reader);
    let xyz = (origin.attribute("xyz", reader)).and_then(|text| reader.vector(&text));
    let rpy = (origin.attribute("rpy", reader)).and_then(|text| reader.angles(&text));
    Placement {
        turns: rpy.map(Turns::of_rpy).unwrap_or_default(),
        xyz: xyz.unwrap_or_default(),
    }
}
