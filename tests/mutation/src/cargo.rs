//! Builds of the copy: errors of the compiler and the mutants they are due to, and the programs of the tests.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::iter;
use std::ops::Range;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use miette::{IntoDiagnostic, Result, WrapErr, bail};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::mutant::short;
use crate::rewrite::Rewritten;
use crate::scratch::Scratch;

/// The features that the tests need.
const FEATURES: &str = "denoc-codegen/cli,denoc-sincos/std";
/// Settings for builds: without debug information, which takes longer than the code.
const SETTINGS: &[&str] = &[
    "profile.dev.debug=false",
    "profile.dev.package.denoc-tests.debug=false",
    "profile.dev.package.denoc-attribute-tests.debug=false",
];

/// A test program.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// Its target, such as `codegen/loops`.
    pub(crate) name: String,
    /// The file.
    pub(crate) path: PathBuf,
    /// Where it is run: the folder of its package.
    pub(crate) folder: PathBuf,
    /// A digest of the file and of the commands of its package, which tests start.
    pub(crate) digest: String,
}

#[derive(Deserialize)]
struct Line {
    reason: String,
    message: Option<Message>,
    manifest_path: Option<PathBuf>,
    target: Option<Target>,
    profile: Option<Profile>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

#[derive(Deserialize)]
struct Message {
    level: String,
    spans: Vec<Span>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    byte_start: usize,
    byte_end: usize,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Span,
}

fn cargo(scratch: &Scratch, command: &str) -> Command {
    let mut cargo = Command::new("cargo");
    cargo
        .current_dir(scratch.project())
        .env("CARGO_TARGET_DIR", scratch.target())
        .env("RUSTFLAGS", "--cap-lints=allow")
        .args([command, "--offline", "--message-format=json", "--quiet"])
        .args(["--features", FEATURES]);
    for setting in SETTINGS {
        cargo.args(["--config", setting]);
    }
    cargo
}

fn lines(mut cargo: Command) -> Result<(bool, Vec<Line>)> {
    let output = cargo.stderr(Stdio::inherit()).output();
    let output = output.into_diagnostic().wrap_err("cargo")?;
    let text = String::from_utf8(output.stdout).into_diagnostic()?;
    let lines = text.lines().filter(|line| line.starts_with('{'));
    let lines: serde_json::Result<Vec<Line>> = lines.map(serde_json::from_str).collect();
    Ok((output.status.success(), lines.into_diagnostic()?))
}

/// The numbers of the mutants that do not compile; none when all do.
///
/// # Errors
/// When an error of the compiler is due to none.
pub(crate) fn rejected(
    scratch: &Scratch,
    files: &BTreeMap<String, Rewritten>,
) -> Result<HashSet<usize>> {
    let mut cargo = cargo(scratch, "check");
    cargo.args([
        "--keep-going",
        "-p",
        "denoc-sincos",
        "-p",
        "denoc-codegen",
        "--lib",
    ]);
    let (built, lines) = lines(cargo)?;
    let mut rejected = HashSet::new();
    let mut others = String::new();
    for message in lines.into_iter().filter_map(|line| line.message) {
        if message.level != "error" || message.spans.is_empty() {
            continue;
        }
        let mut blamed = Vec::new();
        for span in &message.spans {
            blamed.extend(blame(span, files, Rewritten::blamed));
        }
        if blamed.is_empty() {
            for span in message.spans.iter().filter(|span| span.is_primary) {
                blamed.extend(blame(span, files, Rewritten::nearest));
            }
        }
        if blamed.is_empty() {
            others += &message.rendered.unwrap_or_default();
        }
        rejected.extend(blamed);
    }
    if !built && rejected.is_empty() {
        bail!("the copy does not compile, and no mutant is the cause:\n{others}");
    }
    Ok(rejected)
}

fn blame(
    span: &Span,
    files: &BTreeMap<String, Rewritten>,
    find: fn(&Rewritten, &Range<usize>) -> Vec<usize>,
) -> Vec<usize> {
    let bytes = span.byte_start..span.byte_end;
    let file = files.get(&span.file_name);
    let mut blamed = file.map_or_else(Vec::new, |file| find(file, &bytes));
    if let Some(expansion) = &span.expansion {
        blamed.extend(blame(&expansion.span, files, find));
    }
    blamed
}

/// Builds the tests of packages.
///
/// # Errors
/// When they do not build.
pub(crate) fn programs(scratch: &Scratch, packages: &[String]) -> Result<Vec<Program>> {
    let mut cargo = cargo(scratch, "test");
    cargo.args(["--no-run", "--lib", "--bins", "--tests"]);
    for package in packages {
        cargo.args(["-p", package]);
    }
    let (built, lines) = lines(cargo)?;
    if !built {
        let messages = lines.iter().filter_map(|line| line.message.as_ref());
        let errors = messages.filter(|one| one.level == "error");
        let errors: Vec<&str> = errors.filter_map(|one| one.rendered.as_deref()).collect();
        bail!("the tests do not build:\n{}", errors.concat());
    }
    let executables = lines.into_iter().filter_map(|line| {
        let path = line
            .executable
            .filter(|_| line.reason == "compiler-artifact")?;
        let folder = line.manifest_path?.parent()?.to_owned();
        let is_test = line.profile.is_some_and(|profile| profile.test);
        Some((path, folder, line.target?.name, is_test))
    });
    let (tests, commands): (Vec<_>, Vec<_>) = executables.partition(|(.., is_test)| *is_test);
    let mut programs = Vec::new();
    for (path, folder, target, _) in tests {
        let own = commands.iter().filter(|(_, other, ..)| *other == folder);
        let files = iter::once(&path).chain(own.map(|(path, ..)| path));
        let package = folder.file_name().unwrap_or_default().to_string_lossy();
        programs.push(Program {
            name: format!("{package}/{target}"),
            digest: contents(files)?,
            path,
            folder,
        });
    }
    Ok(programs)
}

/// A digest of what files hold.
fn contents<'a>(files: impl Iterator<Item = &'a PathBuf>) -> Result<String> {
    let mut hash = Sha256::new();
    for path in files {
        let bytes = fs::read(path)
            .into_diagnostic()
            .wrap_err_with(|| path.display().to_string())?;
        hash.update(bytes);
    }
    Ok(short(hash))
}
