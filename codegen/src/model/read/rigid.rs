//! Masses, mass centres and inertias.

use super::table::{TomlTable, Value};
use super::value::ModelReader;
use crate::exact::number::Number;
use crate::mechanism::Sym3;
use crate::model::raw::{At, RawRigid};

/// Mass, mass centre and inertia of what is called `name`, the last two 0 unless given.
pub(super) fn rigid(
    name: At<String>,
    mass: Option<&Value>,
    table: &mut TomlTable,
    reader: &mut ModelReader,
) -> RawRigid {
    let mass = self::mass(mass, table, reader);
    let com = (table.get("com"))
        .and_then(|value| reader.vector3(value, &table.describe("com")))
        .unwrap_or_default();
    let inertia = table.get("inertia");
    let inertia = self::inertia(inertia, table, reader);
    RawRigid {
        name,
        mass,
        com,
        inertia,
    }
}

/// A mass in kg. The fallback after a fault is 1.
pub(super) fn mass(
    value: Option<&Value>,
    table: &TomlTable,
    reader: &mut ModelReader,
) -> At<Number> {
    match value {
        None => At {
            value: Number::ZERO,
            at: table.at.clone(),
        },
        Some(value) => At {
            value: reader
                .number(value, &table.describe("mass"))
                .unwrap_or(Number::ONE),
            at: value.span(),
        },
    }
}

/// An inertia tensor about the mass centre: xx, yy, zz, and xy, xz, yz with default 0.
pub(super) fn inertia(
    value: Option<&Value>,
    table: &TomlTable,
    reader: &mut ModelReader,
) -> At<Sym3> {
    let Some(value) = value else {
        return At {
            value: Sym3::default(),
            at: table.at.clone(),
        };
    };
    let example = "{ xx = 0.1, yy = 0.1, zz = 0.2 }";
    let tensor = (reader.table(value, table.describe("inertia"), example))
        .map_or_else(unit, |table| tensor(table, reader));
    At {
        value: tensor,
        at: value.span(),
    }
}

fn tensor(mut table: TomlTable, reader: &mut ModelReader) -> Sym3 {
    let mut entry = |key, needed| {
        let value = if needed {
            table.require(key, &format!("{key} = 0.1"), reader)
        } else {
            table.get(key)
        };
        let fallback = Number::from(i64::from(needed));
        value.map_or(if needed { Number::ONE } else { Number::ZERO }, |value| {
            reader
                .number(value, &table.describe(key))
                .unwrap_or(fallback)
        })
    };
    let tensor = Sym3 {
        xx: entry("xx", true),
        yy: entry("yy", true),
        zz: entry("zz", true),
        xy: entry("xy", false),
        xz: entry("xz", false),
        yz: entry("yz", false),
    };
    table.finish(reader);
    tensor
}

/// The placeholder for an inertia that could not be read.
fn unit() -> Sym3 {
    Sym3::from_fn(|i, j| Number::from(i64::from(i == j)))
}
