//! The tables of the papers with our own rows: counts of the generic chain → formulas in n.

use core::ops::RangeInclusive;

use super::counts::count;
use super::fit::{Fit, Growth, Polynomial};
use super::literature::{PaperTable, PublishedFormula, of_source};
use super::modes::modes;
use super::scraper::scraper;
use super::table::{Section, Table};
use crate::compile::CompileError;
use crate::counts::Counts;
use crate::generic::generic;
use crate::parallel;
use crate::recursion::Formulation;
use crate::recursion::Quantity;

/// Chain lengths that the formulas are fitted to.
const LENGTHS: RangeInclusive<usize> = 4..=12;

/// Those of derivatives, whose programs grow with the square and the cube of n.
const SHORTER: RangeInclusive<usize> = 3..=8;

/// The highest degree tried.
const MAX_DEGREE: usize = 3;

struct Paper {
    title: &'static str,
    /// The table that it quotes.
    source: Option<PaperTable>,
    ours: &'static [Ours],
    lengths: RangeInclusive<usize>,
    /// The highest level of optimisation.
    highest: u8,
    /// How its rows are read.
    reading: &'static str,
    /// Whether n* and n⁺ are shown.
    crossover: bool,
    notes: &'static [&'static str],
}

/// Rows of ours: every formulation of a quantity.
struct Ours {
    quantity: Quantity,
    /// The text before the name of the formulation.
    label: &'static str,
    gravity: bool,
    /// These formulations alone; none: all.
    only: &'static [Formulation],
}

const fn ours(quantity: Quantity, label: &'static str) -> Ours {
    Ours {
        quantity,
        label,
        gravity: true,
        only: &[],
    }
}

/// By some formulations alone.
const fn only(only: &'static [Formulation], quantity: Quantity, label: &'static str) -> Ours {
    Ours {
        only,
        ..ours(quantity, label)
    }
}

impl Ours {
    fn formulations(&self) -> Vec<Formulation> {
        if self.only.is_empty() {
            self.quantity.formulations()
        } else {
            self.only.to_vec()
        }
    }
}

const PAPERS: &[Paper] = &[
    Paper {
        title: "Inverse dynamics (Saha, Table 1)",
        source: Some(PaperTable::SahaTable1),
        lengths: LENGTHS,
        highest: 3,
        reading: READING,
        ours: &[ours(Quantity::InverseDynamics, "denoc")],
        crossover: false,
        notes: &[],
    },
    Paper {
        title: "Forward dynamics, phi = tau - h given (Saha, Table 2)",
        source: Some(PaperTable::SahaTable2),
        lengths: LENGTHS,
        highest: 3,
        reading: READING,
        ours: &[ours(Quantity::AccelerationFromPhi, "denoc, phi given")],
        crossover: true,
        notes: &[
            "Table 2 starts from phi: the bias is not in these counts.",
            "n*: the smallest n at which a row needs fewer multiplications than Walker and Orin's; n+: the smallest at \
             which it needs fewer multiplications and fewer additions. Recomputed from the formulas, with the printed \
             value in brackets where it differs.",
        ],
    },
    Paper {
        title: "Forward dynamics, all-in from q, qd and tau (Naudet et al., Table 1)",
        source: Some(PaperTable::NaudetTable1),
        lengths: LENGTHS,
        highest: 3,
        reading: READING,
        ours: &[
            ours(Quantity::ForwardDynamics, "denoc, all-in"),
            ours(Quantity::HamiltonianRates, "denoc, Hamiltonian rates"),
            Ours {
                gravity: false,
                ..ours(
                    Quantity::HamiltonianRates,
                    "denoc, Hamiltonian rates, no gravity",
                )
            },
        ],
        crossover: false,
        notes: &["Hamiltonian rates start from canonical momenta, as Naudet's own row does."],
    },
    Paper {
        title: "Derivatives and regressors",
        source: None,
        lengths: SHORTER,
        highest: 1,
        reading: READING_OF_DERIVATIVES,
        ours: &[
            only(
                &[Formulation::Composite],
                Quantity::InverseDynamicsDerivatives,
                "dtau_dq, dtau_dqd",
            ),
            only(
                &[Formulation::Composite, Formulation::RelativeRates],
                Quantity::ForwardDynamicsDerivatives,
                "dqdd_dq, dqdd_dqd, Minv, qdd",
            ),
            ours(Quantity::Regressor, "regressor"),
        ],
        crossover: false,
        notes: &[
            "relative_rates lets pairs of joints meet in frames that it chooses for every n, so that its inverse dynamics \
             have no formula; differentiated graphs cost more on a generic chain.",
        ],
    },
];

