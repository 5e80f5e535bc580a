//! Compiled functions, ready to be evaluated many times.

use crate::compile::{Options, compile};
use crate::mechanism::Mechanism;
use crate::program::Program;
use crate::quantity::Quantity;
use crate::scalar::{Argument, Input};

use super::SimulateError;

/// The compiled functions of a mechanism, with their constants in floating point.
#[derive(Clone, Debug)]
pub(super) struct Functions {
    all: Vec<(Quantity, Program, Vec<f64>)>,
    /// What the compiler would have a person know.
    pub(super) warnings: Vec<String>,
}

impl Functions {
    /// Compiles these quantities.
    ///
    /// # Errors
    /// Driven joints, whose motion nobody gives; a model that does not compile.
    pub(super) fn compile(
        mechanism: &Mechanism,
        quantities: &[Quantity],
        options: &Options,
    ) -> Result<Self, SimulateError> {
        if mechanism.driven() > 0 {
            return Err(SimulateError::Input(
                "the model has driven joints, whose motion is an input that this command does not take; write them without \
                 `driven = true`"
                    .into(),
            ));
        }
        let named = |quantity: &Quantity| quantity.name(mechanism);
        let options = Options {
            functions: Some(quantities.iter().map(named).collect()),
            ..options.clone()
        };
        let compiled = compile(mechanism, &options)?;
        let mut all = Vec::new();
        for function in compiled.functions {
            let mut wanted = quantities.iter().copied();
            if let Some(quantity) = wanted.find(|quantity| named(quantity) == function.name) {
                let constants = function.program.rounded_constants();
                all.push((quantity, function.program, constants));
            }
        }
        Ok(Self {
            all,
            warnings: compiled.warnings,
        })
    }

    /// The output arrays of a function among those compiled; `arrays` holds what it reads.
    pub(super) fn run(&self, quantity: Quantity, arrays: &[(Argument, &[f64])]) -> Vec<Vec<f64>> {
        let found = self.all.iter().find(|(known, ..)| *known == quantity);
        debug_assert!(found.is_some(), "{quantity:?} was compiled");
        let Some((_, program, constants)) = found else {
            return Vec::new();
        };
        program.evaluate_with(constants, |input: Input| {
            arrays
                .iter()
                .find(|(argument, _)| *argument == input.argument)
                .and_then(|(_, values)| values.get(input.index))
                .copied()
                .unwrap_or(f64::NAN)
        })
    }

    /// The first output array.
    pub(super) fn first(&self, quantity: Quantity, arrays: &[(Argument, &[f64])]) -> Vec<f64> {
        self.run(quantity, arrays)
            .into_iter()
            .next()
            .unwrap_or_default()
    }

    /// The first number of the first output array.
    pub(super) fn scalar(&self, quantity: Quantity, arrays: &[(Argument, &[f64])]) -> f64 {
        self.first(quantity, arrays)
            .first()
            .copied()
            .unwrap_or(f64::NAN)
    }
}
