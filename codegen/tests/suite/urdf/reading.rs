//! The mechanism of a robot: bodies in their order, frames, limits, warnings.

use denoc_codegen::error::Severity;
use denoc_codegen::exact::angle::Angle;
use denoc_codegen::exact::number::Number;
use denoc_codegen::mechanism::{Joint, Mechanism, Rotation};
use denoc_codegen::model::{self, Base, Reading};

use crate::common::reported;
use crate::urdf::support::{ARM, arm, good};

fn number(text: &str) -> Number {
    Number::parse(text).expect(text)
}

fn names(mechanism: &Mechanism) -> Vec<&str> {
    (mechanism.bodies.iter())
        .map(|body| body.name.as_str())
        .collect()
}

fn frames(mechanism: &Mechanism) -> Vec<&str> {
    (mechanism.frames.iter())
        .map(|frame| frame.name.as_str())
        .collect()
}

/// A robot of massive links with joints `(name, type, parent, child, more)`.
fn robot(root: &str, joints: &[(&str, &str, &str, &str, &str)]) -> String {
    let link = |name: &str| {
        format!(
            "<link name=\"{name}\"><inertial><mass value=\"1\"/>\
             <inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link>"
        )
    };
    let mut text = format!("<robot name=\"r\">{}", link(root));
    for (name, kind, parent, child, more) in joints {
        text += &link(child);
        text += &format!(
            "<joint name=\"{name}\" type=\"{kind}\"><parent link=\"{parent}\"/><child link=\"{child}\"/>\
             <limit effort=\"1\" velocity=\"1\"/>{more}</joint>"
        );
    }
    text + "</robot>"
}

#[test]
fn the_good_robot_has_no_warning() {
    let loaded = good(ARM);
    assert_eq!(loaded.warnings, []);
    let mechanism = &loaded.mechanism;
    assert_eq!(mechanism.name, "arm");
    assert_eq!(names(mechanism), ["upper", "lower"]);
    assert_eq!(frames(mechanism), ["tip"]);
    assert_eq!(mechanism.gravity, ["0", "0", "-9.81"].map(number));
    let limits = mechanism.bodies[0].limits.as_ref().expect("limits");
    let expected = ["-1", "2", "30", "4"].map(|text| Some(number(text)));
    let found = [
        &limits.lower,
        &limits.upper,
        &limits.effort,
        &limits.velocity,
    ];
    assert_eq!(found.map(Clone::clone), expected);
    assert_eq!(mechanism.bodies[0].inertia.mass, number("1.5"));
    // The first joint is turned a quarter turn about x, exactly.
    let quarter = Angle::of_quarter_turns(1).circle();
    let about_x = Rotation::about(denoc_codegen::mechanism::Axis::X, &quarter);
    assert_eq!(mechanism.bodies[0].placement.rotation, about_x);
}

#[test]
fn children_are_in_the_order_of_their_joints_names() {
    let text = robot(
        "base",
        &[
            ("b", "revolute", "base", "x", ""),
            ("c", "revolute", "base", "y", ""),
            ("a", "revolute", "x", "z", ""),
            ("B", "fixed", "base", "w", ""),
            ("d", "continuous", "w", "v", ""),
        ],
    );
    let mechanism = good(&text).mechanism;
    // "B" < "b" < "c", as bytes.
    assert_eq!(names(&mechanism), ["v", "x", "z", "y"]);
    assert_eq!(frames(&mechanism), ["v", "z", "y"]);
}

#[test]
fn every_type_of_joint_is_read() {
    let text = robot(
        "base",
        &[
            ("a", "revolute", "base", "l1", "<axis xyz=\"0 0 1\"/>"),
            ("b", "continuous", "l1", "l2", "<axis xyz=\"0 0 1\"/>"),
            ("c", "prismatic", "l2", "l3", "<axis xyz=\"0 0 1\"/>"),
            ("d", "planar", "l3", "l4", "<axis xyz=\"0 0 1\"/>"),
            ("e", "floating", "l4", "l5", ""),
            ("f", "fixed", "l5", "l6", ""),
        ],
    );
    let loaded = good(&text);
    assert_eq!(loaded.warnings, []);
    let joints = loaded
        .mechanism
        .bodies
        .iter()
        .map(|body| body.joint.type_name());
    let joints: Vec<_> = joints.collect();
    assert_eq!(
        joints,
        ["revolute", "revolute", "prismatic", "planar", "free"]
    );
    // A turn without an end has limits of effort and rate only.
    let limits = loaded.mechanism.bodies[1].limits.as_ref().expect("limits");
    assert_eq!((&limits.lower, &limits.upper), (&None, &None));
    assert_eq!(loaded.mechanism.bodies[4].inertia.mass, number("2"));
}

