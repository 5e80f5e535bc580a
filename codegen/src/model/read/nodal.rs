//! `file` of a flexible body: the mode file beside the model, with nodes, masses, shapes, stiffness and damping.
//!
//! Places of faults in it are in that file.

use crate::name::visible;
use toml::de::DeTable;

use super::flexible::{check_frequency, choice, levels};
use super::mode_matrix::{self, Modes};
use super::table::{TomlTable, Value};
use super::value::ModelReader;
use crate::exact::number::Number;
use crate::mechanism::{Dyad, Geometry};
use crate::model::flexible::{Integrals, Nodal, NodalMode, Node, NodeShape};

/// The most nodes of a body.
const NODES: usize = 16384;

/// The most modes of a body.
const MODES: usize = 48;

/// What the body of the mode file that `file` names comes to, with the keys beside it in `table`. Faults are reported.
pub(super) fn nodal(
    file: &Value,
    mut table: TomlTable,
    reader: &mut ModelReader,
) -> Option<Integrals> {
    let geometry = geometry(&mut table, reader);
    let path = reader.path(file, &table.describe("file"));
    let what = table.what.clone();
    table.finish(reader);
    let (start, opened) = match reader.faults.open(&path?) {
        Ok(opened) => opened,
        Err(unreadable) => {
            let message = format!("`file` of {what}: {}", unreadable.message);
            reader.faults.error(&file.span(), message, unreadable.help);
            return None;
        }
    };
    if opened.text.trim_start_matches('\u{feff}').trim().is_empty() {
        let message = format!("`file` of {what}: the file is empty");
        let help = "write nodes, masses, shapes and stiffness into it";
        reader.faults.error(&file.span(), message, help);
        return None;
    }
    let before = reader.faults.count_from(start);
    let read = super::document::parse(&opened.text, reader.faults)
        .and_then(|document| body(&document, reader));
    reader.faults.count_from(before);
    let nodal = Nodal {
        geometry: geometry?,
        ..read?
    };
    Some(nodal.integrals())
}

/// The level of geometry; `exact` where none is given.
fn geometry(table: &mut TomlTable, reader: &mut ModelReader) -> Option<Geometry> {
    let level = choice("geometry", &levels(), table, reader)?.unwrap_or(Geometry::Exact);
    if level != Geometry::Stiffened {
        return Some(level);
    }
    if let Some(value) = table.get("geometry") {
        let message = format!("{} is \"stiffened\"", table.describe("geometry"));
        let help = "shapes of nodes say nothing of foreshortening: write \"exact\" or \"undeformed\", or give a `beam`";
        reader.faults.error(&value.span(), message, help);
    }
    None
}

/// A mode file.
fn body(document: &DeTable, reader: &mut ModelReader) -> Option<Nodal> {
    let mut table = TomlTable::new(document, 0..0, "the mode file".to_owned());
    let nodes = nodes(&mut table, reader);
    let count = nodes.as_ref().map(Vec::len);
    let shapes = table.require("shapes", "shapes = [[[0, 0, 0, 0, 0.1, 0]]]", reader);
    let read =
        shapes.and_then(|value| self::shapes(value, &table.describe("shapes"), count, reader));
    let size = read.as_ref().map(Vec::len);
    let names = names(size, &mut table, reader);
    let stiffness = table.require("stiffness", "stiffness = [[100.0]]", reader);
    let damping = table.get("damping");
    let mut matrix = |key: &str, value: Option<&Value>| {
        value.map(|value| mode_matrix::read(value, &table.describe(key), size, reader))
    };
    let (k, d) = (matrix("stiffness", stiffness), matrix("damping", damping));
    let frames = frames(table.get("frames"), count, reader);
    table.finish(reader);
    let modes = names?.into_iter().zip(read?);
    let nodal = Nodal {
        nodes: nodes?,
        modes: modes
            .map(|(name, shapes)| NodalMode { name, shapes })
            .collect(),
        stiffness: k??,
        damping: d.unwrap_or_else(|| Some(mode_matrix::zeros(size?)))?,
        geometry: Geometry::Exact,
        frames: frames?,
    };
    let places = Modes {
        shapes: shapes?,
        stiffness: stiffness?,
        damping,
    };
    let lowest = mode_matrix::check(&nodal, &places, reader)?;
    let units = "check the units: kg, N m, rad and m of the shapes";
    let at = places.stiffness.span();
    check_frequency(lowest, &at, "the mode file", units, reader);
    Some(nodal)
}

/// The displacements of `count` nodes in every mode.
fn shapes(
    value: &Value,
    what: &str,
    count: Option<usize>,
    reader: &mut ModelReader,
) -> Option<Vec<Vec<NodeShape>>> {
    let count = count.map_or(1..=NODES, |count| count..=count);
    let example = "[[0, 0, 0, 0, 0, 0], [0, 0, 0.2, 0, 0.1, 0]]";
    let mode = |reader: &mut ModelReader, value: &Value, what: &str| {
        reader.list(value, what, example, count.clone(), shape)
    };
    reader.list(value, what, &format!("[{example}]"), 1..=MODES, mode)
}

