//! A flexible body that is a beam: its sections, numbers of modes, and the frames on it.

use super::flexible::{check_frequency, choice, levels};
use super::rigid;
use super::section::sections;
use super::table::{TomlTable, Value};
use super::value::ModelReader;
use crate::exact::number::Number;
use crate::mechanism::Geometry;
use crate::model::flexible::{Beam, Boundary, Families, Integrals, TIP};
use crate::model::magnitude;
use crate::model::raw::{At, RawRigid};
use crate::name::visible;

/// What a user writes.
pub(super) const EXAMPLE: &str =
    "{ length = 1, E = 70e9, density = 2700, area = 1e-4, Iz = 1e-10 }";

/// The most modes of a family.
const MODES: usize = 12;

/// What the beam of `section` comes to, with the keys beside it in `table`. Faults are reported.
pub(super) fn beam(
    section: &Value,
    mut table: TomlTable,
    reader: &mut ModelReader,
) -> Option<Integrals> {
    let (at, what) = (section.span(), table.what.clone());
    let section = reader.table(section, table.describe("beam"), EXAMPLE);
    let families = families(&mut table, reader);
    let boundary = choice("boundary", &Boundary::ALL, &mut table, reader);
    let geometry = choice("geometry", &levels(), &mut table, reader);
    let damping = damping(&mut table, families, reader);
    let tip = tip(&mut table, reader);
    let frames = table.get("frames");
    let frames = frames.map(|value| (value, table.describe("frames")));
    table.finish(reader);
    let (families, section) = (families?, section?);
    let sections = sections(section, families, reader)?;
    let length = sections.iter().map(|one| &one.length);
    let length = length.fold(Number::ZERO, |sum, one| sum + one);
    let mut frames = match frames {
        None => Vec::new(),
        Some((value, what)) => self::frames(value, what, &length, reader)?,
    };
    if frames.iter().all(|(name, _)| name != TIP) {
        frames.push((TIP.to_owned(), length));
    }
    let beam = Beam {
        sections,
        families,
        boundary: boundary?.unwrap_or(Boundary::ClampedFree),
        damping: damping?,
        geometry: geometry?.unwrap_or(Geometry::Stiffened),
        frames,
        tip: tip?,
    };
    let integrals = beam.integrals();
    let units = "check the units of its beam: m, Pa, kg/m³, m², m⁴";
    // What is far beyond would overflow in shapes and in integrals, and be no number there.
    let far = |square: &Number| square.is_zero() || magnitude::fault(square).is_some();
    let mut modes = integrals.modes.iter();
    if let Some(mode) = modes.find(|mode| far(&mode.physics.stiffness)) {
        let message = format!(
            "ω² of mode `{}` of {what} is below 1e-60 or beyond 1e40",
            mode.name
        );
        reader.faults.error(&at, message, units);
        return None;
    }
    check_frequency(lowest(&integrals), &at, &what, units, reader);
    Some(integrals)
}

/// The lowest frequency of modes of unit modal mass, Hz.
fn lowest(integrals: &Integrals) -> f64 {
    let squares = integrals
        .modes
        .iter()
        .map(|mode| mode.physics.stiffness.to_f64());
    squares.fold(f64::INFINITY, f64::min).sqrt() / core::f64::consts::TAU
}

/// The rigid body at the tip; `Some(None)` where there is none.
#[expect(
    clippy::option_option,
    reason = "a fault and a tip left out are not the same"
)]
fn tip(table: &mut TomlTable, reader: &mut ModelReader) -> Option<Option<RawRigid>> {
    let Some(value) = table.get("tip") else {
        return Some(None);
    };
    let example =
        "{ mass = 0.5, com = [0.1, 0, 0], inertia = { xx = 1e-3, yy = 1e-3, zz = 1e-3 } }";
    let mut own = reader.table(value, table.describe("tip"), example)?;
    let name = At {
        value: TIP.to_owned(),
        at: value.span(),
    };
    let mass = own.require("mass", "mass = 0.5", reader);
    let rigid = rigid::rigid(name, mass, &mut own, reader);
    own.finish(reader);
    Some(Some(rigid))
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
        frames.push((visible(name).into_owned(), x));
    }
    Some(frames)
}
