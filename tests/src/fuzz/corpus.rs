//! The files that are changed: models, robots and search results of the repository.

use std::path::{Path, PathBuf};

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
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Toml, Self::Urdf, Self::Opt3];

    /// The extension of its files.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Toml => "toml",
            Self::Urdf => "urdf",
            Self::Opt3 => "opt3",
        }
    }
}

/// Texts by format.
#[derive(Clone, Debug)]
pub struct Corpus {
    texts: [Vec<String>; 3],
}

impl Corpus {
    /// The corpus of the repository.
    #[must_use]
    pub fn of_repository() -> Self {
        /// Longer files take readers so long that fewer changes are tried.
        const LONGEST: usize = 100_000;
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut paths = Vec::new();
        for folder in ["models", "tests/models", "examples"] {
            collect(&root.join(folder), &mut paths);
        }
        paths.sort();
        let texts = Format::ALL.map(|format| {
            let of_format = paths.iter().filter(|path| {
                path.extension()
                    .is_some_and(|one| one == format.extension())
            });
            let texts = of_format.filter_map(|path| std::fs::read_to_string(path).ok());
            texts.filter(|text| text.len() <= LONGEST).collect()
        });
        Self { texts }
    }

    /// Number of texts.
    #[must_use]
    pub fn len(&self, format: Format) -> usize {
        self.texts[format as usize].len()
    }

    /// One of the texts; an empty one where there is none.
    pub(super) fn pick(&self, format: Format, random: &mut Random) -> &str {
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
