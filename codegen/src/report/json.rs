//! Counts as JSON.

use serde_json::{Map, Value, json};

use super::counts::FormulationCost;
use crate::counts::Counts;

/// `{"mul", "add", "div", "neg", "sqrt", "trig", "total"}`, and `"fma"` where operations are fused; the total is that of multiplications,
/// additions and fused operations.
#[must_use]
pub fn counts(counts: &Counts) -> Value {
    let mut value = json!(counts);
    value["total"] = counts.total().into();
    value
}

/// `{NAME: {…, "formulation"}}` with the [`counts`] of every function.
#[must_use]
pub fn functions(rows: &[FormulationCost]) -> Map<String, Value> {
    let priced = |row: &FormulationCost| {
        let mut value = counts(&row.counts);
        value["formulation"] = row.formulation.into();
        (row.function.clone(), value)
    };
    rows.iter().map(priced).collect()
}

/// `{"model", "functions"}`, and with run-time parameters the counts of `"prepare"`, which is apart from the functions.
#[must_use]
pub fn priced(
    model: &str,
    rows: &[FormulationCost],
    preparation: Option<&FormulationCost>,
) -> Value {
    let mut value = json!({ "model": model, "functions": functions(rows) });
    if let Some(row) = preparation {
        value["prepare"] = counts(&row.counts);
    }
    value
}
