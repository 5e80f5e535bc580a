//! For `build.rs`: model → files in `OUT_DIR`, the same text that the command line writes.
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), denoc_codegen::build::BuildError> {
//!     denoc_codegen::build::model("models/puma.toml")
//!         .functions(["inverse_dynamics", "mass_matrix"])
//!         .generate()?;
//!     Ok(())
//! }
//! ```
//!
//! and in the crate `include!(concat!(env!("OUT_DIR"), "/puma.rs"));`.

use core::fmt;
use std::path::{Path, PathBuf};

use crate::compile::{CompileError, Compiled, Fma, Functions, Options, Precision, Sincos, compile};
use crate::emit::{Emitter, Printing, c99, rust, with_functions_besides};
use crate::error::ModelError;
use crate::mechanism::Basis;
use crate::model::{Base, Reading, Snap};
use crate::name::visible_path;
use crate::output::{self, PrintError, WriteError};
use crate::searched;

/// Generates code from a model in a build script.
#[derive(Clone, Debug)]
pub struct Builder {
    model: PathBuf,
    reading: Reading,
    functions: Functions,
    options: Options,
    level: Option<u8>,
    emitters: Vec<&'static Emitter>,
    printing: Printing,
    directory: Option<PathBuf>,
}

/// Starts from a model file; the path is relative to the package, where cargo runs build scripts.
#[must_use]
pub fn model(path: impl AsRef<Path>) -> Builder {
    Builder {
        model: path.as_ref().to_owned(),
        reading: Reading::default(),
        functions: Functions::default(),
        options: Options::default(),
        level: None,
        emitters: vec![&rust::EMITTER],
        printing: Printing::default(),
        directory: None,
    }
}

impl Builder {
    /// Which angles are taken for the quarter turn that they are near to; takes precedence over the model's `snap`.
    #[must_use]
    pub fn snap(mut self, snap: Snap) -> Self {
        self.reading.snap = Some(snap);
        self
    }

    /// How the root link of a URDF is carried; takes precedence over the model's `base`.
    #[must_use]
    pub fn base(mut self, base: Base) -> Self {
        self.reading.base = Some(base);
        self
    }

    /// A folder below which files may lie that the model names, besides the package's and the model's own; relative to the package.
    #[must_use]
    pub fn allow_path(mut self, folder: impl AsRef<Path>) -> Self {
        self.reading.allowed.push(folder.as_ref().to_owned());
        self
    }

    /// These functions, or `["all"]`, which leaves out those of families (`"derivatives"`, `"regressors"`); otherwise those of a controller that exist:
    /// [`CONTROLLER`](crate::compile::CONTROLLER).
    #[must_use]
    pub fn functions<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.functions = Functions::named(names);
        self
    }

    /// A function's formulation; the cheapest otherwise.
    #[must_use]
    pub fn formulation(mut self, function: &str, formulation: &str) -> Self {
        let pair = (function.to_owned(), formulation.to_owned());
        self.options.formulations.push(pair);
        self
    }

    /// Floating-point type of the code.
    #[must_use]
    pub fn precision(mut self, precision: Precision) -> Self {
        self.options.precision = precision;
        self
    }

    /// Optimisation level, 0 to 3; otherwise 3 where search results are beside the model, and else 2.
    #[must_use]
    pub fn opt(mut self, level: u8) -> Self {
        self.level = Some(level);
        self
    }

    /// The basis of the base parameters that `base_regressor` has columns for.
    #[must_use]
    pub fn basis(mut self, basis: Basis) -> Self {
        self.options.basis = basis;
        self
    }

    /// The source of sine and cosine.
    #[must_use]
    pub fn sincos(mut self, sincos: Sincos) -> Self {
        self.options.sincos = sincos;
        self
    }

    /// The name of files, functions and type; the model's otherwise.
    #[must_use]
    pub fn name(mut self, name: &str) -> Self {
        self.options.name = Some(name.to_owned());
        self
    }

    /// C as well: `NAME.c` and `NAME.h`.
    #[must_use]
    pub fn c(self) -> Self {
        self.emit(&c99::EMITTER)
    }

    /// The declarations of the C code without a preprocessor as well, for cffi of Python: `NAME.cdef`.
    #[must_use]
    pub fn cdef(self) -> Self {
        self.emit(&c99::CDEF)
    }

    /// The files of a language as well, for which functions may be generated that it needs: derivatives for CasADi.
    #[must_use]
    pub fn emit(mut self, emitter: &'static Emitter) -> Self {
        self.emitters.push(emitter);
        self
    }

    /// With a function `selftest`, which says at run time whether the compiler kept the bits.
    #[must_use]
    pub fn selftest(mut self) -> Self {
        self.options.selftest = true;
        self
    }

    /// Matrices without their structural zeros, column by column, with the pattern as constants: `docs/sparse.md`.
    #[must_use]
    pub fn sparse(mut self) -> Self {
        self.options.sparse = true;
        self
    }

    /// Functions of many states at once as well, `NAME_batch`: `docs/batch.md`.
    #[must_use]
    pub fn batch(mut self) -> Self {
        self.options.batch = true;
        self
    }

    /// Equal legs and arms that share functions, where that makes the code shorter: `docs/speed.md`.
    #[must_use]
    pub fn share(mut self) -> Self {
        self.options.share = true;
        self
    }

    /// Products and sums fused where that saves an operation: `docs/fma.md`.
    #[must_use]
    pub fn fma(mut self, fma: Fma) -> Self {
        self.options.fma = fma;
        self
    }

    /// Rust that needs no crate.
    #[must_use]
    pub fn standalone(mut self) -> Self {
        self.printing.standalone = true;
        self
    }

    /// The output folder; `OUT_DIR` otherwise.
    #[must_use]
    pub fn out_dir(mut self, directory: impl AsRef<Path>) -> Self {
        self.directory = Some(directory.as_ref().to_owned());
        self
    }

    /// Compiles and writes; makes cargo run the script again when the model changes, and at level 3 when its search
    /// results do (while level 3 is asked for and there are none, on every build).
    ///
    /// # Errors
    /// Faults of the model, each with `file:line:col`; names that do not exist; a directory that cannot be written;
    /// no `OUT_DIR`; a text that does not read back as its program.
    pub fn generate(&self) -> Result<Generated, BuildError> {
        watch(&self.model);
        let directory = match &self.directory {
            Some(directory) => directory.clone(),
            None => std::env::var_os("OUT_DIR")
                .map(PathBuf::from)
                .ok_or(BuildError::NoOutDir)?,
        };
        let mut reading = self.reading.clone();
        reading
            .allowed
            .extend(std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from));
        let loaded = reading.load(&self.model).map_err(BuildError::Model)?;
        for file in &loaded.files[1..] {
            watch(&file.path);
        }
        for warning in &loaded.warnings {
            for line in warning.to_string().lines() {
                println!("cargo:warning={line}");
            }
        }
        let mut options = Options {
            functions: with_functions_besides(
                self.functions.of(&loaded.mechanism),
                &loaded.mechanism,
                &self.emitters,
            ),
            ..self.options.clone()
        };
        options.take_level(self.level, &self.model, &self.model.display().to_string());
        if options.opt == 3 {
            watch(&searched::path_of(&self.model));
        }
        let compiled = compile(&loaded.mechanism, &options)
            .map_err(|error| BuildError::Compile(self.model.clone(), Box::new(error)))?;
        for warning in &compiled.warnings {
            println!("cargo:warning={warning}");
        }
        let files = output::render(&compiled, &self.emitters, self.printing)
            .map_err(|error| BuildError::Print(self.model.clone(), error.into()))?;
        let files = output::write(&directory, &files).map_err(BuildError::Write)?;
        Ok(Generated { compiled, files })
    }
}

