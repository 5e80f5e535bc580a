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
    pub(super) stiffness: Range<usize>,
    /// Of `damping`, if there is one.
    pub(super) damping: Option<Range<usize>>,
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
            if !((one - other).abs() <= allowed) {
                let message = format!(
                    "{what} is not symmetric: {other:?} in row {} and {one:?} in column {}",
                    j + 1,
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
    let named = |index: usize| format!("mode \"{}\"", nodal.modes[index].name);
    let mass = nodal.mass();
    if let Err(index) = Factored::new(&mass) {
        let message = format!("{} has no mass of its own", named(index));
        let help = "its shape is 0 where the masses are, or depends on the shapes before it: remove the mode";
        let at = element(places.shapes, index);
        reader.faults.error(&at, message, help);
        return None;
    }
    let stiffness = match Factored::new(&nodal.stiffness) {
        Ok(stiffness) => stiffness,
        Err(index) => {
            let own = nodal.stiffness[index][index].to_f64();
            let message = match own > 0.0 {
                true => format!("`stiffness` is not positive definite: {}", named(index)),
                false => format!("{} has the stiffness {own:?}", named(index)),
            };
            let help = "leave out the motions of the body as a whole, which its joint has: all others are stiff";
            reader.faults.error(&places.stiffness, message, help);
            return None;
        }
    };
    let negative = Factored::negative(&nodal.damping);
    if let (Some(index), Some(at)) = (negative, &places.damping) {
        let message = format!("`damping` drives {}", named(index));
        let help = "write a matrix without negative eigenvalues";
        reader.faults.error(at, message, help);
        return None;
    }
    Some(stiffness.lowest_frequency(&mass))
}

/// The node at the origin, if there is one, moves in no mode: its frame is that of the body.
fn check_origin(nodal: &Nodal, places: &Modes, reader: &mut ModelReader) -> Option<()> {
    let at_origin = |node: &_| is_zero(node);
    let mut nodes = nodal.nodes.iter();
    let Some(origin) = nodes.position(|node| at_origin(&node.place)) else {
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
