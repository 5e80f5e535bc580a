//! A robot: its functions as attributes, and what is asked of a model.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use denoc_codegen::compile::Functions;
use denoc_codegen::emit::with_functions_besides;
use denoc_codegen::exact::number::Number;
use denoc_codegen::output::{render, write};
use denoc_codegen::simulate::{coordinates, forces, velocities};
use denoc_codegen::view::{Packages, View, Visuals};
use denoc_codegen::{EMITTERS, Emitter, Printing, compile};
use denoc_jit::Options;
use numpy::PyArray1;
use pyo3::exceptions::{PyAttributeError, PyFileExistsError, PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error::{invalid, raised};
use crate::function::{Function, counts};
use crate::options::Keywords;

/// A robot: a mechanism with values of its parameters. Its functions are its attributes.
#[pyclass(frozen, dict, weakref, module = "denoc")]
pub(crate) struct Robot {
    robot: Arc<denoc_jit::Robot>,
}

/// The keywords of `load` and `loads`.
fn keywords(given: Option<&Bound<'_, PyDict>>) -> PyResult<Keywords> {
    let mut all = Keywords {
        base: None,
        snap: None,
        opt: 2,
        quick: false,
        fma: false,
        engine: "native".into(),
        formulations: Vec::new(),
        allow_path: Vec::new(),
    };
    for (key, value) in given.into_iter().flatten() {
        let key: String = key.extract()?;
        match key.as_str() {
            "base" => all.base = value.extract()?,
            "snap" => all.snap = value.extract()?,
            "opt" => all.opt = value.extract()?,
            "quick" => all.quick = value.extract()?,
            "fma" => all.fma = value.extract()?,
            "engine" => all.engine = value.extract()?,
            "formulations" => {
                let pairs = value.cast::<PyDict>()?.iter();
                let pairs = pairs.map(|(of, name)| Ok((of.extract()?, name.extract()?)));
                all.formulations = pairs.collect::<PyResult<_>>()?;
            }
            "allow_path" => all.allow_path = value.extract()?,
            _ => {
                return Err(PyTypeError::new_err(format!(
                    "load has no keyword {key}; write one of: base, snap, opt, quick, fma, engine, formulations, allow_path"
                )));
            }
        }
    }
    Ok(all)
}

/// Reads the model at a path.
#[pyfunction]
#[pyo3(signature = (path, **options))]
pub(crate) fn load(
    py: Python<'_>,
    path: PathBuf,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Robot> {
    let options = keywords(options)?.options()?;
    let robot = py.detach(|| denoc_jit::Robot::load_with(&path, options));
    Robot::read(py, robot.map_err(raised)?)
}

/// Reads a model from its text.
#[pyfunction]
#[pyo3(signature = (text, name = "model.toml", **options))]
pub(crate) fn loads(
    py: Python<'_>,
    text: &str,
    name: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Robot> {
    let options = keywords(options)?.options()?;
    let robot = py.detach(|| denoc_jit::Robot::parse(name, text, options));
    Robot::read(py, robot.map_err(raised)?)
}

impl Robot {
    /// A robot of which warnings are to be told.
    fn read(py: Python<'_>, robot: denoc_jit::Robot) -> PyResult<Self> {
        let warnings = py.import("warnings")?;
        for one in &robot.model().warnings {
            warnings.call_method1("warn", (one.to_string(),))?;
        }
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
    fn frames(&self) -> Vec<&str> {
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
                _ => {
                    return Err(PyTypeError::new_err(format!(
                        "generate has no keyword {key}; write one of: functions, force, batch, sparse, selftest"
                    )));
                }
            };
            *chosen = value.extract()?;
        }
        let files = py.detach(|| {
            let compiled = compile(mechanism, &compilation).map_err(invalid)?;
            let printing = Printing { standalone: true };
            render(&compiled, &[emitter], printing).map_err(invalid)
        })?;
        for file in &files {
            refuse_foreign(&folder.join(&file.name), force)?;
        }
        let path = py.import("pathlib")?.getattr("Path")?;
        let written =
            write(&folder, &files).map_err(|error| PyOSError::new_err(error.to_string()))?;
        written.into_iter().map(|one| path.call1((one,))).collect()
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
        let mechanism = model.mechanism.at_defaults();
        py.detach(|| {
            let options = denoc_codegen::Options {
                functions: None,
                ..self.robot.options().compilation.clone()
            };
            let compiled = compile(&mechanism, &options).map_err(invalid)?;
            let view = View::of(&compiled).map_err(invalid)?;
            let visuals = Visuals::of(model, &compiled.mechanism, &Packages(Vec::new()));
            let page = view.dressed(visuals).to_html();
            if let Some(path) = path {
                refuse_foreign(&path, force)?;
                std::fs::write(&path, &page)
                    .map_err(|error| invalid(format!("{}: {error}", path.display())))?;
            }
            Ok(page)
        })
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
        let options = pickled(py, this.robot.options())?;
        let text = match model.files.len() {
            1 => Some(own.text.to_string()),
            // Several files are read again, from where they are.
            _ => None,
        };
        let path = std::path::absolute(&own.path).unwrap_or_else(|_| own.path.clone());
        let path = path.to_string_lossy().into_owned();
        let arguments = (path, text, options, this.robot.parameters().to_vec());
        (module.getattr("Robot")?.getattr("_restored")?, arguments).into_pyobject(py)
    }

    /// What a pickle calls.
    #[staticmethod]
    fn _restored(
        py: Python<'_>,
        path: &str,
        text: Option<&str>,
        options: &Bound<'_, PyDict>,
        parameters: Vec<f64>,
    ) -> PyResult<Self> {
        let options = keywords(Some(options))?.options()?;
        let robot = py.detach(|| match text {
            Some(text) => denoc_jit::Robot::parse(path, text, options),
            None => denoc_jit::Robot::load_with(path, options),
        });
        let robot = robot.and_then(|robot| robot.prepare(&parameters));
        Self::of(Arc::new(robot.map_err(raised)?))
    }
}

/// Refuses to replace a file of others.
fn refuse_foreign(path: &Path, force: bool) -> PyResult<()> {
    match !force && is_foreign(path) {
        true => Err(PyFileExistsError::new_err(format!(
            "{} was not written by denoc; force=True overwrites it",
            path.display()
        ))),
        false => Ok(()),
    }
}

/// Whether there is a file that denoc did not write: the text of one says who did, near its start.
fn is_foreign(path: &Path) -> bool {
    const HEAD: usize = 1000;
    match std::fs::read(path) {
        Ok(bytes) => {
            let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]).into_owned();
            !head.is_empty()
                && !head.contains("Generator: denoc ")
                && !head.contains("content=\"denoc ")
        }
        Err(error) => error.kind() != std::io::ErrorKind::NotFound,
    }
}

