//! Models at fault: one clear message each, with its place, and no file.

use crate::support::{ARM, BODIES, TestDirectory};

/// Runs every command on a model and asserts that it is refused with these words.
#[track_caller]
fn refused(name: &str, model: impl AsRef<[u8]>, words: &[&str]) {
    let directory = TestDirectory::new(name)
        .file("bad.toml", model)
        .file("in.json", r#"{"q": [0]}"#);
    for arguments in [
        &["generate", "bad.toml", "--out", "out"][..],
        &["check", "bad.toml"],
        &["count", "bad.toml"],
        &["eval", "bad.toml", "gravity", "--input", "in.json"],
    ] {
        directory.denoc(arguments).refused(words);
    }
    assert!(!directory.has("out"), "nothing is written");
}

/// The arm with one change.
#[track_caller]
fn arm(name: &str, from: &str, to: &str, words: &[&str]) {
    assert!(ARM.contains(from), "{from}");
    refused(name, ARM.replacen(from, to, 1), words);
}

/// The two bodies with one change.
#[track_caller]
fn bodies(name: &str, from: &str, to: &str, words: &[&str]) {
    assert!(BODIES.contains(from), "{from}");
    refused(name, BODIES.replacen(from, to, 1), words);
}

#[test]
fn missing_file() {
    TestDirectory::new("missing")
        .denoc(&["check", "none.toml"])
        .refused(&["none.toml", "cannot read the file"]);
}

#[test]
fn directory() {
    TestDirectory::new("directory")
        .denoc(&["check", "."])
        .refused(&["this is a directory"]);
}

#[test]
fn empty_file() {
    refused("empty", "", &["bad.toml"]);
}

#[test]
fn not_utf8() {
    refused(
        "utf8",
        b"name = \"\xff\"",
        &["bad.toml", "not UTF-8 from byte 8"],
    );
}

#[test]
fn broken_toml() {
    arm("broken", "[[link]]", "[[link]", &["bad.toml:4:"]);
}

#[test]
fn unknown_key() {
    arm(
        "unknown_key",
        "a = 0.1",
        "a = 0.1\nlength = 3",
        &["bad.toml:7:1", "length"],
    );
}

#[test]
fn wrong_type() {
    arm(
        "wrong_type",
        "mass = 1.0",
        "mass = \"heavy\"",
        &["bad.toml:9:8", "mass"],
    );
}

#[test]
fn missing_field() {
    arm(
        "missing_field",
        "mass = 1.0\n",
        "",
        &["bad.toml:4:", "mass"],
    );
}

#[test]
fn masses() {
    arm(
        "mass_negative",
        "mass = 1.0",
        "mass = -1",
        &["bad.toml:9:8", "negative mass -1"],
    );
    arm("mass_nan", "mass = 1.0", "mass = nan", &["bad.toml:9:8"]);
    arm("mass_inf", "mass = 1.0", "mass = inf", &["bad.toml:9:8"]);
}

#[test]
fn inertia_not_finite() {
    arm("inertia", "xx = 0.1", "xx = nan", &["bad.toml:11:18"]);
}

#[test]
fn angle_that_does_not_parse() {
    arm("angle", "\"pi/2\"", "\"pie/2\"", &["bad.toml:8:9", "pie/2"]);
}

#[test]
fn no_links() {
    refused("no_links", "name = \"arm\"\n", &["bad.toml"]);
}

#[test]
fn unknown_joint_type() {
    arm(
        "joint",
        "\"revolute\"",
        "\"elbow\"",
        &["bad.toml:5:9", "elbow"],
    );
    bodies(
        "joint_body",
        "\"revolute\"",
        "\"elbow\"",
        &["bad.toml:6:18", "elbow"],
    );
}

#[test]
fn zero_axis() {
    bodies("axis", "[0, 0, 1]", "[0, 0, 0]", &["bad.toml:6:37", "axis"]);
}

#[test]
fn rotation_not_orthogonal() {
    let matrix = "matrix = [[1, 0, 0], [0, 1, 0.1], [0, 0, 1]]";
    bodies(
        "rotation",
        "rpy = [\"pi/2\", 0, 0]",
        matrix,
        &["bad.toml:7:", "orthogonal"],
    );
}

#[test]
fn duplicate_names() {
    bodies(
        "duplicate",
        "\"lower\"",
        "\"upper\"",
        &["bad.toml:12:8", "upper"],
    );
}

#[test]
fn parents() {
    bodies(
        "parent",
        "parent = \"upper\"",
        "parent = \"elbow\"",
        &["bad.toml:13:10", "no body is named \"elbow\""],
    );
    bodies(
        "parent_missing",
        "parent = \"upper\"\n",
        "",
        &["bad.toml:11:1", "body \"lower\" has no `parent`"],
    );
    bodies(
        "parent_self",
        "parent = \"upper\"",
        "parent = \"lower\"",
        &[
            "bad.toml:13:10",
            "the bodies \"lower\" carry each other in a cycle",
        ],
    );
    bodies(
        "parent_cycle",
        "parent = \"base\"",
        "parent = \"lower\"",
        &["bad.toml:5:10", "carry each other in a cycle"],
    );
}

#[test]
fn joint_without_an_axis() {
    bodies(
        "no_axis",
        ", axis = [0, 0, 1]",
        "",
        &["bad.toml:6:9", "`joint` of body \"upper\" has no `axis`"],
    );
}

/// Only what divides by the mass matrix is left out; named, it is refused with the same words.
#[test]
fn massless_leaf() {
    let end = BODIES.rfind("mass = 1.0").expect("a mass of the last body");
    let directory = TestDirectory::new("massless")
        .file("arm.toml", &BODIES[..end])
        .file("in.json", r#"{"q": [0, 0], "qd": [0, 0], "tau": [0, 0]}"#);
    let expected = [
        "warning: arm.toml:12:8: body \"lower\" can move against no inertia: the mass matrix is singular",
        "lock = [\"lower\"]",
    ];
    for arguments in [
        &["check", "arm.toml"][..],
        &["count", "arm.toml"],
        &["verify", "arm.toml"],
        &["view", "arm.toml", "--out", "arm.html"],
        &["eval", "arm.toml", "bias", "--input", "in.json"],
        &["generate", "arm.toml", "--out", "out"],
    ] {
        let outcome = directory.denoc(arguments);
        for words in expected {
            assert_eq!(
                outcome.stderr.matches(words).count(),
                1,
                "{}",
                outcome.stderr
            );
        }
        outcome.done();
    }
    let written = directory.text("out/arm.rs");
    assert!(written.contains("fn inverse_dynamics") && written.contains("fn mass_matrix"));
    assert!(!written.contains("fn forward_dynamics"));

    let refused = [
        "error: `forward_dynamics` divides by the mass matrix, which is singular: body \"lower\" (arm.toml:12:8) can move \
         against no inertia; give it, or a body fixed on it, mass and inertia",
    ];
    for arguments in [
        &[
            "generate",
            "arm.toml",
            "--functions",
            "bias,forward_dynamics",
            "--out",
            "none",
        ][..],
        &["count", "arm.toml", "--functions", "forward_dynamics"],
        &["optimize", "arm.toml", "--functions", "forward_dynamics"],
        &["eval", "arm.toml", "forward_dynamics", "--input", "in.json"],
        &[
            "eval",
            "arm.toml",
            "forward_dynamics",
            "--input",
            "in.json",
            "--reference",
        ],
        &["simulate", "arm.toml", "--duration", "1"],
    ] {
        directory.denoc(arguments).refused(&refused);
    }
    assert!(!directory.has("none"), "nothing is written");
}

/// A model that cannot move at all is refused; one that only moves as it is driven is accepted.
#[test]
fn no_degree_of_freedom() {
    let axes = ["axis = [0, 0, 1]", "axis = [0, 1, 0]"];
    let fixed = axes.iter().fold(BODIES.to_owned(), |text, axis| {
        text.replace(&format!("\"revolute\", {axis}"), "\"fixed\"")
    });
    refused(
        "fixed",
        fixed,
        &["error: bad.toml: no body can move: every joint is fixed"],
    );

    let driven = axes.iter().fold(BODIES.to_owned(), |text, axis| {
        text.replace(axis, &format!("{axis}, driven = true"))
    });
    let directory = TestDirectory::new("driven").file("driven.toml", driven);
    let tree = directory.denoc(&["check", "driven.toml"]).done();
    assert!(
        tree.contains("2 moving bodies, 0 coordinates, 0 velocities"),
        "{tree}"
    );
    directory.denoc(&["generate", "driven.toml"]).done();
    let input = r#"{"q": [], "qd": [], "qdd": [], "driven_q": [0.5, 0], "driven_qd": [0, 0], "driven_qdd": [0, 0]}"#;
    for (function, result) in [
        ("inverse_dynamics", "{\"tau\":[]}\n"),
        ("mass_matrix", "{\"M\":[]}\n"),
    ] {
        let arguments = ["eval", "driven.toml", function, "--input", "-"];
        assert_eq!(directory.denoc_with(&arguments, input).done(), result);
    }
    let arguments = ["eval", "driven.toml", "joint_wrenches", "--input", "-"];
    let wrenches = directory.denoc_with(&arguments, input).done();
    let wrenches: serde_json::Value = serde_json::from_str(&wrenches).expect("JSON");
    assert_eq!(wrenches["w"].as_array().map(Vec::len), Some(2));
}

#[test]
fn huge_file() {
    let text = format!("{ARM}# {}", "x".repeat(16 << 20));
    refused("huge", text, &["bad.toml", "longer than 16 MiB"]);
}

/// A model on one line: the message has the place, and of the line what is around it.
#[test]
fn long_lines() {
    let far = " ".repeat(70_000);
    let fault = ARM.replace("mass = 1.0", &format!("mass = {far}-1.0"));
    refused(
        "long_line",
        fault,
        &["bad.toml:9:70008: error: ", "negative mass", " -1.0\n"],
    );
    let link = |name| {
        format!(
            "<link name='{name}'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>"
        )
    };
    let joint = "<joint name='j' type='revolute'><parent link='b'/><child link='a'/><axis xyz='0 0 1'/></joint>";
    for far in [70_000, 1_000] {
        let far = "\t".repeat(far);
        let urdf = format!(
            "<robot name='r'>{}{}{far}{joint}</robot>",
            link("b"),
            link("a")
        );
        let directory = TestDirectory::new("long_warning").file("r.urdf", urdf);
        let outcome = directory.denoc(&["check", "r.urdf"]);
        assert!(
            outcome.stderr.contains("has no <limit>"),
            "{}",
            outcome.stderr
        );
        assert!(outcome.stderr.len() < 2000, "{}", outcome.stderr.len());
        outcome.done();
    }
}

#[test]
fn deep_nesting() {
    let deep = format!("x = {}{}", "[".repeat(200_000), "]".repeat(200_000));
    refused("deep", deep, &["bad.toml:1:"]);
}

#[test]
fn all_faults_at_once() {
    let text = ARM
        .replace("mass = 1.0", "mass = -1")
        .replace("\"pi/2\"", "\"pie\"")
        .replace("a = 0.1", "a = true");
    refused(
        "all",
        text,
        &["bad.toml:6:5", "bad.toml:8:9", "bad.toml:9:8"],
    );
}
