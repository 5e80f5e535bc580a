//! Test programs → units that are run by themselves: a test, or the tests of one model where they share its compilation.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::Arc;

use miette::{IntoDiagnostic, Result, WrapErr};

use crate::cargo::Program;
use crate::ledger::Passed;

/// Programs whose tests share what they compute by their first module.
const BY_MODULE: &[&str] = &["tests/agreement"];
/// Programs that are about the project's files and not about what the compiler does, or that build it.
const LEFT_OUT: &[&str] = &[
    "tests/packages",
    "tests/supply_chain",
    "tests/docs",
    "tests/zz_summary",
];

/// Tests that are run as one process.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// The program that has them.
    pub(crate) program: Arc<Program>,
    /// Their names there.
    pub(crate) tests: Vec<String>,
    /// What they have in common: the test, or their module.
    pub(crate) title: String,
}

impl Unit {
    /// The program and the title.
    pub(crate) fn name(&self) -> String {
        format!("{}: {}", self.program.name, self.title)
    }

    /// What a ledger says of it when it has passed.
    pub(crate) fn passed(&self) -> Passed {
        Passed {
            unit: self.name(),
            program: self.program.digest.clone(),
        }
    }
}

/// The units of all programs.
///
/// # Errors
/// When a program does not list its tests.
pub(crate) fn units(programs: Vec<Program>) -> Result<Vec<Unit>> {
    let mut units = Vec::new();
    for program in programs {
        if LEFT_OUT.contains(&program.name.as_str()) {
            continue;
        }
        let program = Arc::new(program);
        let mut by_title: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for test in listed(&program)? {
            let title = match test.split_once("::") {
                Some((module, _)) if BY_MODULE.contains(&program.name.as_str()) => module,
                _ => &test,
            };
            by_title.entry(title.to_owned()).or_default().push(test);
        }
        units.extend(by_title.into_iter().map(|(title, tests)| Unit {
            program: Arc::clone(&program),
            tests,
            title,
        }));
    }
    Ok(units)
}

/// The tests of a program that are not ignored.
fn listed(program: &Program) -> Result<Vec<String>> {
    let mut command = Command::new(&program.path);
    command
        .current_dir(&program.folder)
        .args(["--list", "--format", "terse"]);
    let output = command
        .output()
        .into_diagnostic()
        .wrap_err(program.name.clone())?;
    let text = String::from_utf8(output.stdout).into_diagnostic()?;
    let tests = text.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(tests.map(str::to_owned).collect())
}