/// Options as keywords of `load`.
fn pickled<'py>(py: Python<'py>, options: &Options) -> PyResult<Bound<'py, PyDict>> {
    use denoc_codegen::model::Base;
    let all = PyDict::new(py);
    let base = options.reading.base.map(|base| match base {
        Base::Fixed => "fixed",
        Base::Floating => "floating",
    });
    all.set_item("base", base)?;
    let snap = options.reading.snap.as_ref();
    all.set_item("snap", snap.map(|snap| snap.tolerance().to_f64()))?;
    all.set_item("opt", options.compilation.opt)?;
    all.set_item("quick", options.literal)?;
    all.set_item("fma", options.compilation.fma != denoc_codegen::Fma::Off)?;
    let engine = match options.engine {
        denoc_jit::Engine::Native => "native",
        denoc_jit::Engine::Interpreted => "interpreted",
    };
    all.set_item("engine", engine)?;
    let formulations = PyDict::new(py);
    for (function, name) in &options.compilation.formulations {
        formulations.set_item(function, name)?;
    }
    all.set_item("formulations", formulations)?;
    all.set_item("allow_path", options.reading.allowed.clone())?;
    Ok(all)
}

/// A function of frames, whose frame is its first argument.
#[pyclass(frozen, module = "denoc")]
pub(crate) struct OfFrame {
    robot: Py<Robot>,
    name: String,
}

impl OfFrame {
    /// `None`: no function of any frame has this name.
    fn of<'py>(robot: &Bound<'py, Robot>, name: &str) -> PyResult<Option<Bound<'py, Self>>> {
        let functions = robot.get().robot.functions();
        let start = format!("{name}_");
        let frames = robot.get().frames();
        let has = |frame: &&str| {
            let ending = denoc_codegen::name::identifier(frame);
            functions
                .iter()
                .any(|known| known.strip_prefix(&start) == Some(&ending))
        };
        if !frames.iter().any(|frame| has(frame)) {
            return Ok(None);
        }
        let this = Self {
            robot: robot.clone().unbind(),
            name: name.to_owned(),
        };
        Bound::new(robot.py(), this).map(Some)
    }
}

#[pymethods]
impl OfFrame {
    /// Calls the function of a frame.
    #[pyo3(signature = (frame, *args, **keywords))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        frame: &str,
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let name = format!("{}_{}", self.name, denoc_codegen::name::identifier(frame));
        let robot = self.robot.bind(py);
        let frames = robot.get().frames();
        if !frames.contains(&frame) {
            return Err(invalid(format!(
                "the robot has no frame {frame}; write one of: {}",
                frames.join(", ")
            )));
        }
        robot.getattr(name)?.call(args, keywords)
    }

    fn __repr__(&self) -> String {
        format!("<denoc function {}(frame, …)>", self.name)
    }
}
