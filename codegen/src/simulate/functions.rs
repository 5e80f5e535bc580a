//! Compiled functions, ready to be evaluated many times.

use denoc_sincos::Status;

use crate::compile::{Options, compile};
use crate::evaluate::Constants;
use crate::function::Function;
use crate::leaves::{Argument, Input};
use crate::mechanism::Mechanism;
use crate::recursion::Formulation;
use crate::recursion::Quantity;

use super::SimulateError;

/// The compiled functions of a mechanism, with their constants in floating point.
#[derive(Clone, Debug)]
pub(super) struct CompiledFunctions {
    all: Vec<CompiledFunction>,
    /// The warnings of the compiler.
    pub(super) warnings: Vec<String>,
}

/// A function, and the constants of its programs.
#[derive(Clone, Debug)]
struct CompiledFunction {
    quantity: Quantity,
    function: Function,
    constants: Vec<Constants<f64>>,
}

/// Why a function has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    /// Its inputs or its results are not finite numbers.
    NotFinite,
    /// Its equations are singular.
    Singular,
}

impl Trouble {
    /// The same with the time, s, at which it came up.
    pub(super) fn at(self, t: f64) -> SimulateError {
        match self {
            Self::NotFinite => SimulateError::NotFinite(t),
            Self::Singular => SimulateError::Singular(t),
        }
    }
}

impl CompiledFunctions {
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
        let mut options = Options {
            functions: Some(quantities.iter().map(named).collect()),
            ..options.clone()
        };
        if mechanism.loops.is_some() {
            through_singular_actuation(quantities, &mut options, named);
        }
        let compiled = compile(mechanism, &options)?;
        let mut all = Vec::new();
        for function in compiled.functions {
            let mut wanted = quantities.iter().copied();
            if let Some(quantity) = wanted.find(|quantity| named(quantity) == function.name) {
                all.push(CompiledFunction {
                    quantity,
                    constants: function.rounded_constants(),
                    function,
                });
            }
        }
        Ok(Self {
            all,
            warnings: compiled.warnings,
        })
    }

    /// Whether a function is among those compiled.
    pub(super) fn has(&self, quantity: Quantity) -> bool {
        self.all.iter().any(|known| known.quantity == quantity)
    }

    /// The output arrays of a function among those compiled; `arrays` holds what it reads.
    ///
    /// # Errors
    /// Equations that are singular, numbers that are not finite.
    pub(super) fn run(
        &self,
        quantity: Quantity,
        arrays: &[(Argument, &[f64])],
    ) -> Result<Vec<Vec<f64>>, Trouble> {
        let found = self.all.iter().find(|known| known.quantity == quantity);
        debug_assert!(found.is_some(), "{quantity:?} was compiled");
        let Some(CompiledFunction {
            function,
            constants,
            ..
        }) = found
        else {
            return Ok(Vec::new());
        };
        let outputs = function.run_with(constants, |input: Input| {
            arrays
                .iter()
                .find(|(argument, _)| *argument == input.argument)
                .and_then(|(_, values)| values.get(input.index))
                .copied()
                .unwrap_or(f64::NAN)
        });
        let mut read = arrays.iter().flat_map(|(_, values)| *values);
        match outputs {
            Ok(outputs) if outputs.iter().flatten().all(|value| value.is_finite()) => Ok(outputs),
            Err(Status::Singular) if read.all(|value| value.is_finite()) => Err(Trouble::Singular),
            _ => Err(Trouble::NotFinite),
        }
    }

    /// The first output array.
    ///
    /// # Errors
    /// As [`CompiledFunctions::run`].
    pub(super) fn first(
        &self,
        quantity: Quantity,
        arrays: &[(Argument, &[f64])],
    ) -> Result<Vec<f64>, Trouble> {
        let outputs = self.run(quantity, arrays)?;
        Ok(outputs.into_iter().next().unwrap_or_default())
    }

    /// The first number of the first output array; NaN where it is not finite.
    pub(super) fn scalar(&self, quantity: Quantity, arrays: &[(Argument, &[f64])]) -> f64 {
        let first = self.first(quantity, arrays).unwrap_or_default();
        first.first().copied().unwrap_or(f64::NAN)
    }
}

/// Accelerations by the multipliers, unless another formulation was chosen: those that reduce the equations to some joints fail
/// where these joints do not determine the others, and a motion may lead through there.
pub(crate) fn through_singular_actuation(
    quantities: &[Quantity],
    options: &mut Options,
    named: impl Fn(&Quantity) -> String,
) {
    let forward = named(&Quantity::ForwardDynamics);
    let chosen = (options.formulations.iter()).any(|(function, _)| *function == forward);
    if quantities.contains(&Quantity::ForwardDynamics) && !chosen {
        let multipliers = Formulation::Multipliers.name().to_owned();
        options.formulations.push((forward, multipliers));
    }
}