/// The axis of the joint of the only body, in the link's frame.
fn axis(kind: &str, axis: &str) -> [f64; 3] {
    let mechanism = good(&robot("base", &[("a", kind, "base", "link", axis)])).mechanism;
    let rotation = &mechanism.bodies[0].user_frame.rotation;
    rotation.0[2].clone().map(|entry| entry.to_f64())
}

#[test]
fn the_default_axis_is_x_and_axes_are_freed_of_rounding() {
    for kind in ["revolute", "prismatic", "planar"] {
        assert_eq!(axis(kind, ""), [1.0, 0.0, 0.0]);
        assert_eq!(axis(kind, "<axis xyz=\"0 -2 0\"/>"), [0.0, -1.0, 0.0]);
        assert_eq!(axis(kind, "<axis xyz=\"1.2e-16 0 -1\"/>"), [0.0, 0.0, -1.0]);
    }
}

#[test]
fn a_planar_joint_moves_across_its_axis() {
    let mechanism = good(&robot("base", &[("a", "planar", "base", "link", "")])).mechanism;
    let body = &mechanism.bodies[0];
    assert!(matches!(body.joint, Joint::Planar(_)));
    // z of the joint is x of the links.
    let z = body.placement.rotation.apply(&["0", "0", "1"].map(number));
    assert_eq!(z, ["1", "0", "0"].map(number));
    let link = body.placement.times(&body.user_frame);
    assert_eq!(link.rotation, Rotation::identity());
}

#[test]
fn the_origin_of_an_inertia_turns_its_tensor() {
    let turned = "<origin xyz=\"0 0 0.1\" rpy=\"0 0 1.5707963267948966\"/>";
    let text = arm("<origin xyz=\"0 0 0.1\" rpy=\"0 0 0\"/>", turned).replacen(
        "ixx=\"0.1\" ixy=\"0\"",
        "ixx=\"0.12\" ixy=\"0.01\"",
        1,
    );
    let tensor = good(&text).mechanism.bodies[0].inertia.about_centre();
    assert_eq!(tensor.xx, number("0.1"));
    assert_eq!(tensor.yy, number("0.12"));
    assert_eq!(tensor.xy, number("-0.01"));
}

#[test]
fn links_fixed_on_each_other_are_one_body_with_frames_on_each() {
    let text = robot(
        "base",
        &[
            ("a", "revolute", "base", "arm", ""),
            ("b", "fixed", "arm", "hand", "<origin xyz=\"0 0 1\"/>"),
            ("c", "fixed", "hand", "tool", "<origin xyz=\"0 0 1\"/>"),
            ("d", "fixed", "hand", "camera", ""),
            ("e", "fixed", "base", "sign", ""),
        ],
    );
    let mechanism = good(&text).mechanism;
    assert_eq!(names(&mechanism), ["arm"]);
    assert_eq!(mechanism.bodies[0].inertia.mass, number("4"));
    // What does not move is no tip.
    assert_eq!(frames(&mechanism), ["tool", "camera"]);
}

/// The warnings of reading.
fn warnings(text: &str) -> Vec<(String, String)> {
    reported(&good(text).warnings, Severity::Warning)
}

