//! Equations that a function solves: square ones by elimination with pivoting, others with least norm.
//!
//! Several right-hand sides are the columns of a matrix, and so are their solutions: all row by row.

use crate::counts::Counts;

/// A system of equations A X = B, by its size and how it is solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Solve {
    /// Number of equations.
    pub rows: usize,
    /// Number of unknowns of a right-hand side.
    pub columns: usize,
    /// Number of right-hand sides: one, where the solution is that of least norm.
    pub sides: usize,
    /// Relative cut-off of a solution with least norm; `None`: the equations are square and regular.
    pub least_norm: Option<f64>,
}

/// Name of the output with the margins of a program: numbers that are positive unless it has failed.
pub const MARGINS: &str = "margins";

/// The cut-off of a solution with least norm unless the model gives another.
pub const CUTOFF: f64 = 1e-9;

impl Solve {
    /// Number of elements that are solved for.
    #[must_use]
    pub fn unknowns(self) -> usize {
        self.columns * self.sides
    }

    /// Its cost; none for a solution of least norm, whose price depends on the values.
    #[must_use]
    pub fn counts(self) -> Counts {
        let [mul, add, div] = match self.least_norm {
            None => denoc_sincos::linear::solve_price(self.rows, self.sides),
            Some(_) => [0; 3],
        };
        Counts {
            mul,
            add,
            div,
            ..Counts::default()
        }
    }

    /// Its weight where formulations are compared: for a solution of least norm, some sweeps of rotations over all
    /// pairs of columns.
    #[must_use]
    pub fn price(self) -> Counts {
        const SWEEPS: usize = 6;
        let pairs = self.columns * self.columns.saturating_sub(1) / 2;
        match self.least_norm {
            None => self.counts(),
            Some(_) => Counts {
                mul: SWEEPS * pairs * (12 * self.rows + 6 * self.columns),
                ..Counts::default()
            },
        }
    }
}
