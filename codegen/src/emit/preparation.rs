//! The preparation of a model with parameters, as the printers see it: one more function, which nobody calls but the
//! printed wrapper that takes the parameters by name and tells values that make no sense.

use std::sync::Arc;

use super::chunk::Plan;
use super::{literal, notes};
use crate::compile::{Compiled, Function, Precision};
use crate::mechanism::{Condition, Parameter};
use crate::program::Constant;

/// Name of the function behind `prepare`.
pub(super) const VALUES: &str = "prepare_values";

/// What is printed for a model with parameters.
pub(super) struct Prepared<'a> {
    /// The parameters, in the order of the model.
    pub(super) parameters: &'a [Parameter],
    /// What must not be negative.
    pub(super) conditions: &'a [Condition],
    /// Number of prepared values.
    pub(super) len: usize,
    /// What computes them, and the conditions behind them.
    pub(super) function: Function,
}

impl<'a> Prepared<'a> {
    /// `None`: the model has no parameters.
    pub(super) fn of(compiled: &'a Compiled) -> Option<Self> {
        let preparation = compiled.preparation.as_ref()?;
        Some(Self {
            parameters: &compiled.mechanism.parameters,
            conditions: &compiled.mechanism.conditions,
            len: preparation.values.len(),
            function: Function {
                name: VALUES.into(),
                summary: "What depends on the parameters only, computed once for many calls."
                    .into(),
                formulation: "formulas",
                paper: "the model's own numbers",
                program: preparation.program.clone(),
                prepared: Vec::new(),
                literal: Arc::new(compiled.mechanism.clone()),
            },
        })
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
    pub(super) fn notes(&self, precision: Precision) -> Vec<String> {
        let mut lines =
            notes::function(&self.function, &Plan::of(&self.function.program), precision);
        lines.insert(
            1,
            "Call it again when a parameter changes; the other functions take its result.".into(),
        );
        lines
    }
}
