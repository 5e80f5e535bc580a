//! The options of a compilation, and its result.

use std::path::Path;

use super::{Preparation, Techniques};
use crate::function::Function;
use crate::identify::BASIS;
use crate::mechanism::{Basis, Mechanism};
use crate::program::Program;
use crate::searched::{self, Searched};

/// The level without search results.
pub(crate) const LEVEL: u8 = 2;

/// The options of a compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Functions to generate, or groups of functions (`regressors`); `None`: all that exist, without groups.
    pub functions: Option<Vec<String>>,
    /// `(function, formulation)` pairs the user fixed, one a function; the cheapest is taken for the rest.
    pub formulations: Vec<(String, String)>,
    /// Floating-point type of the generated code.
    pub precision: Precision,
    /// 0…3; what [`Options::take_level`] says, or 2.
    pub opt: u8,
    /// The techniques that the level may use; all by default.
    pub techniques: Techniques,
    /// The basis of the base parameters that `base_regressor` has columns for.
    pub basis: Basis,
    /// The source of sine and cosine.
    pub sincos: Sincos,
    /// Whether the code has a function `selftest`, which says whether its bits are those that it was made for.
    pub selftest: bool,
    /// Whether functions of C fetch their own text into the caches before they run.
    pub prefetch: bool,
    /// Whether equal limbs share functions, where that makes the text shorter and takes no longer but for the calls.
    pub share: bool,
    /// Whether printed code packs matrices: only the elements that are not 0 for every input, column by column.
    pub sparse: bool,
    /// Whether printed code has functions of many states at once, `NAME_batch`.
    pub batch: bool,
    /// Whether products and sums are fused where that saves an operation: other bits, the same in all languages.
    pub fma: Fma,
    /// Overrides the model's name.
    pub name: Option<String>,
    /// The search results that are beside the model; level 3 takes its programs from there.
    pub searched: Option<Searched>,
}

/// Floating-point type of generated code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Precision {
    /// `f64`, `double`.
    #[default]
    F64,
    /// `f32`, `float`.
    F32,
}

/// The source of sine and cosine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sincos {
    /// Our branch-free kernel.
    #[default]
    Poly,
    /// The C library's (Rust: std's, or the crate `libm`).
    Libm,
}

/// Fused multiplications and additions, which are rounded once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fma {
    /// None: every operation is rounded, and every processor has it.
    #[default]
    Off,
    /// Where they save an operation; code does not compile for a target that has no instruction for them.
    Target,
    /// The same for every target: where it has no instruction, a function of the platform's library takes its place, which is slow.
    Any,
}

/// A compiled mechanism: all functions of one model, ready to be printed.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// Lower-case identifier: prefix of C functions, file stem.
    pub name: String,
    /// The mechanism as read.
    pub mechanism: Mechanism,
    /// The options it was compiled with; level 3 without results that can be used is level 2.
    pub options: Options,
    /// The functions, in the order of the contract's table.
    pub functions: Vec<Function>,
    /// The function that computes the input `prepared` of all others, if the model has parameters.
    pub preparation: Option<Preparation>,
    /// Warnings: search results that are missing or not used.
    pub warnings: Vec<String>,
}

impl Compiled {
    /// The input `prepared` at the defaults of the parameters; empty for a model without parameters.
    #[must_use]
    pub fn prepared_by_default(&self) -> Vec<f64> {
        let parameters = &self.mechanism.parameters;
        let defaults: Vec<f64> = parameters.iter().map(|one| one.default.to_f64()).collect();
        let preparation = self.preparation.as_ref();
        preparation.map_or_else(Vec::new, |one| one.prepared(&defaults))
    }

    /// All functions that are printed, the one that prepares first.
    pub fn printed(&self) -> impl Iterator<Item = &Function> {
        let preparation = self.preparation.iter().map(|one| &one.function);
        preparation.chain(&self.functions)
    }

    /// All programs that are printed.
    pub fn programs(&self) -> impl Iterator<Item = &Program> {
        self.printed().flat_map(Function::programs)
    }
}

impl Options {
    /// Takes the level that is asked for, or without one 3 where search results are beside the model at `path`, and
    /// else 2; reads the results for level 3. `shown` is the model's path in messages.
    pub fn take_level(&mut self, asked: Option<u8>, path: &Path, shown: &str) {
        let results = searched::path_of(path);
        self.opt = asked.unwrap_or(if results.is_file() { 3 } else { LEVEL });
        self.searched = (self.opt == 3).then(|| Searched {
            asked: asked.is_some(),
            ..searched::beside(path, shown)
        });
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            functions: None,
            formulations: Vec::new(),
            precision: Precision::F64,
            opt: LEVEL,
            techniques: Techniques::ALL,
            basis: BASIS,
            sincos: Sincos::Poly,
            selftest: false,
            prefetch: false,
            share: false,
            sparse: false,
            batch: false,
            fma: Fma::Off,
            name: None,
            searched: None,
        }
    }
}
