//! The range of the floating-point type of the code.

use super::{CompileError, LargeConstant, Precision};
use crate::mechanism::{BodyId, Mechanism, Parameter};
use crate::program::{Constant, Operand, Program};

/// Constants that overflow the floating-point type are refused, with the body whose numbers they are made of where one is known.
pub(super) fn of_constants(
    program: &Program,
    precision: Precision,
    (name, mechanism): (&str, &Mechanism),
) -> Result<(), CompileError> {
    let mut constants = program.constants.iter().enumerate();
    match constants.find(|(_, one)| overflows(one, precision)) {
        Some((place, Constant::Number(number))) => {
            let body = body_of(program, place).and_then(|body| mechanism.bodies.get(body.0));
            let place = body.map_or(&mechanism.source.path, |body| &body.place);
            Err(CompileError::ConstantOutOfRange(Box::new(LargeConstant {
                function: name.into(),
                value: format!("2^{}", number.magnitude()),
                body: body.map(|body| body.name.clone()),
                place: place.clone(),
            })))
        }
        _ => Ok(()),
    }
}

/// The body in whose equations a constant stands first.
fn body_of(program: &Program, place: usize) -> Option<BodyId> {
    let constant = Operand::Constant(place);
    let mut statements = program.statements.iter();
    statements.find_map(|one| {
        let used = one.operands().any(|operand| operand == constant);
        one.origin.body.filter(|_| used)
    })
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

/// Whether a constant is no finite number of this type.
pub(super) fn overflows(constant: &Constant, precision: Precision) -> bool {
    match precision {
        Precision::F64 => !constant.to_f64().is_finite(),
        Precision::F32 => !constant.to_f32().is_finite(),
    }
}
