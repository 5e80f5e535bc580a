//! The physics of a joint or a motor: numbers, one for all velocities or one for each.

use toml::de::DeValue;

use super::table::{TomlTable, Value};
use super::value::ModelReader;
use crate::exact::number::Number;
use crate::model::raw::{At, PerVelocity, RawPhysics};

/// The most velocities of a joint, or motors of a transmission.
const MOST: usize = 64;

/// All keys of joint physics.
pub(super) fn physics(table: &mut TomlTable, reader: &mut ModelReader) -> RawPhysics {
    let mut read = |key| per_velocity(key, number, table, reader);
    RawPhysics {
        rotor_inertia: read("rotor_inertia"),
        gear: read("gear"),
        damping: read("damping"),
        friction: read("friction"),
        friction_rate: read("friction_rate"),
        stiffness: read("stiffness"),
        rest: per_velocity("rest", position, table, reader),
    }
}

fn per_velocity(
    key: &'static str,
    element: impl Fn(&mut ModelReader, &Value, &str) -> Option<Number>,
    table: &mut TomlTable,
    reader: &mut ModelReader,
) -> Option<At<PerVelocity>> {
    let value = table.get(key)?;
    let what = table.describe(key);
    let read = match value.get_ref() {
        DeValue::Array(_) => {
            PerVelocity::Each(reader.list(value, &what, "[0.1, 0.2]", 1..=MOST, element)?)
        }
        _ => PerVelocity::Same(element(reader, value, &what)?),
    };
    Some(At {
        value: read,
        at: value.span(),
    })
}

fn number(reader: &mut ModelReader, value: &Value, what: &str) -> Option<Number> {
    reader.number(value, what)
}

/// A number, or an expression in pi or degrees.
fn position(reader: &mut ModelReader, value: &Value, what: &str) -> Option<Number> {
    match value.get_ref() {
        DeValue::String(_) => Some(reader.angle(value, what)?.to_number()),
        _ => reader.number(value, what),
    }
}
