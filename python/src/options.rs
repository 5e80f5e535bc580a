//! Keywords of `load` → options.

use std::path::PathBuf;
use std::str::FromStr;

use denoc_codegen::Fma;
use denoc_codegen::model::{Base, Reading, Snap};
use denoc_jit::{Engine, Options};
use pyo3::PyResult;

use crate::error::invalid;

/// The keywords of `load`, as Python gives them and as they are pickled.
#[derive(Clone, Debug, pyo3::FromPyObject, pyo3::IntoPyObject)]
pub(crate) struct Keywords {
    /// `"fixed"` or `"floating"`.
    pub(crate) base: Option<String>,
    /// rad.
    pub(crate) snap: Option<f64>,
    /// Level of optimisation.
    pub(crate) opt: u8,
    /// The literal formulation alone.
    pub(crate) quick: bool,
    /// Fused operations.
    pub(crate) fma: bool,
    /// `"native"` or `"interpreted"`.
    pub(crate) engine: String,
    /// `function: formulation`.
    pub(crate) formulations: Vec<(String, String)>,
    /// Folders that may be read.
    pub(crate) allow_path: Vec<PathBuf>,
}

impl Keywords {
    /// The options that they ask for.
    pub(crate) fn options(&self) -> PyResult<Options> {
        let base = self.base.as_deref().map(Base::from_str).transpose();
        let base = base.map_err(|help| invalid(format!("base: {help}")))?;
        let snap = self
            .snap
            .map(|snap| Snap::from_str(&snap.to_string()))
            .transpose();
        let snap = snap.map_err(|help| invalid(format!("snap: {help}")))?;
        let reading = Reading {
            base,
            snap,
            allowed: self.allow_path.clone(),
        };
        let engine = match self.engine.as_str() {
            "native" => Engine::Native,
            "interpreted" => Engine::Interpreted,
            _ => return Err(invalid("engine: write \"native\" or \"interpreted\"")),
        };
        let mut options = match self.quick {
            true => Options::quick(),
            false => Options::default().with_level(self.opt),
        };
        options.compilation.formulations = self.formulations.clone();
        if self.fma {
            options.compilation.fma = Fma::Any;
        }
        Ok(options.with_reading(reading).with_engine(engine))
    }
}