#[test]
fn suspicious_entries_are_reported() {
    let inertia = "ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"";
    for (from, to, at, message) in [
        (
            inertia,
            "ixx=\"0\" ixy=\"0\" ixz=\"0\" iyy=\"0\" iyz=\"0\" izz=\"0\"",
            "15:7",
            "link \"upper\" has a mass of 1.5 kg and no inertia",
        ),
        (
            inertia,
            "ixx=\"-1e-8\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"",
            "15:7",
            "the inertia of link \"upper\" has a negative moment",
        ),
        (
            inertia,
            "ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.3\"",
            "15:7",
            "the inertia of link \"upper\" violates the triangle inequality",
        ),
        (
            "<limit lower=\"-1\" upper=\"2\" effort=\"30\" velocity=\"4\"/>",
            "",
            "4:3",
            "joint \"shoulder\" has no <limit>",
        ),
        (
            "lower=\"-1\" upper=\"2\"",
            "lower=\"2\" upper=\"-1\"",
            "9:5",
            "the lower limit of joint \"shoulder\" is above the upper one",
        ),
        (
            "<limit lower=\"-1\"",
            "<dynamics damping=\"0.5\"/><limit lower=\"-1\"",
            "9:24",
            "the damping and friction of the joints (<dynamics>) are off",
        ),
        (
            "<visual>",
            "<inertal/><visual>",
            "17:5",
            "unknown <inertal> in link \"upper\" is ignored",
        ),
        (
            "<link name=\"pedestal\"/>",
            "<joinnt/><link name=\"pedestal\"/>",
            "3:3",
            "unknown <joinnt> in robot \"arm\" is ignored",
        ),
        (
            "xyz=\"0 0 0.3\"",
            "xy=\"0 0 0.3\"",
            "5:13",
            "unknown `xy` in <origin> of joint \"shoulder\" is ignored",
        ),
    ] {
        let found = warnings(&arm(from, to));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, at, "{found:?}");
        assert!(found[0].1.contains(message), "{found:?}");
    }
}

#[test]
fn elements_of_other_tools_are_not_read() {
    let more = "<transmission name=\"t\"><joint name=\"shoulder\"/></transmission>\
                <gazebo reference=\"upper\"><mass value=\"nan\"/></gazebo><material name=\"grey\"/>";
    let text = arm(
        "<link name=\"pedestal\"/>",
        &format!("{more}<link name=\"pedestal\"/>"),
    );
    assert_eq!(warnings(&text), []);
    let calibrated =
        "<calibration rising=\"0\"/><safety_controller k_velocity=\"1\"/><limit lower=\"-1\"";
    assert_eq!(warnings(&arm("<limit lower=\"-1\"", calibrated)), []);
    // Marks inside what is no tag are text.
    let marks = format!(
        "<!-- it's > {0} --><gazebo><![CDATA[ it's < {0} ]]></gazebo><?it's {0}?>",
        "a=\"b\" ".repeat(300)
    );
    assert_eq!(
        warnings(&arm(
            "<link name=\"pedestal\"/>",
            &format!("{marks}<link name=\"pedestal\"/>")
        )),
        []
    );
    // A name behind a prefix is another's.
    let text = arm(
        "<robot name=\"arm\">",
        "<robot name=\"arm\" xmlns:linkage=\"x\"><linkage:link name=\"upper\"/>",
    );
    assert_eq!(warnings(&text), []);
    // Prefixes are declared by many and used by none.
    let declared = "<robot name=\"arm\" xmlns:xacro=\"http://wiki.ros.org/xacro\">";
    assert_eq!(warnings(&arm("<robot name=\"arm\">", declared)), []);
}

#[test]
fn undeclared_prefixes_are_ignored_with_a_warning_for_each() {
    let text = arm(
        "<visual>",
        "<drake:proximity a:b=\"1\"><x/></drake:proximity><drake:joint name=\"other\"/><visual>",
    );
    let loaded = good(&text);
    let found = reported(&loaded.warnings, Severity::Warning);
    let expected = [("17:6", "drake"), ("17:22", "a")].map(|(at, prefix)| {
        let message = format!("the prefix `{prefix}` is not declared; what bears it is read over");
        (at.to_owned(), message)
    });
    assert_eq!(found, expected);
    assert_eq!(names(&loaded.mechanism), names(&good(ARM).mechanism));
}

#[test]
fn places_behind_an_undeclared_prefix_are_right() {
    let text = arm("<visual>", "<drake:é/><drake:e/><inertal/><visual>");
    let found = reported(&good(&text).warnings, Severity::Warning);
    assert_eq!(found.len(), 2);
    assert_eq!(found[1].0, "17:25", "{found:?}");
}

