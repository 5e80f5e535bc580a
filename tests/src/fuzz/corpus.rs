//! The files that are changed: models, robots and search results of the repository; tables and states of some of its mechanisms.

use std::path::{Path, PathBuf};

use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::load;
use denoc_codegen::searched::Results;

use super::adoption::Adoption;
use super::{Outcome, given};
use crate::random::Random;

/// What reads a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Models.
    Toml,
    /// Robots.
    Urdf,
    /// Search results.
    Opt3,
    /// Motions and forces over time.
    Csv,
    /// States.
    Json,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Toml, Self::Urdf, Self::Opt3, Self::Csv, Self::Json];

    /// The extension of its files.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Toml => "toml",
            Self::Urdf => "urdf",
            Self::Opt3 => "opt3",
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }
}

/// Mechanisms that tables and states are of: with loops, quaternions, parameters, and none of these.
const SUBJECTS: [&str; 4] = [
    "models/puma.toml",
    "models/loops/five_bar.toml",
    "tests/models/mech/tree_mixed_09.toml",
    "tests/models/arm.toml",
];

/// Texts by format.
#[derive(Clone, Debug)]
pub struct Corpus {
    texts: [Vec<String>; 5],
    subjects: Vec<Mechanism>,
    adoption: Result<Adoption, String>,
}

impl Corpus {
    /// The corpus of the repository.
    #[must_use]
    pub fn of_repository() -> Self {
        /// Longer files take readers so long that fewer changes are tried.
        const LONGEST: usize = 100_000;
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut paths = Vec::new();
        for folder in ["models", "tests/models", "tests/golden/urdf", "examples"] {
            collect(&root.join(folder), &mut paths);
        }
        paths.sort();
        let subjects = SUBJECTS
            .iter()
            .filter_map(|path| load(&root.join(path)).ok());
        let subjects: Vec<Mechanism> = subjects.map(|loaded| loaded.mechanism).collect();
        let texts = Format::ALL.map(|format| {
            match format {
                Format::Csv => return subjects.iter().flat_map(given::tables).collect(),
                Format::Json => return subjects.iter().flat_map(given::states).collect(),
                Format::Toml | Format::Urdf | Format::Opt3 => {}
            }
            let of_format = paths.iter().filter(|path| {
                path.extension()
                    .is_some_and(|one| one == format.extension())
            });
            let texts = of_format.filter_map(|path| std::fs::read_to_string(path).ok());
            texts.filter(|text| text.len() <= LONGEST).collect()
        });
        Self {
            texts,
            subjects,
            adoption: Adoption::new(),
        }
    }

    /// Whether changed search results are not only read, but taken where they fit.
    #[must_use]
    pub fn takes_results(&self) -> bool {
        self.adoption.as_ref().is_ok_and(Adoption::is_sound)
    }

    /// What comes of search results that were read.
    pub(super) fn adopt(&self, results: Results) -> Outcome {
        match &self.adoption {
            Ok(adoption) => adoption.run(results),
            Err(why) => Outcome::Failed(why.clone()),
        }
    }

    /// The mechanisms that tables and states are of.
    #[must_use]
    pub fn subjects(&self) -> &[Mechanism] {
        &self.subjects
    }

    /// Number of texts.
    #[must_use]
    pub fn len(&self, format: Format) -> usize {
        self.texts[format as usize].len()
    }

    /// One of the texts; an empty one where there is none.
    pub(super) fn pick(&self, format: Format, random: &mut Random) -> &str {
        if let (Format::Opt3, Ok(adoption)) = (format, &self.adoption)
            && random.below(2) == 0
        {
            return &adoption.text;
        }
        let texts = &self.texts[format as usize];
        match texts.len() {
            0 => "",
            len => &texts[random.below(len)],
        }
    }
}

/// The files below a folder, but not those that are built.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("target") {
            collect(&path, paths);
        } else if path.is_file() {
            paths.push(path);
        }
    }
}
