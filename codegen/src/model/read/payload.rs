//! Payloads: bodies attached to a frame or to another body.

use super::rigid;
use super::table::{TomlTable, Value, elements};
use super::value::ModelReader;
use crate::model::raw::{At, RawCarrier, RawPayload};

/// All payloads, in file order.
pub(super) fn payloads(value: Option<&Value>, reader: &mut ModelReader) -> Vec<RawPayload> {
    elements(value, "payload", payload, reader)
}

fn payload(mut table: TomlTable, index: usize, reader: &mut ModelReader) -> RawPayload {
    let name = table.get("name");
    let name = At {
        at: name.map_or_else(|| table.at.clone(), Value::span),
        value: name
            .and_then(|value| reader.name(value, &table.describe("name")))
            .unwrap_or_else(|| (index + 1).to_string()),
    };
    let carrier = carrier(&mut table, reader);
    let mass = table.require("mass", "mass = 1.0", reader);
    let rigid = rigid::rigid(name, mass, &mut table, reader);
    table.finish(reader);
    RawPayload { carrier, rigid }
}

fn carrier(table: &mut TomlTable, reader: &mut ModelReader) -> Option<RawCarrier> {
    let (frame, body) = (table.get("frame"), table.get("body"));
    let (key, value) = match (frame, body) {
        (Some(frame), None) => ("frame", frame),
        (None, Some(body)) => ("body", body),
        (Some(_), Some(body)) => {
            let message = format!("{} has both `frame` and `body`", table.what);
            let help = "keep one: what it is attached to";
            reader.faults.error(&body.span(), message, help);
            return None;
        }
        (None, None) => {
            let message = format!("{} has no `frame` and no `body`", table.what);
            let help = "add `frame = \"tip\"`, or `body` with the name of a body or link";
            reader.faults.error(&table.at, message, help);
            return None;
        }
    };
    let name = At {
        value: reader.string(value, &table.describe(key))?,
        at: value.span(),
    };
    Some(match key {
        "frame" => RawCarrier::Frame(name),
        _ => RawCarrier::Body(name),
    })
}
