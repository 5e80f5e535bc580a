//! A model that starts from an MJCF: `mjcf = "robot.xml"`, and what the user wants otherwise.

use super::table::{TomlTable, Value};
use super::value::ModelReader;
use super::{additions, body, urdf};
use crate::model::Reading;
use crate::model::mjcf::{self, NO_BASE, Settings};
use crate::model::raw::{Description, ModelFormat, RawModel};

/// Reads the MJCF that `value` names, and the keys that go with it; `reading` has the model's `snap`.
pub(super) fn model(
    value: &Value,
    reading: &Reading,
    table: &mut TomlTable,
    reader: &mut ModelReader,
) -> RawModel {
    urdf::report_other_descriptions(
        "mjcf",
        &["urdf", "link", "body", "convention"],
        table,
        reader,
    );
    let name = (table.get("name")).and_then(|value| reader.name(value, "`name` of the model"));
    let settings = settings(reading, table, reader);
    let frames = table.get("frame");
    let empty = || Description::Bodies(Vec::new(), Vec::new());
    let read = whole(value, &settings, reader);
    let mut model =
        read.unwrap_or_else(|| RawModel::new(String::new(), empty(), ModelFormat::Mjcf));
    if let Description::Bodies(bodies, tips) = &mut model.form {
        additions::apply(table.get("joint"), bodies, reader);
        if frames.is_some() {
            *tips = urdf::on_links(body::frames(frames, reader), bodies);
        }
    }
    if let Some(name) = name {
        model.name = name;
    }
    model
}

/// The model of the file that `value` names; `None` after a fault.
fn whole(value: &Value, settings: &Settings, reader: &mut ModelReader) -> Option<RawModel> {
    let path = reader.path(value, "`mjcf` of the model")?;
    match reader.faults.open(&path) {
        Ok((start, file)) => mjcf::read(&file, start, settings, reader.faults),
        Err(unreadable) => {
            let message = format!("`mjcf` of the model: {}", unreadable.message);
            reader.faults.error(&value.span(), message, unreadable.help);
            None
        }
    }
}

fn settings(reading: &Reading, table: &mut TomlTable, reader: &mut ModelReader) -> Settings {
    if let Some(base) = table.get("base") {
        (reader.faults).error(&base.span(), NO_BASE.0.to_owned(), NO_BASE.1);
    } else if reading.base.is_some() {
        reader.faults.error_of_file(NO_BASE.0, NO_BASE.1);
    }
    let mut boolean = |key| {
        let value = table.get(key)?;
        reader.boolean(value, &table.describe(key))
    };
    Settings {
        mimic: boolean("mimic").unwrap_or(true),
        dynamics: boolean("dynamics").unwrap_or(true),
        snap: reading.snap.clone(),
    }
}
