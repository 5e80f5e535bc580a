//! The costs of the functions, beside the figures of others.

use serde::Serialize;

use crate::compile::Compiled;
use crate::function::Function;
use crate::report::figure::{Figure, figures};

/// The price of a function.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Price {
    name: String,
    formulation: String,
    paper: &'static str,
    mul: usize,
    add: usize,
    div: usize,
    trig: usize,
    others: Vec<Other>,
}

/// The operations of others for it.
#[derive(Clone, Debug, Serialize)]
struct Other {
    by: String,
    mul: Option<i64>,
    add: Option<i64>,
    total: i64,
}

/// The prices of all functions of a compiled mechanism.
pub(super) fn prices(compiled: &Compiled) -> Vec<Price> {
    let price = |function: &Function| {
        let counts = function.counts();
        let others = figures(&compiled.mechanism, &function.name).into_iter();
        Price {
            name: function.name.clone(),
            formulation: function.route(),
            paper: function.paper,
            mul: counts.mul,
            add: counts.add,
            div: counts.div,
            trig: counts.trig,
            // A formula may give nothing sensible for a very short chain, and none knows of loops.
            others: others
                .filter(|figure| figure.total > 0 && !function.can_fail())
                .map(Other::from)
                .collect(),
        }
    };
    compiled.functions.iter().map(price).collect()
}

impl From<Figure> for Other {
    fn from(figure: Figure) -> Self {
        Self {
            by: figure.by,
            mul: figure.mul,
            add: figure.add,
            total: figure.total,
        }
    }
}
