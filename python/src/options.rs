//! Keywords of `load` ↔ options.

use std::path::PathBuf;
use std::str::FromStr;

use denoc_codegen::Fma;
use denoc_codegen::model::{Base, Snap};
use denoc_jit::{Engine, Options};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::invalid;

/// The options that keywords ask for.
pub(crate) fn options(given: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    let mut all = Options::default();
    for (key, value) in given.into_iter().flatten() {
        let key: String = key.extract()?;
        match key.as_str() {
            "base" => {
                let base: Option<String> = value.extract()?;
                let base = base.as_deref().map(Base::from_str).transpose();
                all.reading.base = base.map_err(|help| invalid(format!("base: {help}")))?;
            }
            "snap" => {
                let snap: Option<f64> = value.extract()?;
                let snap = snap.map(|snap| Snap::from_str(&snap.to_string()));
                let snap = snap.transpose();
                all.reading.snap = snap.map_err(|help| invalid(format!("snap: {help}")))?;
            }
            "opt" => {
                let level: Option<i64> = value.extract()?;
                let level = level.map(|level| u8::try_from(level).ok().filter(|level| *level <= 3));
                all.level = match level {
                    Some(None) => return Err(invalid("opt: write 0, 1, 2 or 3")),
                    level => level.flatten(),
                };
            }
            "basis" => {
                let basis: String = value.extract()?;
                all.compilation.basis = basis
                    .parse()
                    .map_err(|help| invalid(format!("basis: {help}")))?;
            }
            "fma" => {
                if value.extract()? {
                    all.compilation.fma = Fma::Any;
                }
            }
            "engine" => {
                let engine: String = value.extract()?;
                let known = ENGINES.iter().find(|(name, _)| *name == engine);
                let known =
                    known.ok_or_else(|| invalid("engine: write \"native\" or \"interpreted\""))?;
                all.engine = known.1;
            }
            "formulations" => {
                let pairs = value.cast::<PyDict>()?.iter();
                let pairs = pairs.map(|(of, name)| Ok((of.extract()?, name.extract()?)));
                all.compilation.formulations = pairs.collect::<PyResult<_>>()?;
            }
            "allow_path" => all.reading.allowed = value.extract::<Vec<PathBuf>>()?,
            _ => {
                return Err(PyTypeError::new_err(format!(
                    "load has no keyword {key}; write one of: base, snap, opt, basis, fma, engine, formulations, allow_path"
                )));
            }
        }
    }
    Ok(all)
}

/// Keywords that ask for these options.
pub(crate) fn keywords<'py>(py: Python<'py>, options: &Options) -> PyResult<Bound<'py, PyDict>> {
    let (reading, compilation) = (&options.reading, &options.compilation);
    let all = PyDict::new(py);
    let base = reading.base.map(|base| match base {
        Base::Fixed => "fixed",
        Base::Floating => "floating",
    });
    all.set_item("base", base)?;
    let snap = reading.snap.as_ref();
    all.set_item("snap", snap.map(|snap| snap.tolerance().to_f64()))?;
    // Results that were found beside the model and not asked for are looked for again.
    let searched = compilation.searched.as_ref();
    let found = searched.is_some_and(|one| !one.asked);
    all.set_item("opt", (!found).then_some(compilation.opt))?;
    all.set_item("basis", compilation.basis.name())?;
    all.set_item("fma", compilation.fma != Fma::Off)?;
    all.set_item("engine", engine_name(options.engine))?;
    let formulations = PyDict::new(py);
    for (function, name) in &compilation.formulations {
        formulations.set_item(function, name)?;
    }
    all.set_item("formulations", formulations)?;
    all.set_item("allow_path", reading.allowed.clone())?;
    Ok(all)
}

const ENGINES: [(&str, Engine); 2] = [
    ("native", Engine::Native),
    ("interpreted", Engine::Interpreted),
];

/// The name of an engine.
pub(crate) fn engine_name(engine: Engine) -> &'static str {
    match engine {
        Engine::Native => "native",
        Engine::Interpreted => "interpreted",
    }
}
