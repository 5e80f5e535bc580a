//! Columns in a fixed order, and which of them depend on earlier ones: elimination in the prime field, row by row.

use crate::exact::field::Fp;
use crate::scalar::Scalar;

/// Rows in echelon form, each by the place of its leading 1.
pub(super) struct Echelon {
    rows: Vec<Option<Vec<Fp>>>,
}

impl Echelon {
    pub(super) fn new(columns: usize) -> Self {
        Self {
            rows: vec![None; columns],
        }
    }

    /// Takes a row in; whether it raised the rank.
    pub(super) fn insert(&mut self, mut row: Vec<Fp>) -> bool {
        for column in 0..row.len() {
            let lead = row[column];
            if lead == Fp::zero() {
                continue;
            }
            let Some(known) = &self.rows[column] else {
                let inverse = Fp::one() / lead;
                row.iter_mut().for_each(|entry| *entry = *entry * inverse);
                self.rows[column] = Some(row);
                return true;
            };
            for (entry, &leading) in row[column..].iter_mut().zip(&known[column..]) {
                if leading != Fp::zero() {
                    *entry = *entry - lead * leading;
                }
            }
        }
        false
    }

    /// Whether a column is independent of those before it.
    pub(super) fn is_independent(&self, column: usize) -> bool {
        self.rows[column].is_some()
    }

    /// The coefficients, none of them 0, of the earlier independent columns that make up a dependent one.
    pub(super) fn coefficients(&self, column: usize) -> Vec<(usize, Fp)> {
        let mut found: Vec<(usize, Fp)> = Vec::new();
        for (lead, row) in self.rows[..column].iter().enumerate().rev() {
            let Some(row) = row else { continue };
            // row[column] = Σ c_j row[j], and row[lead] = 1.
            let rest = found
                .iter()
                .fold(row[column], |rest, &(j, c)| rest - c * row[j]);
            if rest != Fp::zero() {
                found.push((lead, rest));
            }
        }
        found.reverse();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependent_columns_are_found_with_their_coefficients() {
        // Column 1 is zero, column 3 is 2·column 0 − 3·column 2.
        let f = |x: i8| Fp::literal(x);
        let mut echelon = Echelon::new(4);
        for (a, b) in [(1, 2), (3, -1), (5, 7)] {
            let (a, b) = (f(a), f(b));
            echelon.insert(vec![a, f(0), b, f(2) * a - f(3) * b]);
        }
        let independent: Vec<bool> = (0..4).map(|k| echelon.is_independent(k)).collect();
        assert_eq!(independent, [true, false, true, false]);
        assert_eq!(echelon.coefficients(1), []);
        assert_eq!(echelon.coefficients(3), [(0, f(2)), (2, f(-3))]);
    }
}
