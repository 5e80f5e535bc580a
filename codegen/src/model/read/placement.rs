//! Placements: a position, and a rotation written in one of three ways.

use super::table::{TomlTable, Value};
use super::value::ModelReader;
use crate::exact::number::Number;
use crate::exact::turns::{Placement, Turns};
use crate::mechanism::Rotation;

/// The placement of a body or a frame; the identity when there is none, and after a fault.
pub(super) fn placement(owner: &mut TomlTable, reader: &mut ModelReader) -> Placement {
    let Some(value) = owner.get("placement") else {
        return Placement::default();
    };
    let what = owner.describe("placement");
    let Some(mut table) =
        reader.table(value, what, "{ xyz = [0, 0, 0.3], rpy = [\"pi/2\", 0, 0] }")
    else {
        return Placement::default();
    };
    let xyz = (table.get("xyz"))
        .and_then(|value| reader.vector3(value, &table.describe("xyz")))
        .unwrap_or_default();
    let turns = turns(&mut table, reader).unwrap_or_default();
    table.finish(reader);
    Placement { turns, xyz }
}

fn turns(table: &mut TomlTable, reader: &mut ModelReader) -> Option<Turns> {
    let (rpy, quaternion, matrix) = (
        table.get("rpy"),
        table.get("quaternion"),
        table.get("matrix"),
    );
    let given = [rpy, quaternion, matrix].into_iter().flatten();
    if let Some(second) = given.skip(1).max_by_key(|value| value.span().start) {
        let message = format!("{} gives its rotation twice", table.what);
        reader.faults.error(
            &second.span(),
            message,
            "keep one of rpy, quaternion and matrix",
        );
        return None;
    }
    if let Some(value) = rpy {
        let angles = reader.array(
            value,
            &table.describe("rpy"),
            "[0, 0, \"pi/2\"]",
            ModelReader::angle,
        )?;
        return Some(Turns::of_rpy(angles));
    }
    if let Some(value) = quaternion {
        return of_quaternion(value, &table.describe("quaternion"), reader);
    }
    of_matrix(matrix?, &table.describe("matrix"), reader)
}

/// A quaternion (x, y, z, w) of any length.
fn of_quaternion(value: &Value, what: &str, reader: &mut ModelReader) -> Option<Turns> {
    let quaternion: [Number; 4] =
        reader.array(value, what, "[0, 0, 0, 1]", ModelReader::fixed_number)?;
    let Some(rotation) = Rotation::from_quaternion(&quaternion) else {
        reader.faults.error(
            &value.span(),
            format!("{what} is zero"),
            "write x, y, z, w; no rotation is [0, 0, 0, 1]",
        );
        return None;
    };
    Some(Turns::by(rotation.snapped()))
}

/// A matrix, rows first, orthogonal to 1e-9 and of determinant 1.
fn of_matrix(value: &Value, what: &str, reader: &mut ModelReader) -> Option<Turns> {
    let example = "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]";
    let matrix = reader.array(value, what, example, ModelReader::fixed_vector3)?;
    let given = Rotation(matrix);
    let gram = given.times(&given.transposed());
    let tolerance = Number::ONE / Number::from(1_000_000_000);
    let identity = Rotation::identity();
    let pairs = gram.0.iter().flatten().zip(identity.0.iter().flatten());
    let error = pairs.map(|(a, b)| (a - b).abs()).max().unwrap_or_default();
    if error > tolerance {
        let message = format!(
            "{what} is not orthogonal: |R Rᵀ - 1| is {:.1e}",
            error.to_f64()
        );
        reader.faults.error(
            &value.span(),
            message,
            "write a rotation matrix, good to 1e-9, or use rpy or a quaternion",
        );
        return None;
    }
    if determinant(&given).is_negative() {
        reader.faults.error(
            &value.span(),
            format!("{what} is a reflection: its determinant is -1"),
            "change the sign of one axis",
        );
        return None;
    }
    Rotation::nearest(&given.0).map(Turns::by)
}

fn determinant(Rotation(m): &Rotation) -> Number {
    let minor = |a: usize, b: usize| &m[1][a] * &m[2][b] - &m[1][b] * &m[2][a];
    &m[0][0] * minor(1, 2) - &m[0][1] * minor(0, 2) + &m[0][2] * minor(0, 1)
}
