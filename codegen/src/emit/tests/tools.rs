//! Compilers, run in a directory of their own; those that are not installed are passed over (but `cc`).

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::compile::Compiled;
use crate::emit::{c99, rust};

/// Whether every sample goes through every compiler at every level: minutes of compilers at work.
pub(super) fn slow() -> bool {
    std::env::var_os("DENOC_SLOW_TESTS").is_some()
}

/// A directory that goes when it is dropped.
pub(super) struct Directory(PathBuf);

impl Directory {
    /// A new directory; `name` is unique among tests.
    pub(super) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("denoc-emit-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a directory for the test");
        Self(path)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("a file for the test");
    }

    /// Runs a command; `None` when the tool is not installed.
    pub(super) fn run(&self, command: &str) -> Option<Output> {
        let mut words = command.split_whitespace();
        let tool = words.next().expect("a tool");
        let output = Command::new(tool).args(words).current_dir(&self.0).output();
        let missing = output
            .as_ref()
            .is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound);
        if missing && tool != "cc" {
            return None;
        }
        Some(output.expect(command))
    }

    /// Runs a command that must succeed without a word; `false` when the tool is not installed.
    pub(super) fn quiet(&self, command: &str) -> bool {
        let Some(output) = self.run(command) else {
            return false;
        };
        let said: String = String::from_utf8_lossy(&output.stderr)
            .chars()
            .take(4000)
            .collect();
        assert!(
            output.status.success() && said.is_empty(),
            "{command}\n{said}"
        );
        true
    }

    /// The output of a command, which must succeed.
    pub(super) fn text(&self, command: &str) -> Option<String> {
        let output = self.run(command)?;
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}\n{said}");
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Writes all files of a model.
    pub(super) fn emit(&self, compiled: &Compiled) {
        self.write(&format!("{}.h", compiled.name), &c99::emit_header(compiled));
        self.write(&format!("{}.c", compiled.name), &c99::emit_source(compiled));
        self.write(
            &format!("{}.rs", compiled.name),
            &rust::file(compiled, true),
        );
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}
