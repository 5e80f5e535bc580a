//! `beam` of a flexible body: length, material and section, numbers of modes, and the frames on it.

use core::ops::RangeInclusive;

use super::flexible::{check_frequency, choice, levels};
use super::table::{TomlTable, Value};
use super::value::ModelReader;
use crate::exact::number::Number;
use crate::mechanism::Geometry;
use crate::model::flexible::{Beam, Boundary, Families};

/// What a user writes.
pub(super) const EXAMPLE: &str =
    "{ length = 1, E = 70e9, density = 2700, area = 1e-4, Iz = 1e-10 }";

/// Beyond these sizes no quantity of a beam is one in SI units, and floats overflow.
const SIZES: RangeInclusive<f64> = 1e-30..=1e30;

/// The most modes of a family.
const MODES: usize = 12;

/// The beam that `section` gives, with the keys beside it in `table`. Faults are reported.
pub(super) fn beam(
    section: &Value,
    mut table: TomlTable,
    reader: &mut ModelReader,
) -> Option<Beam> {
    let (at, what) = (section.span(), table.what.clone());
    let section = reader.table(section, table.describe("beam"), EXAMPLE);
    let families = families(&mut table, reader);
    let boundary = choice("boundary", &Boundary::ALL, &mut table, reader);
    let geometry = choice("geometry", &levels(), &mut table, reader);
    let damping = damping(&mut table, families, reader);
    let frames = table.get("frames");
    let frames = frames.map(|value| (value, table.describe("frames")));
    table.finish(reader);
    let (families, section) = (families?, section?);
    let mut beam = self::section(section, families, reader)?;
    beam.boundary = boundary?.unwrap_or(Boundary::ClampedFree);
    beam.geometry = geometry?.unwrap_or(Geometry::Stiffened);
    beam.damping = damping?;
    beam.frames = match frames {
        None => Vec::new(),
        Some((value, what)) => self::frames(value, what, &beam.length, reader)?,
    };
    if beam.frames.iter().all(|(name, _)| name != "tip") {
        beam.frames.push(("tip".to_owned(), beam.length.clone()));
    }
    let lowest = beam.frequencies().into_iter().fold(f64::INFINITY, f64::min);
    let units = "check the units of its beam: m, Pa, kg/m³, m², m⁴";
    check_frequency(lowest, &at, &what, units, reader);
    Some(beam)
}

/// Length, material and section.
fn section(mut table: TomlTable, families: Families, reader: &mut ModelReader) -> Option<Beam> {
    let bends_z = families.bending_z > 0;
    let bends_y = families.bending_y > 0;
    let twists = families.torsion > 0;
    let length = positive("length", "length = 1", true, &mut table, reader);
    let young = positive(
        "E",
        "E = 70e9",
        bends_y || bends_z || families.axial > 0,
        &mut table,
        reader,
    );
    let shear = positive("G", "G = 27e9", twists, &mut table, reader);
    let density = positive("density", "density = 2700", true, &mut table, reader);
    let area = positive("area", "area = 1e-4", true, &mut table, reader);
    let iy = positive("Iy", "Iy = 1e-10", bends_z || twists, &mut table, reader);
    let iz = positive("Iz", "Iz = 1e-10", bends_y || twists, &mut table, reader);
    let torsion_constant = positive("J", "J = 1e-10", twists, &mut table, reader);
    table.finish(reader);
    Some(Beam {
        length: length?,
        young: young?,
        shear: shear?,
        density: density?,
        area: area?,
        second_moments: [iy?, iz?],
        torsion_constant: torsion_constant?,
        families,
        boundary: Boundary::ClampedFree,
        damping: Vec::new(),
        geometry: Geometry::Stiffened,
        frames: Vec::new(),
    })
}

