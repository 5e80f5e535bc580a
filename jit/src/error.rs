//! Why a robot or a function cannot be had, or a call was refused.

use core::fmt;

use denoc_codegen::{CompileError, ModelError};
use denoc_sincos::Status;

/// Why a robot or a function cannot be had, or a call was refused.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The faults of the model, each with its place.
    Model(ModelError),
    /// The function cannot be compiled.
    Compile(Box<CompileError>),
    /// The function does not have these arrays: what it has, and what was given.
    Arrays(String),
    /// The function takes other arrays than this method has; [`Robot::function`](crate::Robot::function) calls it.
    Signature(String),
    /// Values of parameters for which the model makes no sense.
    Parameters(String),
    /// The equations of this state are singular; results are left alone.
    Singular,
    /// The equations of these states are singular; their results are left alone, those of all others are there.
    States(Vec<usize>),
    /// An option that functions in memory do not have.
    Option(&'static str),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(error) => error.fmt(f),
            Self::Compile(error) => error.fmt(f),
            Self::Arrays(message) | Self::Signature(message) | Self::Parameters(message) => {
                f.write_str(message)
            }
            Self::Singular => Status::Singular.fmt(f),
            Self::States(states) => {
                let shown: Vec<String> = states.iter().take(8).map(usize::to_string).collect();
                let more = if states.len() > shown.len() {
                    ", …"
                } else {
                    ""
                };
                write!(
                    f,
                    "the equations are singular in {} of the states: {}{more}",
                    states.len(),
                    shown.join(", ")
                )
            }
            Self::Option(message) => f.write_str(message),
        }
    }
}

impl core::error::Error for Error {}

impl From<ModelError> for Error {
    fn from(error: ModelError) -> Self {
        Self::Model(error)
    }
}

impl From<CompileError> for Error {
    fn from(error: CompileError) -> Self {
        Self::Compile(Box::new(error))
    }
}
