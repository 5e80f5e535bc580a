//! Mechanism → what every function costs, by every formulation.

use crate::compile::{CompileError, Compiled, Options, Techniques, compile_quantity};
use crate::counts::Counts;
use crate::function::{Function, route};
use crate::mechanism::Mechanism;
use crate::recursion::{Formulation, Quantity};

/// The cost of one formulation of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormulationCost {
    /// The function.
    pub function: String,
    /// Name of the formulation.
    pub formulation: &'static str,
    /// Its source.
    pub paper: &'static str,
    /// Whether it is a search result that started from the formulation.
    pub searched: bool,
    /// Its operations.
    pub counts: Counts,
    /// The weight of its solutions of least norm where formulations are compared.
    pub least_norm: usize,
    /// Whether it is one of those among which the cheapest is chosen; others are taken where the user names them.
    pub is_choice: bool,
}

impl FormulationCost {
    /// The key by which formulations are compared: multiplications and additions, with the weight of solutions of least norm;
    /// then divisions, then multiplications.
    #[must_use]
    pub fn price(&self) -> (usize, usize, usize) {
        let total = self.counts.total() + self.least_norm;
        (total, self.counts.div, self.counts.mul)
    }
}

impl FormulationCost {
    /// The formulation, with a mark when the row is a search result.
    #[must_use]
    pub fn route(&self) -> String {
        route(self.formulation, self.searched)
    }
}

/// The cost of preparing the parameters; `None` for a model without.
#[must_use]
pub fn preparation(compiled: &Compiled) -> Option<FormulationCost> {
    let preparation = compiled.preparation.as_ref()?;
    Some(FormulationCost {
        function: "prepare".into(),
        formulation: "once for all",
        paper: "what depends on parameters only",
        searched: false,
        counts: preparation.program().counts(),
        least_norm: 0,
        is_choice: true,
    })
}

impl From<&Function> for FormulationCost {
    fn from(function: &Function) -> Self {
        Self {
            function: function.name.clone(),
            formulation: function.formulation,
            paper: function.paper,
            searched: function.searched,
            counts: function.counts(),
            least_norm: function.least_norm(),
            is_choice: true,
        }
    }
}

/// The cost of one formulation on a mechanism.
///
/// # Errors
/// Those of the compiler.
pub fn count(
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    opt: u8,
) -> Result<FormulationCost, CompileError> {
    let options = Options {
        opt,
        ..Options::default()
    };
    let function = compile_quantity(mechanism, quantity, Some(formulation), &options)?;
    Ok(FormulationCost::from(&function))
}

/// The cost of every formulation of a quantity on a mechanism, by the level and the basis of the options; of derivatives before the short search that the chosen one goes through.
///
/// # Errors
/// Those of the compiler.
pub fn formulations(
    mechanism: &Mechanism,
    quantity: Quantity,
    options: &Options,
) -> Result<Vec<FormulationCost>, CompileError> {
    let choices = quantity.choices_on(mechanism);
    let options = Options {
        techniques: Techniques::WITHOUT_DETOURS,
        ..options.clone()
    };
    quantity
        .formulations_on(mechanism)
        .into_iter()
        .map(|formulation| {
            let is_choice = choices.contains(&formulation);
            let function = compile_quantity(mechanism, quantity, Some(formulation), &options)?;
            let row = FormulationCost::from(&function);
            Ok(FormulationCost { is_choice, ..row })
        })
        .collect()
}

/// The number of joints when the mechanism is one chain of revolute and prismatic joints.
#[must_use]
pub fn chain_length(mechanism: &Mechanism) -> Option<usize> {
    let serial = mechanism.bodies.iter().enumerate().all(|(index, body)| {
        let is_simple = body.joint.is_rotation() || body.joint.is_translation();
        is_simple && body.parent.map(|parent| parent.0) == index.checked_sub(1)
    });
    serial.then_some(mechanism.bodies.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generic::generic;

    #[test]
    fn every_formulation_is_counted() {
        let chain = generic(3);
        let options = Options {
            opt: 1,
            ..Options::default()
        };
        let rows = formulations(&chain, Quantity::InverseDynamics, &options).expect("counts");
        assert_eq!(rows.len(), Quantity::InverseDynamics.formulations().len());
        assert!(rows.iter().all(|row| row.counts.mul > 0));
        assert_eq!(chain_length(&chain), Some(3));
    }
}
