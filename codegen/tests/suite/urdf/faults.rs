//! Robots with faults: each is reported with its place, none panics.

use proptest::prelude::*;

use crate::common;
use crate::urdf::support::{ARM, arm, good};

/// The text to replace in [`ARM`] (its first occurrence), by what; `line:column` and a piece of the message.
type Bad = (&'static str, &'static str, &'static str, &'static str);

#[rustfmt::skip]
const BAD: &[Bad] = &[
    // XML.
    ("</robot>\n", "", "31:10", "not XML: the root node was opened but never closed"),
    ("</robot>", "</robt>", "32:1", "not XML: expected 'robot' tag, not 'robt'"),
    ("<link name=\"upper\">", "<link name=\"upper>", "12:5", "not XML: expected '\"' not '<'"),
    ("<link name=\"upper\">", "<link name=\"upper\" name=\"other\">", "11:22", "not XML: attribute 'name' is already defined"),
    ("<link name=\"upper\">", "<link name=upper>", "11:14", "not XML"),
    ("<robot name", "<robot & name", "2:8", "not XML: invalid name token"),
    ("\"elbow\"", "\"el&bow;\"", "19:18", "document type or entities"),
    ("<robot", "<!DOCTYPE robot [<!ENTITY a \"b\">]><robot", "2:1", "document type or entities"),
    ("<robot", "<!DOCTYPE lolz [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;\">]><robot", "2:1", "document type or entities"),
    // Other languages.
    ("<visual>", "<xacro:if value=\"1\"/><visual>", "17:5", "this is xacro, not URDF"),
    ("<robot name=\"arm\">", "<robot name=\"arm\" xmlns:xacro=\"http://wiki.ros.org/xacro\"><xacro:property name=\"a\" value=\"1\"/>", "2:59", "this is xacro, not URDF"),
    ("\"0 0 0.3\"", "\"0 0 ${height}\"", "5:22", "is xacro: \"${height}\""),
    // The robot.
    ("<robot name=\"arm\">", "<robot>", "2:1", "a <robot> has no `name`"),
    ("\"arm\"", "\"\"", "2:14", "is empty"),
    ("\"arm\"", "\"机器人\"", "2:14", "no letter or digit of ASCII"),
    // Links.
    ("<link name=\"upper\">", "<link>", "11:3", "a <link> has no `name`"),
    ("<link name=\"pedestal\"/>", "<link name=\"upper\"/>", "11:15", "two links are named \"upper\""),
    ("<mass value=\"1.5\"/>", "", "12:5", "<inertial> of link \"upper\" has no <mass>"),
    ("<mass value=\"1.5\"/>", "<mass/>", "14:7", "has no `value`"),
    ("<mass value=\"1.5\"/>", "<mass value=\"-1.5\"/>", "14:20", "link \"upper\" has negative mass -1.5"),
    ("\"1.5\"", "\"1,5\"", "14:20", "`value` of <mass> of <inertial> of link \"upper\" is not a number: \"1,5\""),
    ("\"1.5\"", "\"1.5 kg\"", "14:24", "is not a number: \"kg\""),
    ("\"1.5\"", "\"1.5 2\"", "14:20", "has 2 numbers instead of 1"),
    ("\"1.5\"", "\"\"", "14:20", "has 0 numbers instead of 1"),
    ("\"1.5\"", "\"nan\"", "14:20", "is not finite: \"nan\""),
    ("\"1.5\"", "\"-inf\"", "14:20", "is not finite: \"-inf\""),
    ("\"1.5\"", "\"1.#QNAN\"", "14:20", "is not finite"),
    ("\"1.5\"", "\"1_000\"", "14:20", "is not a number"),
    ("\"1.5\"", "\"1e999\"", "14:20", "is not a number: \"1e999\""),
    ("\"1.5\"", "\"0x10\"", "14:20", "is not a number"),
    ("\"1.5\"", "\"1.5.2\"", "14:20", "is not a number"),
    ("\"1.5\"", "\"١٫٥\"", "14:20", "is not a number"),
    ("iyy=\"0.1\"", "", "15:7", "has no `iyy`"),
    ("ixy=\"0\"", "ixy=\"zero\"", "15:31", "`ixy` of <inertia> of <inertial> of link \"upper\" is not a number"),
    ("<mass value=\"1.5\"/>", "<mass value=\"1.5\"/><mass value=\"1\"/>", "14:26", "has two <mass>"),
    ("</inertial>\n    <visual>", "</inertial><inertial/><visual>", "16:16", "link \"upper\" has two <inertial>"),
    // Joints.
    ("<joint name=\"elbow\"", "<joint", "19:3", "a <joint> has no `name`"),
    ("name=\"elbow\"", "name=\"shoulder\"", "19:16", "two joints are named \"shoulder\""),
    ("type=\"prismatic\"", "", "19:3", "joint \"elbow\" has no `type`"),
    ("type=\"prismatic\"", "type=\"prizmatic\"", "19:29", "joint \"elbow\" has unknown type \"prizmatic\""),
    ("<parent link=\"upper\"/>", "", "19:3", "joint \"elbow\" has no <parent>"),
    ("<child link=\"lower\"/>", "", "19:3", "joint \"elbow\" has no <child>"),
    ("<child link=\"lower\"/>", "<child/>", "22:5", "has no `link`"),
    ("<child link=\"lower\"/>", "<child link=\"\"/>", "22:18", "is empty"),
    ("<child link=\"lower\"/>", "<child link=\"lowr\"/>", "22:18", "no link is named \"lowr\", which joint \"elbow\" connects"),
    ("<parent link=\"upper\"/>", "<parent link=\"uper\"/>", "21:19", "no link is named \"uper\""),
    ("<axis xyz=\"0 0 1\"/>", "<axis xyz=\"0 0 0\"/>", "8:16", "the axis of joint \"shoulder\" is zero"),
    ("<axis xyz=\"0 0 1\"/>", "<axis xyz=\"0 1\"/>", "8:16", "has 2 numbers instead of 3"),
    ("<axis xyz=\"0 0 1\"/>", "<axis xyz=\"0,0,1\"/>", "8:16", "is not a number: \"0,0,1\""),
    ("<axis xyz=\"0 0 1\"/>", "<axis/>", "8:5", "has no `xyz`"),
    ("\"0 0 0.3\"", "\"0 0 0,3\"", "5:22", "is not a number: \"0,3\""),
    ("\"0 0 0.3\"", "\"0 0 0.3 0\"", "5:18", "has 4 numbers instead of 3"),
    ("rpy=\"0 0 0.3\"", "rpy=\"0 0 NaN\"", "20:36", "is not finite"),
    ("rpy=\"0 0 0.3\"", "rpy=\"0 0 1e7\"", "20:32", "beyond a million radians"),
    ("rpy=\"0 0 0.3\"", "rpy=\"0 0 pi\"", "20:36", "is not a number: \"pi\""),
    ("<limit lower=\"-1\"", "<limit lower=\"low\"", "9:19", "`lower` of <limit> of joint \"shoulder\" is not a number"),
    ("<limit lower=\"-1\"", "<mimic/><limit lower=\"-1\"", "9:5", "<mimic> of joint \"shoulder\" has no `joint`"),
    ("<limit lower=\"-1\"", "<mimic joint=\"shoulder\"/><limit lower=\"-1\"", "9:5", "the joints \"shoulder\" follow each other in a cycle"),
    ("<limit lower=\"-1\"", "<mimic joint=\"elbow\" multiplier=\"0,5\"/><limit lower=\"-1\"", "9:38", "is not a number: \"0,5\""),
    ("name=\"elbow\"", "name=\"Shoulder\"", "19:16", "\"shoulder\" and \"Shoulder\", one identifier, `shoulder`"),
    // The tree.
    ("<link name=\"pedestal\"/>", "<link name=\"pedestal\"/><link name=\"island\"/>", "3:38", "the robot has 2 root links: \"pedestal\", \"island\""),
    ("<parent link=\"pedestal\"/>", "<parent link=\"lower\"/>", "6:19", "the joints \"shoulder\", \"elbow\" carry each other in a loop"),
    ("<parent link=\"pedestal\"/>", "<parent link=\"upper\"/>", "6:19", "the joints \"shoulder\" carry each other in a loop"),
    ("<child link=\"lower\"/>", "<child link=\"upper\"/>", "22:18", "link \"upper\" is the child of two joints, \"shoulder\" and \"elbow\""),
    ("<child link=\"lower\"/>", "<child link=\"pedestal\"/>", "21:19", "the joints \"elbow\", \"shoulder\" carry each other in a loop"),
];

