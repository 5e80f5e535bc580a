//! `pos` and one of `quat`, `axisangle`, `xyaxes`, `zaxis`, `euler`: a pose.

use super::element::{Attribute, Element, is_orientation};
use super::reader::{MjcfReader, described};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::exact::pose::Rotation;
use crate::exact::rotation::Axis;
use crate::exact::turns::{Placement, Turns};
use crate::model::raw::At;

/// Significant bits of lengths that are roots.
const BITS: usize = 200;
/// Significant bits of a quaternion that stands for a direction.
const QUATERNION_BITS: usize = 100;

/// The pose of an element in the frame that it is written in.
pub(super) fn placement(element: &Element, reader: &mut MjcfReader) -> Placement {
    Placement {
        xyz: reader.vector(element, "pos").unwrap_or_default(),
        turns: turns(element, reader),
    }
}

/// The orientation of an element; none after a fault.
pub(super) fn turns(element: &Element, reader: &mut MjcfReader) -> Turns {
    let given = element.attributes.iter();
    let mut given = given.filter(|one| is_orientation(&one.name));
    let Some(first) = given.next() else {
        return Turns::default();
    };
    if let Some(second) = given.next() {
        let message = format!("{} gives its orientation twice", element.what());
        let help = "keep one of quat, axisangle, xyaxes, zaxis and euler";
        reader.faults.error(&second.name_at, message, help);
        return Turns::default();
    }
    let turns = match first.name.as_str() {
        "quat" => quaternion(element, reader),
        "axisangle" => axis_angle(element, reader),
        "xyaxes" => axes(element, reader),
        "zaxis" => z_axis(element, reader),
        _ => euler(element, reader),
    };
    turns.unwrap_or_default()
}

/// Reports a value that is no orientation.
fn degenerate<T>(
    element: &Element,
    given: &Attribute,
    fault: &str,
    reader: &mut MjcfReader,
) -> Option<T> {
    let message = format!("{} {fault}", described(element, &given.name));
    let help = "write directions of any length but 0";
    reader.faults.error(&given.at, message, help);
    None
}

/// w, x, y, z, of any length.
fn quaternion(element: &Element, reader: &mut MjcfReader) -> Option<Turns> {
    let quaternion = reader.vector(element, "quat")?;
    let turns = of_quaternion(&quaternion);
    if turns.is_none() {
        let given = element.attribute("quat")?;
        let message = format!("{} is zero", described(element, "quat"));
        reader
            .faults
            .error(&given.at, message, "write w x y z; no rotation is 1 0 0 0");
    }
    turns
}

/// The rotation of a quaternion with its real part first; `None` for zero.
pub(super) fn of_quaternion([w, x, y, z]: &[Number; 4]) -> Option<Turns> {
    let quaternion = [x, y, z, w].map(Number::clone);
    let rotation = Rotation::from_quaternion(&quaternion)?;
    Some(Turns::by(rotation.snapped()))
}

/// An axis, and an angle about it.
fn axis_angle(element: &Element, reader: &mut MjcfReader) -> Option<Turns> {
    let [x, y, z, angle] = reader.array(element, "axisangle")?;
    let what = format!("the angle of {}", described(element, "axisangle"));
    let angle = reader.angle(angle, &what);
    let axis = [x.value, y.value, z.value];
    match about(&axis, angle) {
        Some(turns) => Some(turns),
        None => degenerate(
            element,
            element.attribute("axisangle")?,
            "has no axis",
            reader,
        ),
    }
}

/// A turn about an axis of any length; `None` for zero.
fn about(axis: &[Number; 3], angle: Angle) -> Option<Turns> {
    let nonzero = axis.each_ref().map(|entry| !entry.is_zero());
    let along = |name, entry: &Number| {
        let angle = if entry.is_negative() {
            -angle.clone()
        } else {
            angle.clone()
        };
        Some(Turns::about(name, angle))
    };
    match nonzero {
        [true, false, false] => along(Axis::X, &axis[0]),
        [false, true, false] => along(Axis::Y, &axis[1]),
        [false, false, true] => along(Axis::Z, &axis[2]),
        _ => {
            let there = Turns::taking_z_to(axis)?;
            let turned = there.clone().then(&Turns::about(Axis::Z, angle));
            Some(turned.then(&there.inverse()))
        }
    }
}

/// The directions of x, and of y as far as it is across x.
fn axes(element: &Element, reader: &mut MjcfReader) -> Option<Turns> {
    let [a, b, c, d, e, f] = reader.vector(element, "xyaxes")?;
    match of_axes(&[a, b, c], &[d, e, f]) {
        Some(turns) => Some(turns),
        None => degenerate(
            element,
            element.attribute("xyaxes")?,
            "has no two directions",
            reader,
        ),
    }
}

fn of_axes(x: &[Number; 3], y: &[Number; 3]) -> Option<Turns> {
    let x = unit(x)?;
    let along = dot(&x, y);
    let y = unit(&std::array::from_fn(|i| &y[i] - &along * &x[i]))?;
    let z: [Number; 3] = std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &x[j] * &y[k] - &x[k] * &y[j]
    });
    let rows = std::array::from_fn(|i| [x[i].clone(), y[i].clone(), z[i].clone()]);
    Rotation::nearest(&rows).map(Turns::by)
}

/// The direction of z, reached from the frame's own by the least turn.
fn z_axis(element: &Element, reader: &mut MjcfReader) -> Option<Turns> {
    let axis = reader.vector(element, "zaxis")?;
    match least_turn(&axis) {
        Some(turns) => Some(turns),
        None => degenerate(element, element.attribute("zaxis")?, "is zero", reader),
    }
}

/// The least turn that takes z to an axis (half a turn about x where it is -z); `None` for zero.
pub(super) fn least_turn(axis: &[Number; 3]) -> Option<Turns> {
    let [x, y, z] = axis;
    let across = !x.is_zero() || !y.is_zero();
    if !(across && z.is_negative()) {
        return Turns::taking_z_to(axis);
    }
    // Half way between z and the axis: (z × axis, |axis| + z·axis).
    let half = [-y, x.clone(), Number::ZERO, z + &length(axis)];
    let rotation = Rotation::from_quaternion(&half.map(|part| part.rounded(QUATERNION_BITS)))?;
    Some(Turns::by(rotation.snapped()))
}

/// Three angles about the axes of `eulerseq`.
fn euler(element: &Element, reader: &mut MjcfReader) -> Option<Turns> {
    let angles: [At<Number>; 3] = reader.array(element, "euler")?;
    let what = format!("an angle of {}", described(element, "euler"));
    let sequence = reader.compiler.sequence;
    let mut turns = Turns::default();
    for (angle, (axis, turning)) in angles.into_iter().zip(sequence) {
        let turn = Turns::about(axis, reader.angle(angle, &what));
        turns = if turning {
            turns.then(&turn)
        } else {
            turn.then(&turns)
        };
    }
    Some(turns)
}

/// The length of a vector; exact along an axis of coordinates.
pub(super) fn length(vector: &[Number; 3]) -> Number {
    let mut entries = vector.iter().filter(|entry| !entry.is_zero());
    match (entries.next(), entries.next()) {
        (None, _) => Number::ZERO,
        (Some(only), None) => only.abs(),
        _ => dot(vector, vector).sqrt_rounded(BITS).unwrap_or_default(),
    }
}

fn dot(a: &[Number; 3], b: &[Number; 3]) -> Number {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn unit(vector: &[Number; 3]) -> Option<[Number; 3]> {
    let inverse = length(vector).inverse()?;
    Some(vector.each_ref().map(|entry| entry * &inverse))
}
