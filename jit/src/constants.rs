//! The constants of a program in a precision.

#[cfg(feature = "native")]
use denoc_codegen::Precision;
use denoc_codegen::program::{Operand, Program};

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
        let constants = &program.constants;
        let mut rest = vec![0.0; constants.len()];
        let tails = program.tails();
        let in_angles = tails.operands().chain(program.angles.iter().copied());
        for operand in in_angles {
            if let Operand::Constant(index) = operand {
                rest[index] = T::rest_of(&constants[index]).into();
            }
        }
        Self {
            #[cfg(feature = "native")]
            precision: T::PRECISION,
            nearest: constants.iter().map(|one| T::of(one).into()).collect(),
            rest,
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
