//! Names that hide something, in every output: what turns text, breaks lines, moves a cursor or ends a comment is seen by its number.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::TestDirectory;

/// In TOML: U+202E turns what follows, ESC clears a screen, `*/` ends a comment.
const HIDING: &str = r"\u202Ea\nb\u001b[2Jc\u0000d*/e";

/// The same as it is seen; in C and Rust the comment goes on.
const SEEN: &str = r"\u{202e}a\u{a}b\u{1b}[2Jc\u{0}d*/e";
const COMMENTED: &str = r"\u{202e}a\u{a}b\u{1b}[2Jc\u{0}d* /e";

/// A model all of whose names hide something.
fn model() -> String {
    format!(
        r#"name = "arm{HIDING}"
gravity = [0.0, 0.0, -9.81]
lock = {{ "locked{HIDING}" = 0.1 }}
[[body]]
name = "upper{HIDING}"
parent = "base"
joint = {{ name = "shoulder{HIDING}", type = "revolute", axis = [0, 0, 1] }}
placement = {{ rpy = ["pi/2", 0, 0] }}
mass = 1.0
com = [0, 0, 0.1]
inertia = {{ xx = 0.1, yy = 0.1, zz = 0.1 }}
[[body]]
name = "lower"
parent = "upper{HIDING}"
joint = {{ name = "locked{HIDING}", type = "revolute", axis = [0, 1, 0] }}
mass = 1.0
com = [0, 0, 0.1]
inertia = {{ xx = 0.1, yy = 0.1, zz = 0.1 }}
[[frame]]
name = "tip{HIDING}"
body = "upper{HIDING}"
placement = {{ xyz = [0.3, 0, 0] }}
"#
    )
}

/// Asserts that a text hides nothing.
#[track_caller]
fn assert_plain(what: &str, text: &str) {
    let hides = |c: char| (c.is_control() && !matches!(c, '\n' | '\t')) || c == '\u{202e}';
    let at = text.find(hides);
    let around: String = text.chars().skip_while(|c| !hides(*c)).take(40).collect();
    assert_eq!(at, None, "{what}: {around:?}");
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let below = entries.flat_map(|entry| {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path)
        } else {
            vec![path]
        }
    });
    below.collect()
}

#[test]
fn names_are_seen_as_they_are_in_every_output() {
    // A folder and a file whose names hide something, too; together they end a comment.
    let directory = TestDirectory::new("hidden");
    let folder = directory.0.join("in*");
    fs::create_dir_all(&folder).expect("a folder");
    fs::create_dir_all(directory.0.join("out")).expect("a folder");
    let path = "in*/\u{202e}\u{1b}[2J\n.toml";
    fs::write(directory.0.join(path), model()).expect("a file");
    let denoc = |arguments: &[&str]| {
        let outcome = directory.denoc(arguments);
        assert_plain(&format!("stderr of {arguments:?}"), &outcome.stderr);
        let stdout = outcome.done();
        assert_plain(&format!("stdout of {arguments:?}"), &stdout);
        stdout
    };
    let checked = denoc(&["check", path]);
    for name in ["arm", "upper", "shoulder", "tip"] {
        let seen = format!("{name}{SEEN}");
        assert!(checked.contains(&seen), "{seen} is not in\n{checked}");
    }
    let json = denoc(&["check", path, "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!(
        value.to_string().contains(r"shoulder\\u{202e}a\\u{a}b"),
        "{value}"
    );
    denoc(&["count", path, "--format", "json"]);
    denoc(&["count", path, "--functions", "gravity"]);
    denoc(&["base", path]);
    denoc(&["verify", path]);
    let functions = ["--functions", "gravity,inverse_dynamics", "--out", "out"];
    denoc(&[&["generate", path, "--emit", "c,rust"][..], &functions].concat());
    let motion = [
        "--duration",
        "0.1",
        "--csv",
        "out/\u{202e}.csv",
        "--svg",
        "out/m.svg",
    ];
    denoc(&[&["simulate", path][..], &motion].concat());
    denoc(&["view", path, "-o", "out/view.html"]);

    let mut seen = 0;
    for file in files(&directory.0.join("out")) {
        let text = fs::read_to_string(&file).expect("a text");
        let kind = file
            .extension()
            .and_then(|one| one.to_str())
            .unwrap_or_default();
        assert_plain(kind, &text);
        let names: &[&str] = match kind {
            "c" | "h" | "rs" => &["arm", "shoulder"],
            "csv" => &["shoulder"],
            "html" => &["arm", "shoulder", "upper"],
            "svg" => &["shoulder"],
            _ => &[],
        };
        for name in names {
            let found = match kind {
                "c" | "h" | "rs" => text.contains(&format!("{name}{COMMENTED}")),
                // In JSON a backslash has another.
                "html" => text.contains(&format!("{name}{}", SEEN.replace('\\', r"\\"))),
                _ => text.contains(&format!("{name}{SEEN}")),
            };
            assert!(
                kind == "rs" || kind == "c" || found,
                "{name} is not in {kind}\n{text}"
            );
        }
        if matches!(kind, "c" | "h") {
            assert_eq!(
                text.matches("*/").count(),
                text.matches("/*").count(),
                "{kind}"
            );
        }
        seen += 1;
    }
    assert!(seen >= 6, "{seen} files");
}

#[test]
fn messages_hide_nothing() {
    let directory = TestDirectory::new("hidden_faults");
    for (from, to, words) in [
        ("mass = 1.0", "mass = -1.0", format!("upper{SEEN}")),
        (
            "type = \"revolute\"",
            r#"type = "turn\u202E\n""#,
            r"turn\u{202e}\u{a}".to_owned(),
        ),
        (
            "parent = \"base\"",
            r#"parent = "\u202Ebase""#,
            r"\u{202e}base".to_owned(),
        ),
        ("com =", r#""com\u001b" ="#, r"com\u{1b}".to_owned()),
        ("# raw", "\u{202e}# raw", r"\u{202e}".to_owned()),
    ] {
        let text = model() + "# raw\n";
        let text = text.replacen(from, to, 1);
        let directory = TestDirectory(directory.0.clone()).file("arm.toml", text);
        let outcome = directory.denoc(&["check", "arm.toml"]);
        assert_plain("stderr", &outcome.stderr);
        outcome.refused(&[&words, "arm.toml:"]);
    }
}

#[test]
fn names_of_a_urdf_hide_nothing() {
    let urdf = r#"<robot name="r&#x202e;&#10;x"><link name="b"/>
<joint name="j&#x202e;&#10;*/" type="continuous"><parent link="b"/><child link="l&#x200f;"/><axis xyz="0 0 1"/></joint>
<link name="l&#x200f;"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link></robot>
"#;
    let directory = TestDirectory::new("hidden_urdf").file("r.urdf", urdf);
    let checked = directory.denoc(&["check", "r.urdf"]).done();
    assert_plain("stdout", &checked);
    for name in [r"r\u{202e}\u{a}x", r"j\u{202e}\u{a}*/", r"l\u{200f}"] {
        assert!(checked.contains(name), "{name} is not in\n{checked}");
    }
}
