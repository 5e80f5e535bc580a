//! The promises of docs/model-format.md.

use std::path::PathBuf;

use denoc_codegen::exact::circle::Circle;
use denoc_codegen::exact::number::Number;
use denoc_codegen::joint::Universal;
use denoc_codegen::mechanism::{Axis, Body, Inertia, Joint, Mechanism, Pose, Rotation};
use denoc_codegen::model::{self, Loaded};

fn loaded(text: &str) -> Loaded {
    model::parse("model.toml", text).unwrap_or_else(|error| panic!("{error}"))
}

fn mechanism(text: &str) -> Mechanism {
    loaded(text).mechanism
}

fn number(text: &str) -> Number {
    Number::parse(text).expect(text)
}

/// A body with mass; `rest` are its joint and placement.
fn body(name: &str, parent: &str, rest: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\n{rest}\nmass = 1.5\ncom = [0.1, 0.2, 0.3]\n\
         inertia = {{ xx = 0.1, yy = 0.2, zz = 0.25, xy = 0.01, xz = 0.02, yz = 0.03 }}\n"
    )
}

const HINGE: &str = "joint = { type = \"revolute\", axis = [0, 0, 1] }";

#[test]
fn the_examples_of_the_documentation_are_good() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/model-format.md");
    let text = std::fs::read_to_string(path).expect("documentation");
    let blocks: Vec<&str> = (text.split("```toml\n").skip(1))
        .map(|rest| rest.split("```").next().unwrap_or_default())
        .collect();
    assert_eq!(blocks.len(), 7);
    for (block, warnings) in blocks.into_iter().zip([0, 0, 1, 0, 0, 0, 0]) {
        // The robot of the examples is there.
        let path = "../tests/golden/urdf/model.toml";
        let loaded = model::parse(path, block).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(loaded.warnings.len(), warnings, "{block}");
    }
}

#[test]
fn gravity_points_down_by_default() {
    let arm = mechanism(&format!("name = \"a\"\n{}", body("a", "base", HINGE)));
    assert_eq!(arm.gravity, ["0", "0", "-9.81"].map(number));
}

#[test]
fn bodies_are_depth_first_and_children_in_file_order() {
    let text = ["name = \"tree\"\n".to_owned()]
        .into_iter()
        .chain(
            [
                ("leaf", "mid"),
                ("b", "base"),
                ("mid", "a"),
                ("a", "base"),
                ("last", "a"),
            ]
            .map(|(n, p)| body(n, p, HINGE)),
        )
        .collect::<String>();
    let tree = mechanism(&text);
    let found: Vec<_> = tree
        .bodies
        .iter()
        .map(|b| (b.name.as_str(), b.parent.map(|p| p.0)))
        .collect();
    let expected = [
        ("b", None),
        ("a", None),
        ("mid", Some(1)),
        ("leaf", Some(2)),
        ("last", Some(1)),
    ];
    assert_eq!(found, expected);
    assert!(tree.frames.is_empty(), "three leaves have no one tip");
}

#[test]
fn fixed_bodies_are_lumped_and_their_turns_add_as_angles() {
    let fixed = |roll: &str| {
        format!(
            "joint = {{ type = \"fixed\" }}\nplacement = {{ xyz = [0, 0, 1], rpy = [{roll}, 0, 0] }}"
        )
    };
    let hinge = format!("{HINGE}\nplacement = {{ rpy = [-0.3, 0, 0] }}");
    let text = "name = \"a\"\n".to_owned()
        + &body("mount", "base", &fixed("0.2"))
        + &body("root", "mount", HINGE)
        + &body("f", "root", &fixed("0.1"))
        + &body("g", "f", &fixed("0.2"))
        + &body("h", "g", &hinge);
    let arm = mechanism(&text);
    assert_eq!(arm.bodies.len(), 2);
    assert_eq!(arm.bodies[0].inertia.mass, number("4.5"));
    assert_eq!(arm.bodies[1].placement.rotation, Rotation::identity());
    assert_eq!(arm.bodies[1].placement.translation[0], Number::ZERO);
    let [tip] = &arm.frames[..] else {
        panic!("one leaf")
    };
    assert_eq!(
        (tip.name.as_str(), tip.body.map(|b| b.0), &tip.pose),
        ("tip", Some(1), &Pose::identity())
    );
}

