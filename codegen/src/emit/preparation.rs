//! The preparation of a model with parameters, as the printers see it: what they put around the function that prepares,
//! to take the parameters by name and to report invalid values.

use super::body::Language;
use super::literal;
use super::notes::Notes;
use crate::compile::{Compiled, Precision};
use crate::function::Function;
use crate::mechanism::{Condition, Parameter};
use crate::program::Constant;

/// The code that takes the parameters of a model.
pub(super) struct ParameterCode<'a> {
    /// The parameters, in the order of the model.
    pub(super) parameters: &'a [Parameter],
    /// The expressions that must not be negative.
    pub(super) conditions: &'a [Condition],
    /// The function that computes the prepared values, and the conditions behind them.
    pub(super) function: &'a Function,
}

impl<'a> ParameterCode<'a> {
    /// `None`: the model has no parameters.
    pub(super) fn of(compiled: &'a Compiled) -> Option<Self> {
        let preparation = compiled.preparation.as_ref()?;
        Some(Self {
            parameters: &compiled.mechanism.parameters,
            conditions: &compiled.mechanism.conditions,
            function: &preparation.function,
        })
    }

    /// Number of prepared values.
    pub(super) fn len(&self) -> usize {
        self.function.program.outputs[0].elements.len()
    }

    /// The defaults as literals, in the order of the parameters.
    pub(super) fn defaults(&self, precision: Precision) -> impl Iterator<Item = String> {
        self.parameters.iter().map(move |parameter| {
            // Constants of programs are positive, defaults need not be.
            let magnitude = literal::text(&Constant::Number(parameter.default.abs()), precision);
            let sign = if parameter.default.is_negative() {
                "-"
            } else {
                ""
            };
            format!("{sign}{magnitude}")
        })
    }

    /// Lines about the function that prepares.
    pub(super) fn notes<L: Language>(&self, language: L) -> Vec<String> {
        let usage = "Call it again when a parameter changes; the other functions take its result.";
        let notes = Notes {
            usage: Some(usage),
            ..Notes::of(self.function, language)
        };
        notes.lines()
    }
}
