//! Formulas in parameters, as a preparation computes them: where their terms cancel, digits are lost before a program begins.

use std::borrow::Cow;

use crate::exact::number::{Memo, Number};
use crate::leaves::Argument;
use crate::mechanism::Parameter;
use crate::program::{Constant, Program};
use crate::reference::State;

/// Programs with the values of their formulas at the defaults of the parameters, computed in f64.
pub(super) fn prepared<'p>(
    programs: &[&'p Program],
    parameters: &[Parameter],
) -> Vec<Cow<'p, Program>> {
    let defaults = parameters.iter().map(|one| one.default.to_f64()).collect();
    let state = State::default().with(Argument::Parameters, defaults);
    let mut memo = Memo::default();
    let mut computed = |constant: &Constant| {
        let number = match constant {
            Constant::Number(number) => Cow::Borrowed(number),
            Constant::Angle(angle) => Cow::Owned(angle.to_number()),
        };
        let formula = number.is_formula().then_some(number)?;
        // One that overflows has no value.
        Number::from_f64(formula.evaluate(&state, &mut memo)).map(Constant::Number)
    };
    let programs = programs.iter().map(|&program| {
        let mut prepared = Cow::Borrowed(program);
        for (place, constant) in program.constants.iter().enumerate() {
            if let Some(value) = computed(constant) {
                prepared.to_mut().constants[place] = value;
            }
        }
        prepared
    });
    programs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_whose_terms_cancel_lose_digits() {
        let number = |text: &str| Number::parse(text).expect("a number");
        let default = number("0.3");
        let parameter = Parameter {
            name: "m".into(),
            default: default.clone(),
            place: String::new(),
        };
        let (formula, vast) = (Number::parameter(0, &default), number("1e16"));
        let mut program = Program::empty(Vec::new());
        program.constants = vec![
            Constant::Number(vast.clone()),
            Constant::Number((formula + &vast) - (&vast - number("0.5"))),
        ];
        assert!((program.constants[1].to_f64() - 0.8).abs() < 1e-15);
        let values = |parameters: &[Parameter]| -> Vec<f64> {
            let prepared = prepared(&[&program], parameters);
            let constants = &prepared[0].constants;
            constants.iter().map(Constant::to_f64).collect()
        };
        assert_eq!(values(&[parameter]), [1e16, 0.0]);
    }
}
