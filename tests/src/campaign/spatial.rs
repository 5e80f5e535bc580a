//! A spatial mechanism of two chains that meet: joints about axes in any directions, the loop cut where the chains meet, closed where all
//! coordinates are 0.

use core::fmt::Write as _;

use crate::random::Random;

/// A joint type, and the velocities it has.
type Kind = (&'static str, usize);

const REVOLUTE: Kind = ("revolute", 1);
const PRISMATIC: Kind = ("prismatic", 1);
const UNIVERSAL: Kind = ("universal", 2);
const SPHERICAL: Kind = ("spherical", 3);

/// The joints of the first chain and of the second, by their place in it.
const CHAINS: [[[Kind; 3]; 2]; 2] = [
    [
        [REVOLUTE, REVOLUTE, PRISMATIC],
        [UNIVERSAL, SPHERICAL, REVOLUTE],
    ],
    [
        [REVOLUTE, REVOLUTE, UNIVERSAL],
        [REVOLUTE, PRISMATIC, SPHERICAL],
    ],
];

/// The text.
pub(super) fn text(random: &mut Random) -> String {
    let mut head = "name = \"spatial\"\ngravity = [1, 2, -9]\nactuated = [\"a0\"]\n".to_owned();
    match random.below(4) {
        0 => head += "stabilisation = [20.0, 10.0]\n",
        1 => head += "minimum_norm = true\n",
        _ => {}
    }
    let mut bodies = String::new();
    let (mut ends, mut moves) = ([[0.0; 3]; 2], 0);
    for (chain, (name, end)) in CHAINS.iter().zip(["a", "b"].into_iter().zip(&mut ends)) {
        for (place, kinds) in chain.iter().enumerate() {
            let (kind, velocities) = kinds[random.below(kinds.len())];
            moves += velocities;
            let at = [(); 3].map(|()| random.number(-0.5, 0.5));
            *end = [0, 1, 2].map(|i| end[i] + at[i]);
            let parent = match place {
                0 => "base".to_owned(),
                _ => format!("{name}{}", place - 1),
            };
            let mass = random.number(0.5, 3.0);
            let size = mass * random.number(0.02, 0.05);
            let _ = write!(
                bodies,
                "\n[[body]]\nname = \"{name}{place}\"\nparent = \"{parent}\"\njoint = {{ type = \"{kind}\"{} }}\n\
                 placement = {{ xyz = {at:?} }}\nmass = {mass:?}\ncom = {:?}\n\
                 inertia = {{ xx = {size:?}, yy = {:?}, zz = {:?}, xy = {:?} }}\n",
                axes(kind, random),
                [(); 3].map(|()| random.number(-0.2, 0.2)),
                1.1 * size,
                1.2 * size,
                0.1 * size
            );
        }
    }
    // Six velocities let chains turn about one axis, and still move.
    let cut = match moves {
        6.. if random.below(2) == 0 => "revolute",
        _ => "spherical",
    };
    let tip = [(); 3].map(|()| random.number(-0.3, 0.3));
    let other = [0, 1, 2].map(|i| ends[0][i] + tip[i] - ends[1][i]);
    head + &bodies
        + &format!(
            "\n[[loop]]\nname = \"end\"\njoint = {{ type = \"{cut}\"{} }}\n\
             from = {{ body = \"a1\", placement = {{ xyz = {tip:?} }} }}\nto = {{ body = \"b1\", placement = {{ xyz = {other:?} }} }}\n",
            axes(cut, random)
        )
}

/// The keys for the axes of a joint.
fn axes(kind: &str, random: &mut Random) -> String {
    match kind {
        "spherical" => String::new(),
        "universal" => ", axis = [1, 0, 0], axis2 = [0, 1, 0]".to_owned(),
        _ => {
            let axis = [(); 3].map(|()| random.number(0.1, 1.0));
            format!(", axis = {axis:?}")
        }
    }
}
