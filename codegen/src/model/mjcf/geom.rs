//! `<geom>`: the mass of a shape of uniform density, or of a thin shell of its surface.

use super::element::Element;
use super::orientation::{least_turn, length, placement};
use super::reader::{MjcfReader, described};
use super::shape::Shape;
use crate::exact::number::Number;
use crate::exact::turns::Placement;
use crate::mechanism::Sym3;

/// A type of geom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Sphere,
    Capsule,
    Cylinder,
    Box,
    Ellipsoid,
    /// A mesh, or a distance field made of one.
    Mesh,
    /// Of the world only: a plane, a height field.
    Ground,
}

/// The types by their names.
const KINDS: [(&str, Kind); 9] = [
    ("sphere", Kind::Sphere),
    ("capsule", Kind::Capsule),
    ("cylinder", Kind::Cylinder),
    ("box", Kind::Box),
    ("ellipsoid", Kind::Ellipsoid),
    ("mesh", Kind::Mesh),
    ("sdf", Kind::Mesh),
    ("plane", Kind::Ground),
    ("hfield", Kind::Ground),
];

/// The attributes that are read.
const READ: [&str; 17] = [
    "name",
    "class",
    "type",
    "size",
    "mass",
    "density",
    "group",
    "fromto",
    "pos",
    "quat",
    "axisangle",
    "xyaxes",
    "zaxis",
    "euler",
    "mesh",
    "shellinertia",
    "rgba",
];

/// Those of contacts, of pictures and of fluids.
const IGNORED: [&str; 20] = [
    "contype",
    "conaffinity",
    "condim",
    "priority",
    "friction",
    "solmix",
    "solref",
    "solimp",
    "margin",
    "gap",
    "material",
    "hfield",
    "fitscale",
    "fluidshape",
    "fluidcoef",
    "user",
    "adhesion",
    "castshadow",
    "surfacevel",
    "plugin",
];

/// Mass, mass centre and inertia about it, in the axes of a body.
#[derive(Clone, Debug)]
pub(super) struct Lump {
    pub(super) mass: Number,
    pub(super) com: [Number; 3],
    pub(super) inertia: Sym3,
}

/// A shape with its pose in the axes of a body.
pub(super) struct Placed {
    pub(super) shape: Shape,
    pub(super) placement: Placement,
    /// The direction of its z, of any length, where that is written: its rotation is within 2^-90 of that.
    axis: Option<[Number; 3]>,
}

/// The attributes of a geom that nobody knows are reported.
pub(super) fn report_unknown(element: &Element, reader: &mut MjcfReader) {
    reader.report_unknown(element, &[&READ, &IGNORED]);
}

/// The type of a geom; what refers to a mesh is one, also where a primitive is to be fitted to it.
pub(super) fn kind(element: &Element, reader: &mut MjcfReader) -> Kind {
    let found = reader.word(element, "type", &KINDS.map(|(name, _)| name));
    match element.attribute("mesh") {
        Some(_) => Kind::Mesh,
        None => found.map_or(Kind::Sphere, |index| KINDS[index].1),
    }
}

/// How heavy a geom is said to be.
enum Amount {
    /// kg.
    Mass(Number),
    /// kg/m³; of a shell kg/m².
    Density(Number),
}

/// The mass of a geom of a body, in which the frame that the geom is written in is `frame`; `None`: it has none, or a fault was reported.
pub(super) fn lump(element: &Element, frame: &Placement, reader: &mut MjcfReader) -> Option<Lump> {
    if !is_counted(element, reader) {
        return None;
    }
    let amount = amount(element, reader)?;
    let placed = placed(element, reader)?;
    let shape = &placed.shape;
    let shell = reader.boolean(element, "shellinertia") == Some(true);
    if shell && matches!(shape, Shape::Ellipsoid(_)) {
        let why = "the inertia of an ellipsoid's shell is not computed";
        let help = "write an <inertial> in its body";
        reader.refuse(&element.at, &element.what(), why, help);
        return None;
    }
    let (size, moments) = if shell {
        (shape.area(), shape.shell_moments())
    } else {
        (shape.volume(), shape.moments())
    };
    let mass = match amount {
        Amount::Mass(mass) => mass,
        Amount::Density(density) => density * size,
    };
    let pose = frame.times(&placed.placement);
    let inertia = match &placed.axis {
        Some(axis) if moments[0] == moments[1] => {
            about_axis(&mass, &moments, axis).turned(&frame.turns.rotation())
        }
        _ => principal(&mass, &moments).turned(&pose.turns.rotation()),
    };
    Some(Lump {
        inertia,
        com: pose.xyz,
        mass,
    })
}

/// Whether a geom is of a group that has a mass.
fn is_counted(element: &Element, reader: &mut MjcfReader) -> bool {
    let group = reader.integer(element, "group").unwrap_or(0);
    let [first, last] = reader.compiler.groups;
    first <= group && group <= last
}

/// What a geom says of its mass, that of water without a word; `None`: nothing, or less, which is reported.
fn amount(element: &Element, reader: &mut MjcfReader) -> Option<Amount> {
    let mass = reader.number(element, "mass");
    let density = reader.number(element, "density");
    let mut given = mass.iter().chain(&density);
    if let Some(below) = given.find(|at| at.value.is_negative()) {
        let message = format!("the mass of {} is negative", element.what());
        let help = "write a mass or a density of 0 or more";
        reader.faults.error(&below.at, message, help);
        return None;
    }
    let amount = match (mass, density) {
        (Some(mass), _) => Amount::Mass(mass.value),
        (None, Some(density)) => Amount::Density(density.value),
        (None, None) => Amount::Density(Number::from(1000)),
    };
    let (Amount::Mass(number) | Amount::Density(number)) = &amount;
    (!number.is_zero()).then_some(amount)
}

