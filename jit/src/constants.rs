//! The constants of a program in a precision.

#[cfg(feature = "native")]
use denoc_codegen::Precision;
use denoc_codegen::program::Program;

use crate::real::Real;

/// The constants of a program, rounded to a precision; every number of a precision is an f64.
#[derive(Clone, Debug)]
pub(crate) struct Constants {
    /// The precision.
    #[cfg(feature = "native")]
    pub(crate) precision: Precision,
    /// Each, rounded.
    pub(crate) nearest: Vec<f64>,
    /// What rounding left of each; 0 for those in no angle.
    pub(crate) rest: Vec<f64>,
}

impl Constants {
    /// Those of a program.
    pub(crate) fn of<T: Real + Into<f64>>(program: &Program) -> Self {
        let rounded = program.rounded_constants::<T>();
        let nearest = rounded.nearest().iter();
        let all = 0..program.constants.len();
        Self {
            #[cfg(feature = "native")]
            precision: T::PRECISION,
            nearest: nearest.map(|&one| one.into()).collect(),
            rest: all.map(|index| rounded.rest(index).into()).collect(),
        }
    }

    /// What splits a number into halves (Veltkamp): 2²⁷ + 1, in single precision 2¹² + 1.
    #[cfg(feature = "native")]
    pub(crate) fn split(&self) -> f64 {
        match self.precision {
            Precision::F64 => 134_217_729.0,
            Precision::F32 => 4097.0,
        }
    }
}
