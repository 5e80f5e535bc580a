//! The text of a random mechanism: joints of every type, depth and branching, near-parallel axes, scales from micro to giant, what acts
//! in joints, joints that follow others, order, locked and driven joints, parameters, elastic joints, beams, plane and spatial loops.

use std::fmt::Write as _;

use super::compliant::{Beam, elastic};
use super::{four_bar, spatial};
use crate::random::Random;

/// The text of a mechanism.
pub(super) fn text(random: &mut Random) -> String {
    match random.below(24) {
        0 => four_bar::text(random),
        1 => spatial::text(random),
        _ => tree(random),
    }
}

/// Sizes of a mechanism: metres and kilograms.
pub(super) struct Scale {
    pub(super) length: f64,
    pub(super) mass: f64,
}

/// A joint as written.
struct Joint {
    kind: &'static str,
    keys: String,
    /// Whether others may follow it.
    is_followed: bool,
    /// Whether it has a coordinate among those of the user.
    is_own: bool,
}

impl Joint {
    fn may_be_elastic(&self) -> bool {
        let is_else = |key: &&str| self.keys.contains(key);
        is_single(self.kind) && !["driven", "rotor_inertia"].iter().any(is_else)
    }
}

/// Whether a type of joint has one coordinate.
fn is_single(kind: &str) -> bool {
    matches!(kind, "revolute" | "prismatic" | "helical")
}

/// Bodies of a mechanism of which one may be a beam.
const LARGEST_BENT: usize = 4;

fn tree(random: &mut Random) -> String {
    let bodies = match random.below(400) {
        0 => 20 + random.below(11),
        1..11 => 8 + random.below(5),
        _ => 1 + random.below(6),
    };
    let scale = Scale {
        length: [1e-6, 1e-3, 1.0, 1.0, 1.0, 1e3][random.below(6)],
        mass: [1e-9, 1e-3, 1.0, 1.0, 1.0, 1e4][random.below(6)],
    };
    let gravity = ["[0, 0, -9.81]", "[0, -9.81, 0]", "[1, 2, -9]", "[0, 0, 0]"][random.below(4)];
    let open = random.below(8) == 0;
    let is_elastic = random.below(8) == 0;
    let beam = (bodies <= LARGEST_BENT && random.below(8) == 0).then(|| random.below(bodies));
    let on = |body: usize, random: &mut Random| match beam == Some(body) && random.below(2) == 0 {
        true => format!("b{body}/tip"),
        false => format!("b{body}"),
    };
    let mut head = format!("name = \"random\"\ngravity = {gravity}\n");
    let mut text = String::new();
    let mut joints: Vec<Joint> = Vec::new();
    // Coordinates beside those of joints.
    let mut inner: Vec<String> = Vec::new();
    for index in 0..bodies {
        let mut joint = joint(random, index, &joints, &scale);
        if is_elastic && joint.may_be_elastic() && random.below(2) == 0 {
            joint.keys += &elastic(random, &scale);
            inner.push(format!("j{index}/motor"));
        }
        let parent = match (index, random.below(4)) {
            (0, _) => "base".to_owned(),
            (_, 0) => on(random.below(index), random),
            _ => on(index - 1, random),
        };
        let mass = scale.mass * random.number(0.5, 5.0);
        let open = open && index + 1 == bodies;
        let mass = match open {
            true => format!("{{ param = \"m\", default = {mass:?} }}"),
            false => format!("{mass:?}"),
        };
        let mut place = vector(random, 0.5 * scale.length);
        let turn = orientation(random);
        let mut com = vector(random, 0.3 * scale.length);
        if open {
            match random.below(3) {
                0 => place = with_parameter(&place, "l"),
                1 => com = with_parameter(&com, "c"),
                _ => {}
            }
        }
        let _ = write!(
            text,
            "\n[[body]]\nname = \"b{index}\"\nparent = \"{parent}\"\njoint = {{ name = \"j{index}\", type = \"{}\"{} }}\n\
             placement = {{ xyz = {place}, {turn} }}\nmass = {mass}\ncom = {com}\ninertia = {}\n",
            joint.kind,
            joint.keys,
            inertia(random, &scale),
        );
        if beam == Some(index) {
            // Below a millimetre, second moments of area are no numbers of a model.
            let length = scale.length.max(1e-3) * random.number(0.3, 1.0);
            let beam = Beam::any(random, length);
            text += &beam.keys(random, &scale);
            inner.extend(beam.names(index));
        }
        joints.push(joint);
    }
    let own: Vec<usize> = (0..bodies).filter(|&k| joints[k].is_own).collect();
    if own.len() > 1 && random.below(4) == 0 {
        let own = own.iter().map(|k| format!("j{k}")).chain(inner);
        let mut names: Vec<String> = own.map(|name| format!("\"{name}\"")).collect();
        let last = names.len() - 1;
        let (one, other) = (random.below(last), last);
        names.swap(one, other);
        let _ = writeln!(head, "order = [{}]", names.join(", "));
    }
    let _ = write!(
        text,
        "\n[[frame]]\nname = \"tip\"\nbody = \"{}\"\nplacement = {{ xyz = {} }}\n",
        on(random.below(bodies), random),
        vector(random, 0.4 * scale.length)
    );
    head + &text
}

