//! Operation counts others have published or reach with their tools, each with its source.
//!
//! Published counts include divisions in M. The formulas are for n revolute joints and a fixed base.

use super::fit::Polynomial;

/// A table of a paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PaperTable {
    /// Saha, Table 1: inverse dynamics.
    SahaTable1,
    /// Saha, Table 2: forward dynamics from φ = τ − h.
    SahaTable2,
    /// Naudet et al., Table 1: forward dynamics, everything included.
    NaudetTable1,
    /// Found elsewhere.
    Other,
}

/// A published formula in n.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublishedFormula {
    /// The table it is in.
    pub source: PaperTable,
    /// The function it is a count of.
    pub function: &'static str,
    /// Algorithm, as the table names it.
    pub algorithm: &'static str,
    /// Multiplications and divisions: coefficients (numerator, denominator), constant term first.
    pub mul: &'static [(i64, i64)],
    /// Additions and subtractions, the same way.
    pub add: &'static [(i64, i64)],
    /// M and A at n = 6 as printed, where the table prints them.
    pub six: Option<(i64, i64)>,
    /// n* and n⁺ of Saha's Table 2 as printed (erratum 16).
    pub crossover: Option<(i64, i64)>,
    /// Errata and readings.
    pub note: &'static str,
}

/// A count measured on code that a peer tool generated, dead code removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measured {
    /// Name of the model.
    pub model: &'static str,
    /// The function.
    pub function: &'static str,
    /// The tool, and how it was used.
    pub tool: &'static str,
    /// Multiplications; `None` when only the total is known.
    pub mul: Option<i64>,
    /// Additions and subtractions.
    pub add: Option<i64>,
    /// Multiplications and additions.
    pub total: i64,
    /// Divisions.
    pub div: i64,
}

impl PublishedFormula {
    /// The formula for M.
    #[must_use]
    pub fn mul(&self) -> Polynomial {
        Polynomial::of(self.mul)
    }

    /// The formula for A.
    #[must_use]
    pub fn add(&self) -> Polynomial {
        Polynomial::of(self.add)
    }
}

/// The formulas of one table.
pub fn of_source(source: PaperTable) -> impl Iterator<Item = &'static PublishedFormula> {
    FORMULAS.iter().filter(move |row| row.source == source)
}

/// The formulas for one function.
pub fn of_function(function: &str) -> impl Iterator<Item = &'static PublishedFormula> {
    FORMULAS.iter().filter(move |row| row.function == function)
}

/// Peers' counts for one function of one model.
pub fn measured(model: &str, function: &str) -> impl Iterator<Item = &'static Measured> {
    MEASURED
        .iter()
        .filter(move |row| row.model == model && row.function == function)
}

const fn formula(
    source: PaperTable,
    function: &'static str,
    algorithm: &'static str,
    mul: &'static [(i64, i64)],
    add: &'static [(i64, i64)],
    six: Option<(i64, i64)>,
    note: &'static str,
) -> PublishedFormula {
    PublishedFormula {
        source,
        function,
        algorithm,
        mul,
        add,
        six,
        crossover: None,
        note,
    }
}

const fn with_crossover(
    formula: PublishedFormula,
    multiplications: i64,
    both: i64,
) -> PublishedFormula {
    PublishedFormula {
        crossover: Some((multiplications, both)),
        ..formula
    }
}

/// `slope n + offset`.
macro_rules! line {
    ($slope:literal, $offset:literal) => {
        &[($offset, 1), ($slope, 1)]
    };
}

const ID: &str = "inverse_dynamics";
const FD: &str = "forward_dynamics";
const PHI: &str = "acceleration_from_phi";
use PaperTable::{NaudetTable1, Other, SahaTable1, SahaTable2};

