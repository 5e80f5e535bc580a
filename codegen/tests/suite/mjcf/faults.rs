//! Models with faults: each is reported with its place, none panics.

use denoc_codegen::error::{ModelError, Severity};
use denoc_codegen::model;
use proptest::prelude::*;

use crate::common;
use crate::mjcf::support::{ARM, Files, arm, good, world};

/// The text to replace in [`ARM`] (its first occurrence), by what; `line:column` and a piece of the message.
type Bad = (&'static str, &'static str, &'static str, &'static str);

const SLIDE: &str = "<joint name=\"elbow\" type=\"slide\" axis=\"1 0 0\" range=\"0 0.5\"/>";
const BOX: &str = "<geom type=\"box\" size=\"0.1 0.1 0.1\"/>";
const END: &str = "</worldbody>";

#[rustfmt::skip]
const BAD: &[Bad] = &[
    // XML.
    ("</mujoco>\n", "", "17:15", "not XML: the root node was opened but never closed"),
    ("name=\"upper\"", "name=\"upper\" name=\"lower\"", "9:24", "not XML: attribute 'name' is already defined"),
    ("<mujoco", "<!DOCTYPE mujoco [<!ENTITY a \"b\">]><mujoco", "1:1", "document type or entities"),
    ("<default>", "<xacro:if/><default>", "3:3", "this is xacro"),
    // Sections and children.
    ("<default>", "<defaults/><default>", "3:3", "unknown <defaults> in a <mujoco>"),
    (SLIDE, "<jiont/>", "13:9", "unknown <jiont> in body \"lower\""),
    (SLIDE, "<composite/>", "13:9", "<composite> of body \"lower\" is not expanded"),
    (SLIDE, "<flexcomp/>", "13:9", "<flexcomp> of body \"lower\" is deformable"),
    (SLIDE, "<replicate count=\"3\"/>", "13:9", "<replicate> of body \"lower\" is not expanded"),
    (SLIDE, "<attach model=\"a\" prefix=\"b\"/>", "13:9", "<attach> of body \"lower\" is not expanded"),
    (SLIDE, "<plugin plugin=\"mujoco.elasticity.cable\"/>", "13:9", "<plugin> of body \"lower\" has forces of its own"),
    (END, "</worldbody><deformable><flex name=\"cloth\"/></deformable>", "17:27", "flex \"cloth\" is deformable"),
    // The compiler.
    ("angle=\"radian\"", "angle=\"rad\"", "2:20", "`angle` of a <compiler> is \"rad\""),
    ("angle=\"radian\"", "angel=\"radian\"", "2:13", "unknown `angel` of a <compiler>"),
    ("angle=\"radian\"", "coordinate=\"global\"", "2:3", "global coordinates are not read"),
    ("angle=\"radian\"", "alignfree=\"true\"", "2:3", "frames that MuJoCo turns"),
    ("angle=\"radian\"", "eulerseq=\"xy\"", "2:23", "is no sequence of axes"),
    ("angle=\"radian\"", "eulerseq=\"xya\"", "2:23", "is no sequence of axes"),
    ("angle=\"radian\"", "eulerseq=\"xyzx\"", "2:23", "is no sequence of axes"),
    ("angle=\"radian\"", "autolimits=\"false\"", "13:9", "joint \"elbow\" has a `range`, and nothing says whether it is limited"),
    // Options.
    ("<default>", "<option density=\"1.2\"/><default>", "3:20", "`density` of <option>: forces of a medium"),
    ("<default>", "<option viscosity=\"2e-5\"/><default>", "3:22", "`viscosity` of <option>: forces of a medium"),
    ("<default>", "<option gravity=\"0 0\"/><default>", "3:20", "`gravity` of a <option> has 2 numbers instead of 3"),
    ("<default>", "<option><flag gravity=\"off\"/></option><default>", "3:26", "`gravity` of a <flag> is \"off\""),
    // Classes.
    ("class=\"strong\"", "class=\"\"", "4:5", "a <default> inside of another has no `class`"),
    ("class=\"strong\"", "class=\"main\"", "4:21", "the class \"main\" is defined twice"),
    ("<joint damping=\"0.5\"/>", "<joint/><default class=\"strong\"><joint/></default>", "5:31", "the class \"strong\" is defined twice"),
    ("<joint damping=\"0.5\"/>", "<joint class=\"strong\"/>", "5:21", "<joint> of a <default> refers to a class"),
    ("<default>", "<default class=\"all\">", "3:19", "the outermost <default> is the class \"main\""),
    ("axis=\"0 1 0\"", "axis=\"0 1 0\" class=\"string\"", "10:50", "no <default> has the class \"string\""),
    ("name=\"lower\"", "name=\"lower\" childclass=\"weak\"", "12:38", "no <default> has the class \"weak\""),
    // Bodies.
    ("name=\"lower\"", "name=\"upper\"", "12:19", "two bodies are named \"upper\""),
    ("name=\"lower\"", "name=\"world\"", "12:19", "two bodies are named \"world\""),
    ("name=\"lower\"", "name=\"lower\" gravcomp=\"1\"", "12:36", "`gravcomp` of body \"lower\": compensated gravity"),
    ("name=\"lower\"", "name=\"lower\" euler=\"1 0\"", "12:33", "`euler` of body \"lower\" has 2 numbers instead of 3"),
    ("name=\"lower\"", "name=\"lower\" quat=\"0 0 0 0\"", "12:32", "`quat` of body \"lower\" is zero"),
    ("name=\"lower\"", "name=\"lower\" zaxis=\"0 0 0\"", "12:33", "`zaxis` of body \"lower\" is zero"),
    ("name=\"lower\"", "name=\"lower\" axisangle=\"0 0 0 1\"", "12:37", "`axisangle` of body \"lower\" has no axis"),
    ("name=\"lower\"", "name=\"lower\" xyaxes=\"1 0 0 2 0 0\"", "12:34", "`xyaxes` of body \"lower\" has no two directions"),
    ("name=\"lower\"", "name=\"lower\" euler=\"0 0 0\" quat=\"1 0 0 0\"", "12:40", "body \"lower\" gives its orientation twice"),
    ("name=\"lower\"", "name=\"lower\" euler=\"0 0 2e6\"", "12:37", "is beyond a million radians"),
    ("pos=\"0.2 0 0\"", "pos=\"0.2,0,0\"", "12:31", "`pos` of body \"lower\" is not a number: \"0.2,0,0\""),
    ("pos=\"0.2 0 0\"", "pos=\"0.2 0 nan\"", "12:37", "is not finite: \"nan\""),
    ("pos=\"0.2 0 0\"", "pos=\"0.2 0 1e99\"", "12:37", "is beyond 1e40"),
    ("pos=\"0.2 0 0\"", "poss=\"0.2 0 0\"", "12:26", "unknown `poss` of body \"lower\""),
    // Inertia.
    ("mass=\"1.5\"", "", "11:7", "a <inertial> has no `mass`"),
    ("pos=\"0 0 0.1\"", "", "11:7", "a <inertial> has no `pos`"),
    ("mass=\"1.5\"", "mass=\"-1.5\"", "11:7", "body \"upper\" has negative mass -1.5"),
    ("mass=\"1.5\"", "mass=\"1.5\" fullinertia=\"1 1 1 0 0 0\"", "11:55", "goes without `diaginertia`"),
    ("diaginertia=\"0.1 0.1 0.1\"", "fullinertia=\"1 1 1 0 0 0\" quat=\"1 0 0 0\"", "11:55", "goes without an orientation"),
    (SLIDE, "<inertial pos=\"0 0 0\" mass=\"1\"/><inertial pos=\"0 0 0\" mass=\"1\"/><joint/>", "13:41", "body \"lower\" has two <inertial>"),
    (BOX, "<geom type=\"mesh\" mesh=\"hand\"/>", "14:9", "a <geom>: the mass of a mesh is not computed from its file"),
    (BOX, "<geom type=\"box\" mesh=\"hand\"/>", "14:9", "a <geom>: the mass of a mesh is not computed from its file"),
    (BOX, "<geom type=\"sdf\"/>", "14:9", "a <geom>: the mass of a mesh is not computed from its file"),
    (BOX, "<geom type=\"plane\" size=\"1 1 1\"/>", "14:9", "planes and height fields cannot be part of a body that moves"),
    (BOX, "<geom type=\"hfield\"/>", "14:9", "planes and height fields cannot be part of a body that moves"),
    (BOX, "<geom type=\"cone\" size=\"1\"/>", "14:21", "`type` of a <geom> is \"cone\""),
    (BOX, "<geom type=\"box\" size=\"1 1\"/>", "14:9", "a <geom> has 2 numbers for its size instead of 3"),
    (BOX, "<geom type=\"box\" size=\"1 1 0\"/>", "14:36", "`size` of a <geom> is not positive"),
    (BOX, "<geom size=\"1\" mass=\"-1\"/>", "14:30", "the mass of a <geom> is negative"),
    (BOX, "<geom size=\"1\" density=\"-1\"/>", "14:33", "the mass of a <geom> is negative"),
    (BOX, "<geom size=\"1\" fromto=\"0 0 0 1 0 0\"/>", "14:9", "goes with capsules, cylinders, boxes and ellipsoids"),
    (BOX, "<geom type=\"capsule\" size=\"1\" fromto=\"0 0 0 0 0 0\"/>", "14:9", "its ends are one point"),
    (BOX, "<geom type=\"capsule\" size=\"1\" pos=\"0 0 1\" fromto=\"0 0 0 1 0 0\"/>", "14:9", "a <geom> has both `pos` and `fromto`"),
    (BOX, "<geom type=\"ellipsoid\" size=\"1 1 2\" shellinertia=\"true\"/>", "14:9", "the inertia of an ellipsoid's shell is not computed"),
    (BOX, "<geom size=\"1\" densty=\"3\"/>", "14:24", "unknown `densty` of a <geom>"),
    (BOX, "<geom size=\"1\" group=\"0.5\"/>", "14:31", "`group` of a <geom> is not a whole number"),
    (BOX, "<geom size=\"1e30\"/>", "12:7", "the mass or inertia of body \"lower\" is beyond 1e40"),
    // Joints.
    ("name=\"elbow\"", "name=\"shoulder\"", "13:22", "two joints are named \"shoulder\""),
    ("type=\"slide\"", "type=\"slider\"", "13:35", "`type` of joint \"elbow\" is \"slider\""),
    ("axis=\"0 1 0\"", "axis=\"0 0 0\"", "10:36", "`axis` of joint \"shoulder\" is zero"),
    ("axis=\"0 1 0\"", "axis=\"0 1 0\" dampin=\"1\"", "10:43", "unknown `dampin` of joint \"shoulder\""),
    ("axis=\"0 1 0\"", "axis=\"0 1 0\" damping=\"-1\"", "10:52", "`damping` of joint \"shoulder\" is negative"),
    ("axis=\"0 1 0\"", "axis=\"0 1 0\" armature=\"-1\"", "10:53", "`armature` of joint \"shoulder\" is negative"),
    ("axis=\"0 1 0\"", "axis=\"0 1 0\" frictionloss=\"-1\"", "10:57", "`frictionloss` of joint \"shoulder\" is negative"),
    ("axis=\"0 1 0\"", "axis=\"0 1 0\" stiffness=\"-1\"", "10:54", "`stiffness` of joint \"shoulder\" is negative"),
    ("axis=\"0 1 0\"", "axis=\"0 1 0\" damping=\"1 0 2\"", "10:56", "forces that are not linear are not computed"),
    ("axis=\"0 1 0\"", "axis=\"0 1 0\" stiffness=\"1 2\"", "10:56", "forces that are not linear are not computed"),
    ("axis=\"0 1 0\"", "axis=\"0 1 0\" springdamper=\"0.1 1\"", "10:57", "stiffness and damping that follow from the inertia"),
    ("axis=\"0 1 0\"", "axis=\"0 1 0\" springyield=\"1\"", "10:56", "springs that yield"),
    ("axis=\"0 1 0\"", "type=\"ball\" stiffness=\"1\"", "10:53", "a spring in a joint with a quaternion is not computed"),
    ("axis=\"0 1 0\"", "type=\"free\" armature=\"1\"", "10:52", "inertia without a mass on a body that moves freely"),
    ("axis=\"0 1 0\"", "type=\"free\" frictionloss=\"1\"", "10:56", "friction along the world's axes"),
    ("type=\"slide\" axis=\"1 0 0\" range=\"0 0.5\"", "type=\"free\"", "13:9", "body \"lower\" moves freely, and another body carries it"),
    ("<joint name=\"shoulder\"", "<freejoint/><joint name=\"shoulder\"", "10:7", "body \"upper\" moves freely, and has other joints too"),
    ("<joint name=\"shoulder\" axis=\"0 1 0\"/>", "<freejoint align=\"true\"/>", "10:7", "a frame that MuJoCo turns to the principal axes"),
    ("<worldbody>", "<worldbody><joint/>", "8:14", "the world has a joint"),
    ("<worldbody>", "<worldbody><inertial pos=\"0 0 0\" mass=\"1\"/>", "8:14", "the world has an <inertial>"),
    // Equalities and tendons.
    (END, "</worldbody><equality><joint joint1=\"elbow\" joint2=\"shoulder\" polycoef=\"0 1 2\"/></equality>", "17:79", "a coupling that is not linear"),
    (END, "</worldbody><equality><joint joint1=\"elbow\" joint2=\"sholder\"/></equality>", "17:55", "no joint is named \"sholder\""),
    (END, "</worldbody><equality><joint joint2=\"elbow\"/></equality>", "17:25", "a <joint> has no `joint1`"),
    (END, "</worldbody><equality><flexvert flex=\"a\"/></equality>", "17:25", "ties what is deformable"),
    (END, "</worldbody><equality><distance/></equality>", "17:25", "unknown <distance> in an <equality>"),
    (END, "</worldbody><equality><connect body1=\"lower\"/></equality>", "17:25", "a <connect> has no `anchor`"),
    (END, "</worldbody><equality><connect body1=\"lowr\" anchor=\"0 0 0\"/></equality>", "17:41", "no body is named \"lowr\""),
    (END, "</worldbody><equality><weld site1=\"a\" site2=\"b\"/></equality>", "17:38", "no site is named \"a\""),
    (END, "</worldbody><equality><tendon tendon1=\"a\"/></equality>", "17:42", "no fixed tendon is named \"a\""),
    (END, "</worldbody><tendon><fixed name=\"t\" stiffness=\"2\"><joint joint=\"elbow\"/></fixed></tendon>", "17:50", "what acts in a tendon is not computed"),
    (END, "</worldbody><tendon><fixed><joint joint=\"elbow\"/></fixed></tendon>", "17:23", "a <fixed> has no `name`"),
    (END, "</worldbody><tendon><spatial damping=\"2\"/></tendon>", "17:41", "what acts in a tendon is not computed"),
    // Actuators.
    (END, "</worldbody><actuator><muscle name=\"biceps\" joint=\"elbow\"/></actuator>", "17:25", "muscle \"biceps\": muscles"),
    (END, "</worldbody><actuator><general joint=\"elbow\" gaintype=\"muscle\"/></actuator>", "17:25", "muscles"),
    (END, "</worldbody><actuator><motor joint=\"elbow\" armature=\"1\"/></actuator>", "17:56", "what an actuator adds to its joint is not read"),
];

