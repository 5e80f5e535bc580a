//! Joints by type.

use core::ops::Range;

use super::table::{TomlTable, Value};
use super::value::ModelReader;
use super::{coupling, elastic, physics};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::joint::{self, Fields, Free, TYPES, Vector};
use crate::model::raw::{At, RawElastic, RawJoint, RawMimic, RawPhysics};
use crate::name::nearest;

/// The type of a joint that does not move.
const FIXED: &str = "fixed";

/// The contents of the table of a joint.
pub(super) struct Read {
    pub(super) joint: RawJoint,
    /// The joint's own name.
    pub(super) name: Option<At<String>>,
    pub(super) physics: RawPhysics,
    pub(super) mimic: Option<At<RawMimic>>,
    /// The place of `driven = true`.
    pub(super) driven: Option<Range<usize>>,
    /// The spring behind which its motor is.
    pub(super) elastic: Option<At<RawElastic>>,
}

/// The joint of a body. The fallback after a fault is free.
pub(super) fn joint(body: &mut TomlTable, reader: &mut ModelReader) -> Read {
    let example = "{ type = \"revolute\", axis = [0, 0, 1] }";
    let read = (body.require("joint", &format!("joint = {example}"), reader)).and_then(|value| {
        let mut table = reader.table(value, body.describe("joint"), example)?;
        let joint = typed(&body.what, &mut table, reader);
        if joint.is_none() {
            // Of no type, so any joint's key may be meant.
            for key in joint::keys() {
                table.get(key);
            }
        }
        let driven = table.get("driven").and_then(|value| {
            let driven = reader.boolean(value, &table.describe("driven"))?;
            driven.then(|| value.span())
        });
        let name = name("name", &mut table, reader);
        let physics = physics::physics(&mut table, reader);
        let mimic = coupling::mimic(&mut table, reader);
        let elastic = elastic::elastic(&mut table, reader);
        table.finish(reader);
        Some(Read {
            joint: joint?,
            name,
            physics,
            mimic,
            driven,
            elastic,
        })
    });
    read.unwrap_or(Read {
        joint: RawJoint::own(Free),
        name: None,
        physics: RawPhysics::default(),
        mimic: None,
        driven: None,
        elastic: None,
    })
}

/// A joint's own name, if it has one.
pub(super) fn name(
    key: &'static str,
    table: &mut TomlTable,
    reader: &mut ModelReader,
) -> Option<At<String>> {
    let value = table.get(key)?;
    Some(At {
        value: reader.name(value, &table.describe(key))?,
        at: value.span(),
    })
}

/// The types that a model can have.
fn models() -> impl Iterator<Item = &'static joint::Type> {
    TYPES.iter().filter(|one| one.of_models)
}

/// The joint of the type the table names, for `body`.
fn typed(body: &str, table: &mut TomlTable, reader: &mut ModelReader) -> Option<RawJoint> {
    let kind = table.require("type", "type = \"revolute\"", reader)?;
    let name = reader.string(kind, &table.describe("type"))?;
    if name == FIXED {
        return Some(RawJoint::Fixed);
    }
    let Some(known) = models().find(|known| known.name == name) else {
        let names: Vec<&str> = models().map(|one| one.name).chain([FIXED]).collect();
        let shown: String = name.chars().take(60).collect();
        let help = match nearest(&name, names.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("the types are {}", names.join(", ")),
        };
        let message = format!("{body} has unknown joint type \"{shown}\"");
        reader.faults.error(&kind.span(), message, help);
        return None;
    };
    let mut fields = TableOf {
        table,
        reader,
        body,
    };
    Some(RawJoint::Moving((known.read)(&mut fields)))
}

/// The table of a joint of `body`.
struct TableOf<'a, 't, 'f> {
    table: &'a mut TomlTable<'t>,
    reader: &'a mut ModelReader<'f>,
    body: &'a str,
}

impl Fields for TableOf<'_, '_, '_> {
    fn owner(&self) -> &str {
        self.body
    }

    fn direction(&mut self, key: &'static str) -> Vector {
        direction(key, self.table, self.reader)
    }

    fn angle(&mut self, key: &'static str) -> Angle {
        let value = self.table.get(key);
        let read = |value| self.reader.angle(value, &self.table.describe(key));
        value.and_then(read).unwrap_or_default()
    }

    fn number(&mut self, key: &'static str) -> Number {
        let value = self.table.get(key);
        let read = |value| self.reader.number(value, &self.table.describe(key));
        value.and_then(read).unwrap_or_default()
    }

    fn required_number(&mut self, key: &'static str, example: &str) -> Number {
        let value = self.table.require(key, example, self.reader);
        let read = |value| self.reader.number(value, &self.table.describe(key));
        value.and_then(read).unwrap_or_default()
    }

    fn twists(&mut self, key: &'static str) -> At<Vec<[Number; 6]>> {
        twists(key, self.table, self.reader)
    }

    fn error(&mut self, at: &Range<usize>, message: String, help: &str) {
        self.reader.faults.error(at, message, help);
    }
}

/// The rows of a motion subspace; the fallback after a fault is a rotation about z.
fn twists(
    key: &'static str,
    table: &mut TomlTable,
    reader: &mut ModelReader,
) -> At<Vec<[Number; 6]>> {
    let example = "[[0, 0, 1, 0, 0, 0.01]]";
    let fallback = || vec![[0, 0, 1, 0, 0, 0].map(Number::from)];
    let Some(value) = table.require(key, &format!("{key} = {example}"), reader) else {
        return At {
            value: fallback(),
            at: table.at.clone(),
        };
    };
    let what = table.describe(key);
    let row = |reader: &mut ModelReader, row: &Value, what: &str| {
        reader.array(
            row,
            what,
            "[0, 0, 1, 0, 0, 0.01]",
            ModelReader::fixed_number,
        )
    };
    let rows = reader.list(value, &what, example, 1..=6, row);
    At {
        value: rows.unwrap_or_else(fallback),
        at: value.span(),
    }
}

/// A direction; the fallback after a fault is z, with an empty place.
fn direction(key: &'static str, table: &mut TomlTable, reader: &mut ModelReader) -> Vector {
    let read = (table.require(key, &format!("{key} = [0, 0, 1]"), reader)).and_then(|value| {
        let (at, what) = (value.span(), table.describe(key));
        let written = reader.fixed_vector3(value, &what)?;
        let value = (reader.literals).direction(written, &at, &what, reader.faults);
        Some(At { value, at })
    });
    read.unwrap_or(At {
        value: [0, 0, 1].map(Number::from),
        at: 0..0,
    })
}

/// The cut joint of a loop: a type and its axes, nothing else.
pub(super) fn cut(owner: &mut TomlTable, reader: &mut ModelReader) -> Option<RawJoint> {
    let example = "{ type = \"revolute\", axis = [0, 0, 1] }";
    let value = owner.require("joint", &format!("joint = {example}"), reader)?;
    let mut table = reader.table(value, owner.describe("joint"), example)?;
    let joint = typed(&owner.what, &mut table, reader);
    if joint.is_none() {
        for key in joint::keys() {
            table.get(key);
        }
    }
    table.finish(reader);
    joint
}
