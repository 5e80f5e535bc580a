//! What the floating-point type of the code can hold.

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

/// Defaults of parameters that overflow it are refused: generated code is filled with them.
pub(super) fn of_defaults(mechanism: &Mechanism, precision: Precision) -> Result<(), CompileError> {
    for Parameter { name, default } in &mechanism.parameters {
        if overflows(&Constant::Number(default.clone()), precision) {
            let value = format!("2^{}", default.magnitude());
            return Err(CompileError::DefaultOutOfRange(name.clone(), value));
        }
    }
    Ok(())
}

fn overflows(constant: &Constant, precision: Precision) -> bool {
    match precision {
        Precision::F64 => !constant.to_f64().is_finite(),
        Precision::F32 => !constant.to_f32().is_finite(),
    }
}
