//! The rows of a Denavit-Hartenberg table.

use core::ops::Range;

use super::table::{TomlTable, Value, elements};
use super::value::ModelReader;
use super::{coupling, elastic, joint, physics, rigid};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::model::raw::{At, Convention, RawLink, RawRigid};
use crate::name::nearest;

/// The convention, and its place when it is given.
pub(super) fn convention(
    table: &mut TomlTable,
    reader: &mut ModelReader,
) -> (Convention, Option<Range<usize>>) {
    let Some(value) = table.get("convention") else {
        return (Convention::Saha, None);
    };
    let convention = match reader.string(value, "`convention`").as_deref() {
        Some("craig") => Convention::Craig,
        Some("saha") | None => Convention::Saha,
        Some(other) => {
            let shown: String = other.chars().take(60).collect();
            let help = "write \"saha\" (standard Denavit-Hartenberg) or \"craig\" (modified)";
            reader.faults.error(
                &value.span(),
                format!("unknown convention \"{shown}\""),
                help,
            );
            Convention::Saha
        }
    };
    (convention, Some(value.span()))
}

/// All rows, base to tip.
pub(super) fn links(
    value: &Value,
    convention: Convention,
    reader: &mut ModelReader,
) -> Vec<RawLink> {
    let read =
        |table: TomlTable, index, reader: &mut ModelReader| link(table, index, convention, reader);
    elements(Some(value), "link", read, reader)
}

fn link(
    mut table: TomlTable,
    index: usize,
    convention: Convention,
    reader: &mut ModelReader,
) -> RawLink {
    let prismatic = is_prismatic(&mut table, reader);
    let a = length("a", false, &mut table, reader);
    let b = length("b", prismatic, &mut table, reader);
    let alpha = angle("alpha", false, &mut table, reader);
    let theta = angle("theta", !prismatic, &mut table, reader);
    let rigid = rigid_data(&mut table, index, convention, reader);
    let joint_name = joint::name("joint_name", &mut table, reader);
    let physics = physics::physics(&mut table, reader);
    let mimic = coupling::mimic(&mut table, reader);
    let elastic = elastic::elastic(&mut table, reader);
    table.finish(reader);
    RawLink {
        joint_name: joint_name.unwrap_or_else(|| rigid.name.clone()),
        physics,
        mimic,
        elastic,
        prismatic,
        a,
        b,
        alpha,
        theta,
        rigid,
    }
}

fn is_prismatic(table: &mut TomlTable, reader: &mut ModelReader) -> bool {
    let Some(value) = table.require("joint", "joint = \"revolute\"", reader) else {
        return false;
    };
    match reader.string(value, &table.describe("joint")).as_deref() {
        Some("prismatic") => true,
        Some("revolute") | None => false,
        Some(other) => {
            let shown: String = other.chars().take(60).collect();
            let help = match nearest(other, ["revolute", "prismatic"]) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "a link has \"revolute\" or \"prismatic\"; [[body]] has more joint types"
                    .to_owned(),
            };
            reader.faults.error(
                &value.span(),
                format!("{} has unknown joint \"{shown}\"", table.what),
                help,
            );
            false
        }
    }
}

/// A length in m; that of the joint's own variable is an offset with default 0.
fn length(key: &'static str, own: bool, table: &mut TomlTable, reader: &mut ModelReader) -> Number {
    let value = if own {
        table.get(key)
    } else {
        table.require(key, &format!("{key} = 0"), reader)
    };
    value
        .and_then(|value| reader.number(value, &table.describe(key)))
        .unwrap_or_default()
}

/// An angle in rad; that of the joint's own variable is an offset with default 0.
fn angle(key: &'static str, own: bool, table: &mut TomlTable, reader: &mut ModelReader) -> Angle {
    let value = if own {
        table.get(key)
    } else {
        table.require(key, &format!("{key} = 0"), reader)
    };
    value
        .and_then(|value| reader.angle(value, &table.describe(key)))
        .unwrap_or_default()
}

fn rigid_data(
    table: &mut TomlTable,
    index: usize,
    convention: Convention,
    reader: &mut ModelReader,
) -> RawRigid {
    let name = table.get("name");
    let name = At {
        at: name.map_or_else(|| table.at.clone(), Value::span),
        value: name
            .and_then(|value| reader.name(value, &format!("`name` of link {}", index + 1)))
            .unwrap_or_else(|| format!("link{}", index + 1)),
    };
    let mass = table.require("mass", "mass = 1.0", reader);
    let mass = rigid::mass(mass, table, reader);
    let com = mass_centre(convention, table, reader);
    let inertia = table.require(
        "inertia",
        "inertia = { xx = 0.1, yy = 0.1, zz = 0.2 }",
        reader,
    );
    let inertia = rigid::inertia(inertia, table, reader);
    RawRigid {
        name,
        mass,
        com,
        inertia,
    }
}

/// The mass centre in the link's frame: `com`, or minus `r`, the vector from the mass centre to that frame's origin.
fn mass_centre(
    convention: Convention,
    table: &mut TomlTable,
    reader: &mut ModelReader,
) -> [Number; 3] {
    let (r, com) = (table.get("r"), table.get("com"));
    let read = match (r, com) {
        (Some(r), None) => (reader.vector3(r, &table.describe("r"))).map(|r| r.map(|x| -x)),
        (None, Some(com)) => reader.vector3(com, &table.describe("com")),
        (Some(_), Some(com)) => {
            let message = format!("{} has both `r` and `com`", table.what);
            reader
                .faults
                .error(&com.span(), message, "give one of them: com = -r");
            None
        }
        (None, None) => {
            let help = match convention {
                Convention::Saha => {
                    "add `r = [0, 0, 0]`, from the mass centre to the origin of frame i+1, in frame i+1"
                }
                Convention::Craig => "add `com = [0, 0, 0]`, the mass centre in frame i",
            };
            reader
                .faults
                .error(&table.at, format!("{} has no `r`", table.what), help);
            None
        }
    };
    read.unwrap_or_default()
}
