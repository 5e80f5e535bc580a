//! Couplings of joints: mimic, transmissions, locks, the order of coordinates.

use crate::name::visible;
use toml::de::{DeTable, DeValue};

use super::physics;
use super::table::{TomlTable, Value, elements};
use super::value::ModelReader;
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::model::raw::{At, RawLock, RawMimic, RawTransmission};

/// The most names of a list.
const MOST: usize = 512;

/// The joint that a joint follows, from its own table.
pub(super) fn mimic(owner: &mut TomlTable, reader: &mut ModelReader) -> Option<At<RawMimic>> {
    let value = owner.get("mimic")?;
    let example = "{ joint = \"j1\", factor = -1.0, offset = 0.0 }";
    let mut table = reader.table(value, owner.describe("mimic"), example)?;
    let joint = (table.require("joint", "joint = \"j1\"", reader))
        .and_then(|value| name(reader, value, &table.describe("joint")));
    let factor = (table.get("factor")).map_or(Some(Number::ONE), |value| {
        reader.fixed_number(value, &table.describe("factor"))
    });
    let offset = (table.get("offset")).map_or(Some(Angle::default()), |value| {
        position(reader, value, &table.describe("offset"))
    });
    table.finish(reader);
    Some(At {
        value: RawMimic {
            joint: joint?,
            factor: factor?,
            offset: offset?,
        },
        at: value.span(),
    })
}

/// All transmissions, in file order.
pub(super) fn transmissions(
    value: Option<&Value>,
    reader: &mut ModelReader,
) -> Vec<RawTransmission> {
    let read = |table: TomlTable, _, reader: &mut ModelReader| transmission(table, reader);
    let all = elements(value, "transmission", read, reader);
    all.into_iter().flatten().collect()
}

fn transmission(mut table: TomlTable, reader: &mut ModelReader) -> Option<RawTransmission> {
    let mut list = |key, example: &str| {
        let value = table.require(key, &format!("{key} = {example}"), reader)?;
        let what = table.describe(key);
        reader.list(value, &what, example, 1..=MOST, name)
    };
    let joints = list("joints", "[\"j4\", \"j5\"]");
    let motors = list("motors", "[\"m4\", \"m5\"]");
    let example = "[[1, 0], [-0.5, 1]]";
    let matrix =
        (table.require("matrix", &format!("matrix = {example}"), reader)).and_then(|value| {
            let row = |reader: &mut ModelReader, row: &Value, what: &str| {
                reader.list(row, what, "[1, 0]", 1..=MOST, ModelReader::fixed_number)
            };
            let what = table.describe("matrix");
            Some(At {
                value: reader.list(value, &what, example, 1..=MOST, row)?,
                at: value.span(),
            })
        });
    let physics = physics::physics(&mut table, reader);
    table.finish(reader);
    Some(RawTransmission {
        joints: joints?,
        motors: motors?,
        matrix: matrix?,
        physics,
    })
}

/// The names of joints and motors in the order of the coordinates.
pub(super) fn order(
    table: &mut TomlTable,
    reader: &mut ModelReader,
) -> Option<At<Vec<At<String>>>> {
    let value = table.get("order")?;
    names(value, "`order`", 1, reader)
}

/// The joints and motors that are actuated, if not all are; there may be none.
pub(super) fn actuated(
    table: &mut TomlTable,
    reader: &mut ModelReader,
) -> Option<At<Vec<At<String>>>> {
    let value = table.get("actuated")?;
    names(value, "`actuated`", 0, reader)
}

/// At least `least` names.
fn names(
    value: &Value,
    what: &str,
    least: usize,
    reader: &mut ModelReader,
) -> Option<At<Vec<At<String>>>> {
    let names = reader.list(value, what, "[\"j2\", \"j1\"]", least..=MOST, name)?;
    Some(At {
        value: names,
        at: value.span(),
    })
}

/// Locked joints: a list of names, or a table of names with positions.
pub(super) fn lock(table: &mut TomlTable, reader: &mut ModelReader) -> Vec<RawLock> {
    let Some(value) = table.get("lock") else {
        return Vec::new();
    };
    let DeValue::Table(entries) = value.get_ref() else {
        let example = "[\"finger1\"], or { finger1 = 0.02 }";
        let names = reader.list(value, "`lock`", example, 0..=MOST, name);
        let at_zero = |joint: At<String>| RawLock {
            position: At {
                value: Vec::new(),
                at: joint.at.clone(),
            },
            joint,
        };
        return names.unwrap_or_default().into_iter().map(at_zero).collect();
    };
    positions(entries, "`lock`", reader)
}

/// Joints with where they are, in file order.
pub(super) fn positions(entries: &DeTable, of: &str, reader: &mut ModelReader) -> Vec<RawLock> {
    let mut locks: Vec<RawLock> = (entries.iter())
        .filter_map(|(key, value)| {
            let what = format!("the position of \"{}\" in {of}", key.get_ref());
            let position = match value.get_ref() {
                DeValue::Array(_) => reader.list(value, &what, "[0, \"pi/2\"]", 1..=7, position),
                _ => position(reader, value, &what).map(|one| vec![one]),
            };
            Some(RawLock {
                joint: At {
                    value: visible(key.get_ref()).into_owned(),
                    at: key.span(),
                },
                position: At {
                    value: position?,
                    at: value.span(),
                },
            })
        })
        .collect();
    locks.sort_by_key(|lock| lock.joint.at.start);
    locks
}

/// A coordinate: an exact number as written, or an expression in pi or degrees.
fn position(reader: &mut ModelReader, value: &Value, what: &str) -> Option<Angle> {
    if let DeValue::String(text) = value.get_ref() {
        // A mere number may be metres.
        let plain = Angle::as_written(text).filter(|angle| angle.half_turns.is_zero());
        return plain.or_else(|| reader.angle(value, what));
    }
    Some(Angle::of_radians(reader.number(value, what)?))
}

fn name(reader: &mut ModelReader, value: &Value, what: &str) -> Option<At<String>> {
    Some(At {
        value: reader.name(value, what)?,
        at: value.span(),
    })
}
