//! The model of a command, and the settings for reading it.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use denoc_codegen::model::{self, CoarseAngles, Loaded, Snap};
use denoc_codegen::report::{Saving, saving};

use crate::failure::{Failure, report};

/// A model, and how to read it.
#[derive(Args)]
pub(crate) struct Model {
    /// The model, a .toml, .urdf or .xml (MJCF) file
    #[arg(id = "model", value_name = "MODEL")]
    pub(crate) path: PathBuf,
    #[command(flatten)]
    reading: ReadingArguments,
}

impl Model {
    /// Reads the model; its warnings are reported at once.
    pub(crate) fn load(&self) -> Result<Loaded, Failure> {
        let loaded = self.reading.read(&self.path)?;
        report(&loaded);
        Ok(loaded)
    }

    /// The same, with what `--snap` would save.
    pub(crate) fn load_measured(&self) -> Result<Loaded, Failure> {
        self.reading.load_measured(&self.path)
    }
}

/// How to read a model.
#[derive(Args)]
pub(crate) struct ReadingArguments {
    /// Take angles within RAD of a multiple of pi/4 or pi/6 for that, at most 0.01; 0 takes every angle as written. By default
    /// those that are such a multiple to nine digits. Takes precedence over `snap` in the model
    #[arg(long, value_name = "RAD", requires = "model", value_parser = snap)]
    snap: Option<Snap>,
    /// How the root link of a URDF is carried. Takes precedence over `base` in the model
    #[arg(long, value_enum, requires = "model")]
    base: Option<Base>,
    /// A folder below which files may lie that the model names (URDF, MJCF, modes, meshes), besides the model's own; repeatable
    #[arg(long, value_name = "DIR", requires = "model", value_parser = folder)]
    allow_path: Vec<PathBuf>,
}

impl ReadingArguments {
    /// Reads the model at `path`; its warnings are reported at once, with what `--snap` would save.
    pub(crate) fn load_measured(&self, path: &Path) -> Result<Loaded, Failure> {
        let mut loaded = self.read(path)?;
        if let Some(coarse) = loaded.coarse.clone() {
            self.measure(&coarse, path, &mut loaded);
        }
        report(&loaded);
        Ok(loaded)
    }

    /// Says in the warning of angles in few digits what `--snap` would save; there is none where it saves nothing.
    fn measure(&self, coarse: &CoarseAngles, path: &Path, loaded: &mut Loaded) {
        let snap = Some(coarse.snap.clone());
        let meant = model::Reading {
            snap,
            ..self.of_model()
        };
        let meant = meant.load(path).ok();
        match meant.and_then(|meant| saving(&loaded.mechanism, &meant.mechanism)) {
            None => {}
            Some(Saving { saved: 0, .. }) => {
                loaded.warnings.remove(coarse.warning);
                loaded.coarse = None;
            }
            Some(Saving { saved, of }) => {
                loaded.warnings[coarse.warning].help = format!(
                    "`--snap {0}` makes them exact and saves {saved} of {of} operations of inverse_dynamics; `--snap 0` says that \
                     they are meant as written (in a TOML model `snap = {0}`, `snap = 0`)",
                    coarse.snap
                );
            }
        }
    }

    fn read(&self, path: &Path) -> Result<Loaded, Failure> {
        self.of_model().load(path).map_err(Failure::Model)
    }

    fn of_model(&self) -> model::Reading {
        model::Reading {
            snap: self.snap.clone(),
            base: self.base.map(|base| match base {
                Base::Fixed => model::Base::Fixed,
                Base::Floating => model::Base::Floating,
            }),
            allowed: self.allow_path.clone(),
        }
    }
}

/// How the root link of a URDF is carried.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Base {
    /// It is fixed to the base, as a URDF says
    Fixed,
    /// It moves freely, in six degrees of freedom
    Floating,
}

/// A folder that is there.
pub(crate) fn folder(text: &str) -> Result<PathBuf, String> {
    match Path::new(text).is_dir() {
        true => Ok(text.into()),
        false => Err(format!("there is no folder {text}")),
    }
}

fn snap(text: &str) -> Result<Snap, String> {
    text.parse().map_err(str::to_owned)
}
