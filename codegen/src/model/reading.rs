//! How the user wants a model to be read, where that differs from what its file says.

use core::fmt;
use core::str::FromStr;
use std::path::{Path, PathBuf};

use super::{Loaded, ModelFile};
use crate::error::ModelError;
use crate::exact::number::Number;

/// Settings for a model outside of its file: on the command line, in the attribute, in a build script. They take precedence over
/// what the file says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// Which angles are taken for the multiple of π/4 or π/6 that they are near to.
    pub snap: Option<Snap>,
    /// Whether the root link of a URDF moves.
    pub base: Option<Base>,
    /// Folders besides the model's own below which the files that it names may lie.
    pub allowed: Vec<PathBuf>,
}

/// How far an angle may be from the multiple of π/4 or π/6 that it is taken for: 0 to 0.01 rad; 0 takes every angle as
/// written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Snap(Number);

/// How the root link of a URDF is carried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Base {
    /// It is fixed to the base.
    #[default]
    Fixed,
    /// It moves freely, by a joint `root_joint` of six degrees of freedom.
    Floating,
}

/// Why a text is no [`Snap`].
pub(super) const SNAP_HELP: &str = "write radians from 0 to 0.01, like 1e-5";
/// Why a text is no [`Base`].
pub(super) const BASE_HELP: &str = "write \"fixed\" or \"floating\"";

impl Snap {
    /// A tolerance in rad; `None` beyond 0 … 0.01.
    #[must_use]
    pub fn new(tolerance: Number) -> Option<Self> {
        let most = Number::ONE / Number::from(100);
        let sound = !tolerance.is_formula() && !tolerance.is_negative() && tolerance <= most;
        sound.then_some(Self(tolerance))
    }

    /// The tolerance, rad.
    #[must_use]
    pub fn tolerance(&self) -> &Number {
        &self.0
    }
}

impl fmt::Display for Snap {
    /// In rad: `1e-5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:e}", self.0.to_f64())
    }
}

impl FromStr for Snap {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Number::parse(text.trim())
            .and_then(Self::new)
            .ok_or(SNAP_HELP)
    }
}

impl FromStr for Base {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "fixed" => Ok(Self::Fixed),
            "floating" => Ok(Self::Floating),
            _ => Err(BASE_HELP),
        }
    }
}

impl fmt::Display for Reading {
    /// One line for everything that is said of the mechanism, as a model file would say it; nothing for the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Snap(tolerance)) = &self.snap {
            writeln!(f, "snap = {tolerance}")?;
        }
        match self.base {
            Some(Base::Fixed) => writeln!(f, "base = \"fixed\""),
            Some(Base::Floating) => writeln!(f, "base = \"floating\""),
            None => Ok(()),
        }
    }
}

impl Reading {
    /// As [`super::load`].
    ///
    /// # Errors
    /// As [`super::load`].
    pub fn load(&self, path: &Path) -> Result<Loaded, ModelError> {
        self.load_as(path, &path.display().to_string())
    }

    /// As [`super::load_as`].
    ///
    /// # Errors
    /// As [`super::load`].
    pub fn load_as(&self, path: &Path, shown: &str) -> Result<Loaded, ModelError> {
        super::read_file(path, shown, self)
    }

    /// The file at a path, if it can be read, for what is made of a model at fault.
    pub(crate) fn file(&self, path: &Path) -> Option<ModelFile> {
        ModelFile::read(path, "").ok()
    }

    /// The file that another one names, if it can be read.
    pub(crate) fn file_beside(&self, file: &ModelFile, relative: &str) -> Option<ModelFile> {
        file.read_beside(relative, &self.allowed).ok()
    }

    /// As [`super::parse`].
    ///
    /// # Errors
    /// As [`super::parse`].
    pub fn parse(&self, path: &str, text: &str) -> Result<Loaded, ModelError> {
        super::read_text(path, text, self)
    }
}
