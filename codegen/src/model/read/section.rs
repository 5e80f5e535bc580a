//! Length, material and cross section of a beam: of all of it, or of each of its sections.

use core::ops::RangeInclusive;

use super::table::{TomlTable, Value};
use super::value::ModelReader;
use crate::exact::number::Number;
use crate::model::flexible::{Families, Section};

/// Beyond these sizes no quantity of a beam is one in SI units, and floats overflow.
const SIZES: RangeInclusive<f64> = 1e-30..=1e30;

/// The most sections of a beam.
const SECTIONS: usize = 32;

/// What a user writes.
const EXAMPLE: &str =
    "[{ length = 0.6, area = 2e-4, Iz = 4e-10 }, { length = 0.4, area = 1e-4, Iz = 1e-10 }]";

/// A length as a user writes it.
const LENGTH: &str = "length = 1";

/// Quantities that sections inherit from the beam, each as a user writes it.
const QUANTITIES: [(&str, &str); 7] = [
    ("E", "E = 70e9"),
    ("G", "G = 27e9"),
    ("density", "density = 2700"),
    ("area", "area = 1e-4"),
    ("Iy", "Iy = 1e-10"),
    ("Iz", "Iz = 1e-10"),
    ("J", "J = 1e-10"),
];

/// The values of [`QUANTITIES`], as far as they are given.
type Quantities = [Option<Number>; 7];

/// The sections of a beam. Faults are reported.
pub(super) fn sections(
    mut table: TomlTable,
    families: Families,
    reader: &mut ModelReader,
) -> Option<Vec<Section>> {
    let needed = needed(families);
    let sections = table.get("sections");
    let Some(value) = sections else {
        return Some(vec![section(
            table,
            &Quantities::default(),
            needed,
            reader,
        )?]);
    };
    let length = table.get("length");
    let whole = length.map(|value| {
        (
            value.span(),
            positive(value, "length", LENGTH, &table, reader),
        )
    });
    let inherited = quantities(&mut table, &Quantities::default(), [false; 7], reader);
    let what = table.describe("sections");
    let beam = table.what.clone();
    table.finish(reader);
    let inherited = inherited?;
    let piece = |reader: &mut ModelReader, value: &Value, what: &str| {
        let table = reader.table(value, what.to_owned(), EXAMPLE)?;
        section(table, &inherited, needed, reader)
    };
    let sections = reader.list(value, &what, EXAMPLE, 1..=SECTIONS, piece)?;
    let total = sections.iter().map(|one| one.length.clone());
    let total = total.fold(Number::ZERO, |sum, one| sum + one);
    let Some((at, length)) = whole else {
        return Some(sections);
    };
    let length = length?;
    if length != total {
        let message = format!(
            "{beam} is {:?} m long, its sections are {:?} m long together",
            length.to_f64(),
            total.to_f64()
        );
        let help = "leave `length` out, or change that of a section";
        reader.faults.error(&at, message, help);
        return None;
    }
    Some(sections)
}

/// Which of [`QUANTITIES`] the modes need.
fn needed(families: Families) -> [bool; 7] {
    let bends_y = families.bending_y > 0;
    let bends_z = families.bending_z > 0;
    let twists = families.torsion > 0;
    let stretches = families.axial > 0;
    [
        bends_y || bends_z || stretches,
        twists,
        true,
        true,
        bends_z || twists,
        bends_y || twists,
        twists,
    ]
}

/// The quantities of a table, or those inherited; those that are needed are one or the other.
fn quantities(
    table: &mut TomlTable,
    inherited: &Quantities,
    needed: [bool; 7],
    reader: &mut ModelReader,
) -> Option<Quantities> {
    let mut all = inherited.clone();
    let mut sound = true;
    for ((slot, (key, example)), needed) in all.iter_mut().zip(QUANTITIES).zip(needed) {
        let is_missing = needed && slot.is_none();
        let value = match is_missing {
            true => table.require(key, example, reader),
            false => table.get(key),
        };
        let Some(value) = value else {
            sound &= !is_missing;
            continue;
        };
        *slot = positive(value, key, example, table, reader);
        sound &= slot.is_some();
    }
    sound.then_some(all)
}

/// A section; what it neither needs nor has is 0.
fn section(
    mut table: TomlTable,
    inherited: &Quantities,
    needed: [bool; 7],
    reader: &mut ModelReader,
) -> Option<Section> {
    let length = (table.require("length", LENGTH, reader))
        .and_then(|value| positive(value, "length", LENGTH, &table, reader));
    let quantities = quantities(&mut table, inherited, needed, reader);
    table.finish(reader);
    let [young, shear, density, area, iy, iz, torsion_constant] =
        quantities?.map(Option::unwrap_or_default);
    Some(Section {
        length: length?,
        young,
        shear,
        density,
        area,
        second_moments: [iy, iz],
        torsion_constant,
    })
}

/// A number above 0 of a size that any beam has.
fn positive(
    value: &Value,
    key: &str,
    example: &str,
    table: &TomlTable,
    reader: &mut ModelReader,
) -> Option<Number> {
    let what = table.describe(key);
    let number = reader.fixed_number(value, &what)?;
    if !SIZES.contains(&number.to_f64()) {
        let message = format!("{what} is {:?}", number.to_f64());
        let most = match number > Number::ZERO {
            true => ", of 1e-30 to 1e30",
            false => "",
        };
        let help = format!("write a number above 0 in SI units{most}, like `{example}`");
        reader.faults.error(&value.span(), message, help);
        return None;
    }
    Some(number)
}
