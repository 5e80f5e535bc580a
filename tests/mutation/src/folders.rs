//! The folders whose files have mutants.

use std::fs;
use std::path::Path;

use miette::{IntoDiagnostic, Result, WrapErr, miette};

use crate::find::mutants;
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
    ("verify", &["codegen/src/verify"]),
    ("sincos", &["sincos/src"]),
];

/// The rows of the score.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FOLDERS.iter().map(|(name, _)| *name)
}

/// All mutants of the project at `root`, by folder and file.
///
/// # Errors
/// When a file cannot be read, or is no Rust.
pub(crate) fn candidates(root: &Path) -> Result<Vec<Mutant>> {
    let mut found = Vec::new();
    for (folder, places) in FOLDERS {
        for place in *places {
            collect(root, folder, place, &mut found)?;
        }
    }
    Ok(found)
}

fn collect(root: &Path, folder: &str, place: &str, found: &mut Vec<Mutant>) -> Result<()> {
    let path = root.join(place);
    if path.is_file() {
        if place.ends_with(".rs") {
            let text = fs::read_to_string(&path)
                .into_diagnostic()
                .wrap_err(place.to_owned())?;
            let mutants = mutants(folder, place, &text);
            found.extend(mutants.map_err(|error| miette!("{place}: {error}"))?);
        }
        return Ok(());
    }
    let entries = fs::read_dir(&path)
        .into_diagnostic()
        .wrap_err(place.to_owned())?;
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
    // Modules of tests.
    names.retain(|name| name != "tests" && name != "tests.rs");
    for name in names {
        collect(root, folder, &format!("{place}/{name}"), found)?;
    }
    Ok(())
}
