//! A robot: its functions as attributes, and what is asked of a model.

use std::path::PathBuf;
use std::sync::Arc;

use denoc_codegen::compile::Functions;
use denoc_codegen::emit::with_functions_besides;
use denoc_codegen::exact::number::Number;
use denoc_codegen::output::render;
use denoc_codegen::searched::{Results, Searched, path_of};
use denoc_codegen::simulate::{coordinates, forces, velocities};
use denoc_codegen::view::{Packages, View, Visuals};
use denoc_codegen::{EMITTERS, Emitter, Printing, compile};
use numpy::PyArray1;
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error::{invalid, raised};
use crate::files;
use crate::frame::OfFrame;
use crate::function::{Function, counts};
use crate::options;

/// A robot: a mechanism with values of its parameters. Its functions are its attributes.
#[pyclass(frozen, dict, weakref, module = "denoc")]
pub(crate) struct Robot {
    pub(crate) robot: Arc<denoc_jit::Robot>,
}

/// Reads the model at a path.
#[pyfunction]
#[pyo3(signature = (path, **given))]
pub(crate) fn load(
    py: Python<'_>,
    path: PathBuf,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Robot> {
    let options = options::options(given)?;
    let robot = py.detach(|| denoc_jit::Robot::load_with(&path, options));
    Robot::read(py, robot.map_err(raised)?)
}

/// Reads a model from its text.
#[pyfunction]
#[pyo3(signature = (text, name = "model.toml", **given))]
pub(crate) fn loads(
    py: Python<'_>,
    text: &str,
    name: &str,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Robot> {
    let options = options::options(given)?;
    let robot = py.detach(|| denoc_jit::Robot::parse(name, text, options));
    Robot::read(py, robot.map_err(raised)?)
}

/// Warnings of Python.
fn warn(py: Python<'_>, texts: &[String]) -> PyResult<()> {
    let warnings = py.import("warnings")?;
    for text in texts {
        warnings.call_method1("warn", (text,))?;
    }
    Ok(())
}

impl Robot {
    /// A robot of which warnings are to be told.
    fn read(py: Python<'_>, robot: denoc_jit::Robot) -> PyResult<Self> {
        let warnings = &robot.model().warnings;
        let texts: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        warn(py, &texts)?;
        Self::of(Arc::new(robot))
    }

    pub(crate) fn of(robot: Arc<denoc_jit::Robot>) -> PyResult<Self> {
        Ok(Self { robot })
    }

    fn names(&self, columns: Vec<denoc_codegen::simulate::Column>) -> Vec<String> {
        columns.into_iter().map(|column| column.name).collect()
    }
}

/// Values of the parameters of a robot, some of which are given by name.
pub(crate) fn values(robot: &denoc_jit::Robot, given: &Bound<'_, PyDict>) -> PyResult<Vec<f64>> {
    let known = &robot.mechanism().parameters;
    let mut values = robot.parameters().to_vec();
    for (key, value) in given {
        let key: String = key.extract()?;
        let Some(place) = known.iter().position(|one| one.name == key) else {
            let names: Vec<&str> = known.iter().map(|one| one.name.as_str()).collect();
            let names = match names.is_empty() {
                true => "it has none".into(),
                false => format!("write one of: {}", names.join(", ")),
            };
            return Err(PyTypeError::new_err(format!(
                "the robot has no parameter {key}; {names}"
            )));
        };
        values[place] = value.extract()?;
    }
    Ok(values)
}

#[pymethods]
impl Robot {
    /// A function, compiled when it is first asked for.
    fn __getattr__<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        if name.starts_with('_') {
            return Err(PyAttributeError::new_err(name.to_owned()));
        }
        let robot = &slf.get().robot;
        if !robot.functions().iter().any(|known| known == name) {
            // As a call of a function with a frame: `robot.tip_pose("tool", q)`.
            if let Some(frames) = OfFrame::of(slf, name)? {
                return Ok(frames.into_any());
            }
            let known = robot.functions().join(", ");
            return Err(PyAttributeError::new_err(format!(
                "the robot has no attribute or function {name}; its functions are: {known}"
            )));
        }
        let robot = Arc::clone(robot);
        let function = slf
            .py()
            .detach(|| Function::new(robot, name))
            .map_err(raised)?;
        warn(slf.py(), function.warnings())?;
        let function = Bound::new(slf.py(), function)?.into_any();
        // From now on Python finds it itself.
        slf.setattr(name, &function)?;
        Ok(function)
    }

    fn __dir__<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<String>> {
        let object = slf.py().import("builtins")?.getattr("object")?;
        let mut names: Vec<String> = object
            .call_method1("__dir__", (slf,))?
            .try_iter()?
            .map(|one| one?.extract())
            .collect::<PyResult<_>>()?;
        names.extend(slf.get().robot.functions());
        Ok(names)
    }

    /// A function by its name.
    fn function<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let robot = &slf.get().robot;
        // The error of an unknown name lists those that there are.
        let found = slf.py().detach(|| robot.function(name));
        found.map_err(raised)?;
        slf.getattr(name)
    }

    /// Name of the mechanism.
    #[getter]
    fn name(&self) -> &str {
        &self.robot.mechanism().name
    }

    /// Number of coordinates.
    #[getter]
    fn nq(&self) -> usize {
        self.robot.nq()
    }

    /// Number of velocities.
    #[getter]
    fn nv(&self) -> usize {
        self.robot.nv()
    }

    /// Names of all functions.
    #[getter]
    fn functions(&self) -> Vec<String> {
        self.robot.functions()
    }

    /// Names of the coordinates.
    #[getter]
    fn coordinates(&self) -> Vec<String> {
        self.names(coordinates(self.robot.mechanism()))
    }

    /// Names of the velocities.
    #[getter]
    fn velocities(&self) -> Vec<String> {
        self.names(velocities(self.robot.mechanism()))
    }

    /// Names of the generalised forces.
    #[getter]
    fn forces(&self) -> Vec<String> {
        self.names(forces(self.robot.mechanism()))
    }

    /// Names of the bodies.
    #[getter]
    fn bodies(&self) -> Vec<&str> {
        let mechanism = self.robot.mechanism();
        let bodies = mechanism.model_bodies();
        bodies
            .map(|body| mechanism.bodies[body.0].name.as_str())
            .collect()
    }

    /// Names of the frames.
    #[getter]
    pub(crate) fn frames(&self) -> Vec<&str> {
        let frames = self.robot.mechanism().frames.iter();
        frames.map(|frame| frame.name.as_str()).collect()
    }

    /// `{joint: {"lower": …, "upper": …, "effort": …, "velocity": …}}`, of the limits that the model gives.
    #[getter]
    fn limits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for body in &self.robot.mechanism().bodies {
            let Some(limits) = &body.limits else {
                continue;
            };
            let own = PyDict::new(py);
            let given = [
                ("lower", &limits.lower),
                ("upper", &limits.upper),
                ("effort", &limits.effort),
                ("velocity", &limits.velocity),
            ];
            for (name, limit) in given {
                if let Some(limit) = limit {
                    own.set_item(name, Number::to_f64(limit))?;
                }
            }
            all.set_item(&body.joint_name, own)?;
        }
        Ok(all)
    }

    /// `{name: value}` of the parameters.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        let parameters = self.robot.mechanism().parameters.iter();
        for (parameter, value) in parameters.zip(self.robot.parameters()) {
            all.set_item(&parameter.name, value)?;
        }
        Ok(all)
    }

    /// The same robot with other values of parameters.
    #[pyo3(signature = (**parameters))]
    fn with_parameters(&self, parameters: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let Some(parameters) = parameters else {
            return Self::of(Arc::clone(&self.robot));
        };
        let values = values(&self.robot, parameters)?;
        let robot = self.robot.prepare(&values).map_err(raised)?;
        Self::of(Arc::new(robot))
    }

    /// The operations of functions.
    #[pyo3(signature = (*names))]
    fn counts<'py>(&self, py: Python<'py>, names: Vec<String>) -> PyResult<Bound<'py, PyDict>> {
        let mechanism = self.robot.mechanism();
        let names = match names.is_empty() {
            true => Functions::Controller.of(mechanism).unwrap_or_default(),
            false => names,
        };
        let all = PyDict::new(py);
        for name in names {
            let function = py.detach(|| self.robot.function(&name)).map_err(raised)?;
            warn(py, function.warnings())?;
            all.set_item(&name, counts(py, &function)?)?;
        }
        Ok(all)
    }

    /// q after `dt` seconds of the velocities `qd`.
    #[pyo3(signature = (q, qd, dt = 1.0))]
    fn integrate<'py>(
        &self,
        py: Python<'py>,
        q: Vec<f64>,
        qd: Vec<f64>,
        dt: f64,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let next = self.robot.integrate(&q, &qd, dt).map_err(raised)?;
        Ok(PyArray1::from_vec(py, next))
    }

    /// The velocities that lead from one q to another in a second.
    fn difference<'py>(
        &self,
        py: Python<'py>,
        start: Vec<f64>,
        end: Vec<f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let v = self.robot.difference(&start, &end).map_err(raised)?;
        Ok(PyArray1::from_vec(py, v))
    }

    /// Prints functions in a language into a folder; the paths of the files.
    #[pyo3(signature = (language, folder = PathBuf::from("."), functions = None, *, force = false, **options))]
    fn generate<'py>(
        &self,
        py: Python<'py>,
        language: &str,
        folder: PathBuf,
        functions: Option<Vec<String>>,
        force: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mechanism = self.robot.mechanism();
        let offered = EMITTERS.iter().filter(|one| one.offered);
        let names: Vec<&str> = offered.map(|one| one.name).collect();
        let emitter = EMITTERS
            .iter()
            .find(|one| one.offered && one.name == language);
        let emitter: &Emitter = emitter.ok_or_else(|| {
            invalid(format!(
                "there is no language {language}; write one of: {}",
                names.join(", ")
            ))
        })?;
        let functions = functions.map_or(Functions::Controller, Functions::named);
        let mut compilation = denoc_codegen::Options {
            functions: with_functions_besides(functions.of(mechanism), mechanism, &[emitter]),
            ..self.robot.options().compilation.clone()
        };
        for (key, value) in options.into_iter().flatten() {
            let key: String = key.extract()?;
            let chosen = match key.as_str() {
                "batch" => &mut compilation.batch,
                "sparse" => &mut compilation.sparse,
                "selftest" => &mut compilation.selftest,
                "prefetch" => &mut compilation.prefetch,
                "share" => &mut compilation.share,
                _ => {
                    return Err(PyTypeError::new_err(format!(
                        "generate has no keyword {key}; write one of: functions, force, batch, sparse, selftest, prefetch, share"
                    )));
                }
            };
            *chosen = value.extract()?;
        }
        let (files, warnings) = py.detach(|| {
            let compiled = compile(mechanism, &compilation).map_err(invalid)?;
            let printing = Printing { standalone: true };
            let files = render(&compiled, &[emitter], printing).map_err(invalid)?;
            Ok::<_, PyErr>((files, compiled.warnings))
        })?;
        warn(py, &warnings)?;
        let files = files.iter();
        let files: Vec<_> = files
            .map(|file| (folder.join(&file.name), file.text.as_str()))
            .collect();
        for (path, _) in &files {
            files::refuse_foreign(path, force)?;
        }
        files::write(&files)?;
        let path = py.import("pathlib")?.getattr("Path")?;
        let paths = files.into_iter();
        paths.map(|(one, _)| path.call1((one,))).collect()
    }

    /// A function of CasADi.
    #[pyo3(signature = (name, compiler = None, flags = None))]
    fn casadi<'py>(
        slf: &Bound<'py, Self>,
        name: &str,
        compiler: Option<&str>,
        flags: Option<Vec<String>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let keywords = PyDict::new(py);
        if let Some(flags) = flags {
            keywords.set_item("flags", flags)?;
        }
        let function = py.import("denoc._casadi")?.getattr("function")?;
        function.call((slf, name, compiler), Some(&keywords))
    }

    /// The page of the robot, as HTML.
    #[pyo3(signature = (path = None, *, force = false))]
    fn view(&self, py: Python<'_>, path: Option<PathBuf>, force: bool) -> PyResult<String> {
        let model = self.robot.model();
        let mechanism = py.detach(|| self.robot.at_parameters()).map_err(raised)?;
        let (page, warnings) = py.detach(|| {
            let options = denoc_codegen::Options {
                functions: None,
                // JavaScript has no fused operation.
                fma: denoc_codegen::compile::Fma::Off,
                ..self.robot.options().compilation.clone()
            };
            let compiled = compile(&mechanism, &options).map_err(invalid)?;
            let view = View::of(&compiled).map_err(invalid)?;
            let mut visuals = Visuals::of(model, &compiled.mechanism, &Packages(Vec::new()));
            let mut warnings = compiled.warnings.clone();
            warnings.append(&mut visuals.warnings);
            Ok::<_, PyErr>((view.dressed(visuals).to_html(), warnings))
        })?;
        warn(py, &warnings)?;
        if let Some(path) = path {
            files::refuse_foreign(&path, force)?;
            files::write(&[(path, &page)])?;
        }
        Ok(page)
    }

    /// The page in a frame, for notebooks.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let page = self.view(py, None, false)?;
        let escaped = page.replace('&', "&amp;").replace('"', "&quot;");
        Ok(format!(
            "<iframe srcdoc=\"{escaped}\" style=\"width: 100%; height: 480px; border: 0\"></iframe>"
        ))
    }

    /// The motion from a start.
    #[pyo3(signature = (duration = 5.0, step = 0.01, *, q0 = None, qd0 = None, torque = None, method = "dop853", rtol = 1e-9, atol = 1e-10, progress = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn simulate(
        &self,
        py: Python<'_>,
        duration: f64,
        step: f64,
        q0: Option<Vec<f64>>,
        qd0: Option<Vec<f64>>,
        torque: Option<Bound<'_, PyAny>>,
        method: &str,
        rtol: f64,
        atol: f64,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<crate::simulate::Motion> {
        let settings = crate::simulate::settings([duration, step, rtol, atol], method)?;
        crate::simulate::run(py, &self.robot, (q0, qd0), torque, &settings, progress)
    }

    fn __repr__(&self) -> String {
        format!(
            "<denoc robot {}, nq {}, nv {}>",
            self.name(),
            self.nq(),
            self.nv()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let this = slf.get();
        let model = this.robot.model();
        let module = py.import("denoc._denoc")?;
        let own = &model.files[0];
        let keywords = options::keywords(py, this.robot.options())?;
        // Several files are read again from where they are.
        let alone = model.files.len() == 1;
        let text = alone.then(|| own.text.to_string());
        let searched = this.robot.options().compilation.searched.as_ref();
        let searched = searched.and_then(|one| one.results.as_ref().ok());
        let searched = searched.filter(|_| alone).map(Results::to_text);
        let path = std::path::absolute(&own.path).unwrap_or_else(|_| own.path.clone());
        let path = path.to_string_lossy().into_owned();
        let parameters = this.robot.parameters().to_vec();
        let arguments = (path, text, searched, keywords, parameters);
        (module.getattr("Robot")?.getattr("_restored")?, arguments).into_pyobject(py)
    }

    /// What a pickle calls.
    #[staticmethod]
    fn _restored(
        py: Python<'_>,
        path: &str,
        text: Option<&str>,
        searched: Option<&str>,
        keywords: &Bound<'_, PyDict>,
        parameters: Vec<f64>,
    ) -> PyResult<Self> {
        let mut options = options::options(Some(keywords))?;
        options.compilation.searched = searched.map(|text| Searched {
            path: path_of(path.as_ref()).display().to_string(),
            asked: false,
            results: Results::parse(text).map_err(|(line, why)| format!("line {line}: {why}")),
        });
        if searched.is_some() {
            options.level = Some(3);
        }
        let robot = py.detach(|| match text {
            Some(text) => denoc_jit::Robot::parse(path, text, options),
            None => denoc_jit::Robot::load_with(path, options),
        });
        let robot = robot.and_then(|robot| robot.prepare(&parameters));
        Self::of(Arc::new(robot.map_err(raised)?))
    }
}
