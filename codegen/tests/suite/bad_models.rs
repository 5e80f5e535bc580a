//! Models with faults: each is reported with its place, none panics.

use crate::common;

use denoc_codegen::error::Severity;
use denoc_codegen::model::{self, Loaded};
use proptest::prelude::*;

/// A good model by bodies. Line n of a fault below counts from its first line.
const BODIES: &str = r#"name = "arm"
gravity = [0, 0, -9.81]

[[body]]
name = "upper"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1], offset = 0.1 }
placement = { xyz = [0, 0, 0.3], rpy = ["pi/2", 0, 0] }
mass = 1.0
com = [0, 0, 0.1]
inertia = { xx = 0.1, yy = 0.1, zz = 0.1, xy = 0.01, xz = 0.0, yz = 0.0 }

[[body]]
name = "lower"
parent = "upper"
joint = { type = "universal", axis = [1, 0, 0], axis2 = [0, 1, 0] }
placement = { quaternion = [0, 0, 0, 1] }
mass = 2.0
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }

[[frame]]
name = "tip"
body = "lower"
placement = { matrix = [[0, -1, 0], [1, 0, 0], [0, 0, 1]] }
"#;

/// A good model by links.
const LINKS: &str = r#"name = "dh"
gravity = [0, 0, -9.81]
convention = "saha"
snap = 1e-5

[[link]]
name = "shoulder"
joint = "revolute"
a = 0.4
b = 0.1
alpha = "-pi/2"
theta = "90deg"
mass = 1.5
r = [0.1, 0.0, 0.0]
inertia = { xx = 0.1, yy = 0.2, zz = 0.2 }

[[link]]
joint = "prismatic"
a = 0
alpha = 0
theta = 0
mass = 1
r = [0, 0, 0.1]
inertia = { xx = 0.1, yy = 0.2, zz = 0.2 }
"#;

/// A model to change, what to replace (its first occurrence), by what; `line:column` and a piece of the message.
type Bad = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

