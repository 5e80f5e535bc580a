//! text → RawModel → Mechanism. Nothing downstream sees an invalid model, and a user sees all faults of one at once.

pub(crate) mod boundary;
mod check;
mod cut;
mod elastic;
mod faults;
mod file;
mod flexible;
mod literal;
mod magnitude;
mod mjcf;
mod raw;
mod read;
mod reading;
mod urdf;
mod xml;

use std::path::{Path, PathBuf};

pub use self::faults::CoarseAngles;
use self::faults::{Faults, Findings};
use self::file::Unreadable;
pub use self::file::{LONGEST, ModelFile};
pub use self::reading::{Base, Reading, Snap};
#[cfg(feature = "view")]
pub use self::urdf::{Geometry, Visual};
use self::xml::XmlFormat;
#[cfg(feature = "view")]
pub(crate) use self::xml::document;
use crate::error::{Diagnostic, ModelError};
use crate::mechanism::{Carrier, Mechanism, Source};
use crate::name::visible;

/// The most links, bodies or frames of a model: of a chain that long code takes gigabytes.
pub(crate) const MOST_BODIES: usize = 4096;

/// A model that was read without an error.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The mechanism that the model describes.
    pub mechanism: Mechanism,
    /// Warnings: snapped angles, impossible inertias.
    pub warnings: Vec<Diagnostic>,
    /// How numbers were read that say something else.
    pub notes: Vec<Diagnostic>,
    /// The warning of angles that are quarter turns in few digits.
    pub coarse: Option<CoarseAngles>,
    /// The files that were read: the model's own, the URDF or MJCF it starts from, and what these include.
    pub files: Vec<ModelFile>,
    /// Every body and link as written, moving or not, and where it is.
    pub carriers: Vec<Carrier>,
    /// [`Reading::allowed`], for the files that the URDF names and the page draws.
    pub allowed: Vec<PathBuf>,
}

impl Loaded {
    /// The URDF among the files, if the model is one or starts from one.
    #[must_use]
    pub fn urdf(&self) -> Option<&ModelFile> {
        let is_urdf =
            |file: &&ModelFile| xml::format(&file.path, &file.text) == Some(XmlFormat::Urdf);
        self.files.iter().find(is_urdf)
    }

    /// The URDF or the MJCF among the files, if the model is one or starts from one, and what it looks like.
    #[cfg(feature = "view")]
    #[must_use]
    pub fn visuals(&self) -> Option<(&ModelFile, Vec<Visual>)> {
        let formats = self.files.iter();
        let mut formats =
            formats.filter_map(|file| Some((file, xml::format(&file.path, &file.text)?)));
        let (file, format) = formats.next()?;
        let shapes = match format {
            XmlFormat::Urdf => urdf::visuals(file),
            XmlFormat::Mjcf => mjcf::visuals(self, file),
        };
        Some((file, shapes))
    }
}

/// Reads the model at `path`: URDF or MJCF when it is XML, by its extension (`urdf`, `xml`) or its text, otherwise TOML.
///
/// # Errors
/// All faults of the model, each with its place; a file that cannot be read is one fault without a place.
pub fn load(path: &Path) -> Result<Loaded, ModelError> {
    Reading::default().load(path)
}

/// [`load`], with the path that messages and provenance show.
///
/// # Errors
/// As [`load`].
pub fn load_as(path: &Path, shown: &str) -> Result<Loaded, ModelError> {
    Reading::default().load_as(path, shown)
}

fn read_file(path: &Path, shown: &str, reading: &Reading) -> Result<Loaded, ModelError> {
    match ModelFile::read(path, shown) {
        Ok(file) => compose(file, reading),
        Err(Unreadable { message, help }) => {
            let mut faults = Faults::new(empty(path, shown));
            faults.error_of_file(&message, help);
            Err(faults.finish().err().unwrap_or(ModelError(Vec::new())))
        }
    }
}

/// Reads a model from its text; `path` is for messages and provenance, distinguishes XML from TOML, and is where a URDF that
/// the text names is looked for.
///
/// # Errors
/// All faults of the text, each with its place.
pub fn parse(path: &str, text: &str) -> Result<Loaded, ModelError> {
    Reading::default().parse(path, text)
}

fn read_text(path: &str, text: &str, reading: &Reading) -> Result<Loaded, ModelError> {
    let file = ModelFile {
        text: text.into(),
        ..empty(Path::new(path), path)
    };
    compose(file, reading)
}

fn empty(path: &Path, shown: &str) -> ModelFile {
    ModelFile {
        path: path.to_owned(),
        shown: visible(shown).into_owned(),
        text: "".into(),
    }
}

/// A model from its first file.
fn compose(file: ModelFile, reading: &Reading) -> Result<Loaded, ModelError> {
    let mut faults = Faults::new(file.clone()).allowing(&reading.allowed);
    let raw = if file.is_too_long() {
        faults.error_of_file(&file::TOO_LONG.message, file::TOO_LONG.help);
        None
    } else {
        match xml::format(&file.path, &file.text) {
            Some(XmlFormat::Urdf) => urdf::model(&file.text, reading, &mut faults),
            Some(XmlFormat::Mjcf) => mjcf::model(&file, reading, &mut faults),
            None => read::read(&file.text, reading, &mut faults),
        }
    };
    let raw = raw.map(|raw| cut::cut(&raw, &mut faults));
    let checked = raw.and_then(|raw| {
        let source = Source {
            path: file.shown,
            hash: file::hash(faults.files(), reading),
        };
        check::check(&raw, source, &mut faults)
    });
    let Findings {
        warnings,
        notes,
        coarse,
        files,
    } = faults.finish()?;
    let (mechanism, carriers) = checked.ok_or(ModelError(Vec::new()))?;
    Ok(Loaded {
        mechanism,
        warnings,
        notes,
        coarse,
        files,
        carriers,
        allowed: reading.allowed.clone(),
    })
}
