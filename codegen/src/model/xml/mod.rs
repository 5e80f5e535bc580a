//! XML, for the formats that are written in it: text → tree within limits, and the numbers of an attribute.

pub(crate) mod document;
pub(super) mod value;

use std::path::Path;

use self::document::{is_tag, tag_length};

/// A format that is XML.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum XmlFormat {
    Urdf,
    Mjcf,
}

/// The format of a file that is XML by its extension or its text: MJCF where the root element is MuJoCo's, otherwise URDF (a file
/// that is still xacro, or another format, is reported as such); `None`: it is not XML.
pub(super) fn format(path: &Path, text: &str) -> Option<XmlFormat> {
    let content = text.trim_start_matches('\u{feff}').trim_start();
    let extension = path.extension().and_then(|extension| extension.to_str());
    let known = extension.is_some_and(|extension| {
        let known = ["urdf", "xacro", "xml", "sdf", "mjcf"];
        known.contains(&extension.to_ascii_lowercase().as_str())
    });
    match root(content) {
        Some("mujoco" | "mujocoinclude") => Some(XmlFormat::Mjcf),
        _ => (known || content.starts_with('<')).then_some(XmlFormat::Urdf),
    }
}

/// The name of the first element, so far as a text is XML.
pub(super) fn root(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        rest = &rest[rest.find('<')?..];
        let length = tag_length(rest);
        let inside = &rest[..length];
        if is_tag(inside) && !inside.starts_with("<!") {
            let end = inside[1..].find(|c: char| c.is_whitespace() || c == '>' || c == '/');
            return Some(&inside[1..end.map_or(inside.len(), |end| 1 + end)]);
        }
        rest = &rest[length..];
    }
}