#[rustfmt::skip]
const BAD: &[Bad] = &[
    // Syntax.
    (BODIES, "name = \"arm\"", "name = ", "1:8", "not TOML"),
    (BODIES, "name = \"arm\"", "name = \"arm", "1:12", "not TOML"),
    (BODIES, "gravity", "name", "2:1", "duplicate key"),
    (BODIES, "[[body]]", "[[body]", "4:8", "not TOML"),
    (BODIES, "[0, 0, -9.81]", "[0, 0, -9.81", "4:1", "not TOML"),
    (LINKS, "a = 0.4", "a = 0.4.1", "9:8", "not TOML"),
    (LINKS, "a = 0.4", "a = 00.4", "9:5", "not TOML"),
    (LINKS, "a = 0.4", "a : 0.4", "9:3", "not TOML"),
    // Top level.
    (BODIES, "name = \"arm\"", "", "1:1", "the model has no `name`"),
    (BODIES, "\"arm\"", "3", "1:8", "`name` of the model is a number instead of a string"),
    (BODIES, "\"arm\"", "\"---\"", "1:8", "has no letter or digit"),
    (BODIES, "-9.81]", "-9.81, 0]", "2:11", "has 4 elements instead of 3"),
    (BODIES, "-9.81]", "\"down\"]", "2:18", "element 3 of `gravity` is a string instead of a number"),
    (BODIES, "-9.81]", "nan]", "2:18", "is not finite"),
    (BODIES, "-9.81]", "-inf]", "2:18", "is not finite"),
    (BODIES, "-9.81]", "1e999]", "2:18", "exponent beyond 400"),
    (BODIES, "gravity =", "gravty =", "2:1", "unknown key `gravty`"),
    (BODIES, "gravity =", "convention = \"saha\"\ngravity =", "2:14", "`convention` goes with [[link]]"),
    (LINKS, "\"saha\"", "\"denavit\"", "3:14", "unknown convention \"denavit\""),
    (LINKS, "\"saha\"", "1", "3:14", "a number instead of a string"),
    (LINKS, "1e-5", "-1e-5", "4:8", "`snap` is -1e-5"),
    (LINKS, "1e-5", "1", "4:8", "`snap` is 1"),
    (LINKS, "[[link]]", "[[frame]]\nname = \"x\"\nbody = \"base\"\n[[link]]", "6:1", "[[frame]] goes with [[body]]"),
    (LINKS, "[[link]]", "[[body]]\n[[link]]", "7:1", "both [[link]] and [[body]]"),
    // Links.
    (LINKS, "\"revolute\"", "\"revolut\"", "8:9", "unknown joint \"revolut\""),
    (LINKS, "\"revolute\"", "\"helical\"", "8:9", "unknown joint \"helical\""),
    (LINKS, "\"revolute\"", "[1]", "8:9", "an array instead of a string"),
    (LINKS, "b = 0.1\n", "", "6:1", "link \"shoulder\" has no `b`"),
    (LINKS, "theta = 0\n", "", "17:1", "link 2 has no `theta`"),
    (LINKS, "r = [0.1, 0.0, 0.0]\n", "", "6:1", "has no `r`"),
    (LINKS, "r = [0.1", "com = [1, 2, 3]\nr = [0.1", "14:7", "both `r` and `com`"),
    (LINKS, "\"-pi/2\"", "\"-pie/2\"", "11:9", "is not an angle: \"-pie/2\""),
    (LINKS, "\"-pi/2\"", "\"pi/0\"", "11:9", "is not an angle"),
    (LINKS, "\"-pi/2\"", "1e7", "11:9", "beyond a million radians"),
    (LINKS, "\"-pi/2\"", "true", "11:9", "a boolean instead of an angle"),
    (LINKS, "\"-pi/2\"", "1979-05-27", "11:9", "a date instead of an angle"),
    (LINKS, "mass = 1.5", "mass = -1.5", "13:8", "link \"shoulder\" has negative mass -1.5"),
    (LINKS, "mass = 1.5", "mass = {}", "13:8", "a table instead of a number"),
    (LINKS, "xx = 0.1,", "", "15:11", "has no `xx`"),
    (LINKS, "xx = 0.1", "xx = 0.1, yx = 1", "15:23", "unknown key `yx`"),
    (LINKS, "\"shoulder\"", "\"link2\"", "17:1", "two link tables are named \"link2\""),
    (LINKS, "\"shoulder\"", "\"\"", "7:8", "has no letter or digit"),
    // Bodies.
    (BODIES, "name = \"upper\"\n", "", "4:1", "body 1 has no `name`"),
    (BODIES, "name = \"upper\"", "name = \"base\"", "5:8", "a body is named \"base\""),
    (BODIES, "name = \"lower\"", "name = \"upper\"", "14:8", "two body tables are named \"upper\""),
    (BODIES, "[[frame]]", "[[body]]\nname = \"Upper\"\nparent = \"base\"\njoint = { type = \"free\" }\nmass = 1\ninertia = { xx = 1, yy = 1, zz = 1 }\n[[frame]]", "22:8", "are one identifier, `upper`"),
    (BODIES, "parent = \"upper\"", "parent = \"uper\"", "15:10", "no body is named \"uper\""),
    (BODIES, "parent = \"upper\"", "parent = \"lower\"", "15:10", "\"lower\" carry each other in a cycle"),
    (BODIES, "parent = \"base\"", "parent = \"lower\"", "6:10", "carry each other in a cycle"),
    (BODIES, "parent = \"upper\"\n", "", "13:1", "body \"lower\" has no `parent`"),
    (BODIES, "parent = \"base\"", "parent = 0", "6:10", "a number instead of a string"),
    (BODIES, "type = \"revolute\"", "type = \"hinge\"", "7:18", "body \"upper\" has unknown joint type \"hinge\""),
    (BODIES, "type = \"revolute\", ", "", "7:9", "has no `type`"),
    (BODIES, "{ type = \"revolute\", axis = [0, 0, 1], offset = 0.1 }", "\"revolute\"", "7:9", "a string instead of a table"),
    (BODIES, "axis = [0, 0, 1], ", "", "7:9", "has no `axis`"),
    (BODIES, "axis = [0, 0, 1]", "axis = [0, 0, 0]", "7:37", "a joint axis of body \"upper\" is zero"),
    (BODIES, "axis = [0, 0, 1]", "axis = \"z\"", "7:37", "a string instead of an array of 3"),
    (BODIES, "offset = 0.1", "pitch = 0.1", "7:48", "unknown key `pitch`"),
    (BODIES, "axis2 = [0, 1, 0]", "axis2 = [1, 1, 0]", "16:57", "are not orthogonal"),
    (BODIES, "axis2 = [0, 1, 0]", "axis2 = [0, 0, 0]", "16:57", "is zero"),
    (BODIES, ", axis2 = [0, 1, 0]", "", "16:9", "has no `axis2`"),
    (BODIES, "type = \"revolute\"", "type = \"helical\", offest = 1", "7:9", "has no `pitch`"),
    (BODIES, "[\"pi/2\", 0, 0]", "[\"pi/2\", 0]", "8:40", "has 2 elements instead of 3"),
    (BODIES, "[\"pi/2\", 0, 0]", "[\"tau\", 0, 0]", "8:41", "is not an angle: \"tau\""),
    (BODIES, "xyz = [0, 0, 0.3]", "xyz = [0, 0, []]", "8:28", "an array instead of a number"),
    (BODIES, "xyz = [0, 0, 0.3]", "xzy = [0, 0, 0.3]", "8:15", "unknown key `xzy`"),
    (BODIES, "[0, 0, 0, 1]", "[0, 0, 0, 0]", "17:28", "is zero"),
    (BODIES, "quaternion = [", "rpy = [0, 0, 0], quaternion = [", "17:45", "gives its rotation twice"),
    (BODIES, "[0, -1, 0]", "[0, 1, 0]", "24:24", "is a reflection"),
    (BODIES, "[0, -1, 0]", "[0, -1.00001, 0]", "24:24", "is not orthogonal"),
    (BODIES, "[0, -1, 0]", "[0, -1]", "24:25", "has 2 elements instead of 3"),
    (BODIES, "mass = 1.0", "mass = -1", "9:8", "body \"upper\" has negative mass -1"),
    (BODIES, "com = [0, 0, 0.1]", "com = 0.1", "10:7", "a number instead of an array of 3"),
    // Joint physics.
    (BODIES, "offset = 0.1", "damping = -1", "7:58", "`damping` of joint \"upper\" is -1"),
    (BODIES, "offset = 0.1", "friction = \"much\"", "7:59", "a string instead of a number"),
    (BODIES, "offset = 0.1", "friction = [1, 2]", "7:59", "`friction` of joint \"upper\" has 2 numbers instead of 1"),
    (BODIES, "offset = 0.1", "friction = 1, friction_rate = 0", "7:78", "`friction_rate` of joint \"upper\" is 0"),
    (BODIES, "offset = 0.1", "friction_rate = 0.1", "7:64", "has no effect without `friction`"),
    (BODIES, "offset = 0.1", "gear = 50", "7:55", "has no effect without `rotor_inertia`"),
    (BODIES, "offset = 0.1", "rotor_inertia = 1, gear = 0", "7:74", "`gear` of joint \"upper\" is 0"),
    (BODIES, "offset = 0.1", "rest = \"pi\"", "7:55", "has no effect without `stiffness`"),
    (BODIES, "offset = 0.1", "stiffness = 1, rest = \"pie\"", "7:70", "is not an angle: \"pie\""),
    (BODIES, "offset = 0.1", "driven = true, damping = 1", "7:73", "has no effect: the joint is driven"),
    (BODIES, "type = \"universal\", axis = [1, 0, 0], axis2 = [0, 1, 0]", "type = \"spherical\", stiffness = 1", "16:43", "has a quaternion: it cannot have a spring"),
    (BODIES, "axis2 = [0, 1, 0]", "axis2 = [0, 1, 0], damping = [1, 2, 3]", "16:78", "has 3 numbers instead of 2"),
    (LINKS, "a = 0.4", "dampin = 1\na = 0.4", "9:1", "unknown key `dampin`"),
    (LINKS, "a = 0.4", "rotor_inertia = -1\na = 0.4", "9:17", "`rotor_inertia` of joint \"shoulder\" is -1"),
    // Joints that follow others.
    (LINKS, "a = 0.4", "mimic = { joint = \"link3\" }\na = 0.4", "9:19", "no joint is named \"link3\""),
    (LINKS, "a = 0.4", "mimic = { joint = \"shoulder\" }\na = 0.4", "9:9", "the joints \"shoulder\" follow each other in a cycle"),
    (LINKS, "a = 0.4", "mimic = { joint = \"link2\", factor = 0 }\na = 0.4", "9:9", "follows with the factor 0"),
    (LINKS, "a = 0.4", "mimic = { factor = 2 }\na = 0.4", "9:9", "has no `joint`"),
    (LINKS, "a = 0.4", "mimic = \"link2\"\na = 0.4", "9:9", "a string instead of a table"),
    (LINKS, "a = 0.4", "joint_name = \"link2\"\na = 0.4", "18:1", "two joints or motors are named \"link2\" and \"link2\""),
    (BODIES, "offset = 0.1", "mimic = { joint = \"lower\" }", "7:66", "joint \"lower\" has several coordinates"),
    (BODIES, "axis2 = [0, 1, 0]", "axis2 = [0, 1, 0], mimic = { joint = \"upper\" }", "16:86", "it cannot follow another"),
    // Order, locks, transmissions, payloads.
    (LINKS, "snap", "order = [\"link2\"]\nsnap", "4:9", "`order` does not name \"shoulder\""),
    (LINKS, "snap", "order = [\"link2\", \"sholder\", \"shoulder\"]\nsnap", "4:19", "\"sholder\" is no joint and no motor"),
    (LINKS, "snap", "order = [\"link2\", \"link2\", \"shoulder\"]\nsnap", "4:19", "\"link2\" occurs twice"),
    (LINKS, "snap", "order = \"link2\"\nsnap", "4:9", "a string instead of an array"),
    (LINKS, "snap", "lock = [\"elbow\"]\nsnap", "4:9", "no joint is named \"elbow\""),
    (LINKS, "snap", "lock = [\"link2\", \"shoulder\"]\nsnap", "", "no link can move"),
    (LINKS, "snap", "lock = [\"link2\", \"link2\"]\nsnap", "4:18", "joint \"link2\" is locked twice"),
    (LINKS, "snap", "lock = { link2 = [0, 1] }\nsnap", "4:18", "is locked at 2 coordinates and has 1"),
    (LINKS, "snap", "lock = { link2 = \"far\" }\nsnap", "4:18", "is not an angle: \"far\""),
    (LINKS, "snap", "lock = 3\nsnap", "4:8", "a number instead of an array"),
    (LINKS, "[[link]]", "[[transmission]]\njoints = [\"shoulder\", \"link2\"]\nmotors = [\"m\"]\nmatrix = [[1, 2], [1, 1]]\n[[link]]", "9:10", "is not 2 rows (joints) of 1 numbers (motors)"),
    (LINKS, "[[link]]", "[[transmission]]\njoints = [\"shoulder\", \"link2\"]\nmotors = [\"m\", \"n\"]\nmatrix = [[1, 2], [2, 4]]\n[[link]]", "9:10", "has dependent columns"),
    (LINKS, "[[link]]", "[[transmission]]\njoints = [\"shoulder\", \"link2\"]\nmotors = [\"m\"]\nmatrix = [[1], [0]]\n[[link]]", "9:10", "has a row of zeros, for joint \"link2\""),
    (LINKS, "[[link]]", "[[transmission]]\njoints = [\"shoulder\", \"shoulder\"]\nmotors = [\"m\"]\nmatrix = [[1], [1]]\n[[link]]", "7:23", "is in two transmissions"),
    (LINKS, "[[link]]", "[[transmission]]\njoints = [\"shoulder\"]\nmotors = [\"link2\"]\nmatrix = [[1]]\n[[link]]", "8:11", "two joints or motors are named"),
    (LINKS, "[[link]]", "[[transmission]]\njoints = [\"shoulder\"]\nmotors = [\"m\"]\nmatrix = [[1]]\ndamping = [1, 2]\n[[link]]", "10:11", "`damping` of transmission 1 has 2 numbers instead of 1"),
    (LINKS, "[[link]]", "[[transmission]]\njoints = [\"shoulder\"]\nmotors = [\"m\"]\n[[link]]", "6:1", "has no `matrix`"),
    (LINKS, "[[link]]", "[[payload]]\nframe = \"tpi\"\nmass = 1\n[[link]]", "7:9", "no frame is named \"tpi\""),
    (LINKS, "[[link]]", "[[payload]]\nbody = \"link3\"\nmass = 1\n[[link]]", "7:8", "no body is named \"link3\""),
    (LINKS, "[[link]]", "[[payload]]\nmass = 1\n[[link]]", "6:1", "has no `frame` and no `body`"),
    (LINKS, "[[link]]", "[[payload]]\nframe = \"tip\"\n[[link]]", "6:1", "has no `mass`"),
    (LINKS, "[[link]]", "[[payload]]\nframe = \"tip\"\nmass = -1\n[[link]]", "8:8", "payload \"1\" has negative mass -1"),
    // Frames.
    (BODIES, "body = \"lower\"", "body = \"lowr\"", "23:8", "no body is named \"lowr\""),
    (BODIES, "name = \"tip\"\n", "", "21:1", "frame 1 has no `name`"),
    (BODIES, "[[frame]]", "[[frame]]\nname = \"TIP\"\nbody = \"base\"\n[[frame]]", "25:8", "are one identifier, `tip`"),
    (BODIES, "[[frame]]", "[[frame]]\nname = \"tip_jvp\"\nbody = \"base\"\n[[frame]]", "25:8", "would have one function, `tip_pose_tip_jvp`"),
    (BODIES, "[[frame]]", "[[frame]]\nname = \"tip_batch\"\nbody = \"base\"\n[[frame]]", "25:8", "would have one function, `tip_pose_tip_batch`"),
    (BODIES, "[[frame]]", "[[frame]]\nname = \"tip'\"\nbody = \"base\"\n[[frame]]", "25:8", "would have one function, `tip_pose_tip`"),
];

