//! Programs that tests of kernels feed with bytes.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// Whether a compiler answers.
pub(crate) fn answers(compiler: &str) -> bool {
    let answer = Command::new(compiler)
        .arg("-v")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    answer.is_ok_and(|status| status.success())
}

/// Output of `program` for `input`, written from a thread of its own so that neither pipe can fill up.
pub(crate) fn run(program: &mut Command, input: Vec<u8>) -> Vec<u8> {
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("no panic").expect("all was read");
    output.stdout
}