#[test]
fn joints_are_turned_to_act_about_z() {
    for (axis, rational) in [
        ("[1, 0, 0]", true),
        ("[0, -2, 0]", true),
        ("[0.6, 0, -0.8]", true),
        ("[1, 1, 1]", false),
    ] {
        let joint = format!(
            "joint = {{ type = \"prismatic\", axis = {axis} }}\nplacement = {{ xyz = [1, 2, 3] }}"
        );
        let arm = mechanism(&format!(
            "name = \"a\"\n{}{}",
            body("a", "base", &joint),
            body("b", "a", HINGE)
        ));
        let [a, b] = &arm.bodies[..] else {
            panic!("two bodies")
        };
        // The user's frame is in the base as the placement says, and the joint's z along the axis.
        assert_eq!(
            a.placement.times(&a.user_frame).rotation,
            Rotation::identity()
        );
        assert_eq!(a.placement.rotation.0[2][2].bits() < 10, rational, "{axis}");
        assert_eq!(b.placement, a.user_frame);
        let own = a.inertia.seen_through(&a.user_frame.inverse());
        assert_eq!(own.first_moment, ["0.15", "0.3", "0.45"].map(number));
    }
}

#[test]
fn universal_joints_have_one_constant_turn() {
    let joint = "joint = { type = \"universal\", axis = [1, 0, 0], axis2 = [0, 1, 0] }";
    let arm = mechanism(&format!("name = \"a\"\n{}", body("a", "base", joint)));
    let Joint::Universal(Universal { turn }) = &arm.bodies[0].joint else {
        panic!("universal")
    };
    // At q = 0 the user's frame is the joint frame: placement · turn · user_frame = 1.
    let placed = arm.bodies[0]
        .placement
        .rotation
        .times(turn)
        .times(&arm.bodies[0].user_frame.rotation);
    assert_eq!(placed, Rotation::identity());
    let z = [0, 0, 1].map(Number::from);
    assert_eq!(
        arm.bodies[0].placement.rotation.apply(&z),
        [1, 0, 0].map(Number::from)
    );
    let second = arm.bodies[0].placement.rotation.times(turn).apply(&z);
    assert_eq!(second, [0, 1, 0].map(Number::from));
}

#[test]
fn craig_rows_are_the_bodies_they_describe() {
    let rigid = "mass = 2\ncom = [0.1, 0.2, 0.3]\ninertia = { xx = 1, yy = 1, zz = 1, xy = 0.1 }\n";
    let rows = [
        "joint = \"revolute\"\na = 0.1\nalpha = \"pi/2\"\nb = 0.2\ntheta = 0.3\n",
        "joint = \"prismatic\"\na = 0.4\nalpha = 0.5\nb = 0.6\ntheta = 0.7\n",
    ];
    let bodies = [
        "name = \"link1\"\nparent = \"base\"\njoint = { type = \"revolute\", axis = [0, 0, 1], offset = 0.3 }\n\
         placement = { xyz = [0.1, -0.2, 0], rpy = [\"pi/2\", 0, 0] }\n",
        "name = \"link2\"\nparent = \"link1\"\njoint = { type = \"prismatic\", axis = [0, 0, 1], offset = 0.6 }\n",
    ];
    let table: String = rows
        .iter()
        .map(|row| format!("[[link]]\n{row}{rigid}"))
        .collect();
    let links = mechanism(&format!("name = \"a\"\nconvention = \"craig\"\n{table}"));
    let tree: String = bodies
        .iter()
        .map(|body| format!("[[body]]\n{body}{rigid}"))
        .collect();
    let tree = mechanism(&format!("name = \"a\"\n{tree}"));
    // They stand elsewhere in their files.
    let placeless = |body: &Body| {
        let place = String::new();
        format!(
            "{:?}",
            Body {
                place,
                ..body.clone()
            }
        )
    };
    assert_eq!(placeless(&links.bodies[0]), placeless(&tree.bodies[0]));
    assert_eq!(links.bodies[1].inertia, tree.bodies[1].inertia);
    let circle = |text| {
        denoc_codegen::exact::angle::Angle::parse(text)
            .expect(text)
            .circle()
    };
    let turn =
        Rotation::about(Axis::X, &circle("0.5")).times(&Rotation::about(Axis::Z, &circle("0.7")));
    assert_eq!(links.bodies[1].placement.rotation, turn);
    assert_eq!(
        links.bodies[1].placement.translation,
        ["0.4", "0", "0"].map(number)
    );
    assert_eq!(links.frames[0].pose, Pose::identity());
}

