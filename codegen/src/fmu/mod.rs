//! Functional mock-up units of FMI 3.0: mechanism → a model for other programs' simulations.
//!
//! ```text
//!  Mechanism ──Fmu::compile──► Compiled: what an FMU evaluates, and nothing else
//!     ──emit::fmi──► sources/NAME.c: the functions, and those of FMI
//!     ──variable──► names, units, starts ──description──► modelDescription.xml
//!     ──token──► what makes the two belong together
//!  Fmu, a library that the caller compiles ──archive──► NAME.fmu
//! ```
//!
//! The continuous states are q and v of [`simulate`](mod@crate::simulate): quaternions whole, and of a mechanism with loops the spanning tree, whose
//! loops are closed at the start and after steps. docs/fmi.md says what this means for a simulation.

mod archive;
mod description;
mod token;
mod variable;
mod xml;

use crate::compile::{CompileError, Compiled, Options, compile};
use crate::emit::fmi::{self, Kind, Layout, TOKEN};
use crate::emit::{PrintError, Printing};
use crate::mechanism::Mechanism;
use crate::simulate::{UNDEFORMED_LOOP, through_singular_actuation};

pub use archive::archive;

/// The version of the interface.
const VERSION: &str = "3.0";

/// A model as FMI wants it, without binaries.
#[derive(Clone, Debug)]
pub struct Fmu {
    /// The name of the library, and of its source: a C identifier.
    pub identifier: String,
    /// modelDescription.xml.
    pub description: String,
    /// sources/buildDescription.xml.
    pub build_description: String,
    /// sources/NAME.c: the one source, which needs nothing but the C library.
    pub source: String,
    /// The numbers of its variables.
    pub layout: Layout,
    /// Whether it has directional derivatives.
    pub has_derivatives: bool,
}

/// Why a mechanism has no FMU.
#[derive(Debug)]
pub enum FmuError {
    /// What the model has, and what to do.
    Model(String),
    /// It does not compile.
    Compile(CompileError),
    /// It could not be printed.
    Print(PrintError),
}

impl core::fmt::Display for FmuError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Model(what) => f.write_str(what),
            Self::Compile(error) => error.fmt(f),
            Self::Print(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FmuError {}

/// Compiles what an FMU of a mechanism evaluates; `options` give the level and the name.
///
/// # Errors
/// A model with driven joints, or with a loop through an undeformed frame; one that does not compile.
pub fn compiled(mechanism: &Mechanism, options: &Options) -> Result<Compiled, FmuError> {
    if mechanism.driven() > 0 {
        return Err(FmuError::Model(
            "the model has driven joints, whose motion an FMU would need with its first two derivatives; write them without \
             `driven = true`"
                .into(),
        ));
    }
    if mechanism.has_loop_through_undeformed_frame() {
        return Err(FmuError::Model(UNDEFORMED_LOOP.into()));
    }
    let quantities = fmi::quantities(mechanism);
    let names = quantities.iter().map(|one| one.name(mechanism));
    let mut options = Options {
        functions: Some(names.collect()),
        ..options.clone()
    };
    if mechanism.loops.is_some() {
        through_singular_actuation(&quantities, &mut options, |one| one.name(mechanism));
    }
    compile(mechanism, &options).map_err(FmuError::Compile)
}

impl Fmu {
    /// The FMU of a mechanism that [`compiled`] compiled.
    ///
    /// # Errors
    /// A source that is not what it was printed from.
    pub fn of(compiled: &Compiled) -> Result<Self, FmuError> {
        let printed = fmi::EMITTER.print(compiled, Printing::default());
        let files = printed.map_err(FmuError::Print)?;
        let source: String = files.into_iter().map(|file| file.text).collect();
        let description = description::model(compiled);
        let token = token::of(&[&description, &source]);
        Ok(Self {
            identifier: compiled.name.clone(),
            description: description.replace(TOKEN, &token),
            build_description: description::build(&compiled.name),
            source: source.replace(TOKEN, &token),
            layout: Layout::of(&compiled.mechanism),
            has_derivatives: fmi::has_products(&compiled.mechanism),
        })
    }

    /// The number of continuous states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.layout.len(Kind::Coordinate) + self.layout.len(Kind::Velocity)
    }
}
