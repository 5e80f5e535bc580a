//! A model at fault → what it seems to describe, for stubs: as much as can be read, wrong where the fault makes it so.

use std::path::Path;

use proc_macro2::Ident;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::compile::Precision;
use crate::emit::rust::{LoopSketch, Sketch};
use crate::model::{ModelFile, Reading};

/// The sketch of the model at `path`.
pub(super) fn sketch(path: &Path, reading: &Reading, precision: Precision) -> Sketch {
    let model = reading.file(path);
    let text = model.as_ref().map_or("", |file| &*file.text);
    if is_robot(text) {
        return Sketch {
            joints: joints_of_xml(text).max(1),
            precision,
            ..Sketch::default()
        };
    }
    let (document, _) = DeTable::parse_recoverable(text);
    let document = document.get_ref();
    let beside = |name: &str| reading.file_beside(model.as_ref()?, name);
    let joints = joints(document, beside).max(1);
    let closures = elements(document, "loop").map_or(0, <[_]>::len);
    let actuated = elements(document, "actuated").map_or(joints, <[_]>::len);
    let loops = LoopSketch {
        closures,
        actuated,
        // Where they are fewer than the joints, the actuated ones determine the others.
        independent: actuated.min(joints.saturating_sub(2 * closures)).max(1),
    };
    Sketch {
        joints,
        frames: frames(document),
        loops: (closures > 0).then_some(loops),
        parameters: parameters(document),
        precision,
        sparse: false,
    }
}

/// The names of the frames: those that are written, or that of the tip of a table of links.
fn frames(document: &DeTable) -> Vec<String> {
    let Some(frames) = elements(document, "frame") else {
        return Sketch::default().frames;
    };
    let name = |frame: &Spanned<DeValue>| {
        let name = frame.get_ref().get("name")?.get_ref().as_str()?;
        Some(name.to_owned())
    };
    frames.iter().filter_map(name).collect()
}

/// Whether a text is XML, so far as it goes.
fn is_robot(text: &str) -> bool {
    text.trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('<')
}

/// The joints of a text that is XML.
fn joints_of_xml(text: &str) -> usize {
    if text.contains("<mujoco") {
        mjcf_joints(text)
    } else {
        robot_joints(text)
    }
}

/// The `<joint>`s and `<freejoint>`s in the `<worldbody>` of an MJCF, as far as that is in the file itself.
fn mjcf_joints(text: &str) -> usize {
    let world = text.split("<worldbody").nth(1).unwrap_or_default();
    let world = world.split("</worldbody").next().unwrap_or_default();
    world.matches("<joint").count() + world.matches("<freejoint").count()
}

/// The `<joint>`s of a URDF that move. (Those of transmissions have no type.)
fn robot_joints(text: &str) -> usize {
    let tags = text.split("<joint").skip(1);
    let tags = tags.filter_map(|tag| {
        let (attributes, _) = tag.split_once('>')?;
        Some(attributes.split_whitespace().collect::<String>())
    });
    let moves = |tag: &String| {
        let kind = tag.split_once("type=").map(|(_, kind)| kind);
        let kind = kind.map(|kind| kind.trim_start_matches(['"', '\'']));
        kind.is_some_and(|kind| !kind.starts_with("fixed"))
    };
    tags.filter(moves).count()
}

/// The links or bodies that move, and the joints of the URDF or MJCF that a model starts from.
fn joints(document: &DeTable, file: impl Fn(&str) -> Option<ModelFile>) -> usize {
    let moving = |key: &str| {
        let bodies = elements(document, key).unwrap_or_default();
        bodies.iter().filter(|one| moves(one)).count()
    };
    let path = document.get("urdf").or_else(|| document.get("mjcf"));
    let named = path.and_then(|path| path.get_ref().as_str());
    let robot = named.map_or(0, |name| {
        file(name).map_or(0, |file| joints_of_xml(&file.text))
    });
    moving("link") + moving("body") + robot
}

/// The elements of an array of the document.
fn elements<'a>(document: &'a DeTable, key: &str) -> Option<&'a [Spanned<DeValue<'a>>]> {
    match document.get(key)?.get_ref() {
        DeValue::Array(elements) => Some(elements),
        _ => None,
    }
}

fn moves(body: &Spanned<DeValue>) -> bool {
    let joint = body.get_ref().get("joint").map(Spanned::get_ref);
    let kind = joint.and_then(|joint| joint.get("type"));
    kind.and_then(|kind| kind.get_ref().as_str()) != Some("fixed")
}

/// The parameters that are declared anywhere, where their names are identifiers.
fn parameters(document: &DeTable) -> Vec<Ident> {
    let mut names: Vec<&str> = Vec::new();
    for (key, value) in document {
        match value.get_ref() {
            DeValue::Table(table) if key.get_ref() == "parameters" => {
                // A string is no parameter but a name for a formula.
                let plain = table.iter().filter(|(_, value)| !value.get_ref().is_str());
                names.extend(plain.map(|(key, _)| &**key.get_ref()));
            }
            value => declared(value, &mut names),
        }
    }
    names.sort_unstable();
    names.dedup();
    let names = names.into_iter();
    names.filter_map(|name| syn::parse_str(name).ok()).collect()
}

/// Every `{ param = "name" }` in a value.
fn declared<'a>(value: &'a DeValue, names: &mut Vec<&'a str>) {
    match value {
        DeValue::Array(values) => values
            .iter()
            .for_each(|value| declared(value.get_ref(), names)),
        DeValue::Table(table) => {
            names.extend(table.get("param").and_then(|name| name.get_ref().as_str()));
            table
                .iter()
                .for_each(|(_, value)| declared(value.get_ref(), names));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let (document, _) = DeTable::parse_recoverable(text);
        let names = parameters(document.get_ref());
        names.iter().map(Ident::to_string).collect()
    }

    #[test]
    fn parameters_are_found_beside_what_is_no_toml() {
        let text = "parameters.a = 1\nmass = = 2\n[parameters]\nb = 2.0\nc = \"a + b\"\n\
                    [[body]]\nmass = { param = \"d\", default = 1 } # { param = \"e\" }\ncom = [{ param = \"d\" }, 0, 0\n";
        for name in ["b", "d"] {
            assert!(names(text).contains(&name.to_owned()), "{:?}", names(text));
        }
        assert_eq!(
            names("[parameters]\nlong-name = 1\nfn = 2\n"),
            [] as [&str; 0]
        );
    }

    #[test]
    fn joints_that_move_are_counted() {
        let robot = "<robot><joint name='a' type = 'fixed'/>\n<joint\n type =\"revolute\" name=\"b\"><origin/></joint>\
                     <transmission><joint name=\"b\"/></transmission><joint type='prism";
        assert!(is_robot(robot));
        assert_eq!(robot_joints(robot), 1);
        let toml = "[[link]]\n[[body]]\njoint = { type = \"fixed\" }\n[[body]]\njoint = { type = \"free\" }\n";
        let (document, _) = DeTable::parse_recoverable(toml);
        assert_eq!(joints(document.get_ref(), |_| None), 2);
    }
}
