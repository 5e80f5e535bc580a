//! A model that starts from a URDF: `urdf = "robot.urdf"`, and what the user wants otherwise.

use super::table::{Table, Value};
use super::value::Reader;
use super::{additions, body};
use crate::model::raw::{Form, Language, RawBody, RawFrame, RawModel, RawParent};
use crate::model::urdf::{self, Robot, Settings};

/// Reads the URDF that `value` names, and the keys that go with it.
pub(super) fn model(value: &Value, table: &mut Table, reader: &mut Reader) -> RawModel {
    tell_other_forms(table, reader);
    let name = (table.get("name")).and_then(|value| reader.name(value, "`name` of the model"));
    let settings = settings(table, reader);
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
    RawModel::new(name, Form::Bodies(bodies, frames), Language::Urdf)
}

/// Frames on `base` are on the link of that name, where the robot has one.
fn on_links(mut frames: Vec<RawFrame>, bodies: &[RawBody]) -> Vec<RawFrame> {
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
fn robot(value: &Value, settings: &Settings, reader: &mut Reader) -> Option<Robot> {
    let path = reader.string(value, "`urdf` of the model")?;
    match reader.faults.open(&path) {
        Ok((start, file)) => urdf::read(&file.text, start, settings, reader.faults),
        Err(unreadable) => {
            let message = format!("`urdf` of the model: {}", unreadable.message);
            let help = "the path is relative to this file";
            reader.faults.error(&value.span(), message, help);
            None
        }
    }
}

fn settings(table: &mut Table, reader: &mut Reader) -> Settings {
    let mut boolean = |key| {
        let value = table.get(key)?;
        reader.boolean(value, &table.describe(key))
    };
    Settings {
        mimic: boolean("mimic").unwrap_or(true),
        dynamics: boolean("dynamics"),
        floating: floating(table, reader),
        snap: reader.snap.clone(),
    }
}

/// Whether the root link flies: `base = "floating"`; the default is `"fixed"`.
fn floating(table: &mut Table, reader: &mut Reader) -> bool {
    let Some(value) = table.get("base") else {
        return false;
    };
    let base = reader.string(value, &table.describe("base"));
    match base.as_deref() {
        Some("floating") => true,
        Some("fixed") | None => false,
        Some(other) => {
            let shown: String = other.chars().take(60).collect();
            let message = format!("unknown base \"{shown}\"");
            let help = "write \"fixed\" or \"floating\"";
            reader.faults.error(&value.span(), message, help);
            false
        }
    }
}

/// Complains of keys that describe a mechanism in the file itself.
fn tell_other_forms(table: &mut Table, reader: &mut Reader) {
    for key in ["link", "body", "convention"] {
        if let Some(value) = table.get(key) {
            let message = format!("the model has both `urdf` and `{key}`");
            let help =
                "describe the mechanism in one form; frames, payloads and the like go with a URDF";
            reader.faults.error(&value.span(), message, help);
        }
    }
}
