//! Lanes: the ways to run the functions of a model, all asked the same.
//!
//! ```text
//!  Compiled ──rust, c, javascript──► program of that language ──► Executable ─┐ lines of words
//!  Compiled ──evaluator───────────────────────────────────────────────────────┤
//!  Step… ─────────────────────────────────────────────────────────────────────┴─► Answer…
//! ```
//!
//! What a lane does not run has a [`reason`].

pub mod c;
pub mod evaluator;
pub mod javascript;
mod protocol;
pub mod rust;
mod step;

pub use crate::reason::{Aspect, Lane, reason};
pub use protocol::Executable;
pub use step::{Answer, Outputs, Request, Step};

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use denoc_codegen::compile::Compiled;

/// What stands in the outputs of a function before the call, where they are arrays of the caller.
const BEFORE: f64 = 7.0;

/// Whether a program runs. (tcc knows no `--version`.)
#[must_use]
pub fn is_installed(program: &str) -> bool {
    ["--version", "-v"].iter().any(|argument| {
        let quiet = Command::new(program)
            .arg(argument)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        quiet.is_ok_and(|status| status.success())
    })
}

/// A directory for a test's files, empty.
///
/// # Panics
/// When it cannot be made.
#[must_use]
pub fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(concat!(env!("OUT_DIR"), "/lanes")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the build directory is writable");
    path
}

/// Runs a command; what it printed.
///
/// # Errors
/// Its messages when it fails.
pub fn execute(command: &mut Command) -> Result<String, String> {
    let shown = format!("{command:?}");
    let output = command
        .output()
        .map_err(|error| format!("{shown}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let errors = String::from_utf8_lossy(&output.stderr);
        Err(format!("{shown}: {}\n{errors}", output.status))
    }
}

/// The names of a model's parameters; none for a model whose functions take no prepared values.
fn parameters(compiled: &Compiled) -> Vec<&str> {
    let names = compiled.mechanism.parameters.iter();
    let is_prepared = compiled.preparation.is_some();
    names
        .map(|one| one.name.as_str())
        .filter(|_| is_prepared)
        .collect()
}