/// All published formulas.
#[rustfmt::skip]
pub const FORMULAS: &[PublishedFormula] = &[
    formula(SahaTable1, ID, "Hollerbach (1980)", line!(412, -277), line!(320, -201), Some((2195, 1719)), ""),
    formula(SahaTable1, ID, "Luh et al. (1980)", line!(150, -48), line!(131, 48), Some((852, 834)),
        "Luh et al.: quoted as printed (131n + 48 gives the printed 834); secondary sources give 131n - 48, 738 at n = 6."),
    formula(SahaTable1, ID, "Walker and Orin (1982)", line!(137, -22), line!(101, -11), Some((800, 595)), ""),
    formula(SahaTable1, ID, "RIDIM (Saha, 1999)", line!(120, -44), line!(97, -55), Some((676, 527)), ""),
    formula(SahaTable1, ID, "Khalil et al. (1986)", line!(105, -92), line!(94, -86), Some((538, 478)), ""),
    formula(SahaTable1, ID, "Angeles et al. (1989)", line!(105, -109), line!(90, -105), Some((521, 435)), ""),
    formula(SahaTable1, ID, "Balafoutis et al. (1988)", line!(93, -69), line!(81, -65), Some((489, 421)), ""),
    formula(Other, ID, "Balafoutis and Patel (1991)", line!(93, -108), line!(81, -100), None, "from a secondary source"),
    formula(Other, ID, "Khalil and Kleinfinger (1987), minimal parameters", line!(92, -127), line!(81, -117), None,
        "from a secondary source"),
    formula(Other, "mass_matrix", "composite bodies, Featherstone (2005)",
        &[(-32, 1), (22, 1), (10, 1)], &[(-43, 1), (37, 1), (6, 1)], None, ""),
    with_crossover(formula(SahaTable2, PHI, "Mohan and Saha (2007)", line!(173, -128), line!(150, -133), None, ""), 10, 12),
    with_crossover(formula(SahaTable2, PHI, "Saha (2003)", line!(191, -284), line!(187, -325), None, ""), 10, 14),
    with_crossover(formula(SahaTable2, PHI, "Featherstone (1983)", line!(199, -198), line!(174, -173), None, ""), 12, 14),
    with_crossover(formula(SahaTable2, PHI, "Valasek", line!(226, -343), line!(206, -345), None, ""), 13, 15),
    with_crossover(formula(SahaTable2, PHI, "Brandl et al.", line!(250, -222), line!(220, -198), None, ""), 14, 16),
    formula(SahaTable2, PHI, "Walker and Orin (as implemented by Featherstone)",
        &[(-47, 1), (115, 3), (23, 2), (1, 6)], &[(-46, 1), (233, 6), (7, 1), (1, 6)], None, ""),
    formula(NaudetTable1, FD, "Featherstone", line!(336, -220), line!(275, -18), None, ""),
    formula(NaudetTable1, FD, "Vukobratovic", line!(249, -272), line!(231, -294), None, ""),
    formula(NaudetTable1, FD, "Valasek", line!(226, -343), line!(206, -345), None, ""),
    formula(NaudetTable1, FD, "Rein", line!(216, -317), line!(195, -247), None, ""),
    formula(NaudetTable1, FD, "Naudet and Lefeber (canonical momenta)", line!(185, -245), line!(178, -230), None, ""),
    formula(Other, FD, "articulated bodies, McMillan (1995)", line!(224, -259), line!(205, -248), None, ""),
];

const fn measured_row(
    model: &'static str,
    function: &'static str,
    tool: &'static str,
    mul: i64,
    add: i64,
    div: i64,
) -> Measured {
    Measured {
        model,
        function,
        tool,
        mul: Some(mul),
        add: Some(add),
        total: mul + add,
        div,
    }
}

const fn executed(model: &'static str, total: i64) -> Measured {
    Measured {
        model,
        function: ID,
        tool: "RobCoGen2, as executed",
        mul: None,
        add: None,
        total,
        div: 0,
    }
}

const SYMORO: &str = "OpenSYMORO, base parameters";
const SYMORO_CSE: &str =
    "OpenSYMORO, base parameters, SYMORO+ moment formula, common subexpressions";