/// A number above 0 of a size that any beam has; 0 where it is neither needed nor given.
fn positive(
    key: &'static str,
    example: &str,
    needed: bool,
    table: &mut TomlTable,
    reader: &mut ModelReader,
) -> Option<Number> {
    let value = match needed {
        true => table.require(key, example, reader)?,
        false => match table.get(key) {
            Some(value) => value,
            None => return Some(Number::ZERO),
        },
    };
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

/// How many modes of every family; at least one in all.
fn families(table: &mut TomlTable, reader: &mut ModelReader) -> Option<Families> {
    let example = "modes = { bending_y = 2, bending_z = 2, torsion = 1 }";
    let value = table.require("modes", example, reader)?;
    let mut own = reader.table(value, table.describe("modes"), "{ bending_y = 2 }")?;
    let mut count = |key: &'static str| match own.get(key) {
        None => Some(0),
        Some(value) => {
            let what = own.describe(key);
            let number = reader.fixed_number(value, &what)?;
            let count = number
                .to_integer()
                .and_then(|count| usize::try_from(count).ok());
            let count = count.filter(|count| *count <= MODES);
            if count.is_none() {
                let message = format!("{what} is {:?}", number.to_f64());
                let help = format!("write a number of modes from 0 to {MODES}");
                reader.faults.error(&value.span(), message, help);
            }
            count
        }
    };
    let families = [
        count("bending_y"),
        count("bending_z"),
        count("torsion"),
        count("axial"),
    ];
    let clear = own.finish(reader);
    let [bending_y, bending_z, torsion, axial] = families;
    let families = Families {
        bending_y: bending_y?,
        bending_z: bending_z?,
        torsion: torsion?,
        axial: axial?,
    };
    if !clear {
        return None;
    }
    if families.count() == 0 {
        let message = format!("{} has no mode", table.what);
        let help = format!("write how many, like `{example}`, or remove `flexible`");
        reader.faults.error(&value.span(), message, help);
        return None;
    }
    Some(families)
}

/// Damping ratios: none, one for all modes, or one for each.
fn damping(
    table: &mut TomlTable,
    families: Option<Families>,
    reader: &mut ModelReader,
) -> Option<Vec<Number>> {
    let Some(value) = table.get("damping") else {
        return Some(Vec::new());
    };
    let what = table.describe("damping");
    let ratios = if value.get_ref().is_array() {
        let count = families.map_or(1..=4 * MODES, |one| one.count()..=one.count());
        reader.list(
            value,
            &what,
            "[0.01, 0.01]",
            count,
            ModelReader::fixed_number,
        )?
    } else {
        vec![reader.fixed_number(value, &what)?]
    };
    if let Some(ratio) = ratios.iter().find(|ratio| ratio.is_negative()) {
        let message = format!("{what} is {:?}", ratio.to_f64());
        let help = "write damping ratios >= 0, like 0.01, one for all modes or one for each";
        reader.faults.error(&value.span(), message, help);
        return None;
    }
    Some(ratios)
}

/// Frames by name and place along the beam.
fn frames(
    value: &Value,
    what: String,
    length: &Number,
    reader: &mut ModelReader,
) -> Option<Vec<(String, Number)>> {
    let example = "{ middle = 0.5, tip = 1 }";
    let entries = value.get_ref().as_table();
    let Some(entries) = entries else {
        reader.table(value, what, example);
        return None;
    };
    let mut frames = Vec::with_capacity(entries.len());
    for (name, place) in entries {
        let name: &str = name.get_ref();
        let shown: String = name.chars().take(60).collect();
        let what = format!("frame \"{shown}\" in {what}");
        let x = reader.fixed_number(place, &what)?;
        if x.is_negative() || x > *length {
            let message = format!("{what} is at {:?} m", x.to_f64());
            let help = format!("write a place on the beam, 0 to {:?} m", length.to_f64());
            reader.faults.error(&place.span(), message, help);
            return None;
        }
        frames.push((name.to_owned(), x));
    }
    Some(frames)
}