fn errors(text: &str) -> Vec<(String, String)> {
    let found = common::errors("a.toml", text);
    assert!(!found.is_empty(), "no message for\n{text}");
    found
}

fn good(text: &str) -> Loaded {
    common::good("a.toml", text)
}

#[test]
fn the_models_without_faults_are_good() {
    assert_eq!(good(BODIES).warnings, []);
    assert_eq!(good(LINKS).warnings, []);
}

#[test]
fn each_fault_is_one_message_at_its_place() {
    let mut wrong = Vec::new();
    for (model, from, to, at, message) in BAD {
        assert!(model.contains(from), "{from}");
        let found = errors(&model.replacen(from, to, 1));
        let alone = found.len() == 1 || message.contains("no `pitch`");
        if !(alone && found[0].0 == *at && found[0].1.contains(message)) {
            wrong.push(format!(
                "{from} -> {to}\n  expected {at} {message}\n  found {found:?}"
            ));
        }
    }
    assert!(BAD.len() >= 60);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn faults_of_a_whole_file_have_no_place() {
    for (text, message) in [
        ("", "the file is empty"),
        (" \n\t\n", "the file is empty"),
        ("\u{feff}", "the file is empty"),
        ("name = \"x\"", "no [[link]] and no [[body]]"),
        ("name = \"x\"\nbody = []", "no [[body]]"),
        ("name = \"x\"\nlink = []", "no [[link]]"),
    ] {
        let found = errors(text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, "");
        assert!(found[0].1.contains(message), "{found:?}");
    }
    let fixed = BODIES
        .replace(
            "{ type = \"revolute\", axis = [0, 0, 1], offset = 0.1 }",
            "{ type = \"fixed\" }",
        )
        .replace(
            "{ type = \"universal\", axis = [1, 0, 0], axis2 = [0, 1, 0] }",
            "{ type = \"fixed\" }",
        );
    let message = "no body can move: every joint is fixed";
    assert_eq!(errors(&fixed), [(String::new(), message.to_owned())]);
}

#[test]
fn files_that_cannot_be_read_are_one_message() {
    let directory = std::env::temp_dir().join(format!("denoc-bad-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("temporary directory");
    let bytes = directory.join("bytes.toml");
    std::fs::write(&bytes, b"name = \"\xff\"").expect("temporary file");
    let long = directory.join("long.toml");
    std::fs::write(&long, vec![b'#'; (16 << 20) + 1]).expect("temporary file");
    let missing = directory.join("missing.toml");
    for (path, message) in [
        (&bytes, "not UTF-8 from byte 8"),
        (&long, "longer than 16 MiB"),
        (&missing, "cannot read the file"),
        (&directory, "this is a directory"),
    ] {
        let error = model::load(path).expect_err(message);
        assert_eq!(error.0.len(), 1);
        assert!(error.0[0].message.contains(message), "{error}");
    }
    std::fs::remove_dir_all(&directory).expect("temporary directory");
}

#[test]
fn all_faults_of_a_file_are_reported_at_once_in_its_order() {
    let text = BODIES
        .replace("[0, 0, -9.81]", "[0, 0]")
        .replace("axis = [0, 0, 1]", "axis = [0, 0, 0]")
        .replace("\"pi/2\"", "\"half\"")
        .replace("mass = 1.0", "mass = -1")
        .replace("parent = \"upper\"", "parent = \"uper\"")
        .replace("name = \"tip\"", "nam = \"tip\"");
    let places: Vec<String> = errors(&text).into_iter().map(|(at, _)| at).collect();
    assert_eq!(places, ["2:11", "8:41", "9:8", "15:10", "21:1", "22:1"]);
}

/// Key and value of each line, and of each entry of an inline table.
fn entries(model: &str) -> Vec<(String, String)> {
    let mut entries = Vec::new();
    for line in model.lines() {
        let Some((key, value)) = line.split_once(" = ") else {
            continue;
        };
        entries.push((key.to_owned(), line.to_owned()));
        let Some(inner) = value.strip_prefix("{ ").and_then(|v| v.strip_suffix(" }")) else {
            continue;
        };
        let mut rest = inner;
        while let Some((key, after)) = rest.split_once(" = ") {
            let depth =
                |i: usize| after[..i].matches('[').count() - after[..i].matches(']').count();
            let end = (0..after.len())
                .find(|&i| after.as_bytes()[i] == b',' && depth(i) == 0)
                .unwrap_or(after.len());
            entries.push((key.to_owned(), format!("{key} = {}", &after[..end])));
            rest = after[end..].trim_start_matches(", ");
        }
    }
    entries
}

/// Values of every type that TOML has, and some that no key takes.
const WRONG: [&str; 11] = [
    "true",
    "1979-05-27",
    "\"#\"",
    "[]",
    "{}",
    "[[[1]]]",
    "nan",
    "1e401",
    "[1, 2, \"x\", nan]",
    "{ x = 1 }",
    "-inf",
];

#[test]
fn every_key_with_every_wrong_value_is_reported_on_its_line() {
    let mut count = 0;
    for model in [BODIES, LINKS] {
        for (key, entry) in entries(model) {
            let line = model
                .lines()
                .position(|line| line.contains(&entry))
                .expect("entry")
                + 1;
            for value in WRONG {
                if (key.as_str(), value) == ("placement", "{}") {
                    continue; // the default
                }
                let text = model.replacen(&entry, &format!("{key} = {value}"), 1);
                let found = errors(&text);
                let reported = found
                    .iter()
                    .any(|(at, _)| at.starts_with(&format!("{line}:")));
                assert!(reported, "{key} = {value}: {found:?}");
                count += 1;
            }
        }
    }
    assert!(count >= 300, "{count}");
}

#[test]
fn every_misspelt_key_is_reported_at_its_place() {
    for model in [BODIES, LINKS] {
        for (key, entry) in entries(model) {
            let text = model.replacen(&entry, &entry.replacen(&key, &format!("{key}_"), 1), 1);
            let found = errors(&text);
            let unknown = format!("unknown key `{key}_`");
            let reported: Vec<_> = found
                .iter()
                .filter(|(_, message)| message.contains(&unknown))
                .collect();
            assert_eq!(reported.len(), 1, "{key}: {found:?}");
            assert!(!reported[0].0.is_empty());
        }
    }
}

#[test]
fn every_missing_required_line_is_reported() {
    for (model, keys) in [
        (BODIES, &["name", "parent", "joint", "body"][..]),
        (LINKS, &["joint", "a", "alpha", "mass", "r", "inertia"][..]),
    ] {
        for line in model.lines() {
            let Some((key, _)) = line.split_once(" = ") else {
                continue;
            };
            // The second link is prismatic: its theta is required, the first one's is an offset.
            if !keys.contains(&key) || (key == "name" && line.contains("shoulder")) {
                continue;
            }
            let found = errors(&model.replacen(&format!("{line}\n"), "", 1));
            assert!(
                found
                    .iter()
                    .any(|(at, m)| m.contains(&format!("has no `{key}`")) && !at.is_empty()),
                "{line} {found:?}"
            );
        }
    }
}

#[test]
fn deep_nesting_is_reported() {
    for (open, close) in [
        ("[", "]"),
        ("{a=", "}"),
        ("[", ""),
        ("{a=", ""),
        ("[{a=", ""),
    ] {
        for depth in [100, 100_000] {
            let text = format!("name = {}1{}", open.repeat(depth), close.repeat(depth));
            assert_eq!(errors(&text).len(), 1);
        }
    }
    errors(&format!("{}a = 1", "a.".repeat(100_000)));
    errors(&format!("[{}a]", "a.".repeat(100_000)));
    errors(&"[[".repeat(100_000));
}

/// A chain of `count` bodies, each on the one before.
fn chain(count: usize, parent: impl Fn(usize) -> String) -> String {
    let body = |i: usize| {
        format!(
            "[[body]]\nname = \"b{i}\"\nparent = \"{}\"\njoint = {{ type = \"spherical\" }}\nmass = 1\ninertia = {{ xx = 1, yy = 1, zz = 1 }}\n",
            parent(i)
        )
    };
    (0..count)
        .map(body)
        .fold("name = \"chain\"\n".to_owned(), |text, body| text + &body)
}

#[test]
fn limits_on_sizes_hold() {
    let before = |i: usize| {
        if i == 0 {
            "base".to_owned()
        } else {
            format!("b{}", i - 1)
        }
    };
    assert_eq!(good(&chain(4096, before)).mechanism.nv(), 3 * 4096);
    let star = |_| "base".to_owned();
    assert_eq!(good(&chain(4096, star)).mechanism.bodies.len(), 4096);
    assert!(
        errors(&chain(4097, star))[0]
            .1
            .contains("has 4097 [[body]] tables")
    );
    let digits = format!("mass = 0.{}1", "0".repeat(500));
    assert!(
        errors(&BODIES.replace("mass = 1.0", &digits))[0]
            .1
            .contains("more than 400 digits")
    );
    let text = (0..1000).fold("x = 1\n".to_owned(), |text, i| {
        text + &format!("x{i} = 1\n")
    });
    assert_eq!(errors(&text).len(), 101);
}

#[test]
fn warnings_do_not_stop_the_model() {
    let odd = good(&BODIES.replace("zz = 0.1, xy", "zz = 0.9, xy"));
    assert!(
        odd.warnings[0]
            .message
            .contains("violates the triangle inequality")
    );
    assert_eq!(odd.warnings[0].severity, Severity::Warning);
    let snapped = good(&LINKS.replace("\"-pi/2\"", "1.570800"));
    assert!(
        snapped.warnings[0]
            .message
            .contains("is snapped from 1.5708 to 1.5707963267948966")
    );
    assert_eq!(
        snapped.warnings[0].place.as_ref().map(|place| place.line),
        Some(11)
    );
    let text = LINKS
        .replace("\"-pi/2\"", "1.570800")
        .replace("snap = 1e-5\n", "");
    let coarse = good(&text);
    assert!(coarse.coarse.is_some());
    assert_eq!(coarse.warnings.len(), 1, "{:?}", coarse.warnings);
    let rounded = LINKS.replace("\"-pi/2\"", "-1.570796327");
    let rounded = good(&rounded.replace("snap = 1e-5\n", ""));
    assert_eq!(rounded.warnings, []);
    assert!(rounded.notes[0].message.contains("-pi/2"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_models_never_panic(
        bodies in any::<bool>(),
        edits in common::edits(),
    ) {
        common::survives("a.toml", if bodies { BODIES } else { LINKS }, edits)?;
    }
}
