//! Exact numbers on one denominator: sums of products of thousands of decimals as sums of integers.
//!
//! A sum of rationals takes a greatest common divisor for every term; of integers on a common denominator, here a power of ten
//! as decimals have, it takes none but the last.

use dashu_base::Gcd;
use dashu_int::{IBig, UBig};

use crate::exact::number::Number;

/// Rows of `N` numbers: integers over one denominator.
pub(super) struct Scaled<const N: usize> {
    /// The integers.
    pub(super) rows: Vec<[IBig; N]>,
    /// What all are divided by, positive.
    pub(super) denominator: IBig,
}

impl<const N: usize> Scaled<N> {
    /// Rows of constants on their least common denominator.
    pub(super) fn new<'n>(rows: impl Iterator<Item = [&'n Number; N]> + Clone) -> Self {
        let mut common = UBig::ONE;
        for number in rows.clone().flatten() {
            let own = number.denominator();
            if &common % own != UBig::ZERO {
                common = &common / (&common).gcd(own) * own;
            }
        }
        let denominator = IBig::from(common.clone());
        let scaled = |number: &Number| match number.denominator() == &common {
            true => number.numerator().clone(),
            false => number.numerator() * IBig::from(&common / number.denominator()),
        };
        Self {
            rows: rows.map(|row| row.map(scaled)).collect(),
            denominator,
        }
    }
}

/// `sum` over a product of denominators, which are positive.
pub(super) fn quotient(sum: IBig, denominators: &[&IBig]) -> Number {
    let denominator = denominators
        .iter()
        .fold(IBig::ONE, |product, one| product * *one);
    Number::ratio(sum, denominator).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_scaled_by_their_least_common_denominator() {
        let number = |text: &str| Number::parse(text).unwrap_or_default();
        let rows = [
            [number("0.25"), number("-3e-3")],
            [number("7"), number("0")],
        ];
        let scaled = Scaled::new(rows.iter().map(|[a, b]| [a, b]));
        assert_eq!(scaled.denominator, IBig::from(1000));
        let integers = [[250, -3], [7000, 0]].map(|row| row.map(IBig::from));
        assert_eq!(scaled.rows, integers);
        let sum = &integers[0][0] * &integers[0][1];
        let found = quotient(sum, &[&scaled.denominator, &scaled.denominator]);
        assert_eq!(found, number("-0.00075"));
    }
}
