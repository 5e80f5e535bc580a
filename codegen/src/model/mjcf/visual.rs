//! `<geom>`: what a model looks like, of primitive shapes. Physics needs none of it, so that it is read apart, and only when it is drawn.
//!
//! A shape that cannot be read is left out: the files were checked when the model was read, and nothing is computed here.

use super::element::Element;
use super::geom::{self, Kind, Placed};
use super::inertia::GeomElement;
use super::reader::MjcfReader;
use super::shape::Shape;
use super::{body, compiler, defaults, include};
use crate::exact::number::Number;
use crate::exact::pose::Rotation;
use crate::exact::turns::Placement;
use crate::model::faults::Faults;
use crate::model::file::ModelFile;
use crate::model::{Geometry, Loaded, Visual};

/// The last group of geoms that MuJoCo's viewer shows.
const SHOWN: i64 = 2;

/// The primitive shapes of the bodies of an MJCF, in the order of the bodies.
pub(in crate::model) fn visuals(loaded: &Loaded, main: &ModelFile) -> Vec<Visual> {
    // Faults were reported when the model was read.
    let own = loaded.files.first().and_then(|file| file.path.parent());
    let folders: Vec<_> = own
        .map(ToOwned::to_owned)
        .into_iter()
        .chain(loaded.allowed.iter().cloned())
        .collect();
    let mut faults = Faults::new(main.clone()).allowing(&folders);
    let Some(root) = include::tree(main, 0, &mut faults) else {
        return Vec::new();
    };
    let mut reader = MjcfReader::new(None, &mut faults);
    compiler::read(&root, &mut reader);
    defaults::read(&root, &mut reader);
    let bodies = body::bodies(&root, &mut reader);
    let geoms = bodies.bodies.iter().zip(&bodies.geoms);
    let geoms =
        geoms.flat_map(|(body, geoms)| geoms.iter().map(|geom| (body.name.value.as_str(), geom)));
    geoms
        .flat_map(|(link, geom)| of_geom(link, geom, &root, &mut reader))
        .collect()
}

fn of_geom(link: &str, geom: &GeomElement, root: &Element, reader: &mut MjcfReader) -> Vec<Visual> {
    let GeomElement { element, frame } = geom;
    let hidden = reader
        .integer(element, "group")
        .is_some_and(|group| group > SHOWN);
    if hidden || matches!(geom::kind(element, reader), Kind::Mesh | Kind::Ground) {
        return Vec::new();
    }
    let Some(Placed {
        shape, placement, ..
    }) = geom::placed(element, reader)
    else {
        return Vec::new();
    };
    let placement = frame.times(&placement);
    let colour = colour(element, root);
    let visual = |placement: &Placement, shape: Geometry| Visual {
        link: link.to_owned(),
        xyz: placement.xyz.each_ref().map(Number::to_f64),
        rpy: roll_pitch_yaw(&placement.turns.rotation()),
        colour,
        shape,
    };
    let doubled = |half: &Number| 2.0 * half.to_f64();
    let cylinder = |radius: &Number, half: &Number| Geometry::Cylinder {
        radius: radius.to_f64(),
        length: doubled(half),
    };
    match &shape {
        Shape::Sphere(radius) => vec![visual(&placement, Geometry::Sphere(radius.to_f64()))],
        Shape::Cylinder(radius, half) => vec![visual(&placement, cylinder(radius, half))],
        Shape::Box(half) => vec![visual(
            &placement,
            Geometry::Box(half.each_ref().map(doubled)),
        )],
        Shape::Ellipsoid(half) => {
            let half = half.each_ref().map(Number::to_f64);
            vec![visual(&placement, Geometry::Ellipsoid(half))]
        }
        Shape::Capsule(radius, half) => {
            let end = |along: &Number| {
                let there = placement.times(&Placement::along_z(along));
                visual(&there, Geometry::Sphere(radius.to_f64()))
            };
            vec![
                visual(&placement, cylinder(radius, half)),
                end(half),
                end(&-half),
            ]
        }
    }
}

/// The colour of a geom: its own, or that of its material.
fn colour(element: &Element, root: &Element) -> Option<[f64; 4]> {
    let rgba = |element: &Element| {
        let words = element.attribute("rgba")?.value.split_ascii_whitespace();
        let read: Vec<f64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
        read.try_into().ok()
    };
    rgba(element).or_else(|| {
        let name = &element.attribute("material")?.value;
        let assets = root.elements("asset").flat_map(|all| &all.children);
        let named = |one: &&Element| {
            one.tag == "material" && one.attribute("name").is_some_and(|own| own.value == *name)
        };
        assets.filter(named).find_map(rgba)
    })
}

/// The angles of Rz(yaw) Ry(pitch) Rx(roll); yaw is 0 where only its difference to roll matters.
fn roll_pitch_yaw(Rotation(m): &Rotation) -> [f64; 3] {
    let m = |i: usize, j: usize| m[i][j].to_f64();
    let across = m(0, 0).hypot(m(1, 0));
    let pitch = (-m(2, 0)).atan2(across);
    if across < 1e-9 {
        return [(-m(1, 2)).atan2(m(1, 1)), pitch, 0.0];
    }
    [m(2, 1).atan2(m(2, 2)), pitch, m(1, 0).atan2(m(0, 0))]
}