const SYMPYBOTICS: &str = "SymPyBotics, base parameters";
const PINOCCHIO: &str = "Pinocchio on CasADi SX";
const BEST: &str = "best of the peers";
const COMPOSITE: &str = "best composite of the peers: mass matrix, bias, LTL";

/// All measured counts.
#[rustfmt::skip]
pub const MEASURED: &[Measured] = &[
    measured_row("puma", ID, SYMORO, 181, 127, 0),
    measured_row("puma", ID, SYMORO_CSE, 171, 122, 0),
    measured_row("puma", ID, SYMPYBOTICS, 208, 152, 0),
    measured_row("puma", ID, PINOCCHIO, 342, 252, 0),
    executed("puma", 1679),
    measured_row("puma", "bias", BEST, 160, 104, 0),
    measured_row("puma", "gravity", BEST, 27, 11, 0),
    measured_row("puma", "mass_matrix", BEST, 137, 86, 0),
    measured_row("puma", FD, COMPOSITE, 344, 248, 18),
    measured_row("puma", FD, PINOCCHIO, 733, 554, 23),
    measured_row("stanford", ID, SYMORO, 139, 93, 0),
    measured_row("stanford", ID, SYMORO_CSE, 133, 89, 0),
    measured_row("stanford", ID, SYMPYBOTICS, 156, 107, 0),
    measured_row("stanford", ID, PINOCCHIO, 278, 207, 0),
    executed("stanford", 1675),
    measured_row("stanford", "bias", BEST, 123, 75, 0),
    measured_row("stanford", "gravity", BEST, 23, 8, 0),
    measured_row("stanford", "mass_matrix", BEST, 94, 61, 0),
    measured_row("stanford", FD, COMPOSITE, 269, 193, 18),
    measured_row("stanford", FD, PINOCCHIO, 553, 415, 21),
    measured_row("generic6r", ID, SYMORO, 470, 376, 0),
    measured_row("generic6r", ID, SYMORO_CSE, 430, 368, 0),
    measured_row("generic6r", ID, SYMPYBOTICS, 501, 380, 0),
    measured_row("generic6r", ID, PINOCCHIO, 679, 538, 0),
    executed("generic6r", 1765),
    measured_row("generic6r", "bias", BEST, 420, 352, 0),
    measured_row("generic6r", "gravity", BEST, 107, 59, 0),
    measured_row("generic6r", "mass_matrix", BEST, 536, 450, 0),
    measured_row("generic6r", FD, COMPOSITE, 1002, 911, 15),
    measured_row("generic6r", FD, PINOCCHIO, 1390, 1279, 37),
    measured_row("generic7r", ID, SYMORO, 569, 458, 0),
    measured_row("generic7r", ID, SYMORO_CSE, 521, 448, 0),
    measured_row("generic7r", ID, SYMPYBOTICS, 607, 462, 0),
    measured_row("generic7r", ID, PINOCCHIO, 821, 653, 0),
    measured_row("generic7r", "bias", BEST, 511, 431, 0),
    measured_row("generic7r", "gravity", BEST, 131, 73, 0),
    measured_row("generic7r", "mass_matrix", BEST, 718, 596, 0),
    measured_row("generic7r", FD, COMPOSITE, 1305, 1181, 21),
    measured_row("generic7r", FD, PINOCCHIO, 1691, 1567, 44),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_values_are_those_of_the_formulas() {
        for row in FORMULAS {
            if let Some((mul, add)) = row.six {
                assert_eq!(
                    row.mul().at(6).to_integer(),
                    Some(mul),
                    "M of {}",
                    row.algorithm
                );
                assert_eq!(
                    row.add().at(6).to_integer(),
                    Some(add),
                    "A of {}",
                    row.algorithm
                );
            }
        }
    }

    #[test]
    fn walker_and_orin_at_six_is_what_the_paper_implies() {
        let row = of_source(SahaTable2).last().expect("a row");
        assert_eq!(row.mul().at(6).to_integer(), Some(633));
        assert_eq!(row.add().at(6).to_integer(), Some(475));
    }
}