fn errors(text: &str) -> Vec<(String, String)> {
    common::errors("arm.urdf", text)
}

#[test]
fn each_fault_is_one_message_at_its_place() {
    let mut wrong = Vec::new();
    for (from, to, at, message) in BAD {
        let found = errors(&arm(from, to));
        if !(found.len() == 1 && found[0].0 == *at && found[0].1.contains(message)) {
            wrong.push(format!(
                "{from} -> {to}\n  expected {at} {message}\n  found {found:?}"
            ));
        }
    }
    assert!(BAD.len() >= 40);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn joints_that_follow_each_other_in_a_cycle_are_reported_once() {
    let text = arm(
        "<limit lower=\"-1\"",
        "<mimic joint=\"elbow\"/><limit lower=\"-1\"",
    )
    .replace(
        "<limit lower=\"0\"",
        "<mimic joint=\"shoulder\"/><limit lower=\"0\"",
    );
    let message = "the joints \"shoulder\", \"elbow\" follow each other in a cycle";
    assert_eq!(errors(&text), [("9:5".to_owned(), message.to_owned())]);
}

#[test]
fn files_that_are_no_robot_are_reported() {
    for (text, at, message) in [
        ("", "1:1", "the file is empty"),
        (" \n", "1:1", "the file is empty"),
        ("\u{feff}", "1:1", "the file is empty"),
        ("name = \"arm\"", "1:1", "not XML"),
        ("<sdf version=\"1.9\"/>", "1:1", "this is SDF, not URDF"),
        ("<robot name=\"a\"/>", "1:1", "the robot has 0 links"),
        (
            "<robot name=\"a\"><link name=\"b\"/></robot>",
            "",
            "no body can move",
        ),
        (
            "<robot name=\"a\"><link name=\"b\"/><joint name=\"j\" type=\"fixed\">\
             <parent link=\"b\"/><child link=\"b\"/></joint></robot>",
            "1:29",
            "every link is the child of a joint",
        ),
    ] {
        let found = errors(text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, at, "{found:?}");
        assert!(found[0].1.contains(message), "{found:?}");
    }
}

#[test]
fn all_faults_are_reported_at_once_in_the_order_of_the_file() {
    let text = arm("value=\"1.5\"", "value=\"1,5\"")
        .replace("xyz=\"0 0 0.3\"", "xyz=\"0 0\"")
        .replace("\"prismatic\"", "\"slide\"")
        .replace("value=\"2\"", "value=\"-2\"");
    let lines: Vec<String> = errors(&text).into_iter().map(|(at, _)| at).collect();
    assert_eq!(lines, ["5:18", "14:20", "19:29", "28:20"]);
}

#[test]
fn large_documents_are_refused_early() {
    let attributes: String = (0..50_000).map(|i| format!(" a{i}=\"1\"")).collect();
    let namespaces: String = (0..50_000)
        .map(|i| format!("<a xmlns:n{i}=\"{i}\">"))
        .collect();
    let links: String = (0..4097)
        .map(|i| format!("<link name=\"l{i}\"/>"))
        .collect();
    let nodes = "<a/>".repeat(1_000_001);
    for (text, message) in [
        (format!("<robot{attributes}/>"), "more than 256 attributes"),
        (
            format!("<robot name=\"a\">{namespaces}"),
            "more than 256 namespaces",
        ),
        (
            format!("<robot name=\"a\">{nodes}</robot>"),
            "more than a million XML nodes",
        ),
        (
            format!("<robot name=\"a\">{links}</robot>"),
            "the robot has 4097 links",
        ),
    ] {
        let found = errors(&text);
        assert_eq!(found.len(), 1, "{message}");
        assert!(found[0].1.contains(message), "{found:?}");
    }
    let deep = |depth: usize| "<a>".repeat(depth) + &"</a>".repeat(depth);
    good(&arm("<visual>", &(deep(100_000) + "<visual>")));
    let long = "0".repeat(500);
    assert!(
        errors(&arm("1.5", &format!("0.{long}1")))[0]
            .1
            .contains("is not a number")
    );
    let name = "a".repeat(300);
    assert!(
        errors(&arm("\"arm\"", &format!("\"{name}\"")))[0]
            .1
            .contains("longer than 200 bytes")
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_robots_never_panic(edits in common::edits()) {
        common::survives("arm.urdf", ARM, edits)?;
    }
}

#[test]
fn long_names_and_lists_are_shortened() {
    let name: String = (0..70).map(|k| char::from(b'a' + k % 26)).collect();
    let found = errors(&arm(
        "<parent link=\"upper\"/>",
        &format!("<parent link=\"{name}\"/>"),
    ));
    let shown = format!(
        "no link is named \"{}\", which joint \"elbow\" connects",
        &name[..60]
    );
    assert!(found[0].1.contains(&shown), "{found:?}");
    let islands: String = (0..9).map(|k| format!("<link name=\"i{k}\"/>")).collect();
    let found = errors(&arm(
        "<link name=\"pedestal\"/>",
        &format!("<link name=\"pedestal\"/>{islands}"),
    ));
    assert!(
        found[0].1.contains("\"i6\"") && !found[0].1.contains("\"i7\""),
        "{found:?}"
    );
}
