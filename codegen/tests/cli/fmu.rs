//! `denoc fmu`: what is written, what is kept, what is refused.

use std::process::Command;

use crate::support::{BALL, BODIES, TestDirectory};

fn arm(name: &str) -> TestDirectory {
    TestDirectory::new(name).file("arm.toml", BODIES)
}

/// The bytes of a file.
fn bytes(directory: &TestDirectory, name: &str) -> Vec<u8> {
    std::fs::read(directory.0.join(name)).expect(name)
}

#[test]
fn an_fmu_has_a_source_and_a_binary() {
    let directory = arm("fmu-whole");
    let text = directory
        .denoc(&["fmu", "arm.toml", "-o", "out/robot.fmu"])
        .done();
    for words in [
        "states                  4",
        "torques                 2",
        "by states and torques",
        ", by cc",
        "Wrote out/robot.fmu",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    let first = bytes(&directory, "out/robot.fmu");
    let shown = String::from_utf8_lossy(&first);
    for words in [
        "modelName=\"arm\"",
        "name=\"tau.upper\"",
        "sources/arm.c",
        "binaries/",
    ] {
        assert!(shown.contains(words), "{words}");
    }
    // A file of denoc's own is renewed, with the same bytes.
    directory
        .denoc(&["fmu", "arm.toml", "-o", "out/robot.fmu"])
        .done();
    assert_eq!(first, bytes(&directory, "out/robot.fmu"));
}

#[test]
fn sources_alone_have_the_name_that_is_asked_for() {
    let directory = TestDirectory::new("fmu-sources").file("ball.toml", BALL);
    let text = directory
        .denoc(&["fmu", "ball.toml", "--sources-only", "--name", "joint"])
        .done();
    assert!(text.contains("binary                  none"), "{text}");
    let file = bytes(&directory, "joint.fmu");
    let shown = String::from_utf8_lossy(&file);
    assert!(shown.contains("sources/joint.c") && !shown.contains("binaries/"));
}

#[test]
fn files_of_others_are_kept_unless_forced() {
    let directory = arm("fmu-foreign").file("mine.fmu", "mine\n");
    let command = ["fmu", "arm.toml", "-o", "mine.fmu", "--sources-only"];
    directory.denoc(&command).refused(&["mine.fmu", "--force"]);
    assert_eq!(directory.text("mine.fmu"), "mine\n");
    directory
        .denoc(&[&command[..], &["--force"]].concat())
        .done();
    assert_ne!(bytes(&directory, "mine.fmu"), b"mine\n");
}

#[test]
fn wrong_usage_is_refused() {
    let directory = arm("fmu-usage");
    directory
        .denoc(&["fmu", "arm.toml", "-o", "robot.zip"])
        .misused(&["ends in .fmu"]);
    directory
        .denoc(&["fmu", "arm.toml", "-o", "-"])
        .misused(&["ends in .fmu"]);
    directory
        .denoc(&["fmu", "arm.toml", "--sources-only", "--compiler", "cc"])
        .misused(&["--compiler"]);
    directory
        .denoc(&["fmu", "arm.toml", "--compiler", "no-such-compiler"])
        .refused(&["no-such-compiler", "--sources-only"]);
    // A compiler that answers, and does not compile.
    directory
        .denoc(&["fmu", "arm.toml", "--compiler", "sort"])
        .refused(&["sort does not compile", "--sources-only"]);
    assert!(!directory.has("arm.fmu"));
}

#[test]
fn without_a_compiler_there_is_the_source_and_a_warning() {
    let directory = arm("fmu-no-compiler");
    let output = Command::new(env!("CARGO_BIN_EXE_denoc"))
        .args(["fmu", "arm.toml"])
        .current_dir(&directory.0)
        .env("PATH", directory.0.join("nothing"))
        .output()
        .expect("the binary runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("no C compiler is installed"), "{said}");
    assert!(directory.has("arm.fmu"));
}

#[test]
fn models_that_fmi_cannot_drive_are_refused() {
    let driven = BODIES.replacen("axis = [0, 0, 1]", "axis = [0, 0, 1], driven = true", 1);
    let directory = TestDirectory::new("fmu-driven").file("arm.toml", driven);
    directory
        .denoc(&["fmu", "arm.toml"])
        .refused(&["driven joints", "driven = true"]);
    assert!(!directory.has("arm.fmu"));
}

#[test]
fn help_has_examples() {
    let help = TestDirectory::new("fmu-help")
        .denoc(&["fmu", "--help"])
        .done();
    assert!(
        help.contains("denoc fmu models/puma.toml -o robot.fmu"),
        "{help}"
    );
}
