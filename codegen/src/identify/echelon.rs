//! Columns in a fixed order, and which of them depend on earlier ones: elimination in prime fields, row by row.

use crate::exact::element::FieldElement;
use crate::exact::residue::Residue;
use crate::function::FIELDS;
use crate::scalar::Scalar;

/// Rows in echelon form, each by the place of its leading 1.
pub(super) struct Echelon {
    rows: Vec<Option<Vec<Residue>>>,
}

/// The earlier independent columns that make up a dependent one, with their coefficients in both fields, none of which is 0.
pub(super) type Support = Vec<(usize, [Residue; FIELDS])>;

impl Echelon {
    pub(super) fn new(columns: usize) -> Self {
        Self {
            rows: vec![None; columns],
        }
    }

    /// Takes a row of elements of the field in; whether it raised the rank.
    pub(super) fn insert(&mut self, mut row: Vec<Residue>) -> bool {
        for column in 0..row.len() {
            let lead = row[column];
            if lead.is_zero() {
                continue;
            }
            let Some(known) = &self.rows[column] else {
                let inverse = Residue::one() / lead;
                row.iter_mut().for_each(|entry| *entry = *entry * inverse);
                self.rows[column] = Some(row);
                return true;
            };
            for (entry, &leading) in row[column..].iter_mut().zip(&known[column..]) {
                if !leading.is_zero() {
                    *entry = *entry - lead * leading;
                }
            }
        }
        false
    }

    /// The coefficients, none of them 0, of the earlier independent columns that make up a dependent one; `None` for an
    /// independent one.
    fn coefficients(&self, column: usize) -> Option<Vec<(usize, Residue)>> {
        if self.rows[column].is_some() {
            return None;
        }
        let mut found: Vec<(usize, Residue)> = Vec::new();
        for (lead, row) in self.rows[..column].iter().enumerate().rev() {
            let Some(row) = row else { continue };
            // row[column] = Σ c_j row[j], and row[lead] = 1.
            let rest = found
                .iter()
                .fold(row[column], |rest, &(j, c)| rest - c * row[j]);
            if !rest.is_zero() {
                found.push((lead, rest));
            }
        }
        found.reverse();
        Some(found)
    }
}

/// For every column, what makes it up if it is dependent; `None` when the fields do not agree: in one of them something vanishes that is
/// not 0.
pub(super) fn supports(fields: &[Echelon; FIELDS]) -> Option<Vec<Option<Support>>> {
    let [first, other] = fields;
    let columns = 0..first.rows.len();
    let both = columns.map(|column| (first.coefficients(column), other.coefficients(column)));
    let support = |both| match both {
        (None, None) => Some(None),
        (Some(a), Some(b)) => joined(a, b).map(Some),
        _ => None,
    };
    both.map(support).collect()
}

/// The coefficients of the same columns.
fn joined(first: Vec<(usize, Residue)>, other: Vec<(usize, Residue)>) -> Option<Support> {
    if first.len() != other.len() {
        return None;
    }
    let both = first.into_iter().zip(other);
    both.map(|((k, a), (same, b))| (k == same).then_some((k, [a, b])))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::element::PrimeField;
    use crate::exact::number::Number;
    use crate::exact::residue::Field;

    /// Column 1 is zero, column 3 is 2·column 0 − c·column 2.
    fn echelons(c: i64) -> [(Field, Echelon); FIELDS] {
        [1, 2].map(|bits| {
            let field = Field::drawn(bits << 60);
            let f = |x: i64| field.of(&Number::from(x));
            let mut echelon = Echelon::new(4);
            for (a, b) in [(1, 2), (3, -1), (5, 7)] {
                let (a, b) = (f(a), f(b));
                echelon.insert(vec![a, f(0), b, f(2) * a - f(c) * b]);
            }
            (field, echelon)
        })
    }

    #[test]
    fn dependent_columns_are_found_with_their_coefficients() {
        let echelons = echelons(3);
        let fields = [echelons[0].0, echelons[1].0];
        let supports = supports(&echelons.map(|(_, echelon)| echelon)).expect("they agree");
        assert!(supports[0].is_none() && supports[2].is_none());
        assert!(supports[1].as_ref().is_some_and(Vec::is_empty));
        let support = supports[3].as_ref().expect("a dependent column");
        assert_eq!(support.len(), 2);
        for ((place, found), (expected, coefficient)) in support.iter().zip([(0, 2), (2, -3)]) {
            assert_eq!(*place, expected);
            for (field, found) in fields.iter().zip(found) {
                assert!((*found - field.of(&Number::from(coefficient))).is_zero());
            }
        }
    }

    #[test]
    fn what_vanishes_in_one_field_alone_is_no_zero() {
        let prime = i64::try_from(Field::drawn(1 << 60).prime()).expect("63 bits");
        let echelons = echelons(prime).map(|(_, echelon)| echelon);
        let places = |echelon: &Echelon| echelon.coefficients(3).map(|found| found.len());
        assert_eq!(echelons.each_ref().map(places), [Some(1), Some(2)]);
        assert!(supports(&echelons).is_none());
    }

    #[test]
    fn what_is_independent_in_one_field_alone_is_not_decided() {
        let [(field, mut first), (_, other)] = echelons(3);
        let [zero, one] = [0, 1].map(|bits| field.element(bits));
        assert!(first.insert(vec![zero, one, zero, zero]));
        assert!(supports(&[first, other]).is_none());
    }
}