/// A joint of any type, with what acts in it.
fn joint(random: &mut Random, index: usize, before: &[Joint], scale: &Scale) -> Joint {
    const KINDS: [&str; 14] = [
        "revolute",
        "revolute",
        "revolute",
        "revolute",
        "revolute",
        "prismatic",
        "prismatic",
        "helical",
        "cylindrical",
        "universal",
        "planar",
        "spherical",
        "free",
        "fixed",
    ];
    // A first joint moves, so that there is something to move.
    let kind = KINDS[random.below(KINDS.len() - usize::from(index == 0))];
    let axis = ["[0, 0, 1]", "[1, 0, 0]", "[0, -1, 0]", "[0.3, 0.5, -0.8]"][random.below(4)];
    let mut keys = match kind {
        "revolute" => format!(", axis = {axis}, offset = {:?}", random.number(-1.0, 1.0)),
        "prismatic" | "cylindrical" => format!(", axis = {axis}"),
        "helical" => format!(
            ", axis = {axis}, pitch = {:?}",
            scale.length * random.number(0.01, 0.2)
        ),
        "universal" => ", axis = [1, 0, 0], axis2 = [0, 1, 0]".to_owned(),
        _ => String::new(),
    };
    let has_quaternion = matches!(kind, "spherical" | "free");
    let single = is_single(kind);
    let mut joint = Joint {
        kind,
        keys: String::new(),
        is_followed: single,
        is_own: kind != "fixed",
    };
    let followed: Vec<usize> = (0..before.len())
        .filter(|&k| before[k].is_followed)
        .collect();
    match random.below(10) {
        0 if single && !followed.is_empty() => {
            let joint_name = followed[random.below(followed.len())];
            let factor = [-1.0, 0.5, 2.0][random.below(3)];
            let _ = write!(
                keys,
                ", mimic = {{ joint = \"j{joint_name}\", factor = {factor:?}, offset = {:?} }}",
                scale.length * random.number(-0.3, 0.3)
            );
            joint.is_own = false;
            joint.is_followed = false;
        }
        1 if !has_quaternion && kind != "fixed" && index > 0 => {
            keys.push_str(", driven = true");
            joint.is_own = false;
            joint.is_followed = false;
        }
        2 | 3 if kind != "fixed" => {
            let force = scale.mass * scale.length;
            let inertia = force * scale.length;
            let _ = write!(
                keys,
                ", damping = {:?}, friction = {:?}",
                force * random.number(0.1, 1.0),
                force * random.number(0.1, 1.0)
            );
            if single {
                let _ = write!(
                    keys,
                    ", rotor_inertia = {:?}, gear = 20, stiffness = {:?}, rest = 0.2",
                    inertia * random.number(1e-5, 1e-3).max(1e-5),
                    force * random.number(1.0, 9.0)
                );
            }
        }
        _ => {}
    }
    joint.keys = keys;
    joint
}

/// An orientation: none, quarter turns, near-parallel axes, or any.
fn orientation(random: &mut Random) -> String {
    let angles = match random.below(5) {
        0 => "0, 0, 0".to_owned(),
        1 => "\"pi/2\", 0, 0".to_owned(),
        2 => "0, \"-pi/2\", \"pi\"".to_owned(),
        3 => format!(
            "1e-{}, 0, {:?}",
            2 + random.below(11),
            random.number(-3.0, 3.0)
        ),
        _ => {
            let [x, y, z] = [(); 3].map(|()| random.number(-3.0, 3.0));
            format!("{x:?}, {y:?}, {z:?}")
        }
    };
    format!("rpy = [{angles}]")
}

/// A vector whose entries are 0 now and then.
fn vector(random: &mut Random, size: f64) -> String {
    let [x, y, z] = [(); 3].map(|()| match random.below(3) {
        0 => 0.0,
        _ => size * random.number(-1.0, 1.0),
    });
    format!("[{x:?}, {y:?}, {z:?}]")
}

/// The vector with its first entry as a parameter.
fn with_parameter(vector: &str, name: &str) -> String {
    let entry = vector.trim_start_matches('[').split(',').next();
    let entry = entry.unwrap_or_default();
    let open = format!("{{ param = \"{name}\", default = {entry} }}");
    vector.replacen(entry, &open, 1)
}

/// The inertia of a body about its mass centre.
fn inertia(random: &mut Random, scale: &Scale) -> String {
    let size = scale.mass * scale.length * scale.length;
    let [xx, yy, zz] = [(); 3].map(|()| size * random.number(0.2, 0.3));
    let [xy, xz, yz] = [(); 3].map(|()| match random.below(2) {
        0 => 0.0,
        _ => size * random.number(-0.03, 0.03),
    });
    format!("{{ xx = {xx:?}, yy = {yy:?}, zz = {zz:?}, xy = {xy:?}, xz = {xz:?}, yz = {yz:?} }}")
}