/// An event while tables are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableEvent {
    /// They begin, with this many chains to count.
    Begun(u64),
    /// One more chain is counted.
    Counted,
}

/// Every table of the papers with our rows, and what modes of flexible bodies cost.
///
/// # Errors
/// Those of the compiler.
pub fn tables(opt: u8, report: &(dyn Fn(TableEvent) + Sync)) -> Result<Vec<Section>, CompileError> {
    let chains = |paper: &Paper| {
        let rows: usize = paper
            .ours
            .iter()
            .map(|ours| ours.formulations().len())
            .sum();
        rows * paper.lengths.clone().count()
    };
    let chains: usize = PAPERS.iter().map(chains).sum();
    report(TableEvent::Begun(chains as u64));
    let sections: Result<Vec<Section>, CompileError> = PAPERS
        .iter()
        .map(|paper| paper.section(opt, report))
        .collect();
    let mut sections = sections?;
    sections.extend(scraper(opt)?);
    sections.push(modes(opt)?);
    Ok(sections)
}

impl Paper {
    fn section(
        &self,
        opt: u8,
        report: &(dyn Fn(TableEvent) + Sync),
    ) -> Result<Section, CompileError> {
        let opt = opt.min(self.highest);
        let mut columns = vec![
            "algorithm",
            "M",
            "A",
            "D",
            ">M at 6",
            ">A at 6",
            ">M+A at 6",
        ];
        if self.crossover {
            columns.extend([">n*", ">n+"]);
        }
        columns.push(">exact from n");
        let mut table = Table::new(&columns);
        let mut notes: Vec<String> = vec![self.reading.into()];
        notes.extend(self.notes.iter().map(|note| (*note).to_owned()));
        for formula in self.source.into_iter().flat_map(of_source) {
            table.row(TableRow::printed(formula).cells(self.crossover));
            if !formula.note.is_empty() {
                notes.push(formula.note.into());
            }
        }
        for ours in self.ours {
            let sampled = Sampled {
                ours,
                lengths: &self.lengths,
            };
            for formulation in ours.formulations() {
                let row = sampled.row(formulation, opt, report)?;
                table.row(row.cells(self.crossover));
                if row.from.is_none() && opt > 1 {
                    let mut row = sampled.row(formulation, 1, &|_| ())?;
                    row.algorithm += ", --opt 1";
                    table.row(row.cells(self.crossover));
                }
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
generic chain of n revolute joints, n = 4 to 12, and the polynomials that meet them exactly from the n in the last \
column. Where none of degree 3 or less does, as --opt 2 takes other parameters, moments and shared factors where they are \
cheaper for one n alone, the cell says how much one joint more adds, and the row below has the formulas of \
--opt 1, which chooses nothing body by body.";

const READING_OF_DERIVATIVES: &str = "Counts of the generic chain of n revolute joints at --opt 1, which chooses nothing \
body by body, n = 3 to 8, and the polynomials that meet them exactly from the n in the last column.";

/// A row of a table.
struct TableRow {
    algorithm: String,
    /// Formulas, where there are any.
    mul: Option<Polynomial>,
    add: Option<Polynomial>,
    /// M, A and D as they are shown.
    shown: [String; 3],
    six: (String, String, String),
    from: Option<i64>,
    /// n* and n⁺ as the paper prints them.
    printed: Option<(i64, i64)>,
}

impl TableRow {
    fn printed(formula: &PublishedFormula) -> Self {
        let (mul, add) = (formula.mul(), formula.add());
        let (mul_6, add_6) = (mul.at(6), add.at(6));
        Self {
            algorithm: formula.algorithm.into(),
            six: (
                mul_6.to_string(),
                add_6.to_string(),
                (mul_6 + add_6).to_string(),
            ),
            shown: [mul.to_string(), add.to_string(), "in M".into()],
            mul: Some(mul),
            add: Some(add),
            from: None,
            printed: formula.crossover,
        }
    }

    fn cells(&self, crossover: bool) -> Vec<String> {
        let (mul_6, add_6, total_6) = self.six.clone();
        let mut cells = vec![self.algorithm.clone()];
        cells.extend(self.shown.clone());
        cells.extend([mul_6, add_6, total_6]);
        if crossover {
            cells.extend(self.crossover());
        }
        cells.push(self.from.map_or_else(String::new, |n| n.to_string()));
        cells
    }

    /// n* and n⁺ against Walker and Orin, recomputed; what the paper prints in brackets where it differs.
    fn crossover(&self) -> [String; 2] {
        /// No published method needs more links.
        const MOST: i64 = 200;
        let reference =
            of_source(PaperTable::SahaTable2).find(|row| row.algorithm.starts_with("Walker"));
        let (Some(reference), Some(mul), Some(add)) = (reference, &self.mul, &self.add) else {
            return Default::default();
        };
        if self.algorithm == reference.algorithm {
            return Default::default();
        }
        let (their_mul, their_add) = (reference.mul(), reference.add());
        let first = self.from.unwrap_or(2);
        let fewer_mul = |n: &i64| mul.at(*n) < their_mul.at(*n);
        let fewer_both = |n: &i64| fewer_mul(n) && add.at(*n) < their_add.at(*n);
        let shown = |found: Option<i64>, printed: Option<i64>| match (found, printed) {
            (Some(n), Some(printed)) if n != printed => format!("{n} [{printed}]"),
            (Some(n), _) => n.to_string(),
            (None, _) => "-".into(),
        };
        [
            shown((first..MOST).find(fewer_mul), self.printed.map(|(n, _)| n)),
            shown((first..MOST).find(fewer_both), self.printed.map(|(_, n)| n)),
        ]
    }
}

/// Rows of ours on generic chains.
struct Sampled<'a> {
    ours: &'a Ours,
    lengths: &'a RangeInclusive<usize>,
}

impl Sampled<'_> {
    /// The formulas fitted to our counts, and the counts at n = 6.
    fn row(
        &self,
        formulation: Formulation,
        opt: u8,
        report: &(dyn Fn(TableEvent) + Sync),
    ) -> Result<TableRow, CompileError> {
        let ours = self.ours;
        let sample = |n: usize| -> Result<(i64, Counts), CompileError> {
            let mut chain = generic(n);
            if !ours.gravity {
                chain.gravity = Default::default();
            }
            let row = count(&chain, ours.quantity, formulation, opt)?;
            report(TableEvent::Counted);
            Ok((i64::try_from(n).unwrap_or(0), row.counts))
        };
        let longest_first: Vec<usize> = self.lengths.clone().rev().collect();
        let samples = parallel::map(longest_first, sample);
        let samples: Result<Vec<_>, _> = samples.into_iter().rev().collect();
        let samples = samples?;
        let growth = |of: fn(&Counts) -> usize| {
            let values: Vec<(i64, i64)> = samples
                .iter()
                .map(|(n, counts)| (*n, i64::try_from(of(counts)).unwrap_or(i64::MAX)))
                .collect();
            Growth::of(&values, MAX_DEGREE)
        };
        let growths = [
            growth(|counts| counts.mul),
            growth(|counts| counts.add),
            growth(|counts| counts.div),
        ];
        let polynomial = |growth: &Growth| growth.formula().map(|fit| fit.polynomial.clone());
        let six = samples.iter().find(|(n, _)| *n == 6);
        let six = six.map_or_else(Counts::default, |(_, counts)| *counts);
        Ok(TableRow {
            algorithm: format!("{}: {}", ours.label, formulation.name()),
            from: growths
                .iter()
                .map(Growth::formula)
                .collect::<Option<Vec<&Fit>>>()
                .and_then(|fits| fits.iter().map(|fit| fit.from).max()),
            mul: polynomial(&growths[0]),
            add: polynomial(&growths[1]),
            shown: growths.map(|growth| growth.per("joint")),
            six: (
                six.mul.to_string(),
                six.add.to_string(),
                six.total().to_string(),
            ),
            printed: None,
        })
    }
}
