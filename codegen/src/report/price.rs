//! The price of functions beside the figures of the literature: rows → sections.

use super::counts::FormulationCost;
use super::figure::{self, Figure, figures};
use super::table::{Section, Table};
use crate::compile::LEVEL;
use crate::mechanism::Mechanism;
use crate::searched::Results;

/// The table of chosen formulations: every function with all its operations, and apart from them what preparing the
/// parameters takes.
#[must_use]
pub fn functions(
    title: &str,
    rows: &[FormulationCost],
    preparation: Option<&FormulationCost>,
) -> Section {
    let is_fused = (rows.iter().chain(preparation)).any(|row| row.counts.fma > 0);
    let mut heads = vec!["function", "formulation", ">M", ">A"];
    heads.extend(match is_fused {
        true => &[">F", ">M+A+F"][..],
        false => &[">M+A"],
    });
    heads.extend([">D", ">neg", ">sqrt", ">trig"]);
    let mut table = Table::new(&heads);
    for row in rows.iter().chain(preparation) {
        let counts = row.counts;
        let mut numbers = vec![counts.mul, counts.add];
        numbers.extend(is_fused.then_some(counts.fma));
        numbers.extend([counts.total(), counts.div]);
        numbers.extend([counts.neg, counts.sqrt, counts.trig]);
        table.row(
            [row.function.clone(), row.route()]
                .into_iter()
                .chain(numbers.into_iter().map(|n| n.to_string())),
        );
    }
    Section {
        title: title.into(),
        table,
        notes: [LEGEND.into()]
            .into_iter()
            .chain(is_fused.then(|| FUSED_LEGEND.into()))
            .chain(share_searched(rows))
            .chain(preparation.map(|_| PREPARE_LEGEND.into()))
            .collect(),
    }
}

/// The number of functions that are search results, if some are and some are not.
fn share_searched(rows: &[FormulationCost]) -> Option<String> {
    let (all, searched) = (rows.len(), rows.iter().filter(|row| row.searched).count());
    (0 < searched && searched < all).then(|| {
        format!(
            "{searched} of {all} functions have search results; the others take the program of --opt {LEVEL}."
        )
    })
}

/// The result of a search: every function before and after.
#[must_use]
pub fn searched(title: &str, results: &Results) -> Section {
    let mut table = Table::new(&[
        "function",
        "formulation",
        ">M+A before",
        ">M",
        ">A",
        ">M+A",
        ">less",
    ]);
    for entry in &results.entries {
        let ((mul, add), (mul_before, add_before)) = (entry.after, entry.before);
        let (before, after) = (mul_before + add_before, mul + add);
        let less = 100.0 * (1.0 - after as f64 / before.max(1) as f64);
        let less = if before == 0 { 0.0 } else { less };
        let numbers = [before, mul, add, after].map(|n| n.to_string());
        table.row(
            [entry.function.clone(), entry.formulation.clone()]
                .into_iter()
                .chain(numbers)
                .chain([format!("{less:.1} %")]),
        );
    }
    Section {
        title: format!("{title}, search"),
        table,
        notes: vec![SEARCH_LEGEND.into()],
    }
}

const SEARCH_LEGEND: &str = "M multiplications, A additions and subtractions; before: --opt 2.";

const FUSED_LEGEND: &str =
    "F fused operations: a product and a sum that are rounded once, by one instruction.";

const PREPARE_LEGEND: &str =
    "prepare runs once for new values of the parameters, not with every call: its price is apart.";

const LEGEND: &str = "M multiplications, A additions and subtractions, D divisions. Apart from the total: neg unary \
minus, sqrt roots, trig distinct sines and cosines.";

/// All formulations, the cheapest of each function marked.
#[must_use]
pub fn formulations(rows: &[FormulationCost]) -> Section {
    let solves = rows.iter().any(|row| row.least_norm > 0);
    let mut heads = vec!["function", "formulation", ">M", ">A", ">M+A", ">D"];
    heads.extend(solves.then_some(">least norm"));
    heads.extend(["", "source"]);
    let mut table = Table::new(&heads);
    for row in rows {
        let counts = row.counts;
        let cheapest = rows
            .iter()
            .filter(|other| other.function == row.function && other.is_choice)
            .all(|other| row.price() <= other.price());
        let numbers = [counts.mul, counts.add, counts.total(), counts.div]
            .into_iter()
            .chain(solves.then_some(row.least_norm));
        let mark = match (row.is_choice, cheapest) {
            (false, _) => "by name only",
            (true, true) => "cheapest",
            (true, false) => "",
        };
        table.row(
            [row.function.clone(), row.route()]
                .into_iter()
                .chain(numbers.map(|n| n.to_string()))
                .chain([mark.into(), row.paper.into()]),
        );
    }
    Section {
        title: "All formulations".into(),
        table,
        notes: solves
            .then(|| LEAST_NORM_LEGEND.into())
            .into_iter()
            .collect(),
    }
}

const LEAST_NORM_LEGEND: &str = "least norm: a guess at what solutions of least norm take, which depends on the values; \
formulations are compared with it, and it is not in M+A.";

/// The operations of others for the same functions: the published formulas, when the model is a serial chain, and counts
/// measured on this model. `None` when nothing is known.
#[must_use]
pub fn literature(mechanism: &Mechanism, rows: &[FormulationCost]) -> Option<Section> {
    let mut table = Table::new(&["function", "by", ">M", ">A", ">M+A", ">D"]);
    for row in rows {
        let ours = row.counts;
        let others = figures(mechanism, &row.function);
        if others.is_empty() {
            continue;
        }
        table.row([
            row.function.clone(),
            format!("denoc ({})", row.route()),
            ours.mul.to_string(),
            ours.add.to_string(),
            ours.total().to_string(),
            ours.div.to_string(),
        ]);
        others.iter().for_each(|figure| table.row(cells(figure)));
    }
    (!table.is_empty()).then(|| Section {
        title: format!("Beside the literature, n = {}", mechanism.bodies.len()),
        table,
        notes: vec![figure::LEGEND.into()],
    })
}

/// A figure of others as a row; formulas count divisions in M.
fn cells(figure: &Figure) -> [String; 6] {
    let number = |value: Option<i64>| value.map_or_else(|| "-".into(), |n| n.to_string());
    [
        String::new(),
        figure.by.clone(),
        number(figure.mul),
        number(figure.add),
        figure.total.to_string(),
        figure
            .div
            .map_or_else(|| "in M".into(), |div| div.to_string()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Counts;
    use crate::generic::generic;
    use crate::report::table::{Format, render};

    #[test]
    fn figures_of_papers_are_beside_our_counts() {
        let row = FormulationCost {
            function: "inverse_dynamics".into(),
            formulation: "u_form",
            paper: "",
            searched: false,
            counts: Counts {
                mul: 200,
                add: 183,
                ..Counts::default()
            },
            least_norm: 0,
            is_choice: true,
        };
        let mut arm = generic(6);
        arm.name = "puma".into();
        let section = literature(&arm, &[row]).expect("figures");
        let text = render(&[section], Format::Text);
        for expected in ["383", "676", "527", "171", "122", "293"] {
            assert!(text.contains(expected), "{expected} in\n{text}");
        }
    }
}
