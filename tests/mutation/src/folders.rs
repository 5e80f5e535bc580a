//! The folders whose files have mutants.

use std::fs;
use std::path::Path;

use miette::{IntoDiagnostic, Result, WrapErr, miette};

use crate::find::{mutants, test_modules};
use crate::mutant::Mutant;

/// A row of the score, and where its files are from the root of the project: folders, or files.
const FOLDERS: &[(&str, &[&str])] = &[
    ("recursion", &["codegen/src/recursion"]),
    ("transform", &["codegen/src/transform"]),
    ("pass", &["codegen/src/pass"]),
    ("emit", &["codegen/src/emit"]),
    ("model/urdf", &["codegen/src/model/urdf"]),
    ("closed", &["codegen/src/closed"]),
    (
        "exact/number",
        &["codegen/src/exact/number", "codegen/src/exact/number.rs"],
    ),
    ("prove", &["codegen/src/prove"]),
    ("partner", &["codegen/src/partner"]),
    (
        "verify",
        &[
            "codegen/src/accuracy",
            "codegen/src/accuracy.rs",
            "codegen/src/verify.rs",
        ],
    ),
    (
        "searched",
        &[
            "codegen/src/optimize.rs",
            "codegen/src/searched",
            "codegen/src/searched.rs",
        ],
    ),
    (
        "program",
        &["codegen/src/program", "codegen/src/program.rs"],
    ),
    ("graph", &["codegen/src/graph"]),
    (
        "compile",
        &["codegen/src/compile", "codegen/src/compile.rs"],
    ),
    ("sincos", &["sincos/src"]),
];

/// The rows of the score.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FOLDERS.iter().map(|(name, _)| *name)
}

/// All mutants of the project at `root`, by folder and file; modules of tests have none.
///
/// # Errors
/// When a file cannot be read, or is no Rust.
pub(crate) fn candidates(root: &Path) -> Result<Vec<Mutant>> {
    let mut found = Vec::new();
    let mut tests = Vec::new();
    for (folder, places) in FOLDERS {
        for place in *places {
            for file in files(root, place)? {
                let text = fs::read_to_string(root.join(&file));
                let text = text.into_diagnostic().wrap_err_with(|| file.clone())?;
                let read = |error: syn::Error| miette!("{file}: {error}");
                found.extend(mutants(folder, &file, &text).map_err(read)?);
                tests.extend(test_modules(&file, &text).map_err(read)?);
            }
        }
    }
    let is_test = |file: &str| {
        let mut tests = tests
            .iter()
            .filter_map(|module| file.strip_prefix(module.as_str()));
        tests.any(|rest| rest == ".rs" || rest.starts_with('/'))
    };
    found.retain(|one: &Mutant| !is_test(&one.file));
    Ok(found)
}

/// The source files at a place: itself, or those below it.
fn files(root: &Path, place: &str) -> Result<Vec<String>> {
    let path = root.join(place);
    if path.is_file() {
        let source = place.ends_with(".rs").then(|| place.to_owned());
        return Ok(source.into_iter().collect());
    }
    let entries = fs::read_dir(&path)
        .into_diagnostic()
        .wrap_err_with(|| place.to_owned())?;
    let mut names = Vec::new();
    for entry in entries {
        names.push(
            entry
                .into_diagnostic()?
                .file_name()
                .to_string_lossy()
                .into_owned(),
        );
    }
    names.sort();
    let below = names
        .iter()
        .map(|name| files(root, &format!("{place}/{name}")));
    Ok(below.collect::<Result<Vec<_>>>()?.concat())
}