#[test]
fn a_mimic_without_effect_is_ignored_with_a_warning() {
    let missing = good(&arm(
        "<limit lower=\"-1\"",
        "<mimic joint=\"elbw\"/><limit lower=\"-1\"",
    ));
    let expected = "no joint that moves is named \"elbw\": joint \"shoulder\" moves by itself";
    let found = reported(&missing.warnings, Severity::Warning);
    assert_eq!(found, [("9:19".to_owned(), expected.to_owned())]);
    assert!(missing.warnings[0].help.contains("\"elbow\""));
    assert_eq!(missing.mechanism.nv(), 2);

    let fixed = robot(
        "base",
        &[
            ("a", "revolute", "base", "arm", ""),
            ("b", "fixed", "arm", "finger", "<mimic joint=\"a\"/>"),
            ("c", "prismatic", "arm", "thumb", "<mimic joint=\"b\"/>"),
        ],
    );
    let loaded = good(&fixed);
    let messages: Vec<_> = (loaded.warnings.iter())
        .map(|one| one.message.as_str())
        .collect();
    assert_eq!(
        messages,
        [
            "joint \"b\" is fixed: its <mimic> is read over",
            "no joint that moves is named \"b\": joint \"c\" moves by itself",
        ]
    );
    assert_eq!(loaded.mechanism.nv(), 2);

    let gripper = robot(
        "base",
        &[
            ("a", "revolute", "base", "arm", ""),
            ("b", "fixed", "arm", "finger", "<mimic joint=\"a\"/>"),
            ("c", "fixed", "arm", "thumb", "<mimic joint=\"a\"/>"),
            ("d", "fixed", "thumb", "nail", "<mimic joint=\"a\"/>"),
        ],
    );
    let message = "joint \"b\" and 2 more are fixed: their <mimic> is read over";
    assert!(matches!(&good(&gripper).warnings[..], [one] if one.message == message));
}

#[test]
fn a_fixed_root_that_carries_legs_is_noted() {
    let legs = [
        ("a", "revolute", "base", "left", ""),
        ("b", "revolute", "base", "right", ""),
    ];
    let loaded = good(&robot("base", &legs));
    let [note] = &loaded.notes[..] else {
        panic!("one note: {:?}", loaded.notes)
    };
    assert!(note.message.contains("link \"base\", 1 kg"), "{note}");
    assert!(note.help.contains("`--base floating`"), "{note}");
    // An arm is mounted by its root; what the user says needs no note.
    assert_eq!(good(&robot("base", &legs[..1])).notes, []);
    for base in [Base::Fixed, Base::Floating] {
        let reading = Reading {
            base: Some(base),
            ..Reading::default()
        };
        let loaded = reading.parse("r.urdf", &robot("base", &legs));
        assert_eq!(loaded.expect("a sound robot").notes, []);
    }
}

#[test]
fn a_robot_without_moving_joints_may_have_a_floating_base() {
    let drone = robot("base", &[("a", "fixed", "base", "propeller", "")]);
    let error = model::parse("drone.urdf", &drone).expect_err("nothing moves");
    assert!(error.to_string().contains("no body can move"), "{error}");
    assert!(error.to_string().contains("`--base floating`"), "{error}");
    let reading = Reading {
        base: Some(Base::Floating),
        ..Reading::default()
    };
    let loaded = reading.parse("drone.urdf", &drone).expect("a drone");
    assert_eq!(loaded.mechanism.nv(), 6);
}

#[test]
fn xml_is_known_by_its_text() {
    for path in ["arm.sdf", "arm.world", "arm"] {
        let error = model::parse(path, "<?xml version=\"1.0\"?>\n<sdf version=\"1.9\"/>");
        let error = error.expect_err("SDF").to_string();
        assert!(error.contains("this is SDF, not URDF"), "{error}");
        assert!(model::parse(path, ARM).is_ok(), "{path}");
    }
    // What xacro takes need not be XML.
    let text = "<robot name=\"a\" xmlns:xacro=\"x\">\n<xacro:if value=\"${a < b}\"/></robot>";
    let error = model::parse("a.urdf.xacro", text).expect_err("xacro");
    assert!(
        error
            .to_string()
            .starts_with("a.urdf.xacro:2:1: error: this is xacro"),
        "{error}"
    );
}
