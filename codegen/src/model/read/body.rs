//! Bodies and frames of a tree.

use super::joint::Read;
use super::table::{TomlTable, Value, elements};
use super::value::ModelReader;
use super::{flexible, joint, placement, rigid};
use crate::exact::turns::Placement;
use crate::model::raw::{At, BodyKind, Description, RawBody, RawFrame, RawParent};

/// All bodies and frames, in file order.
pub(super) fn bodies(
    bodies: Option<&Value>,
    frames: Option<&Value>,
    reader: &mut ModelReader,
) -> Description {
    let bodies = elements(bodies, "body", body, reader);
    Description::Bodies(bodies, self::frames(frames, reader))
}

/// All frames, in file order.
pub(super) fn frames(frames: Option<&Value>, reader: &mut ModelReader) -> Vec<RawFrame> {
    elements(frames, "frame", frame, reader)
}

fn body(mut table: TomlTable, index: usize, reader: &mut ModelReader) -> RawBody {
    let name = name("body", index, &mut table, reader);
    let parent = reference("parent", "parent = \"base\"", &mut table, reader);
    let Read {
        joint,
        name: joint_name,
        physics,
        mimic,
        driven,
        elastic,
    } = joint::joint(&mut table, reader);
    let placement = placement::placement(&mut table, reader);
    let flexible = flexible::flexible(&mut table, reader);
    let mass = table.get("mass");
    let rigid = rigid::rigid(name, mass, &mut table, reader);
    table.finish(reader);
    RawBody {
        joint_name: joint_name.unwrap_or_else(|| rigid.name.clone()),
        rigid,
        parent,
        joint,
        limits: None,
        physics,
        mimic,
        driven,
        elastic,
        placement,
        after: Placement::default(),
        flexible,
        kind: BodyKind::Rigid,
    }
}

fn frame(mut table: TomlTable, index: usize, reader: &mut ModelReader) -> RawFrame {
    let name = name("frame", index, &mut table, reader);
    let body = reference("body", "body = \"base\"", &mut table, reader);
    let placement = placement::placement(&mut table, reader);
    table.finish(reader);
    RawFrame {
        name,
        body,
        placement,
    }
}

/// The element's name; the fallback after a fault cannot collide with a name that can be written.
pub(super) fn name(
    kind: &str,
    index: usize,
    table: &mut TomlTable,
    reader: &mut ModelReader,
) -> At<String> {
    let value = table.require("name", "name = \"upper_arm\"", reader);
    At {
        at: value.map_or_else(|| table.at.clone(), Value::span),
        value: value
            .and_then(|value| reader.name(value, &format!("`name` of {kind} {}", index + 1)))
            .unwrap_or_else(|| format!("\0{index}")),
    }
}

/// The name of a body elsewhere in the file, or of the base.
pub(super) fn reference(
    key: &'static str,
    example: &str,
    table: &mut TomlTable,
    reader: &mut ModelReader,
) -> Option<At<RawParent>> {
    let value = table.require(key, example, reader)?;
    let name = reader.string(value, &table.describe(key))?;
    Some(At {
        value: match name.as_str() {
            "base" => RawParent::Base,
            _ => RawParent::Body(name),
        },
        at: value.span(),
    })
}
