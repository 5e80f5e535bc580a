//! Small mechanisms with everything on.

/// All keys of joint physics for a joint of one velocity.
const ALL: &str = "rotor_inertia = 2e-4, gear = 50, damping = 0.7, friction = 1.3, friction_rate = 0.2, stiffness = 4, rest = 0.3";

const RIGID: &str = "mass = 1.3\ncom = [0.1, -0.05, 0.2]\ninertia = { xx = 0.05, yy = 0.06, zz = 0.04, xy = 0.01, xz = -0.005, yz = 0.002 }";

fn body(name: &str, parent: &str, joint: &str, xyz: [f64; 3]) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\njoint = {{ {joint} }}\n\
         placement = {{ xyz = {xyz:?}, rpy = [0.3, \"pi/2\", -0.4] }}\n{RIGID}\n"
    )
}

/// A tree of all joints that have as many coordinates as velocities, physics in all of them.
pub(crate) fn tree() -> String {
    let several = |rest: &str| {
        format!(
            "{rest}, rotor_inertia = [0.3, 0.2], damping = [0.1, 0.6], friction = 0.4, stiffness = [3, 0], rest = 0.1"
        )
    };
    [
        "name = \"tree\"\ngravity = [1, -2, -9]\n".to_owned(),
        body("a", "base", &format!("type = \"revolute\", axis = [0, 0, 1], {ALL}"), [0.1, 0.2, 0.3]),
        body("b", "a", &format!("type = \"prismatic\", axis = [1, 0, 0], {ALL}"), [0.3, 0.0, 0.1]),
        body("c", "a", &several("type = \"universal\", axis = [1, 0, 0], axis2 = [0, 1, 0]"), [0.0, 0.4, 0.0]),
        body("d", "c", "type = \"helical\", axis = [0, 1, 0], pitch = 0.05, rotor_inertia = 0.4, friction = 0.2", [0.2, 0.1, 0.0]),
        body("e", "d", "type = \"revolute\", axis = [0, 0, 1], offset = 0.2", [0.2, 0.0, -0.1]),
        body("f", "b", &several("type = \"cylindrical\", axis = [0, 0, 1]"), [0.1, 0.1, 0.1]),
        "[[frame]]\nname = \"tip\"\nbody = \"e\"\nplacement = { xyz = [0.1, 0.2, 0.3] }\n".to_owned(),
        "[[frame]]\nname = \"tool\"\nbody = \"f\"\n".to_owned(),
    ]
    .concat()
}

/// A floating base with a spherical joint, damped, with rotors.
pub(crate) fn floating() -> String {
    [
        "name = \"floating\"\n".to_owned(),
        body(
            "base_link",
            "base",
            "type = \"free\", damping = 0.3",
            [0.0, 0.0, 0.0],
        ),
        body(
            "ball",
            "base_link",
            "type = \"spherical\", damping = [0.1, 0.2, 0.3], rotor_inertia = 0.2, friction = 0.5",
            [0.2, 0.0, 0.1],
        ),
        body(
            "arm",
            "ball",
            &format!("type = \"revolute\", axis = [0, 1, 0], {ALL}"),
            [0.2, 0.3, 0.1],
        ),
    ]
    .concat()
}

/// A hand: two fingers, the joints of each follow its first one (or each other), parallel axes among them. `free`: the
/// same with all joints on their own.
pub(crate) fn hand(free: bool) -> String {
    let follows = |mimic: &str| {
        if free {
            String::new()
        } else {
            format!(", mimic = {{ {mimic} }}")
        }
    };
    let parallel = |name: &str, parent: &str, joint: String| {
        format!(
            "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\njoint = {{ name = \"j_{name}\", {joint} }}\n\
             placement = {{ xyz = [0.1, 0, 0.02] }}\n{RIGID}\n"
        )
    };
    let turns = "type = \"revolute\", axis = [0, 0, 1]";
    [
        "name = \"hand\"\n".to_owned(),
        body("palm", "base", &format!("{turns}, {ALL}"), [0.1, 0.2, 0.3]),
        parallel("p1", "palm", format!("{turns}, {ALL}")),
        parallel(
            "p2",
            "p1",
            format!(
                "{turns}, damping = 0.2, rotor_inertia = 0.3{}",
                follows("joint = \"j_p1\", factor = 1.5, offset = 0.2")
            ),
        ),
        parallel(
            "p3",
            "p2",
            format!(
                "{turns}, friction = 0.7{}",
                follows("joint = \"j_p2\", factor = -0.5")
            ),
        ),
        parallel(
            "q1",
            "palm",
            format!(
                "type = \"prismatic\", axis = [0, 1, 0], stiffness = 3{}",
                follows("joint = \"j_p1\", factor = 0.1, offset = 0.05")
            ),
        ),
        parallel(
            "q2",
            "q1",
            format!(
                "{turns}{}",
                follows("joint = \"j_p1\", factor = -1, offset = \"pi/2\"")
            ),
        ),
        "[[frame]]\nname = \"tip\"\nbody = \"p3\"\nplacement = { xyz = [0.1, 0, 0.1] }\n"
            .to_owned(),
    ]
    .concat()
}

/// G of the hand's joints palm, p1, p2, p3, q1, q2, and the offsets.
pub(crate) const HAND: ([[f64; 2]; 6], [f64; 6]) = (
    [
        [1.0, 0.0],
        [0.0, 1.0],
        [0.0, 1.5],
        [0.0, -0.75],
        [0.0, 0.1],
        [0.0, -1.0],
    ],
    [0.0, 0.0, 0.2, -0.1, 0.05, std::f64::consts::FRAC_PI_2],
);

/// A wrist of two joints moved by two motors, behind a joint of its own. `geared`: with the transmission.
pub(crate) fn wrist(geared: bool) -> String {
    let turns = "type = \"revolute\", axis = [0, 0, 1]";
    let mut text = [
        "name = \"wrist\"\n".to_owned(),
        body("upper", "base", &format!("{turns}, {ALL}"), [0.1, 0.2, 0.3]),
        body(
            "pitch",
            "upper",
            &format!("{turns}, damping = 0.3"),
            [0.0, 0.3, 0.1],
        ),
        body(
            "roll",
            "pitch",
            &format!("{turns}, friction = 0.4, stiffness = 2, rest = 0.2"),
            [0.1, 0.0, 0.1],
        ),
        body(
            "hand",
            "roll",
            "type = \"prismatic\", axis = [0, 0, 1]",
            [0.1, 0.1, 0.1],
        ),
    ]
    .concat();
    if geared {
        text.push_str(
            "[[transmission]]\njoints = [\"pitch\", \"roll\"]\nmotors = [\"m1\", \"m2\"]\nmatrix = [[0.5, 0.5], [-2, 2]]\n\
             rotor_inertia = [1e-3, 2e-3]\ngear = 10\ndamping = 0.2\nfriction = [0.3, 0]\nstiffness = 1\nrest = -0.4\n",
        );
    }
    text
}

/// G of the wrist's joints upper, pitch, roll, hand from upper, hand, m1, m2.
pub(crate) const WRIST: [[f64; 4]; 4] = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.5, 0.5],
    [0.0, 0.0, -2.0, 2.0],
    [0.0, 1.0, 0.0, 0.0],
];

