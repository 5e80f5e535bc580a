//! What is known, as lines of JSON: a run that is ended goes on where it was.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use miette::{IntoDiagnostic, Result, WrapErr, miette};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A unit without a mutant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Baseline {
    /// The name of the unit.
    pub(crate) unit: String,
    /// The digest of its program.
    pub(crate) program: String,
    /// How long it takes; the limit, where it was ended there.
    pub(crate) seconds: f64,
    /// Whether it was ended at a time limit.
    #[serde(default)]
    pub(crate) ended: bool,
    /// Whether it passes: one that does not says nothing about mutants.
    pub(crate) passed: bool,
    /// The ids of the mutants whose places it reaches.
    pub(crate) reached: Vec<String>,
}

/// A mutant and the tests.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// The id of the mutant.
    pub(crate) id: String,
    /// The unit that failed, and whether at its time limit.
    pub(crate) killed: Option<(String, bool)>,
    /// Units that passed.
    pub(crate) passed: Vec<Passed>,
    /// The time that the tests took.
    pub(crate) seconds: f64,
}

/// A unit that a mutant passed. Another program of the same name may have tests that see more.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Passed {
    /// The name of the unit.
    pub(crate) unit: String,
    /// The digest of its program.
    pub(crate) program: String,
}

/// A file of lines.
pub(crate) struct Ledger {
    path: PathBuf,
    writing: Mutex<()>,
}

impl Ledger {
    /// The ledger in a file, which may not exist yet.
    pub(crate) fn at(path: PathBuf) -> Self {
        Self {
            path,
            writing: Mutex::new(()),
        }
    }

    /// All lines.
    ///
    /// # Errors
    /// When one cannot be read.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<Vec<T>> {
        let text = fs::read_to_string(&self.path).unwrap_or_default();
        let lines = text.lines().map(serde_json::from_str);
        let lines: serde_json::Result<Vec<T>> = lines.collect();
        lines.into_diagnostic().wrap_err_with(|| shown(&self.path))
    }

    /// One line more.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn add(&self, line: &impl Serialize) -> Result<()> {
        let text = text(line)?;
        let _guard = self
            .writing
            .lock()
            .map_err(|_| miette!("a thread ended early"))?;
        let mut options = OpenOptions::new();
        let file = options.append(true).create(true).open(&self.path);
        let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
        written
            .into_diagnostic()
            .wrap_err_with(|| shown(&self.path))
    }

    /// These lines in place of all others.
    ///
    /// # Errors
    /// When they cannot be written.
    pub(crate) fn replace(&self, lines: &[impl Serialize]) -> Result<()> {
        let text: Result<String> = lines.iter().map(text).collect();
        fs::write(&self.path, text?)
            .into_diagnostic()
            .wrap_err_with(|| shown(&self.path))
    }
}

/// A line as it is written.
fn text(line: &impl Serialize) -> Result<String> {
    Ok(serde_json::to_string(line).into_diagnostic()? + "\n")
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
