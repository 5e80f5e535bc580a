//! The tables of the papers with our own rows: counts of the generic chain → formulas in n.

use super::counts::count;
use super::fit::{Fit, fit};
use super::literature::{Formula, Source, of_source};
use super::table::{Section, Table};
use crate::compile::CompileError;
use crate::generic::generic;
use crate::mechanism::Mechanism;
use crate::program::Counts;
use crate::quantity::{Formulation, Quantity};

/// Chain lengths that the formulas are fitted to.
const LENGTHS: core::ops::RangeInclusive<usize> = 4..=12;

/// The highest degree tried.
const MAX_DEGREE: usize = 3;

struct Paper {
    title: &'static str,
    source: Source,
    quantities: &'static [Quantity],
    notes: &'static [&'static str],
}

const PAPERS: &[Paper] = &[
    Paper {
        title: "Inverse dynamics (Saha, Table 1)",
        source: Source::SahaTable1,
        quantities: &[Quantity::InverseDynamics],
        notes: &[],
    },
    Paper {
        title: "Forward dynamics, phi = tau - h given (Saha, Table 2)",
        source: Source::SahaTable2,
        quantities: &[Quantity::AccelerationFromPhi],
        notes: &["Table 2 starts from phi: the bias is not in these counts."],
    },
    Paper {
        title: "Forward dynamics, from q, qd and tau (Naudet et al., Table 1)",
        source: Source::NaudetTable1,
        quantities: &[Quantity::ForwardDynamics, Quantity::HamiltonianRates],
        notes: &["Rows of hamiltonian_rates start from canonical momenta, as Naudet's own does."],
    },
];

/// Every table of the papers with our rows.
///
/// # Errors
/// Those of the compiler.
pub fn tables(opt: u8) -> Result<Vec<Section>, CompileError> {
    let chains: Vec<(i64, Mechanism)> = LENGTHS
        .map(|n| (i64::try_from(n).unwrap_or(0), generic(n)))
        .collect();
    PAPERS
        .iter()
        .map(|paper| paper.section(&chains, opt))
        .collect()
}

impl Paper {
    fn section(&self, chains: &[(i64, Mechanism)], opt: u8) -> Result<Section, CompileError> {
        let mut table = Table::new(&[
            "algorithm",
            "M",
            "A",
            "D",
            ">n = 6: M",
            ">A",
            ">M+A",
            "exact from",
        ]);
        let mut notes: Vec<String> = vec![READING.into()];
        notes.extend(self.notes.iter().map(|note| (*note).to_owned()));
        for formula in of_source(self.source) {
            table.row(printed(formula));
            if !formula.note.is_empty() {
                notes.push(formula.note.into());
            }
        }
        for &quantity in self.quantities {
            for &formulation in quantity.formulations() {
                table.row(ours(chains, quantity, formulation, opt)?);
            }
        }
        Ok(Section {
            title: self.title.into(),
            table,
            notes,
        })
    }
}

const READING: &str = "Rows of the paper are quoted as printed, divisions within M. Rows of denoc are counts of the \
generic chain of n revolute joints, n = 4 to 12, and the polynomials that meet them exactly.";

fn printed(formula: &Formula) -> [String; 8] {
    let (mul, add) = (formula.mul(), formula.add());
    let (mul_6, add_6) = (mul.at(6), add.at(6));
    [
        formula.algorithm.into(),
        mul.to_string(),
        add.to_string(),
        "in M".into(),
        mul_6.to_string(),
        add_6.to_string(),
        (mul_6 + add_6).to_string(),
        String::new(),
    ]
}

/// A row of ours: the formulas, and the counts at n = 6.
fn ours(
    chains: &[(i64, Mechanism)],
    quantity: Quantity,
    formulation: Formulation,
    opt: u8,
) -> Result<[String; 8], CompileError> {
    let samples: Vec<(i64, Counts)> = chains
        .iter()
        .map(|(n, chain)| Ok((*n, count(chain, quantity, formulation, opt)?.counts)))
        .collect::<Result<_, CompileError>>()?;
    let formula = |of: fn(&Counts) -> usize| {
        let values: Vec<(i64, i64)> = samples
            .iter()
            .map(|(n, counts)| (*n, i64::try_from(of(counts)).unwrap_or(i64::MAX)))
            .collect();
        fit(&values, MAX_DEGREE)
    };
    let fits = [
        formula(|counts| counts.mul),
        formula(|counts| counts.add),
        formula(|counts| counts.div),
    ];
    let show = |fit: &Option<Fit>| {
        fit.as_ref()
            .map_or_else(|| "no formula".into(), |fit| fit.polynomial.to_string())
    };
    let from = fits.iter().flatten().map(|fit| fit.from).max();
    let six = samples
        .iter()
        .find(|(n, _)| *n == 6)
        .map(|(_, counts)| *counts);
    let six = six.unwrap_or_default();
    let name = match quantity {
        Quantity::HamiltonianRates => format!("denoc, hamiltonian_rates: {}", formulation.name()),
        _ => format!("denoc: {}", formulation.name()),
    };
    Ok([
        name,
        show(&fits[0]),
        show(&fits[1]),
        show(&fits[2]),
        six.mul.to_string(),
        six.add.to_string(),
        six.total().to_string(),
        from.map_or_else(String::new, |n| format!("n = {n}")),
    ])
}
