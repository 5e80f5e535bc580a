//! A robot, loaded at run time: its functions by name, compiled when they are first asked for.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use denoc_codegen::assembly;
use denoc_codegen::compile::{Sincos, compile, find};
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::Loaded;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::violated;
use denoc_codegen::state;

use crate::error::Error;
use crate::function::{Code, Function};
use crate::methods::Known;
use crate::options::Options;
use crate::real::Real;

/// A robot: a mechanism with values of its parameters, and its functions in memory.
///
/// ```no_run
/// # fn main() -> Result<(), denoc_jit::Error> {
/// let robot = denoc_jit::Robot::load("panda.urdf")?;
/// let (q, qd, qdd) = ([0.1; 7], [0.0; 7], [0.0; 7]);
/// let mut tau = [0.0; 7];
/// robot.inverse_dynamics(&q, &qd, &qdd, &mut tau)?;
/// # Ok(())
/// # }
/// ```
pub struct Robot {
    shared: Arc<Shared>,
    parameters: Vec<f64>,
    doubles: Functions<f64>,
    singles: Functions<f32>,
    /// Functions that were called as methods.
    pub(crate) known: Known,
}

/// What all values of parameters share.
struct Shared {
    loaded: Loaded,
    options: Options,
    doubles: Cache<Arc<Code<f64>>>,
    singles: Cache<Arc<Code<f32>>>,
}

type Cache<V> = Mutex<HashMap<String, V>>;
type Functions<T> = Cache<Arc<Function<T>>>;

