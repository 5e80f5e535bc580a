//! What models may name: regular files below their folders, and what is said of others.

use crate::support::{BODIES, TestDirectory};

/// Looks like no model.
const SECRET: &str = "TOKEN=hunter2 and more\n";

/// A body whose modes are in a file.
fn flexible(file: &str) -> String {
    BODIES.replacen(
        "com = [0, 0, 0.1]\ninertia = { xx = 0.1, yy = 0.1, zz = 0.1 }",
        &format!("flexible = {{ file = \"{file}\" }}"),
        1,
    )
}

/// A model in a folder, beside which are a robot and a secret.
fn model(name: &str, text: &str) -> TestDirectory {
    let directory = TestDirectory::new(name);
    std::fs::create_dir_all(directory.0.join("model/robots")).expect("a folder");
    let robot = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/robot.urdf");
    let robot = std::fs::read_to_string(robot).expect("a robot");
    directory
        .file("robot.urdf", &robot)
        .file("model/robots/robot.urdf", &robot)
        .file("secret", SECRET)
        .file("model/secret", SECRET)
        .file("model/arm.toml", text)
}

#[test]
fn models_read_below_their_folder_and_where_they_are_allowed_to() {
    let check = ["check", "model/arm.toml"];
    let inside = model("inside", "urdf = \"robots/robot.urdf\"\n");
    inside.denoc(&check).done();
    let outside = model("outside", "urdf = \"../robot.urdf\"\n");
    for command in [
        "check", "count", "generate", "verify", "bench", "simulate", "view", "base",
    ] {
        let place =
            "model/arm.toml:1:8: `urdf` of the model: the file is outside of the model's folder";
        outside
            .denoc(&[command, "model/arm.toml"])
            .refused(&[place, "--allow-path"]);
    }
    outside
        .denoc(&["check", "model/arm.toml", "--allow-path", "."])
        .done();
    outside
        .denoc(&["check", "model/arm.toml", "--allow-path", "nowhere"])
        .misused(&["there is no folder nowhere"]);
    let modes = model("outside_modes", &flexible("../secret"));
    modes
        .denoc(&check)
        .refused(&["outside of the model's folder"]);
}

/// Neither by their contents nor by a second reading for the snippet.
#[test]
fn lines_of_files_that_are_no_models_are_not_shown() {
    let allowed = ["check", "model/arm.toml", "--allow-path", "."];
    let hidden = |directory: TestDirectory, file: &str| {
        let outcome = directory.denoc(&allowed);
        assert!(!outcome.stderr.contains("hunter2"), "{}", outcome.stderr);
        outcome.refused(&[&format!("{file}:1:")]);
    };
    for (index, file) in ["secret", "../secret"].iter().enumerate() {
        let shown = format!("model/{file}");
        let text = format!("urdf = \"{file}\"\n");
        hidden(model(&format!("secret_urdf_{index}"), &text), &shown);
        hidden(
            model(&format!("secret_modes_{index}"), &flexible(file)),
            &shown,
        );
    }
}

/// Nor of those that can be parsed, but say something else.
#[test]
fn lines_of_documents_that_are_no_models_are_not_shown() {
    let cases = [
        (
            "urdf",
            "<settings>\n <password>hunter2</password>\n</settings>\n",
        ),
        (
            "urdf",
            "<settings>\n <password>hunter2</password\n</settings>\n",
        ),
        (
            "mjcf",
            "<settings>\n <password>hunter2</password>\n</settings>\n",
        ),
        ("modes", "[registry]\ntoken = \"hunter2\"\n"),
        ("modes", "token = \"hunter2\"\n[registry\n"),
    ];
    for (index, (key, secret)) in cases.into_iter().enumerate() {
        let text = match key {
            "modes" => flexible("file.xml"),
            _ => format!("{key} = \"file.xml\"\n"),
        };
        let directory = model(&format!("secret_document_{index}"), &text);
        let directory = directory.file("model/file.xml", secret);
        let outcome = directory.denoc(&["check", "model/arm.toml"]);
        assert!(!outcome.stderr.contains("hunter2"), "{}", outcome.stderr);
        outcome.refused(&["model/file.xml"]);
    }
    let included = "<mujoco>\n<include file=\"other.xml\"/>\n</mujoco>\n";
    let directory = model("secret_included", "mjcf = \"file.xml\"\n");
    let directory = directory
        .file("model/file.xml", included)
        .file("model/other.xml", cases[0].1);
    let outcome = directory.denoc(&["check", "model/arm.toml"]);
    assert!(!outcome.stderr.contains("hunter2"), "{}", outcome.stderr);
    outcome.refused(&["model/other.xml:2:"]);
}

/// What was to be a model is shown, however it ends.
#[test]
fn lines_of_what_begins_as_a_model_are_shown() {
    let directory = model("begun", "urdf = \"file.xml\"\n");
    let directory = directory.file(
        "model/file.xml",
        "<?xml version=\"1.0\"?>\n<!-- an arm -->\n<robot name=\"arm\">\n <link name=\"here\"\n</robot>\n",
    );
    let outcome = directory.denoc(&["check", "model/arm.toml"]);
    outcome.refused(&["model/file.xml:", "</robot>"]);
}

#[cfg(unix)]
#[test]
fn pipes_devices_and_links_out_of_the_folder_are_not_read() {
    use std::process::Command;

    let text = |name: &str| format!("urdf = \"{name}\"\n");
    let check = ["check", "model/arm.toml"];
    let pipe = model("pipe_of_model", &text("pipe"));
    let made = Command::new("mkfifo")
        .arg(pipe.0.join("model/pipe"))
        .status();
    assert!(made.expect("mkfifo runs").success());
    let place = "model/arm.toml:1:8: `urdf` of the model: this is no regular file";
    pipe.denoc(&check).refused(&[place]);
    let device = model("device_of_model", &text("/dev/zero"));
    device
        .denoc(&["check", "model/arm.toml", "--allow-path", "/dev"])
        .refused(&[place]);
    let link = model("link_of_model", &text("link"));
    std::os::unix::fs::symlink("../secret", link.0.join("model/link")).expect("a link");
    link.denoc(&check)
        .refused(&["outside of the model's folder"]);
}

#[cfg(unix)]
#[test]
fn the_model_itself_may_be_a_pipe() {
    let directory = TestDirectory::new("stdin_model");
    directory
        .denoc_with(&["check", "/dev/stdin"], BODIES)
        .done();
    let fault = BODIES.replace("mass = 1.0", "mass = -1.0");
    directory
        .denoc_with(&["check", "/dev/stdin"], &fault)
        .refused(&["/dev/stdin:8:8", "negative mass"]);
}
