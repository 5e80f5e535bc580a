//! Why there is no motion to show.

use core::fmt;

use crate::compile::CompileError;

/// Why there is no motion to show.
#[derive(Clone, PartialEq, Debug)]
pub enum SimulateError {
    /// A setting, a start, torques or a trajectory that do not fit, in words.
    Input(String),
    /// The model does not compile.
    Compile(CompileError),
    /// The rates of the state are not finite numbers at this time, s, however small the step.
    NotFinite(f64),
    /// The equations of the loops are singular at this time, s, however small the step.
    Singular(f64),
    /// The steps have become as small as rounding at this time, s.
    Stuck(f64),
    /// Steps are so short, up to this time, s, that the end would not be reached.
    Crawling(f64),
}

/// What is said of a loop through an undeformed frame.
pub(crate) const UNDEFORMED_LOOP: &str = "a loop goes through a frame of a flexible body with the level `undeformed`, where the loop's \
     equations and their rates do not belong to one motion; write geometry = \"stiffened\" or \"exact\"";

impl From<CompileError> for SimulateError {
    fn from(error: CompileError) -> Self {
        Self::Compile(error)
    }
}

impl fmt::Display for SimulateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) => f.write_str(message),
            Self::Compile(error) => error.fmt(f),
            Self::NotFinite(t) => write!(
                f,
                "the motion is no longer finite at t = {t} s: accelerations or coordinates have outgrown the numbers, \
                 or an angle is beyond {:e} rad, up to which sine and cosine are computed; look at the torques, the inertias and the start, or end before with --duration",
                denoc_sincos::LIMIT
            ),
            Self::Singular(t) => write!(
                f,
                "the equations of the loops are singular at t = {t} s: equations of the closure say what others say, or the motion \
                 branches; write `minimum_norm = true` in the model, or end before with --duration"
            ),
            Self::Crawling(t) => write!(
                f,
                "the steps are too short to come to the end: {t:e} s are reached; the motion is too fast or too stiff for its duration: \
                 look at gravity, springs, inertias and the start, write --method radau5, raise --rtol and --atol, or end before with \
                 --duration"
            ),
            Self::Stuck(t) => write!(
                f,
                "no step is small enough at t = {t} s: the motion is too stiff or too abrupt; write --method radau5, raise --rtol and \
                 --atol, or end before with --duration"
            ),
        }
    }
}

impl std::error::Error for SimulateError {}
