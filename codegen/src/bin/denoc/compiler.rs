//! Compilers on this machine.

use std::io::ErrorKind;
use std::process::{Command, Stdio};

use denoc_codegen::name::visible;

/// What a compiler says of itself in its first line, or why it says nothing.
pub(crate) fn version(command: &str) -> Result<String, String> {
    let mut compiler = Command::new(command);
    let said = compiler.arg("--version").stdin(Stdio::null()).output();
    let said = said.map_err(|error| match error.kind() {
        ErrorKind::NotFound => "there is no such program".into(),
        _ => error.to_string(),
    })?;
    let text = String::from_utf8_lossy(&said.stdout);
    let first = text.lines().find(|line| !line.trim().is_empty());
    match first {
        Some(version) if said.status.success() => Ok(visible(version.trim()).into_owned()),
        _ => Err("it does not say its version (--version)".into()),
    }
}
