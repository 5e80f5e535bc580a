//! A planar four-bar mechanism through four random points, its loop cut at the coupler's end; of every other one joints have offsets, of
//! every other one friction, and now and then one is elastic, the coupler bends, or the whole is on a table that is slanted, or turns.

use std::fmt::Write as _;

use super::compliant::{Beam, elastic};
use super::model::Scale;
use crate::random::Random;

/// The text.
pub(super) fn text(random: &mut Random) -> String {
    // The crank's pin, the coupler's end, and the rocker's foot; the crank's foot is the origin.
    let pin = [random.number(-0.4, 0.4), random.number(0.2, 0.6)];
    let end = [random.number(0.8, 1.4), random.number(0.3, 1.0)];
    let foot = [random.number(0.7, 1.2), random.number(-0.2, 0.1)];
    let between = |a: [f64; 2], b: [f64; 2]| {
        let (x, y) = (b[0] - a[0], b[1] - a[1]);
        (x.hypot(y), y.atan2(x))
    };
    let (crank, θ) = between([0.0, 0.0], pin);
    let (coupler, φ) = between(pin, end);
    let (rocker, ψ) = between(foot, end);
    let [mut crank_joint, coupler_joint, rocker_joint] = joints(random);
    let scale = Scale {
        length: 1.0,
        mass: 1.0,
    };
    if random.below(6) == 0 {
        crank_joint.keys += &elastic(random, &scale);
    }
    let (ground, table, turns) = table(random);
    let (beam, end) = match random.below(6) {
        0 => {
            let bent = Beam {
                length: coupler,
                modes: &[("bending_y", 1)],
                geometry: ["stiffened", "exact"][random.below(2)],
            };
            let end = "body = \"coupler/tip\"".to_owned();
            (bent.keys(random, &scale), end)
        }
        _ => (
            String::new(),
            format!("body = \"coupler\", placement = {{ xyz = [{coupler:?}, 0, 0] }}"),
        ),
    };
    let mut body = |name: &str, parent: &str, joint: &Joint, place: [f64; 2], length: f64| {
        let mass = random.number(0.5, 3.0);
        format!(
            "\n[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1]{} }}\n\
             placement = {{ xyz = [{:?}, {:?}, 0] }}\nmass = {mass:?}\ncom = [{:?}, 0, 0]\n\
             inertia = {{ xx = 0.01, yy = {:?}, zz = {:?} }}\n",
            joint.keys,
            place[0],
            place[1],
            0.5 * length,
            0.02 + mass * length * length / 12.0,
            0.02 + mass * length * length / 12.0
        )
    };
    let bodies = [
        body("crank", ground, &crank_joint, [0.0, 0.0], crank),
        body("coupler", "crank", &coupler_joint, [crank, 0.0], coupler) + &beam,
        body("rocker", ground, &rocker_joint, foot, rocker),
    ];
    format!(
        "name = \"four_bar\"\ngravity = [0, -9.81, 0]\nactuated = [\"crank\"{turns}]\n\n[assembly]\ncrank = {:?}\ncoupler = {:?}\nrocker = {:?}\n\
         {table}{}\n[[loop]]\nname = \"end\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1] }}\n\
         from = {{ {end} }}\n\
         to = {{ body = \"rocker\", placement = {{ xyz = [{rocker:?}, 0, 0] }} }}\n",
        θ - crank_joint.offset,
        φ - θ - coupler_joint.offset,
        ψ - rocker_joint.offset,
        bodies.concat()
    )
}

/// What the mechanism stands on: the name, its text, and that of the joint it moves by among those that are actuated.
fn table(random: &mut Random) -> (&'static str, String, &'static str) {
    let kind = match random.below(6) {
        0 => "revolute",
        1 => "prismatic",
        2 | 3 => "fixed",
        _ => return ("base", String::new(), ""),
    };
    let axis = match kind {
        "fixed" => "",
        _ => [
            ", axis = [0, 0, 1]",
            ", axis = [1, 0, 0]",
            ", axis = [0.3, 0.5, -0.8]",
        ][random.below(3)],
    };
    let [x, y, z] = [(); 3].map(|()| random.number(-3.0, 3.0));
    let text = format!(
        "\n[[body]]\nname = \"table\"\nparent = \"base\"\njoint = {{ type = \"{kind}\"{axis} }}\n\
         placement = {{ rpy = [{x:?}, {y:?}, {z:?}] }}\nmass = 2.0\ninertia = {{ xx = 0.1, yy = 0.2, zz = 0.15 }}\n"
    );
    let turns = if kind == "fixed" { "" } else { ", \"table\"" };
    ("table", text, turns)
}

/// What is drawn of a joint.
struct Joint {
    offset: f64,
    /// The keys of its offset and of what acts in it.
    keys: String,
}

fn joints(random: &mut Random) -> [Joint; 3] {
    let (turned, rubbed) = (random.below(2) == 0, random.below(2) == 0);
    [(); 3].map(|()| {
        let offset = if turned {
            random.number(-1.0, 1.0)
        } else {
            0.0
        };
        let mut keys = String::new();
        if turned {
            let _ = write!(keys, ", offset = {offset:?}");
        }
        if rubbed {
            let _ = write!(
                keys,
                ", damping = {:?}, friction = {:?}",
                random.number(0.1, 1.0),
                random.number(0.1, 1.0)
            );
        }
        Joint { offset, keys }
    })
}