/// A turntable that moves as it is told, and on it a joint behind a gear of 1 to 4. `geared`: with the gear.
pub(crate) fn turntable(geared: bool) -> String {
    let turns = "type = \"revolute\", axis = [0, 0, 1]";
    let mut text = [
        "name = \"turntable\"\n".to_owned(),
        body(
            "table",
            "base",
            &format!("{turns}, driven = true"),
            [0.1, 0.2, 0.3],
        ),
        body("arm", "table", turns, [0.2, 0.3, 0.1]),
        "[[frame]]\nname = \"tip\"\nbody = \"arm\"\nplacement = { xyz = [0.1, 0.2, 0.3] }\n"
            .to_owned(),
    ]
    .concat();
    if geared {
        text.push_str(
            "[[transmission]]\njoints = [\"arm\"]\nmotors = [\"motor\"]\nmatrix = [[0.25]]\n",
        );
    }
    text
}

/// A ball joint and an arm on it.
pub(crate) fn ball() -> String {
    [
        "name = \"ball\"\n".to_owned(),
        body("ball", "base", "type = \"spherical\"", [0.2, 0.0, 0.1]),
        body(
            "arm",
            "ball",
            "type = \"revolute\", axis = [0, 1, 0]",
            [0.2, 0.3, 0.1],
        ),
    ]
    .concat()
}
