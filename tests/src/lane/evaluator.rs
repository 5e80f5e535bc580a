//! The evaluator as a lane: programs of a compiled model, run by the library in the precision of the model.

use denoc_codegen::compile::{Compiled, Precision};
use denoc_codegen::evaluate::Solving;
use denoc_codegen::function::Function;
use denoc_codegen::leaves::{Argument, Input};

use super::{Answer, Request, Step, parameters};

/// The answers of a function of a compiled model.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    reason = "single precision takes rounded inputs"
)]
pub fn answers(compiled: &Compiled, function: &Function, steps: &[Step]) -> Vec<Answer> {
    match compiled.options.precision {
        Precision::F64 => Numbers {
            compiled,
            narrow: |value| value,
            widen: |value| value,
        }
        .answers(function, steps),
        Precision::F32 => Numbers {
            compiled,
            narrow: |value| value as f32,
            widen: |value: f32| f64::from(value),
        }
        .answers(function, steps),
    }
}

/// A model in the numbers of its precision.
struct Numbers<'a, L> {
    compiled: &'a Compiled,
    narrow: fn(f64) -> L,
    widen: fn(L) -> f64,
}

impl<L: Solving> Numbers<'_, L> {
    fn answers(&self, function: &Function, steps: &[Step]) -> Vec<Answer> {
        let constants = function.rounded_constants();
        let mut prepared = Vec::new();
        let mut answer = |step: &Step| match &step.request {
            Request::Defaults => {
                let values = self.defaults();
                prepared = self.prepared(&values)?;
                Ok(vec![values.into_iter().map(self.widen).collect()])
            }
            Request::Prepare(values) => {
                let values: Vec<L> = values.iter().copied().map(self.narrow).collect();
                prepared = self.prepared(&values)?;
                Ok(Vec::new())
            }
            Request::Call(state) => {
                let input = |input: Input| match input.argument {
                    Argument::Prepared => prepared[input.index],
                    _ => (self.narrow)(state.get(input)),
                };
                let found = function.run_with(&constants, input).map_err(|_| 1_u32)?;
                let widen = |array: Vec<L>| array.into_iter().map(self.widen).collect();
                Ok(found.into_iter().map(widen).collect())
            }
        };
        steps.iter().map(&mut answer).collect()
    }

    /// The defaults of the parameters, rounded.
    fn defaults(&self) -> Vec<L> {
        let declared = self.compiled.mechanism.parameters.iter();
        let used = declared.take(parameters(self.compiled).len());
        used.map(|one| L::number(&one.default)).collect()
    }

    /// What is prepared from values; the number of the first condition that they violate, from 1.
    fn prepared(&self, values: &[L]) -> Result<Vec<L>, u32> {
        let Some(preparation) = &self.compiled.preparation else {
            return Ok(Vec::new());
        };
        let mut arrays = preparation.program().evaluate(|input| values[input.index]);
        let conditions = arrays.drain(1..).next().unwrap_or_default();
        let violated = |value: L| {
            let value = (self.widen)(value);
            value.is_nan() || value < 0.0
        };
        match (1..).zip(conditions).find(|(_, value)| violated(*value)) {
            Some((status, _)) => Err(status),
            None => Ok(arrays.swap_remove(0)),
        }
    }
}
