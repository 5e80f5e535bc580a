//! K and D of a mode file, and whether they, the masses and the shapes make a structure that can be computed.

use core::ops::Range;

use super::table::Value;
use super::value::ModelReader;
use crate::exact::number::Number;
use crate::model::flexible::{Factored, Nodal};

/// Two entries that ought to be equal differ at most by this part of the geometric mean of their diagonal entries.
const ASYMMETRY: f64 = 1e-9;

/// Where a mode file has what is checked.
pub(super) struct Modes<'a> {
    /// The value of `shapes`.
    pub(super) shapes: &'a Value<'a>,
    /// Of `stiffness`.
    pub(super) stiffness: &'a Value<'a>,
    /// Of `damping`, if there is one.
    pub(super) damping: Option<&'a Value<'a>>,
}

/// A symmetric matrix with a row for each of `size` modes; entries that are not quite symmetric are replaced by their mean.
pub(super) fn read(
    value: &Value,
    what: &str,
    size: Option<usize>,
    reader: &mut ModelReader,
) -> Option<Vec<Vec<Number>>> {
    // Of another size than the shapes, or with the faults of shapes that could not be read: as many rows as columns.
    let own = || {
        value
            .get_ref()
            .as_array()
            .map_or(1, |rows| rows.len().max(1))
    };
    let size = size.unwrap_or_else(own);
    let example = "[[100.0, 1.0], [1.0, 900.0]]";
    let row = |reader: &mut ModelReader, value: &Value, what: &str| {
        reader.list(
            value,
            what,
            "[100.0, 1.0]",
            size..=size,
            ModelReader::fixed_number,
        )
    };
    let matrix = reader.list(value, what, example, size..=size, row)?;
    for i in 0..size {
        for j in 0..i {
            let [one, other, first, second] =
                [(i, j), (j, i), (i, i), (j, j)].map(|(a, b)| matrix[a][b].to_f64());
            let allowed = ASYMMETRY * (first * second).abs().sqrt();
            let is_equal = (one - other).abs() <= allowed;
            if !is_equal {
                let message = format!(
                    "{what} is not symmetric: entry ({}, {}) is {other:?}, entry ({}, {}) is {one:?}",
                    j + 1,
                    i + 1,
                    i + 1,
                    j + 1
                );
                let help = "write the full matrix, each entry off the diagonal twice";
                reader.faults.error(&value.span(), message, help);
                return None;
            }
        }
    }
    Some(symmetric(&matrix))
}

/// (A + Aᵀ)/2.
fn symmetric(matrix: &[Vec<Number>]) -> Vec<Vec<Number>> {
    let mean = |i: usize, j: usize| match matrix[i][j] == matrix[j][i] {
        true => matrix[i][j].clone(),
        false => (&matrix[i][j] + &matrix[j][i]) / Number::from(2),
    };
    let rows = 0..matrix.len();
    rows.map(|i| (0..matrix.len()).map(|j| mean(i, j)).collect())
        .collect()
}

/// No damping of `size` modes.
pub(super) fn zeros(size: usize) -> Vec<Vec<Number>> {
    vec![vec![Number::ZERO; size]; size]
}

/// Reports what makes a body impossible to compute; the lowest frequency in Hz of one that is sound.
pub(super) fn check(nodal: &Nodal, places: &Modes, reader: &mut ModelReader) -> Option<f64> {
    check_origin(nodal, places, reader)?;
    let mass = nodal.mass();
    let fault = match (Factored::new(&mass), Factored::new(&nodal.stiffness)) {
        (Err(index), _) => massless(nodal, &mass, index, places),
        (_, Err(index)) => loose(nodal, index, places),
        (Ok(_), Ok(stiffness)) => match Factored::negative(&nodal.damping).zip(places.damping) {
            Some((index, damping)) => driven(nodal, index, damping),
            None => return Some(stiffness.lowest_frequency(&mass)),
        },
    };
    let (at, message, help) = fault;
    reader.faults.error(&at, message, help);
    None
}

/// A fault: where, what, and what to do.
type Fault = (Range<usize>, String, &'static str);

/// A mode whose row of M_e is 0 or depends on those before it.
fn massless(nodal: &Nodal, mass: &[Vec<Number>], index: usize, places: &Modes) -> Fault {
    let name = &nodal.modes[index].name;
    let at = element(places.shapes, index);
    if mass[index][index].is_zero() {
        let message = format!("mode \"{name}\" has no mass: it moves no node that has mass");
        return (at, message, "remove the mode, or give its nodes mass");
    }
    let message = format!("mode \"{name}\" depends linearly on the modes before it");
    let help =
        "remove it: the displacements of each mode are no combination of those of the others";
    (at, message, help)
}

/// A mode that shows that K is not positive definite.
fn loose(nodal: &Nodal, index: usize, places: &Modes) -> Fault {
    let name = &nodal.modes[index].name;
    let own = nodal.stiffness[index][index].to_f64();
    let message = match own > 0.0 {
        true => format!("`stiffness` is not positive definite at mode \"{name}\""),
        false => format!("mode \"{name}\" has the stiffness {own:?}"),
    };
    let help = "every mode is stiff: leave out motions of the body as a whole, which its joint has";
    (element(places.stiffness, index), message, help)
}

/// A mode that shows that D has a negative eigenvalue.
fn driven(nodal: &Nodal, index: usize, damping: &Value) -> Fault {
    let name = &nodal.modes[index].name;
    let message = format!("`damping` has a negative eigenvalue at mode \"{name}\"");
    let help = "write a matrix without negative eigenvalues: damping takes energy away";
    (element(damping, index), message, help)
}

/// The node at the origin, if there is one, moves in no mode: its frame is that of the body.
fn check_origin(nodal: &Nodal, places: &Modes, reader: &mut ModelReader) -> Option<()> {
    let mut nodes = nodal.nodes.iter();
    let Some(origin) = nodes.position(|node| is_zero(&node.place)) else {
        return Some(());
    };
    let mut modes = nodal.modes.iter();
    let moved = modes.position(|mode| {
        let shape = &mode.shapes[origin];
        !is_zero(&shape.shift) || !is_zero(&shape.turn)
    });
    let Some(mode) = moved else {
        return Some(());
    };
    let message = format!(
        "mode \"{}\" moves node {origin}, which is at the origin of the body",
        nodal.modes[mode].name
    );
    let help = "displacements are relative to the frame of the body: subtract the motion of this node as of a rigid body";
    let at = element(places.shapes, mode);
    reader.faults.error(&at, message, help);
    None
}

fn is_zero(vector: &[Number; 3]) -> bool {
    vector.iter().all(Number::is_zero)
}

/// The place of an element of an array.
fn element(array: &Value, index: usize) -> Range<usize> {
    let elements = array.get_ref().as_array();
    let element = elements.and_then(|elements| elements.get(index));
    element.map_or_else(|| array.span(), Value::span)
}
