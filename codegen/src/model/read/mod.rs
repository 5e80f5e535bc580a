//! text → RawModel: the TOML document walked by hand, so that all its faults are reported at once.

mod additions;
mod beam;
mod body;
mod coupling;
mod document;
mod elastic;
mod expression;
mod flexible;
mod joint;
mod link;
mod loops;
mod mjcf;
mod mode_matrix;
mod nodal;
mod parameters;
mod payload;
mod physics;
mod placement;
mod rigid;
mod section;
mod table;
mod urdf;
mod value;

use toml::de::DeTable;

pub(super) use self::document::names_modes;
use self::parameters::ParameterScope;
use self::table::TomlTable;
use self::value::ModelReader;
use super::faults::Faults;
use super::literal::Literals;
use super::raw::{Description, ModelFormat, RawClosures, RawLock, RawModel};
use super::reading::{Reading, SNAP_HELP, Snap};

/// Reads a model; faults go to `faults`, and what could be read is returned with harmless values in place of what
/// could not, so that the checks can go on to find more. `None`: not even a document.
pub(crate) fn read(text: &str, reading: &Reading, faults: &mut Faults) -> Option<RawModel> {
    let document = document::parse(text, faults)?;
    let parameters = ParameterScope::gather(&document, faults);
    let mut reader = ModelReader {
        faults,
        literals: Literals::new(None),
        parameters,
    };
    let mut raw = model(&document, reading, &mut reader);
    raw.parameters = reader.parameters.finish(reader.faults);
    reader.literals.report(reader.faults);
    Some(raw)
}

fn model(document: &DeTable, reading: &Reading, reader: &mut ModelReader) -> RawModel {
    let mut table = TomlTable::new(document, 0..0, "the model".to_owned());
    table.get("parameters"); // gathered before
    let written = snap(&mut table, reader);
    let snap = reading.snap.clone().or(written);
    reader.literals = Literals::new(snap.clone());
    let named = Reading {
        snap,
        ..reading.clone()
    };
    let mut model = match (table.get("mjcf"), table.get("urdf")) {
        (Some(value), _) => mjcf::model(value, &named, &mut table, reader),
        (None, Some(value)) => urdf::model(value, &named, &mut table, reader),
        (None, None) => own(&mut table, reading, reader),
    };
    let gravity = table.get("gravity");
    if let Some(gravity) = gravity.and_then(|value| reader.vector3(value, "`gravity`")) {
        model.gravity = gravity;
    }
    model.lock.extend(coupling::lock(&mut table, reader));
    model.transmissions = coupling::transmissions(table.get("transmission"), reader);
    model.order = coupling::order(&mut table, reader);
    model.actuated = coupling::actuated(&mut table, reader);
    model.payloads = payload::payloads(table.get("payload"), reader);
    let closures = loops::closures(&mut table, reader);
    let moves = |one: &RawLock| {
        let named = |lock: &RawLock| lock.joint.value == one.joint.value;
        !model.lock.iter().any(named)
    };
    model.closures.assembly.retain(moves);
    model.closures = RawClosures {
        loops: [model.closures.loops, closures.loops].concat(),
        assembly: [model.closures.assembly, closures.assembly].concat(),
        ..closures
    };
    table.finish(reader);
    model
}

/// A mechanism that the file itself describes.
fn own(table: &mut TomlTable, reading: &Reading, reader: &mut ModelReader) -> RawModel {
    if reading.base.is_some() {
        let help = "a body on the base with `joint = { type = \"free\" }` moves freely";
        let message = "`base` is for a URDF; what moves here is what the joints of this file say";
        reader.faults.error_of_file(message, help);
    }
    let name = (table.require("name", "name = \"arm\"", reader))
        .and_then(|value| reader.name(value, "`name` of the model"))
        .unwrap_or_default();
    RawModel::new(name, form(table, reader), ModelFormat::Toml)
}

/// The tolerance for snapping angles, if the user asks for it.
fn snap(table: &mut TomlTable, reader: &mut ModelReader) -> Option<Snap> {
    let value = table.get("snap")?;
    let tolerance = reader.fixed_number(value, "`snap`")?;
    let message = format!("`snap` is {:?}", tolerance.to_f64());
    let snap = Snap::new(tolerance);
    if snap.is_none() {
        reader.faults.error(&value.span(), message, SNAP_HELP);
    }
    snap
}

/// Either links or bodies.
fn form(table: &mut TomlTable, reader: &mut ModelReader) -> Description {
    let (links, bodies, frames) = (table.get("link"), table.get("body"), table.get("frame"));
    let convention = link::convention(table, reader);
    if let (Some(link), Some(body)) = (links, bodies) {
        let at = link.span().start.max(body.span().start);
        let at = if at == link.span().start {
            link.span()
        } else {
            body.span()
        };
        reader.faults.error(
            &at,
            "the model has both [[link]] and [[body]]".to_owned(),
            "describe the mechanism in one form, all links or all bodies",
        );
    }
    let Some(links) = links else {
        if let Some(at) = convention.1 {
            reader.faults.error(
                &at,
                "`convention` goes with [[link]]".to_owned(),
                "remove it",
            );
        }
        if bodies.is_none() {
            let help = "describe a serial arm with [[link]] tables, any mechanism with [[body]] tables, or start from `urdf = \"robot.urdf\"` or `mjcf = \"robot.xml\"`";
            reader
                .faults
                .error_of_file("the model has no [[link]] and no [[body]]", help);
        }
        return body::bodies(bodies, frames, reader);
    };
    if let Some(frames) = frames.filter(|_| bodies.is_none()) {
        let help =
            "remove it: a Denavit-Hartenberg model has the frame `tip` at the end of its last link";
        reader.faults.error(
            &frames.span(),
            "[[frame]] goes with [[body]]".to_owned(),
            help,
        );
    }
    Description::Links(convention.0, link::links(links, convention.0, reader))
}
