//! One run of a test program: how it ends, within bounds of time and memory.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use miette::{IntoDiagnostic, Result, WrapErr};
use wait_timeout::ChildExt;

use crate::suite::Unit;

/// Data that a process may write to, KiB: a mutant may ask for memory without end.
const MEMORY: u32 = 6_000_000;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All tests passed.
    Passed,
    /// A test failed, or the process did.
    Failed,
    /// It was ended at its time limit.
    TimedOut,
}

/// What is switched on in a run.
#[derive(Clone, Copy)]
pub(crate) enum Switch<'a> {
    /// No mutant; the numbers of those that are reached go into a file.
    Reached(&'a Path),
    /// The mutant of this number.
    On(usize),
}

/// Runs a unit; the end, and the time it took.
///
/// # Errors
/// When the program cannot be started.
pub(crate) fn run(unit: &Unit, switch: Switch, limit: Duration) -> Result<(End, Duration)> {
    let bounded = format!("ulimit -d {MEMORY}; exec \"$@\"");
    let mut command = Command::new("sh");
    command
        .args(["-c", &bounded, "sh"])
        .arg(&unit.program.path)
        .args(["--exact", "--test-threads=1"])
        .args(&unit.tests)
        .current_dir(&unit.program.folder)
        .env("CARGO_MANIFEST_DIR", &unit.program.folder)
        .env("INSTA_UPDATE", "no")
        .env("PROPTEST_MAX_SHRINK_ITERS", "0")
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0);
    if let Some(root) = unit.program.folder.parent() {
        command.env("INSTA_WORKSPACE_ROOT", root);
    }
    match switch {
        Switch::Reached(path) => command.env("DENOC_REACHED", path),
        Switch::On(number) => command.env("DENOC_MUTANT", number.to_string()),
    };
    let start = Instant::now();
    let mut child = command
        .spawn()
        .into_diagnostic()
        .wrap_err_with(|| unit.name())?;
    let status = child.wait_timeout(limit).into_diagnostic()?;
    let end = match status {
        Some(status) if status.success() => End::Passed,
        Some(_) => End::Failed,
        None => {
            kill(&mut child);
            End::TimedOut
        }
    };
    Ok((end, start.elapsed()))
}

/// Ends a process and those that it has started.
fn kill(child: &mut Child) {
    let mut group = Command::new("kill");
    group.args(["-KILL", "--", &format!("-{}", child.id())]);
    // It may have ended by itself.
    let _ = group.stderr(Stdio::null()).status();
    let _ = child.wait();
}
