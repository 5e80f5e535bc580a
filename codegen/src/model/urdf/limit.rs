//! `<limit>`: how far, how hard and how fast a joint may go. Nothing is computed from it.

use super::element::Element;
use super::reader::UrdfReader;
use crate::mechanism::Limits;
use crate::model::raw::RawJoint;

/// The limits of a joint. A revolute or prismatic joint without is reported: URDF wants them there.
pub(super) fn limits(
    joint: &Element,
    motion: &RawJoint,
    reader: &mut UrdfReader,
) -> Option<Limits> {
    let continuous = joint
        .attribute("type", reader)
        .is_some_and(|kind| kind.value == "continuous");
    let bounded = !continuous && motion.sizes() == (1, 1);
    let Some(limit) = joint.child("limit", reader) else {
        if bounded {
            let message = format!("{} has no <limit>", joint.what);
            let help = "nothing is computed from limits; add <limit lower=\"-1\" upper=\"1\" effort=\"10\" velocity=\"1\"/> for others";
            let at = joint.at(reader);
            reader.faults.warning(&at, message, help);
        }
        return None;
    };
    limit.report_mistyped(&[], &["lower", "upper", "effort", "velocity"], reader);
    let mut number = |key: &str| {
        let text = limit.attribute(key, reader)?;
        reader.number(&text)
    };
    let mut limits = Limits {
        lower: number("lower"),
        upper: number("upper"),
        effort: number("effort"),
        velocity: number("velocity"),
    };
    if !bounded {
        // What is written there means nothing: a turn has no end.
        (limits.lower, limits.upper) = (None, None);
        return Some(limits);
    }
    limits.lower.get_or_insert_default();
    limits.upper.get_or_insert_default();
    if limits.lower > limits.upper {
        let message = format!("the lower limit of {} is above the upper one", joint.what);
        let at = limit.at(reader);
        reader.faults.warning(&at, message, "exchange them");
    }
    Some(limits)
}
