//! Flexible bodies: what is said when they turn too fast, and that a change of a mode file is a change of the model.

use std::process::Command;

use quote::quote;

use crate::support::TestDirectory;

const MODEL: &str = r#"name = "rod"
[[body]]
name = "rod"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
flexible = { file = "rod.modes.toml" }
mass = 0.5
inertia = { xx = 0.01, yy = 0.01, zz = 0.01 }
"#;

const MODES: &str = "nodes = [[0, 0, 0], [0.5, 0, 0]]
node_mass = [0.1, 0.2]
shapes = [[[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0]]]
stiffness = [[80]]
";

/// The variable that has a test be a build script.
const AS_SCRIPT: &str = "DENOC_TEST_BUILDS";

fn rod(name: &str) -> TestDirectory {
    TestDirectory::new(name)
        .file("rod.toml", MODEL)
        .file("rod.modes.toml", MODES)
}

/// What `denoc simulate` says on stderr of a model that starts with a rate, rad/s.
fn said(directory: &TestDirectory, model: &str, rates: &str) -> String {
    let arguments = ["simulate", model, "--duration", "0.01", "--qd0", rates];
    let outcome = directory.denoc(&arguments);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    outcome.stderr
}

/// The rod has √(80/0.2) = 20 rad/s; one above half of that is too fast.
#[test]
fn fast_turns_without_stiffening_are_warned_of_in_motions() {
    let directory = rod("flexible-fast");
    let slow = said(&directory, "rod.toml", "9,0");
    assert!(!slow.contains("stiffening"), "{slow}");
    let fast = said(&directory, "rod.toml", "-15,0");
    for words in [
        "warning",
        "\"rod\" at the level `exact` has no stiffening: 15.0000 rad/s is 75 % of its lowest frequency, 20.0000 rad/s",
    ] {
        assert!(fast.contains(words), "{fast}");
    }
}

#[test]
fn stiffened_beams_may_turn_fast() {
    let path = format!(
        "{}/../tests/models/flex/planar_2link.toml",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).expect("a model of the tests");
    let directory = TestDirectory::new("flexible-stiffened");
    for (level, warned) in [("exact", true), ("undeformed", true), ("stiffened", false)] {
        let new = format!("geometry = \"{level}\"");
        let file = directory.0.join("arm.toml");
        std::fs::write(file, text.replace("geometry = \"exact\"", &new)).expect("a file");
        let found = said(&directory, "arm.toml", "18,0,0,0,0,0");
        assert_eq!(
            found.contains("has no stiffening"),
            warned,
            "{level}: {found}"
        );
    }
}

/// The attribute has the compiler run it again when the mode file changes.
#[test]
fn the_attribute_tracks_the_mode_file() {
    let directory = rod("flexible-tracked");
    let path = directory.0.join("rod.toml").display().to_string();
    let expanded = denoc_codegen::attribute::expand(
        quote!(model = #path),
        quote!(
            pub struct Rod;
        ),
    );
    let file: syn::File = syn::parse2(expanded).expect("the attribute gives items");
    let text = prettyplease::unparse(&file);
    assert_eq!(text.matches("include_bytes!").count(), 2, "{text}");
    for file in ["rod.toml", "rod.modes.toml"] {
        let file = directory.0.join(file).display().to_string();
        assert!(text.contains(&format!("{file:?}")), "{file} in\n{text}");
    }
}

/// A build script has cargo run it again when the mode file changes: this test, run by itself, is that script.
#[test]
fn a_build_script_tracks_the_mode_file() {
    if let Some(folder) = std::env::var_os(AS_SCRIPT) {
        let folder = std::path::PathBuf::from(folder);
        denoc_codegen::build::model(folder.join("rod.toml"))
            .out_dir(folder.join("out"))
            .generate()
            .expect("a sound model");
        return;
    }
    let directory = rod("flexible-script");
    let script = std::env::current_exe().expect("the program of the tests");
    let output = Command::new(script)
        .args([
            "--exact",
            "flexible::a_build_script_tracks_the_mode_file",
            "--nocapture",
        ])
        .env(AS_SCRIPT, &directory.0)
        .output()
        .expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    for file in ["rod.toml", "rod.modes.toml"] {
        let file = directory.0.join(file);
        let line = format!("cargo:rerun-if-changed={}", file.display());
        assert!(text.contains(&line), "{line} in\n{text}");
    }
    assert!(directory.has("out/rod.rs"));
}
