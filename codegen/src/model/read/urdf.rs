//! A model that starts from a URDF: `urdf = "robot.urdf"`, and what the user wants otherwise.

use super::table::{TomlTable, Value};
use super::value::ModelReader;
use super::{additions, body};
use crate::model::raw::{Description, ModelFormat, RawBody, RawFrame, RawModel, RawParent};
use crate::model::reading::BASE_HELP;
use crate::model::urdf::{self, Robot, Settings};
use crate::model::{Base, Reading};

/// Reads the URDF that `value` names, and the keys that go with it; `reading` has the model's `snap`, and its base takes
/// precedence over the file's.
pub(super) fn model(
    value: &Value,
    reading: &Reading,
    table: &mut TomlTable,
    reader: &mut ModelReader,
) -> RawModel {
    report_other_descriptions("urdf", &["link", "body", "convention"], table, reader);
    let name = (table.get("name")).and_then(|value| reader.name(value, "`name` of the model"));
    let settings = settings(reading, table, reader);
    let frames = table.get("frame");
    let robot = robot(value, &settings, reader);
    let (robot_name, mut bodies, tips) = match robot {
        Some(robot) => (robot.name.value, robot.bodies, robot.tips),
        None => Default::default(),
    };
    additions::apply(table.get("joint"), &mut bodies, reader);
    let frames = match frames {
        Some(_) => on_links(body::frames(frames, reader), &bodies),
        None => tips,
    };
    let name = name.unwrap_or(robot_name);
    RawModel::new(name, Description::Bodies(bodies, frames), ModelFormat::Urdf)
}

/// Frames on `base` are on the link of that name, where the robot has one.
pub(super) fn on_links(mut frames: Vec<RawFrame>, bodies: &[RawBody]) -> Vec<RawFrame> {
    let base = || RawParent::Body("base".to_owned());
    if bodies.iter().any(|body| body.rigid.name.value == "base") {
        let carriers = frames.iter_mut().filter_map(|frame| frame.body.as_mut());
        carriers
            .filter(|carrier| carrier.value == RawParent::Base)
            .for_each(|carrier| carrier.value = base());
    }
    frames
}

/// The robot of the file that `value` names; `None` after a fault.
fn robot(value: &Value, settings: &Settings, reader: &mut ModelReader) -> Option<Robot> {
    let path = reader.path(value, "`urdf` of the model")?;
    match reader.faults.open(&path) {
        Ok((start, file)) => urdf::read(&file.text, start, settings, reader.faults),
        Err(unreadable) => {
            let message = format!("`urdf` of the model: {}", unreadable.message);
            reader.faults.error(&value.span(), message, unreadable.help);
            None
        }
    }
}

fn settings(reading: &Reading, table: &mut TomlTable, reader: &mut ModelReader) -> Settings {
    let own = own_base(table, reader);
    let mut boolean = |key| {
        let value = table.get(key)?;
        reader.boolean(value, &table.describe(key))
    };
    Settings {
        mimic: boolean("mimic").unwrap_or(true),
        dynamics: boolean("dynamics"),
        base: reading.base.or(own),
        snap: reading.snap.clone(),
    }
}

/// The setting of the file for the root link: `base = "floating"` or `"fixed"`.
fn own_base(table: &mut TomlTable, reader: &mut ModelReader) -> Option<Base> {
    let value = table.get("base")?;
    let text = reader.string(value, &table.describe("base"))?;
    let base = text.parse().ok();
    if base.is_none() {
        let shown: String = text.chars().take(60).collect();
        let message = format!("unknown base \"{shown}\"");
        reader.faults.error(&value.span(), message, BASE_HELP);
    }
    base
}

/// Complains of keys that describe a mechanism in another way than the file that `own` names.
pub(super) fn report_other_descriptions(
    own: &str,
    keys: &[&'static str],
    table: &mut TomlTable,
    reader: &mut ModelReader,
) {
    for key in keys {
        if let Some(value) = table.get(key) {
            let message = format!("the model has both `{own}` and `{key}`");
            let help = "describe the mechanism in one form; frames, payloads and the like go with a URDF and an MJCF";
            reader.faults.error(&value.span(), message, help);
        }
    }
}