#[test]
fn a_prismatic_link_turns_before_it_shifts() {
    let arm = mechanism(
        "name = \"a\"\n[[link]]\njoint = \"prismatic\"\na = 1\nalpha = \"-pi/2\"\nb = 0.5\ntheta = \"pi/2\"\n\
         mass = 2\nr = [0, 0, 0]\ninertia = { xx = 0, yy = 0, zz = 0 }\n",
    );
    let body = &arm.bodies[0];
    assert_eq!(
        body.placement.rotation,
        Rotation::about(Axis::Z, &Circle::of_quarter_turns(1))
    );
    assert!(body.joint.translation() == Some(&number("0.5")));
    let point = Inertia::from_mass_centre(
        Number::from(2),
        &[1, 0, 0].map(Number::from),
        &Default::default(),
    );
    assert_eq!(body.inertia, point);
    assert_eq!(
        arm.frames[0].pose.rotation,
        Rotation::about(Axis::X, &Circle::of_quarter_turns(-1))
    );
}

#[test]
fn only_masses_that_no_joint_feels_are_singular() {
    let massless = |name: &str, parent: &str, joint: &str| {
        format!("[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\n{joint}\n")
    };
    let x = "joint = { type = \"revolute\", axis = [1, 0, 0] }";
    let wrist = massless("a", "base", HINGE) + &massless("b", "a", x) + &body("c", "b", HINGE);
    assert_eq!(mechanism(&format!("name = \"wrist\"\n{wrist}")).nv(), 3);
    let coaxial = massless("a", "base", HINGE) + &body("b", "a", HINGE);
    let who = |text: &str| {
        let inertialess = mechanism(&format!("name = \"a\"\n{text}")).inertialess;
        inertialess.expect("something without inertia").who
    };
    assert_eq!(who(&coaxial), "body \"a\"");
    let point = "[[body]]\nname = \"p\"\nparent = \"base\"\njoint = { type = \"spherical\" }\nmass = 1\ncom = [1, 0, 0]\n";
    assert_eq!(who(point), "body \"p\"");
    // Where a joint follows another, the joints are reported.
    let y = "joint = { type = \"revolute\", axis = [0, 1, 0], mimic = { joint = \"b\" } }";
    let finger = body("a", "base", HINGE) + &massless("b", "a", x) + &massless("c", "b", y);
    let loaded = loaded(&format!("name = \"a\"\n{finger}"));
    let inertialess = loaded.mechanism.inertialess.expect("a massless finger");
    assert_eq!(inertialess.who, "\"b\"");
    assert!(
        inertialess.remedy.contains("`lock = [\"b\"]`"),
        "{inertialess}"
    );
    assert_eq!(loaded.warnings.len(), 1);
}

#[test]
fn numbers_are_read_as_written() {
    let text = body("a", "base", HINGE)
        .replace("mass = 1.5", "mass = 0.1_0e1")
        .replace("0.1, 0.2, 0.3", "0x10, 0b11, 0o17");
    let arm = mechanism(&format!("name = \"a\"\n{text}"));
    assert_eq!(arm.bodies[0].inertia.mass, Number::ONE);
    assert_eq!(
        arm.bodies[0].inertia.first_moment,
        [16, 3, 15].map(Number::from)
    );
}

#[test]
fn the_source_is_the_hash_of_the_bytes() {
    let text = format!("name = \"a\"\n{}", body("a", "base", HINGE));
    let (one, two) = (mechanism(&text), mechanism(&format!("{text}\n")));
    assert_eq!(one.source.path, "model.toml");
    assert_eq!(one.source.hash.len(), 64);
    assert_ne!(one.source.hash, two.source.hash);
}

/// Functions of frames are named after these, as identifiers.
#[test]
fn frames_whose_functions_would_have_one_name_are_refused() {
    let frame = |name: &str| format!("[[frame]]\nname = \"{name}\"\nbody = \"rod\"\n");
    for other in ["/tip", "_tip", "-tip"] {
        let text = format!(
            "name = \"arm\"\n[[body]]\nname = \"rod\"\nparent = \"base\"\njoint = {{ type = \"revolute\", axis = [0, 1, 0] }}\n\
             mass = 2\ninertia = {{ xx = 0.01, yy = 0.25, zz = 0.25 }}\n{}{}",
            frame("tip"),
            frame(other)
        );
        let fault = denoc_codegen::parse("arm.toml", &text).expect_err(other);
        assert!(fault.to_string().contains("tip"), "{fault}");
    }
}