fn errors(text: &str) -> Vec<(String, String)> {
    common::errors("arm.xml", text)
}

#[test]
fn each_fault_is_at_its_place() {
    good(ARM);
    let mut wrong = Vec::new();
    for (from, to, at, message) in BAD {
        let found = match model::parse("arm.xml", &arm(from, to)) {
            Ok(_) => Vec::new(),
            Err(ModelError(found)) => common::reported(&found, Severity::Error),
        };
        let first = |one: &(String, String)| one.0 == *at && one.1.contains(message);
        if !found.iter().any(first) || found.len() > 2 {
            wrong.push(format!(
                "{from} -> {to}\n  expected {at} {message}\n  found {found:?}"
            ));
        }
    }
    assert!(BAD.len() >= 90);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_that_are_no_model_are_reported() {
    for (text, at, message) in [
        ("<mujoco/>", "", "the model has no <body>"),
        (
            "<mujocoinclude/>",
            "1:1",
            "the root element is <mujocoinclude>, not <mujoco>",
        ),
        (
            "<mojoco/>",
            "1:1",
            "the root element is <mojoco>, not <robot>",
        ),
        (
            "<mujoco><worldbody><body/></worldbody></mujoco>",
            "",
            "no body can move",
        ),
        ("", "1:1", "the file is empty"),
    ] {
        let found = errors(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(found[0].0, at, "{found:?}");
        assert!(found[0].1.contains(message), "{found:?}");
    }
}

#[test]
fn ties_of_three_joints_and_two_of_one_are_reported() {
    let bodies = "<body><joint name=\"a\"/><geom size=\"1\"/></body><body><joint name=\"b\"/><geom size=\"1\"/></body>\
                  <body><joint name=\"c\"/><geom size=\"1\"/></body><body><joint name=\"d\" type=\"ball\"/><geom size=\"1\"/></body>";
    let three = "<tendon><fixed name=\"t\"><joint joint=\"a\"/><joint joint=\"b\"/><joint joint=\"c\"/></fixed></tendon>\
                 <equality><tendon tendon1=\"t\"/></equality>";
    let twice =
        "<equality><joint joint1=\"a\" joint2=\"b\"/><joint joint1=\"a\" joint2=\"c\"/></equality>";
    let ball = "<equality><joint joint1=\"d\" joint2=\"b\"/></equality>";
    for (behind, message) in [
        (three, "a <tendon> ties 3 joints"),
        (twice, "a <joint> ties a joint that follows another already"),
        (ball, "joint \"d\" has a quaternion: nothing follows it"),
    ] {
        let found = errors(&world("", bodies, behind));
        assert!(
            found.len() == 1 && found[0].1.contains(message),
            "{found:?}"
        );
    }
}

#[test]
fn joints_that_follow_each_other_in_a_cycle_are_reported() {
    let behind = "</worldbody><equality><joint joint1=\"elbow\" joint2=\"shoulder\"/>\
                  <joint joint1=\"shoulder\" joint2=\"elbow\"/></equality>";
    let found = errors(&arm(END, behind));
    assert!(
        found.len() == 1 && found[0].1.contains("follow each other in a cycle"),
        "{found:?}"
    );
}

#[test]
fn a_base_is_refused() {
    let reading = model::Reading {
        base: Some(model::Base::Floating),
        ..Default::default()
    };
    let error = reading.parse("arm.xml", ARM).expect_err("no base");
    assert!(
        error.to_string().contains("`base` is for a URDF"),
        "{error}"
    );
}

#[test]
fn includes_that_go_in_circles_are_reported_where_they_close() {
    let files = Files::new(
        "circle",
        &[
            ("main.xml", "<mujoco><include file=\"a.xml\"/></mujoco>"),
            (
                "a.xml",
                "<mujocoinclude>\n  <include file=\"sub/b.xml\"/></mujocoinclude>",
            ),
            (
                "sub/b.xml",
                "<mujocoinclude>\n\n<include file=\"./a.xml\"/></mujocoinclude>",
            ),
            ("self.xml", "<mujoco><include file=\"self.xml\"/></mujoco>"),
            (
                "twice.xml",
                "<mujoco><include file=\"c.xml\"/>\n<include file=\"./c.xml\"/></mujoco>",
            ),
            ("c.xml", "<x/>"),
        ],
    );
    let message = |text: &str| format!("the included file \"{text}");
    let circle = (
        "sub/b.xml".to_owned(),
        "3:16".to_owned(),
        message("./a.xml\" includes itself"),
    );
    assert_eq!(files.errors("main.xml"), [circle]);
    let own = (
        "self.xml".to_owned(),
        "1:24".to_owned(),
        message("self.xml\" includes itself"),
    );
    assert_eq!(files.errors("self.xml"), [own]);
    let twice = (
        "twice.xml".to_owned(),
        "2:16".to_owned(),
        message("./c.xml\" was included before"),
    );
    assert_eq!(files.errors("twice.xml"), [twice]);
}

#[test]
fn includes_that_are_not_there_or_elsewhere_are_reported() {
    let files = Files::new(
        "elsewhere",
        &[
            (
                "models/gone.xml",
                "<mujoco><include file=\"none.xml\"/></mujoco>",
            ),
            (
                "models/away.xml",
                "<mujoco><include file=\"../other.xml\"/></mujoco>",
            ),
            (
                "models/folder.xml",
                "<mujoco><include file=\"sub\"/></mujoco>",
            ),
            ("models/bare.xml", "<mujoco><include/></mujoco>"),
            (
                "models/broken.xml",
                "<mujoco><include file=\"sub/broken.xml\"/></mujoco>",
            ),
            (
                "models/secret.xml",
                "<mujoco><include file=\"sub/secret.txt\"/></mujoco>",
            ),
            (
                "models/sub/broken.xml",
                "<mujocoinclude>\n<body></mujocoinclude>",
            ),
            ("models/sub/secret.txt", "password = hunter2"),
            ("other.xml", "<x/>"),
        ],
    );
    for (name, path, at, message) in [
        ("gone", "models/gone.xml", "1:24", "cannot read the file"),
        (
            "away",
            "models/away.xml",
            "1:24",
            "outside of the model's folder",
        ),
        ("folder", "models/folder.xml", "1:24", "this is a directory"),
        (
            "bare",
            "models/bare.xml",
            "1:9",
            "an <include> has no `file`",
        ),
        ("broken", "models/sub/broken.xml", "2:7", "not XML"),
        ("secret", "models/sub/secret.txt", "1:1", "not XML"),
    ] {
        let found = files.errors(&format!("models/{name}.xml"));
        assert_eq!(found.len(), 1, "{name}: {found:?}");
        assert!(
            found[0].0 == path && found[0].1 == at && found[0].2.contains(message),
            "{found:?}"
        );
    }
    let error = files.load("models/secret.xml").expect_err("no XML");
    assert!(!error.to_string().contains("hunter2"), "{error}");
}

#[test]
fn elements_nested_deeply_are_reported() {
    let deep = |n: usize| {
        world(
            "",
            &format!("{}{}", "<body>".repeat(n), "</body>".repeat(n)),
            "",
        )
    };
    let found = errors(&deep(100_000));
    assert!(
        found.len() == 1 && found[0].1.contains("nested more than 300 deep"),
        "{found:?}"
    );
    assert!(!errors(&deep(250)).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn changed_models_are_read_or_refused(edits in common::edits()) {
        common::survives("arm.xml", ARM, edits)?;
    }
}
