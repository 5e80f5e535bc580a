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
    if parameters.is_empty() {
        return programs.iter().copied().map(Cow::Borrowed).collect();
    }
    let defaults = parameters.iter().map(|one| one.default.to_f64()).collect();
    let state = State::default().with(Argument::Parameters, defaults);
    let mut memo = Memo::default();
    let mut computed = |constant: &Constant| {
        let formula = constant.formula()?;
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
    use crate::accuracy::Trial;
    use crate::compile::build;
    use crate::exact::number::Number;
    use crate::graph::Mode;
    use crate::program::Constant;
    use crate::recursion::Quantity;
    use crate::transform::elementary;

    const PENDULUM: &str = "name = \"pendulum\"\n\
         [[body]]\nname = \"rod\"\nparent = \"base\"\njoint = { type = \"revolute\", axis = [0, 1, 0] }\n\
         mass = { param = \"m\", default = 0.3 }\ncom = [0.2, 0, 0.1]\ninertia = { xx = 0.1, yy = 0.2, zz = 0.15 }\n";

    #[test]
    fn formulas_whose_terms_cancel_lose_digits() {
        let loaded = crate::parse("pendulum.toml", PENDULUM).map_err(|faults| faults.to_string());
        let mechanism = elementary(&loaded.expect("a model").mechanism);
        let quantity = Quantity::Gravity;
        let formulation = quantity.literal(&mechanism);
        let programs = build(&mechanism, quantity, formulation, Mode::Pruned).expect("a program");
        let trial = Trial::new(&mechanism, quantity, &[]);
        assert!(trial.excess(&[&programs.first], formulation) < 0.01);
        // k m as k (m + v) − k v.
        let default = &mechanism.parameters[0].default;
        let (mass, vast) = (Number::parameter(0, default), Number::from(1 << 40));
        let mut changed = programs.first.clone();
        for constant in &mut changed.constants {
            if let Some(formula) = constant.formula() {
                let factor = formula.at_defaults() / default;
                let cancelling = &factor * (&mass + &vast) - &factor * &vast;
                assert_eq!(cancelling, formula);
                *constant = Constant::Number(cancelling);
            }
        }
        assert!(trial.excess(&[&changed], formulation) > 1.0);
    }
}