/// Places, masses and inertias of the nodes.
fn nodes(table: &mut TomlTable, reader: &mut ModelReader) -> Option<Vec<Node>> {
    let example = "[[0, 0, 0], [0.5, 0, 0]]";
    let value = table.require("nodes", &format!("nodes = {example}"), reader);
    let places = value.and_then(|value| {
        let what = table.describe("nodes");
        reader.list(value, &what, example, 1..=NODES, ModelReader::fixed_vector3)
    });
    let count = places
        .as_ref()
        .map_or(1..=NODES, |places| places.len()..=places.len());
    let masses = table.require("node_mass", "node_mass = [0.1, 0.1]", reader);
    let masses = masses.and_then(|value| {
        let what = table.describe("node_mass");
        reader.list(value, &what, "[0.1, 0.1]", count.clone(), mass)
    });
    let inertias = table.get("node_inertia").map(|value| {
        let what = table.describe("node_inertia");
        let example = "[[[1e-4, 0, 0], [0, 1e-4, 0], [0, 0, 1e-4]]]";
        reader.list(value, &what, example, count.clone(), inertia)
    });
    let (places, masses) = (places?, masses?);
    let inertias = match inertias {
        None => vec![Dyad::default(); places.len()],
        Some(inertias) => inertias?,
    };
    let all = places.into_iter().zip(masses).zip(inertias);
    let node = |((place, mass), inertia)| Node {
        place,
        mass,
        inertia,
    };
    Some(all.map(node).collect())
}

/// A mass >= 0.
fn mass(reader: &mut ModelReader, value: &Value, what: &str) -> Option<Number> {
    let mass = reader.fixed_number(value, what)?;
    if mass.is_negative() {
        let message = format!("{what} is {:?}", mass.to_f64());
        let help = "write a mass >= 0 in kg";
        reader.faults.error(&value.span(), message, help);
        return None;
    }
    Some(mass)
}

/// A symmetric matrix of 3 × 3 whose diagonal is not negative.
fn inertia(reader: &mut ModelReader, value: &Value, what: &str) -> Option<Dyad> {
    let example = "[[1e-4, 0, 0], [0, 1e-4, 0], [0, 0, 1e-4]]";
    let tensor: Dyad = reader.array(value, what, example, ModelReader::fixed_vector3)?;
    let symmetric = (0..3).all(|i| (0..i).all(|j| tensor[i][j] == tensor[j][i]));
    let fault = if !symmetric {
        "is not symmetric"
    } else if (0..3).any(|i| tensor[i][i].is_negative()) {
        "has a negative diagonal entry"
    } else {
        return Some(tensor);
    };
    let help = format!("write the inertia about the node in kg m², like {example}");
    reader
        .faults
        .error(&value.span(), format!("{what} {fault}"), help);
    None
}

/// Rotation and translation of a node.
fn shape(reader: &mut ModelReader, value: &Value, what: &str) -> Option<NodeShape> {
    let example = "[0, 0, 0.2, 0, 0.1, 0] (rotation, translation)";
    let [a, b, c, x, y, z] = reader.array(value, what, example, ModelReader::fixed_number)?;
    Some(NodeShape {
        turn: [a, b, c],
        shift: [x, y, z],
    })
}

/// Names of the modes; `mode_1`, `mode_2`, … where the file has none.
fn names(
    count: Option<usize>,
    table: &mut TomlTable,
    reader: &mut ModelReader,
) -> Option<Vec<String>> {
    let Some(value) = table.get("modes") else {
        let names = (1..=count?).map(|number| format!("mode_{number}"));
        return Some(names.collect());
    };
    let what = table.describe("modes");
    let count = count.map_or(1..=MODES, |count| count..=count);
    let name = |reader: &mut ModelReader, value: &Value, what: &str| {
        Some((reader.name(value, what)?, value.span()))
    };
    let names = reader.list(value, &what, "[\"bending\", \"torsion\"]", count, name)?;
    for (index, (name, at)) in names.iter().enumerate() {
        if names[..index].iter().any(|(other, _)| other == name) {
            let message = format!("two modes are named \"{name}\"");
            reader
                .faults
                .error(at, message, "give each a name of its own");
            return None;
        }
    }
    Some(names.into_iter().map(|(name, _)| name).collect())
}

/// Frames by name and node.
fn frames(
    value: Option<&Value>,
    nodes: Option<usize>,
    reader: &mut ModelReader,
) -> Option<Vec<(String, usize)>> {
    let Some(value) = value else {
        return Some(Vec::new());
    };
    let what = "`frames` of the mode file";
    let Some(entries) = value.get_ref().as_table() else {
        reader.table(value, what.to_owned(), "{ middle = 2, tip = 4 }");
        return None;
    };
    let mut frames = Vec::with_capacity(entries.len());
    for (name, node) in entries {
        let shown: String = name.get_ref().chars().take(60).collect();
        let what = format!("frame \"{shown}\" in {what}");
        let number = reader.fixed_number(node, &what)?;
        let index = number
            .to_integer()
            .and_then(|one| usize::try_from(one).ok());
        let count = nodes.unwrap_or(NODES);
        let Some(index) = index.filter(|index| *index < count) else {
            let shown = number.to_integer().map(|one| one.to_string());
            let shown = shown.unwrap_or_else(|| format!("{:?}", number.to_f64()));
            let message = format!("{what} is at node {shown}");
            let help = format!("write the index of a node, 0 to {}", count - 1);
            reader.faults.error(&node.span(), message, help);
            return None;
        };
        frames.push((visible(name.get_ref()).into_owned(), index));
    }
    Some(frames)
}