fn principal(mass: &Number, moments: &[Number; 3]) -> Sym3 {
    let entry = |i: usize, j: usize| match i == j {
        true => mass * &moments[i],
        false => Number::ZERO,
    };
    Sym3::from_fn(entry)
}

/// The inertia of what is round about an axis d, exactly, whatever the length of d: I_x 1 + (I_z - I_x) d dᵀ / d².
fn about_axis(mass: &Number, moments: &[Number; 3], axis: &[Number; 3]) -> Sym3 {
    let squared = axis.iter().fold(Number::ZERO, |sum, d| sum + d * d);
    let along = (&moments[2] - &moments[0]) * squared.inverse().unwrap_or_default();
    Sym3::from_fn(|i, j| {
        let on = match i == j {
            true => moments[0].clone(),
            false => Number::ZERO,
        };
        mass * (on + &along * &axis[i] * &axis[j])
    })
}

/// The shape of a geom and its pose in the frame that it is written in; `None`: it is none that is computed, which is reported.
pub(super) fn placed(element: &Element, reader: &mut MjcfReader) -> Option<Placed> {
    let kind = kind(element, reader);
    if !has_shape(element, kind, reader) {
        return None;
    }
    match element.attribute("fromto") {
        Some(_) => between_points(element, kind, reader),
        None => {
            let needed = match kind {
                Kind::Sphere => 1,
                Kind::Capsule | Kind::Cylinder => 2,
                _ => 3,
            };
            let shape = shape(kind, size(element, needed, reader)?);
            Some(Placed {
                shape,
                placement: placement(element, reader),
                axis: reader.vector(element, "zaxis"),
            })
        }
    }
}

/// Whether a geom is a primitive shape; any other is reported.
fn has_shape(element: &Element, kind: Kind, reader: &mut MjcfReader) -> bool {
    let (why, help) = match kind {
        Kind::Mesh => (
            "the mass of a mesh is not computed from its file",
            "write an <inertial> in its body, or mass=\"0\" here if other geoms have its mass",
        ),
        Kind::Ground => (
            "planes and height fields cannot be part of a body that moves",
            "put it into <worldbody>",
        ),
        _ => return true,
    };
    reader.refuse(&element.at, &element.what(), why, help);
    false
}

/// A geom that `fromto` stretches from point to point.
fn between_points(element: &Element, kind: Kind, reader: &mut MjcfReader) -> Option<Placed> {
    let what = described(element, "fromto");
    if kind == Kind::Sphere {
        let message = format!("{what} goes with capsules, cylinders, boxes and ellipsoids");
        reader.error(element, message, "write `pos` and `size`");
        return None;
    }
    if element.attribute("pos").is_some() {
        let message = format!("{} has both `pos` and `fromto`", element.what());
        reader.error(element, message, "keep one of them");
        return None;
    }
    let ends = reader.vector::<6>(element, "fromto")?;
    let mut sizes = size(element, 1, reader)?;
    let Some((half, axis, placement)) = span(&ends) else {
        let message = format!("{what}: its ends are one point");
        reader.error(element, message, "write two points: x y z x y z");
        return None;
    };
    if matches!(kind, Kind::Box | Kind::Ellipsoid) {
        // As deep as wide.
        sizes.extend_from_within(..);
    }
    sizes.push(half);
    Some(Placed {
        shape: shape(kind, sizes),
        placement,
        axis: Some(axis),
    })
}

/// A shape of these sizes.
fn shape(kind: Kind, sizes: Vec<Number>) -> Shape {
    let mut sizes = sizes.into_iter();
    let mut next = || sizes.next().unwrap_or_default();
    let (a, b, c) = (next(), next(), next());
    match kind {
        Kind::Capsule => Shape::Capsule(a, b),
        Kind::Cylinder => Shape::Cylinder(a, b),
        Kind::Box => Shape::Box([a, b, c]),
        Kind::Ellipsoid => Shape::Ellipsoid([a, b, c]),
        _ => Shape::Sphere(a),
    }
}

/// The first so many numbers of `size`, all positive.
fn size(element: &Element, needed: usize, reader: &mut MjcfReader) -> Option<Vec<Number>> {
    let given = reader.numbers(element, "size");
    let unread = given.is_none() && element.attribute("size").is_some();
    let given = given.unwrap_or_default();
    if unread {
        return None;
    }
    if given.len() < needed {
        let message = format!(
            "{} has {} numbers for its size instead of {needed}",
            element.what(),
            given.len()
        );
        let help = "write `size` with radii and half lengths, m";
        reader.error(element, message, help);
        return None;
    }
    let used = &given[..needed];
    if let Some(flat) = used.iter().find(|at| at.value <= Number::ZERO) {
        let message = format!("{} is not positive", described(element, "size"));
        (reader.faults).error(&flat.at, message, "write radii and half lengths, m");
        return None;
    }
    Some(used.iter().map(|at| at.value.clone()).collect())
}

/// Half the length between two points, the way from the second to the first, and the pose in their middle with z from the second to the first, which MuJoCo takes.
fn span(ends: &[Number; 6]) -> Option<(Number, [Number; 3], Placement)> {
    let two = Number::from(2);
    let between: [Number; 3] = std::array::from_fn(|i| &ends[i] - &ends[i + 3]);
    let turns = least_turn(&between)?;
    let xyz = std::array::from_fn(|i| (&ends[i] + &ends[i + 3]) / &two);
    let half = length(&between) / two;
    Some((half, between, Placement { turns, xyz }))
}
