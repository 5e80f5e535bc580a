//! The range of the floating-point type of the code.

use super::{CompileError, Precision};
use crate::mechanism::{Mechanism, Parameter};
use crate::program::{Constant, Program};

/// Constants that overflow the floating-point type are refused.
pub(super) fn of_constants(
    program: &Program,
    precision: Precision,
    name: &str,
) -> Result<(), CompileError> {
    let mut constants = program.constants.iter();
    match constants.find(|one| overflows(one, precision)) {
        Some(Constant::Number(number)) => Err(CompileError::ConstantOutOfRange(
            name.into(),
            format!("2^{}", number.magnitude()),
        )),
        _ => Ok(()),
    }
}

/// The faults of defaults of parameters that overflow it: generated code is filled with them.
pub(super) fn of_defaults(
    mechanism: &Mechanism,
    precision: Precision,
) -> impl Iterator<Item = CompileError> {
    let parameters = mechanism.parameters.iter();
    let large =
        move |one: &&Parameter| overflows(&Constant::Number(one.default.clone()), precision);
    parameters.filter(large).map(|one| {
        let value = format!("2^{}", one.default.magnitude());
        CompileError::DefaultOutOfRange(one.name.clone(), one.place.clone(), value)
    })
}

fn overflows(constant: &Constant, precision: Precision) -> bool {
    match precision {
        Precision::F64 => !constant.to_f64().is_finite(),
        Precision::F32 => !constant.to_f32().is_finite(),
    }
}
