//! Mechanism → what others need for its functions: the figures that are beside ours.

use super::counts::chain_length;
use super::literature::{self, Measured, PaperTable, PublishedFormula};
use crate::mechanism::Mechanism;

/// The subject of [`figures`].
pub const LEGEND: &str = "Formulas of the papers are for generic chains of n revolute joints and count divisions in M; counts of \
tools are for this model.";

/// The operations of another algorithm or tool for a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// Who, with the source.
    pub by: String,
    /// Multiplications; `None` when only the total is known.
    pub mul: Option<i64>,
    /// Additions and subtractions; `None` when only the total is known.
    pub add: Option<i64>,
    /// Multiplications and additions.
    pub total: i64,
    /// Divisions; `None` when they are counted as multiplications.
    pub div: Option<i64>,
}

/// The operations of others for a function: published formulas at n, when the mechanism is a chain of n joints, then counts
/// measured on this model.
#[must_use]
pub fn figures(mechanism: &Mechanism, function: &str) -> Vec<Figure> {
    let joints = chain_length(mechanism).and_then(|n| i64::try_from(n).ok());
    let published = joints.into_iter().flat_map(|n| {
        literature::of_function(function).filter_map(move |formula| published(formula, n))
    });
    let measured = literature::measured(&mechanism.name, function).map(measured);
    published.chain(measured).collect()
}

/// A formula at n, where it is a count.
fn published(formula: &PublishedFormula, n: i64) -> Option<Figure> {
    let (mul, add) = (
        formula.mul().at(n).to_integer()?,
        formula.add().at(n).to_integer()?,
    );
    let table = match formula.source {
        PaperTable::SahaTable1 => " [Saha, Table 1]",
        PaperTable::SahaTable2 => " [Saha, Table 2]",
        PaperTable::NaudetTable1 => " [Naudet, Table 1]",
        PaperTable::Other => "",
    };
    Some(Figure {
        by: format!("{}{table}", formula.algorithm),
        mul: Some(mul),
        add: Some(add),
        total: mul + add,
        div: None,
    })
}

fn measured(row: &Measured) -> Figure {
    Figure {
        by: format!("{} [this model]", row.tool),
        mul: row.mul,
        add: row.add,
        total: row.total,
        div: Some(row.div),
    }
}