/// Makes cargo run the script again when a file changes. A model may name a file whose path has line breaks: told as it is, what follows one
/// would be an instruction of its own. As it is shown it names no file, and cargo runs the script in every build.
fn watch(path: &Path) {
    println!("cargo:rerun-if-changed={}", visible_path(path));
}

/// The results of `denoc generate`.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The compiled mechanism, for its counts.
    pub compiled: Compiled,
    /// The files.
    pub files: Vec<PathBuf>,
}

/// Why nothing was generated.
pub enum BuildError {
    /// Faults of the model.
    Model(ModelError),
    /// The model is fine, what was asked for is not.
    Compile(PathBuf, Box<CompileError>),
    /// A language has not what was asked for, or a text is not the program that it was printed from: nothing was written.
    Print(PathBuf, Box<PrintError>),
    /// A file could not be written.
    Write(WriteError),
    /// The environment variable `OUT_DIR` is not set: not called from a build script.
    NoOutDir,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(error) => error.fmt(f),
            Self::Compile(path, error) => write!(f, "{}: error: {error}", path.display()),
            Self::Print(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Write(error) => error.fmt(f),
            Self::NoOutDir => f.write_str(
                "OUT_DIR is not set; call this from build.rs, or name a directory with out_dir",
            ),
        }
    }
}

/// As `Display`: this is what `fn main() -> Result<(), BuildError>` prints.
impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl std::error::Error for BuildError {}