impl Robot {
    /// Reads the model at a path: TOML, URDF or MJCF.
    ///
    /// # Errors
    /// [`Error::Model`] with all faults and their places.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::load_with(path, Options::default())
    }

    /// [`load`](Self::load) with options.
    ///
    /// # Errors
    /// As [`load`](Self::load); [`Error::Option`].
    pub fn load_with(path: impl AsRef<Path>, mut options: Options) -> Result<Self, Error> {
        let path = path.as_ref();
        let loaded = options.reading.load(path)?;
        let shown = path.display().to_string();
        options.compilation.take_level(options.level, path, &shown);
        options.level = Some(options.compilation.opt);
        Self::new(loaded, options)
    }

    /// Reads a model from its text. `path` is for messages, tells XML (`.urdf`, `.xml`) from TOML, and is where files are looked for that the
    /// text names.
    ///
    /// # Errors
    /// As [`load_with`](Self::load_with).
    pub fn parse(path: &str, text: &str, options: Options) -> Result<Self, Error> {
        let loaded = options.reading.parse(path, text)?;
        Self::new(loaded, options)
    }

    /// A robot of a model that was read.
    ///
    /// # Errors
    /// [`Error::Option`] for options that functions in memory do not have; [`Error::Compile`] for formulations of functions that there are not.
    pub fn new(loaded: Loaded, mut options: Options) -> Result<Self, Error> {
        let compilation = &mut options.compilation;
        compilation.opt = options.level.unwrap_or(compilation.opt);
        if compilation.sincos == Sincos::Libm {
            return Err(Error::Option(
                "functions in memory have sines and cosines of their own: leave `sincos` at its default",
            ));
        }
        if compilation.sparse {
            return Err(Error::Option(
                "functions in memory give whole matrices: leave `sparse` at its default",
            ));
        }
        for (function, _) in &compilation.formulations {
            find(&loaded.mechanism, function)?;
        }
        let parameters = loaded.mechanism.parameters.iter();
        let parameters = parameters.map(|one| one.default.to_f64()).collect();
        let shared = Shared {
            loaded,
            options,
            doubles: Cache::default(),
            singles: Cache::default(),
        };
        Ok(Self::with(Arc::new(shared), parameters))
    }

    fn with(shared: Arc<Shared>, parameters: Vec<f64>) -> Self {
        Self {
            shared,
            parameters,
            doubles: Cache::default(),
            singles: Cache::default(),
            known: Known::default(),
        }
    }

    /// The same robot with other values of its parameters, in the order of the model. What is compiled is shared.
    ///
    /// # Errors
    /// [`Error::Parameters`]: another number of them, or values for which the model makes no sense.
    pub fn prepare(&self, parameters: &[f64]) -> Result<Self, Error> {
        let mechanism = self.mechanism();
        let known = &mechanism.parameters;
        if parameters.len() != known.len() {
            let names: Vec<&str> = known.iter().map(|one| one.name.as_str()).collect();
            return Err(Error::Parameters(format!(
                "the model has {} parameters [{}], and {} values were given",
                known.len(),
                names.join(", "),
                parameters.len()
            )));
        }
        if let Some(condition) = violated(mechanism, parameters) {
            let what = &condition.what;
            return Err(Error::Parameters(format!(
                "with these parameters {what} is negative or not a number; give values for which the model makes sense"
            )));
        }
        Ok(Self::with(Arc::clone(&self.shared), parameters.to_vec()))
    }

    /// A function by its name, in double precision; compiled when it is first asked for.
    ///
    /// # Errors
    /// [`Error::Compile`]: there is no such function, which the message lists, or it cannot be compiled.
    pub fn function(&self, name: &str) -> Result<Arc<Function>, Error> {
        self.get(name, &self.shared.doubles, &self.doubles)
    }

    /// The same in single precision throughout.
    ///
    /// # Errors
    /// As [`function`](Self::function).
    pub fn function_f32(&self, name: &str) -> Result<Arc<Function<f32>>, Error> {
        self.get(name, &self.shared.singles, &self.singles)
    }

    fn get<T: Real + Into<f64>>(
        &self,
        name: &str,
        codes: &Cache<Arc<Code<T>>>,
        functions: &Functions<T>,
    ) -> Result<Arc<Function<T>>, Error> {
        if let Some(function) = entry(functions, name) {
            return Ok(function);
        }
        let code = match entry(codes, name) {
            Some(code) => code,
            // Two threads may compile the same at once; one of the results is kept.
            None => insert(codes, name, Arc::new(self.compile(name)?)),
        };
        let function = Arc::new(code.prepare(&self.parameters));
        Ok(insert(functions, name, function))
    }

    fn compile<T: Real + Into<f64>>(&self, name: &str) -> Result<Code<T>, Error> {
        let Shared {
            loaded, options, ..
        } = &*self.shared;
        let mechanism = &loaded.mechanism;
        find(mechanism, name)?;
        let mut compilation = denoc_codegen::Options {
            functions: Some(vec![name.into()]),
            precision: T::PRECISION,
            batch: false,
            selftest: false,
            prefetch: false,
            share: false,
            ..options.compilation.clone()
        };
        // Those of others are no fault where functions are compiled one by one.
        compilation.formulations.retain(|(of, _)| of == name);
        let compiled = compile(mechanism, &compilation)?;
        let code = Code::new(compiled, mechanism, options.engine);
        code.ok_or_else(|| {
            Error::Arrays(format!(
                "`{name}` is no single function; ask for one by its name"
            ))
        })
    }

    /// The names of all functions that the robot has.
    #[must_use]
    pub fn functions(&self) -> Vec<String> {
        let mechanism = self.mechanism();
        let all = Quantity::existing(mechanism).into_iter();
        all.map(|quantity| quantity.name(mechanism)).collect()
    }

    /// The mechanism.
    #[must_use]
    pub fn mechanism(&self) -> &Mechanism {
        &self.shared.loaded.mechanism
    }

    /// The mechanism with the values of the parameters for good.
    ///
    /// # Errors
    /// [`Error::Parameters`]: with these values the model divides by 0, or its loops do not close.
    pub fn at_parameters(&self) -> Result<Mechanism, Error> {
        let closed = assembly::at_values(self.mechanism(), &self.parameters);
        closed
            .map_err(|what| Error::Parameters(format!("with these parameters {what}; give others")))
    }

    /// The model as it was read, with warnings and notes.
    #[must_use]
    pub fn model(&self) -> &Loaded {
        &self.shared.loaded
    }

    /// The options that it was loaded with.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.shared.options
    }

    /// The values of the parameters, in the order of the model.
    #[must_use]
    pub fn parameters(&self) -> &[f64] {
        &self.parameters
    }

    /// Number of coordinates q.
    #[must_use]
    pub fn nq(&self) -> usize {
        self.mechanism().nq()
    }

    /// Number of generalised velocities.
    #[must_use]
    pub fn nv(&self) -> usize {
        self.mechanism().nv()
    }

    /// The coordinates that velocities `qd` \[nv\] lead to in `dt` seconds from `q` \[nq\]: sums, and rotations of quaternions.
    ///
    /// # Errors
    /// [`Error::Arrays`] for arrays of other lengths.
    pub fn integrate(&self, q: &[f64], qd: &[f64], dt: f64) -> Result<Vec<f64>, Error> {
        self.lengths(&[("q", q, self.nq()), ("qd", qd, self.nv())])?;
        Ok(state::integrate(self.mechanism(), q, qd, dt))
    }

    /// The velocities \[nv\] that lead from `from` to `to` \[nq\] in a unit of time: what [`integrate`](Self::integrate) undoes.
    ///
    /// # Errors
    /// [`Error::Arrays`] for arrays of other lengths.
    pub fn difference(&self, from: &[f64], to: &[f64]) -> Result<Vec<f64>, Error> {
        self.lengths(&[("from", from, self.nq()), ("to", to, self.nq())])?;
        Ok(state::difference(self.mechanism(), from, to))
    }

    fn lengths(&self, arrays: &[(&str, &[f64], usize)]) -> Result<(), Error> {
        let wrong = arrays.iter().find(|(_, array, len)| array.len() != *len);
        wrong.map_or(Ok(()), |(name, array, len)| {
            Err(Error::Arrays(format!(
                "{name} has {len} elements, and {} were given",
                array.len()
            )))
        })
    }
}

fn entry<V: Clone>(cache: &Cache<V>, name: &str) -> Option<V> {
    let cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
    cache.get(name).cloned()
}

/// Keeps a value, unless there is one: that one.
fn insert<V: Clone>(cache: &Cache<V>, name: &str, value: V) -> V {
    let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
    cache.entry(name.to_owned()).or_insert(value).clone()
}

impl core::fmt::Debug for Robot {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Robot")
            .field("name", &self.mechanism().name)
            .field("nq", &self.nq())
            .field("nv", &self.nv())
            .field("parameters", &self.parameters)
            .finish_non_exhaustive()
    }
}
