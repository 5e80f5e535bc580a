//! `flexible` of a body: a beam, or a file of nodes and mode shapes.

use core::ops::{Range, RangeInclusive};

use super::table::{TomlTable, Value};
use super::value::ModelReader;
use super::{beam, nodal};
use crate::mechanism::Geometry;
use crate::model::flexible::Integrals;
use crate::model::raw::{At, RawFlexible};
use crate::name::nearest;

/// What a user writes.
const EXAMPLE: &str = "{ beam = { length = 1, E = 70e9, density = 2700, area = 1e-4, Iz = 1e-10 }, modes = { bending_y = 2 } }";

/// Frequencies in Hz outside of which a unit is likely wrong.
const FREQUENCIES: RangeInclusive<f64> = 1e-3..=1e6;

/// The names of the levels of geometry.
pub(super) fn levels() -> [(&'static str, Geometry); 3] {
    Geometry::ALL.map(|level| (level.name(), level))
}

/// The key `flexible` of a body, if it has one. Faults are reported.
pub(super) fn flexible(table: &mut TomlTable, reader: &mut ModelReader) -> Option<At<RawFlexible>> {
    let value = table.get("flexible")?;
    let what = table.describe("flexible");
    Some(At {
        value: match description(value, what, reader) {
            Some(integrals) => RawFlexible::Read(Box::new(integrals)),
            None => RawFlexible::Unread,
        },
        at: value.span(),
    })
}

/// A beam or a file.
fn description(value: &Value, what: String, reader: &mut ModelReader) -> Option<Integrals> {
    let mut own = reader.table(value, what, EXAMPLE)?;
    let (section, file) = (own.get("beam"), own.get("file"));
    match (section, file) {
        (Some(_), Some(file)) => {
            let message = format!("{} has both `beam` and `file`", own.what);
            let help = "describe the body by one of them";
            reader.faults.error(&file.span(), message, help);
            None
        }
        (Some(section), None) => beam::beam(section, own, reader),
        (None, Some(file)) => nodal::nodal(file, own, reader),
        (None, None) => {
            let message = format!("{} has no `beam` and no `file`", own.what);
            let help = format!(
                "add `beam = {}` or `file = \"arm.modes.toml\"`",
                beam::EXAMPLE
            );
            reader.faults.error(&value.span(), message, help);
            None
        }
    }
}

/// One of a few names; `Some(None)` where none is given.
#[expect(
    clippy::option_option,
    reason = "a fault and a default are not the same"
)]
pub(super) fn choice<T: Copy>(
    key: &'static str,
    choices: &[(&str, T)],
    table: &mut TomlTable,
    reader: &mut ModelReader,
) -> Option<Option<T>> {
    let Some(value) = table.get(key) else {
        return Some(None);
    };
    let what = table.describe(key);
    let name = reader.string(value, &what)?;
    if let Some((_, choice)) = choices.iter().find(|(known, _)| *known == name) {
        return Some(Some(*choice));
    }
    let names: Vec<&str> = choices.iter().map(|(known, _)| *known).collect();
    let shown: String = name.chars().take(60).collect();
    let help = match nearest(&name, names.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("write one of {}", names.join(", ")),
    };
    let message = format!("{what} is \"{shown}\"");
    reader.faults.error(&value.span(), message, help);
    None
}

/// Warns of a lowest frequency, in Hz, that no structure has: a unit is likely wrong.
pub(super) fn check_frequency(
    lowest: f64,
    at: &Range<usize>,
    what: &str,
    units: &str,
    reader: &mut ModelReader,
) {
    if !FREQUENCIES.contains(&lowest) {
        let message = format!("the lowest frequency of {what} is {lowest:.3e} Hz");
        reader.faults.warning(at, message, units);
    }
}
