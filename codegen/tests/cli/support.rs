//! Runs the binary in a directory of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A small model without a fault.
pub(crate) const ARM: &str = r#"name = "arm"
gravity = [0.0, 0.0, -9.81]
convention = "saha"
[[link]]
joint = "revolute"
a = 0.1
b = 0.2
alpha = "pi/2"
mass = 1.0
r = [0.01, 0.0, 0.0]
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
"#;

/// The same in the body form.
pub(crate) const BODIES: &str = r#"name = "arm"
gravity = [0.0, 0.0, -9.81]
[[body]]
name = "upper"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
placement = { xyz = [0, 0, 0.3], rpy = ["pi/2", 0, 0] }
mass = 1.0
com = [0, 0, 0.1]
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
[[body]]
name = "lower"
parent = "upper"
joint = { type = "revolute", axis = [0, 1, 0] }
placement = { xyz = [0.2, 0, 0.3] }
mass = 1.0
com = [0, 0, 0.1]
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
"#;

/// One body on a spherical joint.
pub(crate) const BALL: &str = r#"name = "ball"
gravity = [0.0, 0.0, -9.81]
[[body]]
name = "ball"
parent = "base"
joint = { type = "spherical" }
mass = 1.0
com = [0, 0, 0.1]
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
"#;

/// A model of the repository.
pub(crate) fn model(name: &str) -> String {
    format!("{}/../models/{name}.toml", env!("CARGO_MANIFEST_DIR"))
}

/// A fresh directory for the files of a test.
pub(crate) struct TestDirectory(pub(crate) PathBuf);

impl TestDirectory {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a directory for the test");
        Self(path)
    }

    /// Writes a file.
    pub(crate) fn file(self, name: &str, contents: impl AsRef<[u8]>) -> Self {
        std::fs::write(self.0.join(name), contents).expect("a file for the test");
        self
    }

    /// Runs every command that takes a model, with further arguments; needs `in.json`.
    pub(crate) fn run_every_command(&self, model: &str, further: &[&str]) {
        for arguments in [
            &["check", model][..],
            &["count", model, "--functions", "gravity"],
            &["base", model],
            &["verify", model, "--points", "1"],
            &["eval", model, "gravity", "--input", "in.json"],
            &["generate", model, "--out", "out"],
            &["simulate", model, "--duration", "0.1"],
            &["inverse", model, "--cycloid"],
            &["view", model],
        ] {
            self.denoc(&[arguments, further].concat()).done();
        }
    }

    /// Text of a file.
    pub(crate) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect(name)
    }

    /// Whether a file or directory is there.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.join(name).exists()
    }

    /// Runs the binary here.
    pub(crate) fn denoc(&self, arguments: &[&str]) -> Outcome {
        self.denoc_with(arguments, "")
    }

    /// Runs the binary here with text on its stdin.
    pub(crate) fn denoc_with(&self, arguments: &[&str], stdin: &str) -> Outcome {
        use std::io::Write;
        let mut child = Command::new(env!("CARGO_BIN_EXE_denoc"))
            .args(arguments)
            .current_dir(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        if let Some(mut pipe) = child.stdin.take() {
            // A binary that stopped early has closed its end.
            let _ = pipe.write_all(stdin.as_bytes());
        }
        let output = child.wait_with_output().expect("the binary ends");
        let outcome = Outcome {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
        };
        assert!(
            !outcome.stderr.contains("panicked"),
            "{arguments:?}\n{}",
            outcome.stderr
        );
        outcome
    }
}

/// The results of a run.
pub(crate) struct Outcome {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Outcome {
    /// Asserts success and returns stdout.
    #[track_caller]
    pub(crate) fn done(self) -> String {
        assert_eq!(self.status, Some(0), "{}", self.stderr);
        self.stdout
    }

    /// Asserts exit status 1, an empty stdout, and these words on stderr.
    #[track_caller]
    pub(crate) fn refused(&self, words: &[&str]) {
        self.ended(1, words);
    }

    /// Asserts exit status 2 and these words on stderr.
    #[track_caller]
    pub(crate) fn misused(&self, words: &[&str]) {
        self.ended(2, words);
    }

    #[track_caller]
    pub(crate) fn ended(&self, status: i32, words: &[&str]) {
        assert_eq!(self.status, Some(status), "{}", self.stderr);
        assert_eq!(self.stdout, "", "results of a failure");
        for word in words {
            assert!(
                self.stderr.contains(word),
                "`{word}` is not in\n{}",
                self.stderr
            );
        }
    }
}
