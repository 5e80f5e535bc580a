//! One run of a test program: how it ends, within bounds of time and memory.
//!
//! Times are those of the processor: on a machine that does other work, too, a mutant is not killed by that work.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use miette::{IntoDiagnostic, Result, WrapErr};
use wait_timeout::ChildExt;

use crate::suite::Unit;

/// Data that a process may write to, KiB: a mutant may ask for memory without end.
const MEMORY: u32 = 6_000_000;
/// A process that waits for ever takes no processor time: the limit of all time, in limits of the processor's.
const WAITING: u32 = 60;
/// The script that bounds a program, runs it and prints the times of the processor.
const BOUNDED: &str =
    "ulimit -d $1; ulimit -t $2; shift 2; \"$@\" >/dev/null 2>&1; s=$?; times; exit $s";
/// How shells report the signals of a time limit, SIGXCPU and SIGKILL.
const OUT_OF_TIME: [i32; 2] = [128 + 24, 128 + 9];

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

/// Runs a unit; the end, and the processor time that it took, processes that it started included.
///
/// # Errors
/// When the program cannot be started.
pub(crate) fn run(unit: &Unit, switch: Switch, limit: Duration) -> Result<(End, Duration)> {
    let mut command = Command::new("sh");
    command
        .args(["-c", BOUNDED, "sh", &MEMORY.to_string()])
        .arg(limit.as_secs().max(1).to_string())
        .arg(&unit.program.path)
        .args(["--exact", "--test-threads=1"])
        .args(&unit.tests)
        .current_dir(&unit.program.folder)
        .env("CARGO_MANIFEST_DIR", &unit.program.folder)
        .env("INSTA_UPDATE", "no")
        .env("PROPTEST_MAX_SHRINK_ITERS", "0")
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0);
    if let Some(root) = unit.program.folder.parent() {
        command.env("INSTA_WORKSPACE_ROOT", root);
    }
    match switch {
        Switch::Reached(path) => command.env("DENOC_REACHED", path),
        Switch::On(number) => command.env("DENOC_MUTANT", number.to_string()),
    };
    let mut child = command
        .spawn()
        .into_diagnostic()
        .wrap_err_with(|| unit.name())?;
    let status = child.wait_timeout(WAITING * limit).into_diagnostic()?;
    let Some(status) = status else {
        kill(&mut child);
        return Ok((End::TimedOut, limit));
    };
    let mut printed = String::new();
    if let Some(mut output) = child.stdout.take() {
        output.read_to_string(&mut printed).into_diagnostic()?;
    }
    Ok((end(status), processor_time(&printed)))
}

fn end(status: ExitStatus) -> End {
    match status.code() {
        Some(0) => End::Passed,
        Some(code) if OUT_OF_TIME.contains(&code) => End::TimedOut,
        _ => End::Failed,
    }
}

/// The sum of what `times` prints, `0m1.25s 0m0.10s` for the shell and the same for its children.
pub(crate) fn processor_time(printed: &str) -> Duration {
    let seconds = printed.split_whitespace().filter_map(|word| {
        let (minutes, seconds) = word.strip_suffix('s')?.split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
    });
    Duration::from_secs_f64(seconds.sum())
}

/// Ends a process and those that it has started.
fn kill(child: &mut Child) {
    let mut group = Command::new("kill");
    group.args(["-KILL", "--", &format!("-{}", child.id())]);
    // It may have ended by itself.
    let _ = group.stderr(Stdio::null()).status();
    let _ = child.wait();
}
